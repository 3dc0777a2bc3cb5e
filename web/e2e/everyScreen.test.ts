/**
 * Every screen whose address can be filled from the exam that the setup took: led to by an account that may see it, on a
 * laptop and on a phone. No crash, no sideways scroll, one primary, five sizes of type, the first row where it belongs, no
 * label of a chart on another.
 */
import type { Browser, BrowserContext } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportPath } from '#web/analysis/analysis.paths.ts'
import { cardPaths } from '#web/card/card.paths.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { schoolPaths } from '#web/school/school.paths.ts'
import {
  accountOf,
  follow,
  lastStart,
  loaded,
  looks,
  open,
  openBrowser,
  openPage,
  patience,
  place,
  ruled,
  signIn,
  takenExam,
} from './journey.ts'
import { inTurn } from './turn.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Who opens a screen: the first of these who may see it. */
const viewers = [2, 3, 1, 13, 18, 9, 4, 5] as const
const holes = /:(\w+)/g
const fillable = new Set(['examId', 'paperId', 'cardId', 'batchId'])
const fills = place().screens.filter(({ path }) => [...path.matchAll(holes)].every(([, name]) => fillable.has(name!)))
/** Types whose homes differ; 16 stands for those whose rooms are awaited. */
const athome = [-1, 1, 2, 3, 4, 5, 9, 10, 13, 16, 18, 19]
const homes = athome.map((userType) => ({
  path: homePaths.centre,
  userType,
  room: null,
}))
const opened = fills
  .flatMap(({ path, userTypes, room }) => {
    const userType = viewers.find((t) => userTypes.length === 0 || userTypes.includes(t))
    return userType === undefined || path === homePaths.centre ? [] : [{ path, userType: userType as number, room }]
  })
  .concat(homes)

/** Lists that have rows here, so that where the first one begins is measured and not passed over. */
const listed = (): ReadonlySet<string> => {
  const { examId, paperId } = takenExam()
  const { grades, classes, teachers, students, courses } = schoolPaths
  const here = [grades, classes, teachers, students, courses]
  return new Set([...here, examPaths.list, cardPaths.list, reportPath('transcript', examId, paperId)])
}

it('nearly every screen is opened', () => {
  expect(opened.length).toBeGreaterThan(0.95 * fills.length)
  expect(fills.length).toBeGreaterThan(0.85 * place().screens.length)
  const ids: Readonly<Record<string, unknown>> = takenExam()
  const filled = new Set(opened.map(({ path }) => path.replace(holes, (_, name: string) => String(ids[name]))))
  expect([...listed()].filter((path) => !filled.has(path))).toEqual([])
})

/** So many at a time, so that several stand side by side in the run's report. */
const some = 20
const visited = inTurn(opened, 6, (o) => o.room)
const visits = [...Map.groupBy(visited, (o) => o.userType)].flatMap(([userType, screens]) =>
  Array.from({ length: Math.ceil(screens.length / some) }, (_, i) => ({
    userType,
    part: i + 1,
    paths: screens.slice(i * some, (i + 1) * some).map((s) => s.path),
  })),
)

/** A person signs in once; the pages share the session and the scripts that were loaded. */
const signedIn = new Map<number, Promise<BrowserContext>>()
const contextOf = (userType: number): Promise<BrowserContext> => {
  const opening = async (): Promise<BrowserContext> => {
    const { page, context } = await open(browser, { width: 1366, height: 768 })
    await signIn(page, accountOf(userType))
    // The way to the home after a sign-in would overtake the first step.
    await loaded(page)
    await page.close()
    return context
  }
  const context = signedIn.get(userType) ?? opening()
  signedIn.set(userType, context)
  return context
}

// They wait for their pages half of the time.
it.concurrent.each(visits)(
  'screens of type $userType, part $part, are as they should look',
  async ({ userType, paths }) => {
    const { page, faults } = await openPage(await contextOf(userType))
    await page.goto(homePaths.landing)
    await loaded(page)
    const ids: Readonly<Record<string, unknown>> = takenExam()
    const lists = listed()
    const wrong: string[] = []
    for (const hollow of paths) {
      const path = hollow.replace(holes, (_, name: string) => String(ids[name]))
      await follow(page, path)
      await loaded(page)
      const { pathname } = new URL(page.url())
      if (pathname.startsWith('/v2/error/')) wrong.push(`${hollow}: led to ${pathname}`)
      if (lists.has(path)) {
        const row = page.locator('main tbody tr').first()
        await row.waitFor(patience)
        const { y } = (await row.boundingBox())!
        if (y > lastStart) wrong.push(`${hollow}: the first row begins at ${y}`)
      }
      // What is measured is there to be measured.
      if (path === schoolPaths.students) expect((await looks(page))!.primaries).toEqual(['导入学生'])
      wrong.push(...(await ruled(page)).map((line) => `${hollow}: ${line}`))
    }
    expect([...wrong, ...faults]).toEqual([])
    await page.close()
  },
)
