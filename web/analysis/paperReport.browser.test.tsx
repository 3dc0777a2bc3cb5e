/** A report on its screen: how one comes to the exam's other subjects. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { paperReport } from '#shared/analysis/analysis.calls.ts'
import { paperReports } from '#shared/analysis/reports/registry.ts'
import { madeData, noParams } from '#shared/analysis/reports/report.fixtures.ts'
import { examDetail } from '#shared/exam/exam.calls.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { reportAddress, reportPath } from './analysis.paths.ts'
import { screenOf } from './PaperReportScreen.tsx'

/** Its address without the report's name. */
const reportCall = paperReport.path.slice(0, paperReport.path.indexOf(':'))
const Summary = screenOf('summary')
const report = paperReports.find((r) => r.id === 'summary')!
const value = report.value(madeData({ students: 30 }, report), { smallest: 5, named: true }, noParams)

const open = async (papers: readonly object[]) => {
  serve(({ path }) => ok(path.startsWith(reportCall) ? value : path === examDetail.path ? { exam: {}, papers } : {}))
  return show(<Summary />, { at: reportPath('summary', 'ex_1', 'pa_1'), path: reportAddress('summary') })
}
const released = (paperId: string, courseName: string, more: object = {}) => ({
  ...{ paperId, courseName, status: examStatus.released },
  ...more,
})

it('leads to the same report of each other subject that is published', async () => {
  const { address } = await open([
    released('pa_1', '语文'),
    released('pa_2', '数学'),
    { ...released('pa_3', '英语'), status: examStatus.awaitingRelease },
  ])
  await page.getByRole('button', { name: '换科目' }).click()
  await expect.element(page.getByRole('menuitem', { name: '英语' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: '数学' }).click()
  await expect.poll(address).toBe(reportPath('summary', 'ex_1', 'pa_2'))
})

it('offers a teacher of one subject no other one, and an exam of one subject nothing', async () => {
  await open([released('pa_1', '语文', { own: true }), released('pa_2', '数学')])
  await expect.element(page.getByText(value.sentence).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: '换科目' })).not.toBeInTheDocument()
})
