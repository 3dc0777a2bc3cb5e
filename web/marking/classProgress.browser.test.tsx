/** Marking class by class: of a joint exam the school is chosen, on a phone as on a desk. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { pathTo } from '#web/kit/route.types.ts'
import { ClassProgressScreen } from './ClassProgressScreen.tsx'
import { markingPaths } from './marking.paths.ts'

const id = (kind: string, n: number) => `${kind}_${String(n).repeat(26)}`
const schools = [1, 2].map((n) => ({ schoolId: id('sc', n), schoolName: `第${n}中学` }))
const of = (n: number) => ({
  ...{ courseName: '数学', counting: false, schoolId: id('sc', n), schools },
  classes: [
    {
      ...{ classId: id('cl', n), className: `${n}班`, candidates: 40, scripts: 38 },
      ...{ total: 380, done: 190 * n, finished: 38 * (n - 1) },
    },
  ],
})

it.each([1440, 390])('at %i wide shows the classes of the school that is chosen', async (width) => {
  const sent = serve(({ query }) => ok(of(query.get('schoolId') === id('sc', 2) ? 2 : 1)))
  const at = pathTo(markingPaths.classProgress, { examId: id('ex', 1), paperId: id('pa', 1) })
  await show(<ClassProgressScreen />, { at, path: markingPaths.classProgress, width })
  await expect.element(page.getByText('50%').first()).toBeVisible()
  await expect.element(page.getByText('1班', { exact: true })).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(sent.length).toBeGreaterThan(0)
  await show(<ClassProgressScreen />, { at: `${at}?schoolId=${id('sc', 2)}`, path: markingPaths.classProgress, width })
  await expect.element(page.getByText('2班', { exact: true })).toBeVisible()
  await expect.element(page.getByText('100%').first()).toBeVisible()
})

it('says why who is marked in every answer is not finished: a doubt of the sheet, and no marker', async () => {
  const [first] = of(2).classes
  serve(() => ok({ ...of(2), schools: [], classes: [{ ...first!, scripts: 5, total: 5, done: 5, finished: 3 }] }))
  const at = pathTo(markingPaths.classProgress, { examId: id('ex', 1), paperId: id('pa', 1) })
  await show(<ClassProgressScreen />, { at, path: markingPaths.classProgress, width: 390 })
  await expect.element(page.getByText(/有2人的作答都已评完，但答卷还有存疑/)).toBeVisible()
})
