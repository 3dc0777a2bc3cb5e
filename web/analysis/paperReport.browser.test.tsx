/** A report on its screen: how one comes to the exam's other subjects. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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

it('counts candidates by their tags: what is chosen is asked for, exported, and kept on the way to the next report', async () => {
  const tags = [
    { tag: '借读', students: 4 },
    { tag: '住校', students: 9 },
  ]
  const offered = report.value({ ...madeData({ students: 30 }, report), tags }, { smallest: 5, named: true }, noParams)
  const sent = serve(({ path }) =>
    ok(
      path.startsWith(reportCall)
        ? offered
        : path === examDetail.path
          ? { exam: {}, papers: [released('pa_1', '语文')] }
          : { uuid: 'j_1' },
    ),
  )
  const { address } = await show(<Summary />, {
    at: reportPath('summary', 'ex_1', 'pa_1'),
    path: reportAddress('summary'),
  })
  // Of what can be done the export stands in sight.
  await expect.element(page.getByRole('button', { name: '导出Excel' })).toBeVisible()
  await page.getByRole('button', { name: '标签', exact: true }).click()
  await page.getByRole('checkbox', { name: '不计借读（4人）' }).click()
  await page.getByRole('checkbox', { name: '只计住校（9人）' }).click()
  await expect.poll(() => sent.at(-1)?.query.get('tags')).toBe('out:借读,in:住校')
  await expect.poll(() => decodeURIComponent(address())).toContain('tags=out:借读,in:住校')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: /标签：不计借读（4人）、只计住校（9人）/ })).toBeVisible()
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href*="/v2/exam/detail/ex_1"], aside a')]
  expect(links.length).toBeGreaterThan(3)
  for (const { search } of links) expect(new URLSearchParams(search).get('tags')).toBe('out:借读,in:住校')
})
