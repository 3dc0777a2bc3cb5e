import type { ReportLink } from '#shared/kit/report/report.types.ts'
/** Every report as its screen shows it, from the same cohort as the other forms: on a desk and on a phone. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { paperReports } from '#shared/analysis/reports/registry.ts'
import { madeData, noParams } from '#shared/analysis/reports/report.fixtures.ts'
import { cellWords, totalsOf } from '#shared/kit/report/cell.words.ts'
import { ReportView } from '#web/kit/screens/ReportScreen.tsx'
import { show } from '#web/kit/browser.testing.tsx'

const linkTo = (link: ReportLink): string => ('student' in link ? `/sheets/${link.student}` : `/${link.report}`)

const widths = { desk: 1440, phone: 390 } as const

describe.each(Object.entries(widths))('%s', (_, width) => {
  it.each(paperReports.map((r) => [r.id, r] as const))('%s', async (_id, report) => {
    const value = report.value(madeData({ students: 90 }, report), { smallest: 5, named: true }, noParams)
    await show(<ReportView value={value} list={report.list} linkTo={linkTo} />, { width })
    // Every picture is drawn: something stands in it besides its axes.
    const drawn = () =>
      [...document.querySelectorAll('[role=img] svg')].filter((svg) => svg.querySelectorAll('path').length > 5)
    await expect.poll(() => drawn().length, { timeout: 120_000 }).toBe(value.sections.filter((s) => s.chart).length)
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
          if (width === widths.phone && table.brief && !table.brief.columns.includes(column.key)) continue
          expect(text()).toContain(cellWords(cell, column).replace(/\s/g, ''))
        }
    }
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

it.each(['topStudent', 'questionItem'] as const)('the card of %s is as wide as what is in it', async (id) => {
  const report = paperReports.find((r) => r.id === id)!
  const value = report.value(madeData({ students: 90 }, report), { smallest: 5, named: true }, noParams)
  await show(<ReportView value={value} list={false} linkTo={linkTo} />)
  const cards = () => [...document.querySelectorAll<HTMLElement>('section[aria-labelledby]')]
  await expect.poll(() => cards().length).toBeGreaterThan(0)
  for (const card of cards()) {
    const inside = [...card.querySelectorAll<HTMLElement>('[role=img], table')].map(
      (e) => e.getBoundingClientRect().right,
    )
    expect(card.getBoundingClientRect().right - Math.max(...inside)).toBeLessThan(80)
  }
})

it('pictures in a row end together', async () => {
  const report = paperReports.find((r) => r.id === 'summary')!
  const value = report.value(madeData({ students: 90 }, report), { smallest: 5, named: true }, noParams)
  await show(<ReportView value={value} linkTo={() => '/'} />, { width: 1440 })
  const cards = () => [...document.querySelectorAll<HTMLElement>('section[aria-labelledby]:has([role=img])')]
  await expect.poll(() => cards().length).toBe(4)
  for (const card of cards()) {
    const tools = card.querySelector('figure')!.getBoundingClientRect()
    // The padding, and a line of a note beside it.
    expect(card.getBoundingClientRect().bottom - tools.bottom).toBeLessThan(48)
  }
})

it('on a phone the items are a table of three columns, the hardest first; a tap tells the rest of one', async () => {
  const report = paperReports.find((r) => r.id === 'paperAnalysis')!
  const value = report.value(madeData({ students: 90 }, report), { smallest: 5, named: true }, noParams)
  await show(<ReportView value={value} linkTo={() => '/'} />, { width: widths.phone })
  const region = page.getByRole('region', { name: '试题分析数据表' })
  await expect.element(region).toBeVisible()
  const table = region.element()
  expect([...table.querySelectorAll('thead tr:last-child th')].map((th) => th.textContent)).toEqual(['题号', 'P', 'D'])
  const figures = [...table.querySelectorAll('tbody tr')].map((tr) => Number(tr.children[1]!.textContent))
  expect(figures).toEqual([...figures].sort((a, b) => a - b))
  const first = region.getByRole('button', { expanded: false }).first()
  const number = first.element().textContent
  await first.click()
  await expect.element(region.getByRole('button', { expanded: true })).toHaveTextContent(number)
  const told = table.querySelector('tbody tr:nth-child(2)')!.textContent
  expect(['满分', '平均分', '难度等级', '零分率'].filter((name) => !told.includes(name))).toEqual([])
  await region.getByRole('button', { expanded: true }).click()
  await expect.poll(() => table.querySelectorAll('tbody tr').length).toBe(figures.length)
})

it('a student leads to the own sheets from the transcript, and from a total to none', async () => {
  const report = paperReports.find((r) => r.id === 'transcript')!
  const links = (subject: 'paper' | 'total') => {
    const data = { ...madeData({ students: 30 }, report), subject }
    return report.value(data, { smallest: 5, named: true }, noParams).sections[0]!.table
  }
  expect(links('total').rows.map((r) => r.link)).toEqual(links('total').rows.map(() => undefined))
  const table = links('paper')
  const value = report.value(madeData({ students: 30 }, report), { smallest: 5, named: true }, noParams)
  await show(<ReportView value={value} list linkTo={linkTo} />, { width: 1440 })
  const first = table.rows[0]!
  await expect
    .element(page.getByRole('link', { name: String(first.cells[0]) }).first())
    .toHaveAttribute('href', `/sheets/${first.id}`)
})
