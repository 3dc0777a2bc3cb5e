/** Every report as its screen shows it, from the same cohort as the other forms: on a desk and on a phone. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { paperReports } from '#shared/analysis/reports/registry.ts'
import { madeData, noParams } from '#shared/analysis/reports/report.fixtures.ts'
import { cellWords, totalsOf } from '#shared/kit/report/cell.words.ts'
import { ReportView } from '#web/kit/screens/ReportScreen.tsx'
import { show } from '#web/kit/browser.testing.tsx'

const widths = { desk: 1440, phone: 390 } as const

describe.each(Object.entries(widths))('%s', (_, width) => {
  it.each(paperReports.map((r) => [r.id, r] as const))('%s', async (_id, report) => {
    const value = report.value(madeData({ students: 90 }, report), { smallest: 5, named: true }, noParams)
    await show(<ReportView value={value} list={report.list} linkTo={(link) => `/${link.report}`} />, { width })
    // Every picture is drawn: something stands in it besides its axes.
    const drawn = () =>
      [...document.querySelectorAll('[role=img] svg')].filter((svg) => svg.querySelectorAll('path').length > 5)
    await expect.poll(() => drawn().length, { timeout: 10_000 }).toBe(value.sections.filter((s) => s.chart).length)
    const text = () => document.body.innerText.replace(/\s/g, '')
    expect(text()).toContain(value.sentence.replace(/\s/g, ''))
    expect(text()).not.toMatch(/NaN|undefined|Infinity/)
    for (const button of page.getByRole('button', { name: '查看数据表' }).elements()) (button as HTMLElement).click()
    await expect.poll(() => page.getByRole('button', { name: '查看数据表' }).elements().length).toBe(0)
    for (const { table } of value.sections) {
      const totals = totalsOf(table)
      for (const cells of [...table.rows.map((r) => r.cells), ...(totals ? [totals] : [])])
        for (const [i, cell] of cells.entries()) {
          const column = table.columns[i]!
          if (width === widths.phone && (column.extra || cell === null || cell === '')) continue
          expect(text()).toContain(cellWords(cell, column).replace(/\s/g, ''))
        }
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

it.each(['topStudent', 'questionItem'] as const)('the card of %s is as wide as what is in it', async (id) => {
  const report = paperReports.find((r) => r.id === id)!
  const value = report.value(madeData({ students: 90 }, report), { smallest: 5, named: true }, noParams)
  await show(<ReportView value={value} list={false} linkTo={(link) => `/${link.report}`} />)
  const cards = () => [...document.querySelectorAll<HTMLElement>('section[aria-labelledby]')]
  await expect.poll(() => cards().length).toBeGreaterThan(0)
  for (const card of cards()) {
    const inside = [...card.querySelectorAll<HTMLElement>('[role=img], table')].map(
      (e) => e.getBoundingClientRect().right,
    )
    expect(card.getBoundingClientRect().right - Math.max(...inside)).toBeLessThan(80)
  }
})
