/** The signed-in product: a change to a list that was visited before, and a table of 100 000 rows under a scroll. */
import { median } from './bench.types.ts'
import type { Bench } from './bench.types.ts'
import { enter, withSmallSchool } from './signedIn.ts'

const teachers = { path: '/v2/school/manage/teacher-manage/base-info', title: '教师' }
const students = { path: '/v2/school/manage/student-manage/student', title: '学生' }
const firstRow = (title: string): string => `[role=region][aria-label="${title}"] tbody tr`
const turns = 12
const manyRows = 100_000
const scrollMs = 4000
/** Pixels a second: a hard flick, some 180 rows; and the bar dragged from end to end. */
const flick = 6000
const dragged = 800_000

type Box = { scrollTop: number; scrollHeight: number; textContent: string | null }
type View = {
  document: { querySelector: (selector: string) => Box | null }
  history: { back: () => void; forward: () => void }
  requestAnimationFrame: (frame: (at: number) => void) => void
}

/** Goes back or forward and answers when the other list's first row was painted, in ms. Runs in the page. */
const change = ({ to, row }: { to: 'back' | 'forward'; row: string }): Promise<number> =>
  new Promise((done) => {
    const view = globalThis as unknown as View
    const began = performance.now()
    view.history[to]()
    const look = (): void => {
      if (!view.document.querySelector(row)) return view.requestAnimationFrame(look)
      // The frame after the one that found it: by then it is on the screen.
      view.requestAnimationFrame(() => done(performance.now() - began))
    }
    view.requestAnimationFrame(look)
  })

/** Scrolls the table from its middle on and answers how long each frame took, in ms. Runs in the page. */
const scroll = ({ ms, speed }: { ms: number; speed: number }): Promise<number[]> =>
  new Promise((done) => {
    const view = globalThis as unknown as View
    const box = view.document.querySelector('[role=region][aria-label]')!
    const from = box.scrollHeight / 2
    const frames: number[] = []
    const began = performance.now()
    let last = 0
    const step = (at: number): void => {
      if (last > 0) frames.push(at - last)
      last = at
      const gone = performance.now() - began
      if (gone >= ms) return done(frames)
      box.scrollTop = from + (gone / 1000) * speed
      view.requestAnimationFrame(step)
    }
    view.requestAnimationFrame(step)
  })

/** The answer of a list call with its first row said a hundred thousand times, under names of their own. */
const stretched = (answer: { data: { list: Record<string, unknown>[] } & Record<string, unknown> }): string => {
  const [first] = answer.data.list
  const idOf = Object.keys(first!).find((k) => k.endsWith('Id'))!
  const list = Array.from({ length: manyRows }, (_, i) => ({ ...first, [idOf]: `${String(first![idOf])}-${i}` }))
  return JSON.stringify({ ...answer, data: { ...answer.data, list, total: manyRows, totalCount: manyRows } })
}

const screens: Bench = {
  name: 'screens',
  run: async () => {
    return withSmallSchool(async (page, made) => {
      await enter(page, made.accounts.find((a) => a.userType === 2)!.accountName)
      await page.goto(teachers.path)
      await page.locator(firstRow(teachers.title)).first().waitFor()
      await page.getByRole('tab', { name: students.title }).click()
      await page.locator(firstRow(students.title)).first().waitFor()
      const changes: number[] = []
      for (let turn = 0; turn < turns; turn++) {
        const to = turn % 2 === 0 ? ('back' as const) : ('forward' as const)
        changes.push(await page.evaluate(change, { to, row: firstRow((to === 'back' ? teachers : students).title) }))
        await page.waitForTimeout(400)
      }
      await page.route(/student.*list|list.*student/i, async (route) => {
        const answer = (await (await route.fetch()).json()) as Parameters<typeof stretched>[0]
        await route.fulfill({
          contentType: 'application/json',
          body: answer.data?.list ? stretched(answer) : JSON.stringify(answer),
        })
      })
      await page.goto(students.path)
      await page.locator(`table[aria-rowcount="${manyRows + 1}"]`).waitFor({ timeout: 60_000 })
      const rates: { rate: number; frames: number[] }[] = []
      for (const speed of [flick, flick, dragged]) {
        const frames = (await page.evaluate(scroll, { ms: scrollMs, speed })).sort((x, y) => x - y)
        rates.push({ rate: (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0), frames })
      }
      const [, flicked, bar] = rates as [unknown, (typeof rates)[0], (typeof rates)[0]]
      return [
        {
          name: 'a change to a list that was visited',
          unit: 'ms',
          ours: median(changes),
          goal: { kind: 'bound', value: 100 },
          note: `slowest of ${turns}: ${Math.max(...changes).toFixed(0)} ms`,
        },
        {
          name: `a table of ${manyRows} rows under a hard flick`,
          unit: 'frames/s',
          ours: flicked.rate,
          goal: { kind: 'least', value: 58 },
          note: `half of the frames took ${median(flicked.frames).toFixed(1)} ms, 99 % at most ${flicked.frames[Math.floor(flicked.frames.length * 0.99)]!.toFixed(1)} ms; dragged from end to end ${bar.rate.toFixed(0)} frames/s`,
        },
      ]
    })
  },
}

export const screenBenches: readonly Bench[] = [screens]
