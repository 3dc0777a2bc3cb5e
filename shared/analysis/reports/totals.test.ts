import { expect, it } from 'vitest'
import { faceOf } from './faces.ts'
import { paperReports } from './registry.ts'
import { madeData, noParams } from './report.fixtures.ts'

const policy = { smallest: 5, named: true }

// A total has no types of questions and no points of knowledge: those reports say where they are.
const withItems = paperReports.filter((r) => r.id !== 'questionType' && r.id !== 'knowledge')
it.each(withItems.map((r) => [r.id, r] as const))('%s of a total speaks of papers, not of questions', (id, report) => {
  const of = (subject: 'paper' | 'total') => report.value(madeData({ subject }, report, noParams), policy, noParams)
  const { title, ...told } = of('total')
  expect(JSON.stringify(told)).not.toContain('题')
  expect(title).toBe(faceOf(id).ofTotals ?? faceOf(id).title)
})

it('the figures are the same: only the words differ', () => {
  const report = paperReports.find((r) => r.id === 'paperAnalysis')!
  const numbers = (subject: 'paper' | 'total') =>
    report
      .value(madeData({ subject }, report, noParams), policy, noParams)
      .sections.flatMap((s) => s.table.rows.flatMap((r) => r.cells.filter((c) => typeof c === 'number')))
  expect(numbers('paper')).toEqual(expect.arrayContaining(numbers('total')))
  expect(numbers('total').length).toBeGreaterThan(50)
})
