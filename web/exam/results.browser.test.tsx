/** What came of a published exam, subject by subject: of whom the figures are is said in their heads. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { paperReport } from '#shared/analysis/analysis.calls.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { Results } from './parts/Results.tsx'

const id = (kind: string, n: number): string => `${kind}_${String(n).repeat(26)}`
const exam = (n: number, examName: string, paperId: string) => ({
  ...{ examId: id('ex', n), examName, gradeName: '高一', examDate: n, schoolCount: 6, classCount: 7, status: 3 },
  courses: [{ paperId, courseName: '语文', released: true }],
})
const [former, now] = [exam(1, '十月联考', id('pa', 1)), exam(2, '期中联考', id('pa', 2))]
const percent = (name: string, value: number) => ({ name, value, type: 'percent' })

/** A summary of a reader's school, or of all. */
const summaryOf = (own: string, rate: number) => ({
  number: { name: `${own}平均分（满分 150）`, value: 9602, type: 'score', digits: 2 },
  facts: [
    percent(`${own}得分率`, rate),
    percent(`${own}及格率`, 0.593),
    percent(`${own}优秀率`, 0.153),
    ...(own ? [percent('全体得分率', 0.11)] : []),
  ],
})
const open = (own: string, width: number) => {
  serve(({ path, query }) => {
    if (path === listExams.path) return ok({ list: [now, former], pageNumber: 1, pageSize: 40, total: 2 })
    if (path !== paperReport.path.replace(':report', 'summary')) return ok(null)
    return ok(summaryOf(own, query.get('paperId') === id('pa', 2) ? 0.64 : 0.749))
  })
  const papers = [{ paperId: id('pa', 2), courseName: '语文', fullScore: 15_000 }]
  return show(<Results data={{ exam: now } as never} papers={papers as never} actionsOf={() => []} />, { width })
}
const cells = (role: 'columnheader' | 'cell') =>
  page
    .getByRole(role)
    .elements()
    .map((e) => e.textContent)

it.each([
  ['本校', 'a school of many'],
  ['', 'who reads of all'],
])('names %j before each figure for %s, with its change from the paper before', async (own) => {
  await open(own, 1440)
  await expect.element(page.getByText('59.3%')).toBeVisible()
  expect(cells('columnheader').slice(2, 7)).toEqual([
    `${own}平均分`,
    `${own}得分率`,
    '与上一次',
    `${own}及格率`,
    `${own}优秀率`,
  ])
  await expect.element(page.getByText('−10.9')).toBeVisible()
  expect(cells('cell').slice(2, 8)).toEqual(['150', '96.02', '64.0%', '−10.9', '59.3%', '15.3%'])
})

it('is a card on a phone, with the same figures', async () => {
  await open('本校', 390)
  await expect.element(page.getByText('59.3%')).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
