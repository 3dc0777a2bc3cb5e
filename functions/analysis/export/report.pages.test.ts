/** How a book of reports lies on its pages: no head without what it heads, nothing cut, two edges, nothing twice. */
import { describe, expect, it } from 'vitest'
import { reportNamed } from '#shared/analysis/reports/registry.ts'
import { madeData, noParams } from '#shared/analysis/reports/report.fixtures.ts'
import { madeSnapshot } from '#shared/analysis/snapshot.fixtures.ts'
import { settingSchemas } from '#shared/school/roster/setting.types.ts'
import { boundBy } from './export.reports.ts'
import { reportPages } from '#functions/kit/report/report.pdf.ts'
import { paper } from '#functions/kit/report/report.pen.ts'
import type { Stroke } from '#functions/kit/report/report.pen.ts'

const template = settingSchemas.reportTemplate.parse({})
const policy = { smallest: 5, named: true }
const bookOf = (students: number, change: (of: ReturnType<typeof madeSnapshot>) => ReturnType<typeof madeSnapshot>) => {
  const of = { data: change(madeSnapshot(students)) }
  return boundBy(
    template,
    (['summary', 'classContrast', 'paperAnalysis'] as const).map((id) => {
      const report = reportNamed(id)
      return report.value(madeData(of, report), policy, noParams)
    }),
  )
}
const pagesOf = (students: number, classes = 2): Promise<Stroke[][]> =>
  reportPages(
    bookOf(students, (d) => ({
      ...d,
      classes: Array.from({ length: classes }, (_, i) => ({ ...d.classes[0]!, className: `${i + 1}班` })),
      classOf: d.classOf.map((_, i) => i % classes),
    })),
    '质量分析报告',
    template,
  )

const texts = (page: readonly Stroke[]) => page.flatMap((s) => (s.kind === 'text' ? [s] : []))
/** Without the foot. */
const inner = (page: readonly Stroke[]) => page.slice(0, -1)
const yOf = (s: Stroke): number => (s.kind === 'line' ? s.from[1] : s.y)

describe.each([
  [60, 2],
  [60, 3],
  [120, 5],
  [200, 9],
])('a book of %d students in %d classes', (students, classes) => {
  it('leaves no head at the foot of a page, and begins none with the end of what was said before', async () => {
    const pages = await pagesOf(students, classes)
    for (const page of pages) {
      for (const head of texts(page).filter((t) => t.bold && (t.size === 12 || t.size === 16)))
        expect([head.text, inner(page).some((s) => s.kind !== 'line' && s.kind !== 'text' && yOf(s) > head.y)]).toEqual(
          [head.text, true],
        )
      const [first] = inner(page)
      expect(first?.kind === 'text' && first.ink === 'faint' ? first.text : '').toBe('')
    }
  })

  it('ends each table at one of two edges', async () => {
    const full = paper.width - paper.side
    const middle = (paper.width - (6 * 72) / 25.4) / 2
    const ends = (await pagesOf(students, classes))
      .flat()
      .flatMap((s) => (s.kind === 'rect' && s.ink === 'tint' ? [s.x + s.width] : []))
    expect(ends.length).toBeGreaterThan(5)
    for (const end of ends) expect(Math.min(Math.abs(end - full), Math.abs(end - middle))).toBeLessThan(0.01)
  })

  it('says nothing twice, and cuts no table of classes', async () => {
    const pages = await pagesOf(students, classes)
    const heads = pages.flatMap((page) =>
      texts(page)
        .filter((t) => t.bold && t.size === 8)
        .map((t) => t.text),
    )
    const times = (text: string): number => heads.filter((t) => t === text).length
    // Difficulty and discrimination stand in the table of the questions; the rates in that of the rates.
    expect([times('难度P'), times('区分度D'), times('优秀率')]).toEqual([0, 0, 1])
  })
})

it('options stand as the card prints them: true before false, and F of seven options is a letter', () => {
  const of = {
    data: ((d) => ({
      ...d,
      questions: d.questions.map((q, i) =>
        i === 0 ? { ...q, unitType: 3, answer: 'T' } : i === 1 ? { ...q, unitType: 1, optionCount: 7, answer: 'F' } : q,
      ),
    }))(madeSnapshot(60)),
  }
  const report = reportNamed('paperAnalysis')
  const { sections } = report.value(madeData(of, report), policy, noParams)
  const { columns, rows } = sections.find((s) => s.key === 'options')!.table
  expect(columns.map((c) => c.name).slice(2)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', '对', '错', '未答'])
  expect(rows.slice(0, 2).map((r) => r.cells[1])).toEqual(['对', 'F'])
  expect(rows[0]!.cells.slice(2, 9)).toEqual(Array.from({ length: 7 }, () => null))
  const items = sections.find((s) => s.key === 'items')!.table
  expect(items.rows.slice(0, 2).map((r) => r.cells[1])).toEqual(['判断题', '单选题'])
})
