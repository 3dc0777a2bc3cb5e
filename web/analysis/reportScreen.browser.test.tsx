/** What a report's screen does beside showing its value: it asks again, and it prints. */
import { expect, it, onTestFinished } from 'vitest'
import type {} from '@vitest/browser-playwright'
import { cdp, page } from 'vitest/browser'
import { paperReport } from '#shared/analysis/analysis.calls.ts'
import { paperReports } from '#shared/analysis/reports/registry.ts'
import { madeData, noParams } from '#shared/analysis/reports/report.fixtures.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import type { ReportValue } from '#shared/kit/report/report.types.ts'
import { queries } from '#web/kit/ask.ts'
import { ok, serve, show } from '#web/kit/browser.testing.tsx'
import { ReportScreen } from '#web/kit/screens/ReportScreen.tsx'

const valueOf = (id: string, students = 30): ReportValue => {
  const report = paperReports.find((r) => r.id === id)!
  return report.value(madeData({ students }, report), { smallest: 5, named: true }, noParams)
}
const shown = (id: string, width = 1440) =>
  show(
    <ReportScreen
      title="报告"
      call={paperReport}
      input={{ paperId: 'pa_1' as PaperId, report: 'summary' }}
      params={[]}
      value={(answer) => answer as ReportValue}
      list={id === 'transcript'}
      linkTo={() => '/'}
      actions={() => [{ name: '导出Excel', run: () => undefined }]}
    />,
    { width },
  )

/** In how many ms the screen asks again by itself; false where it does not. */
const asksAgainIn = (): unknown => {
  const [query] = queries.getQueryCache().getAll()
  const every = query?.observers[0]?.options.refetchInterval
  return typeof every === 'function' ? every(query!) : every
}

it('a report is asked for again while a newer version is made, and no more once it is there', async () => {
  const waiting = '新的成绩正在生成，完成后这里自动更新。'
  const made = { ...valueOf('summary'), sentence: '新的版本。' }
  let isMade = false
  const sent = serve(() => ok(isMade ? made : { ...valueOf('summary'), computing: true }))
  await shown('summary')
  await expect.element(page.getByRole('status').filter({ hasText: waiting })).toBeVisible()
  await expect.poll(() => sent.length).toBeGreaterThan(1)
  isMade = true
  await expect.element(page.getByText(made.sentence)).toBeVisible()
  expect(document.body.innerText).not.toContain(waiting)
  expect(asksAgainIn()).toBe(false)
})

const media = async (name: '' | 'print'): Promise<void> => {
  await cdp().send('Emulation.setEmulatedMedia', { media: name })
}

it.each(['summary', 'transcript'])('%s prints whole, without what is pressed', async (id) => {
  const value = valueOf(id, 90)
  serve(() => ok(value))
  // As wide as a sheet of A4.
  await shown(id, 800)
  const visible = (e: Element): boolean => (e as HTMLElement).checkVisibility()
  const { table } = value.sections[0]!
  const parts = id === 'transcript' ? table.rows.map((r) => String(r.cells[0])) : [value.sentence]
  const told = (): string => document.body.innerText
  await expect.poll(told).toContain(parts.at(-1))
  // A column's head is pressed too, and is its name; `no-print` is a rule of the page (web/index.html).
  const buttons = () =>
    [...document.querySelectorAll('main button')]
      .filter((b) => visible(b) && !b.closest(matchMedia('print').matches ? 'thead, .no-print' : 'thead'))
      .map((b) => b.outerHTML)
  expect(buttons()).not.toEqual([])
  await media('print')
  onTestFinished(() => media(''))
  await expect.poll(buttons).toEqual([])
  // Nothing is cut by a frame that one scrolls in.
  const cut = [...document.querySelectorAll('main *')]
    .filter((e) => visible(e) && e.querySelector('table'))
    .filter((e) => /auto|scroll|hidden/.test(getComputedStyle(e).overflow))
    .filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
  expect(cut.map((e) => e.outerHTML.slice(0, 200))).toEqual([])
  for (const part of parts) expect(told()).toContain(part)
})
