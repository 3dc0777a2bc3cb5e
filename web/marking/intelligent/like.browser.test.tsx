/** Like answers group by group, as a person goes through them: seen first, then one mark; what is odd is taken out. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, refused, serve, show } from '#web/kit/browser.testing.tsx'
import type { Sent } from '#web/kit/browser.testing.tsx'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { likePath, markingPaths } from '../marking.paths.ts'
import { LikeScreen } from './LikeScreen.tsx'

const of = { paperId: `pa_${'1'.repeat(26)}`, questionId: `qu_${'1'.repeat(26)}` }
const picture = (text: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="330" height="84"><rect width="330" height="84" fill="#fff"/><text x="60" y="56" font-size="34">${text}</text></svg>`)}`
type Item = { studentId: string; attemptId: string; value: { kind: string; score?: number } }
type Sheet = { text: string; count: number; blank?: boolean }[]

/** A server with these sheets, one after the other; `marks` is what was given, in order. */
const served = (sheets: Sheet[]) => {
  const marks: Item[] = []
  let at = 0
  let n = 0
  const idsOf = new Map<Sheet[number], string[]>()
  for (const s of sheets.flat())
    idsOf.set(
      s,
      Array.from({ length: s.count }, () => `st_${String(n++).padStart(26, '0')}`),
    )
  const answer = ({ path, body }: Sent): unknown => {
    if (path.endsWith('/submitItems')) {
      marks.push(...(body as { items: Item[] }).items)
      return ok({ refused: [] })
    }
    if (path.endsWith('/bundle/finish')) {
      at++
      return ok({ done: true, left: 0 })
    }
    const sheet = sheets[at]
    if (!sheet) return refused(markingProblems.nothingLeft.status, markingProblems.nothingLeft.message)
    return ok({
      bundle: { bundleId: `bu_${String(at).padStart(26, '0')}`, role: 'first', epoch: 1, claimedUntil: 0 },
      question: { questionId: of.questionId, number: '14', unitType: 4, fullScore: 300, step: 100 },
      answers: sheet.flatMap((s) =>
        idsOf.get(s)!.map((studentId) => ({
          studentId,
          imageVersion: 1,
          images: [{ url: picture(s.text), width: 330, height: 84 }],
          likelyBlank: s.blank ?? false,
          others: [],
        })),
      ),
      sets: sheet.map((s) => ({ studentIds: idsOf.get(s)!, outliers: s.count > 10 ? 1 : 0 })),
      left: sheets
        .slice(at)
        .flat()
        .reduce((sum, s) => sum + s.count, 0),
    })
  }
  serve(answer)
  return marks
}
const shown = (width = 1440) => show(<LikeScreen />, { at: likePath(of), path: markingPaths.like, width })
const full = () => page.getByRole('button', { name: '3 分' })
const scores = (marks: readonly Item[]) => marks.map((m) => m.value.score ?? m.value.kind)

it('gives no mark to a group before all of its members were on the screen', async () => {
  const marks = served([[{ text: 'x=3', count: 90 }]])
  await shown()
  await expect.element(page.getByText(/^90份.看过[1-8]?\d：/)).toBeVisible()
  await userEvent.keyboard('3{Enter}')
  expect(await full().query()).toBeNull()
  for (const cell of document.querySelectorAll('[data-answer]')) {
    cell.scrollIntoView({ block: 'center' })
    await new Promise(requestAnimationFrame)
  }
  await expect.element(full()).toBeVisible()
  expect(marks).toEqual([])
  await userEvent.keyboard('3')
  await expect.poll(() => scores(marks)).toEqual(Array.from({ length: 90 }, () => 300))
  await expect.element(page.getByText('现在没有可以评的答卷')).toBeVisible()
})

it('moves out what is chosen, gives each its mark, and takes back by a later one', async () => {
  const marks = served([
    [
      { text: 'x=3', count: 4 },
      { text: '', count: 2, blank: true },
    ],
  ])
  await shown()
  await expect.element(full()).toBeVisible()
  await userEvent.keyboard('{ArrowRight} x')
  await expect.element(page.getByText('3份　看过3')).toBeVisible()
  await userEvent.keyboard('3')
  // Nothing is written there: Enter says so.
  await expect.element(page.getByText('2份　看过2')).toBeVisible()
  await expect.element(full()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('1份　看过1')).toBeVisible()
  expect(scores(marks)).toEqual([300, 300, 300, 'noAnswer', 'noAnswer'])
  await userEvent.keyboard('{Backspace}')
  await expect.element(page.getByText('2份　看过2')).toBeVisible()
  await userEvent.keyboard('1')
  await expect.element(page.getByText('1份　看过1')).toBeVisible()
  const [, , , blank, , again] = marks
  expect(again).toMatchObject({ studentId: blank!.studentId, value: { score: 100 } })
  expect(again!.attemptId > blank!.attemptId).toBe(true)
  await userEvent.keyboard('2')
  await expect.poll(() => scores(marks).slice(7)).toEqual([200])
  await expect.element(page.getByText('现在没有可以评的答卷')).toBeVisible()
})

it('lays two groups together', async () => {
  const marks = served([
    [
      { text: 'x=3', count: 3 },
      { text: 'x＝3', count: 2 },
    ],
  ])
  await shown()
  await expect.element(full()).toBeVisible()
  await userEvent.keyboard('m')
  await expect.element(page.getByText('5份　看过5')).toBeVisible()
  await userEvent.keyboard('3')
  await expect.poll(() => marks.length).toBe(5)
})

it('fits a phone, where fingers move out what is chosen', async () => {
  const marks = served([[{ text: 'x=3', count: 6 }]])
  await shown(390)
  await expect.element(full()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await userEvent.click(page.getByRole('button', { name: '第 2 份' }))
  await userEvent.click(page.getByRole('button', { name: '移出选中的 1 份' }))
  await expect.element(page.getByText('5份　看过5')).toBeVisible()
  await userEvent.click(full())
  await expect.poll(() => marks.length).toBe(5)
})

it('is a thousand answers an hour with the pauses of a person who looks at each', { timeout: 200_000 }, async () => {
  // As the groups of a class came out of grouping: eleven decisions for sixty answers.
  const sheet = [28, 9, 6, 5, 3, 2, 2, 2, 1, 1, 1].map((count, i) => ({ text: `x=${i}`, count }))
  const marks = served([sheet])
  const pause = (ms: number) => new Promise((go) => setTimeout(go, ms))
  const began = performance.now()
  await shown()
  for (const { count } of sheet) {
    await expect.element(page.getByText(new RegExp(`^${count}份.看过`))).toBeVisible()
    // A glance at each thumbnail, and a moment to decide.
    await pause(250 * count + 800)
    for (const cell of document.querySelectorAll('[data-answer]')) {
      cell.scrollIntoView({ block: 'nearest' })
      await new Promise(requestAnimationFrame)
    }
    await expect.element(full()).toBeVisible()
    const before = marks.length
    await userEvent.keyboard(count > 20 ? '3' : '0')
    await expect.poll(() => marks.length).toBe(before + count)
  }
  expect(marks).toHaveLength(60)
  expect(60 / ((performance.now() - began) / 3_600_000)).toBeGreaterThanOrEqual(1000)
})
