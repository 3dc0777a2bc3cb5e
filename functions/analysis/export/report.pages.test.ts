/** How a book of reports lies on its pages: no head without what it heads, nothing cut, two edges, nothing twice. */
import { describe, expect, it } from 'vitest'
import { reportNamed } from '#shared/analysis/reports/registry.ts'
import { madeData, noParams } from '#shared/analysis/reports/report.fixtures.ts'
import { madeSnapshot } from '#shared/analysis/snapshot.fixtures.ts'
import { cellWords } from '#shared/kit/report/cell.words.ts'
import { settingSchemas } from '#shared/school/roster/setting.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { boundBy } from './export.reports.ts'
import { chartMarks } from '#functions/kit/report/chart.svg.ts'
import { reportPages } from '#functions/kit/report/report.layout.ts'
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

/** A book of so many questions: those of the made-up paper again and again. */
const longOf = (students: number, classes: number, questions: number): Promise<Stroke[][]> =>
  reportPages(
    bookOf(students, (d) => {
      const places = Array.from({ length: questions }, (_, i) => (i < questions * 0.7 ? i % 10 : 10 + (i % 4)))
      const again = <T>(list: readonly T[]): T[] => (list.length > 0 ? places.map((p) => list[p]!) : [])
      return {
        ...d,
        questions: places.map((p, i) => ({
          ...d.questions[p]!,
          questionId: `qu_${i}` as QuestionId,
          number: `${i + 1}`,
        })),
        scores: d.scores.map(again),
        chosen: d.chosen.map(again),
        classes: Array.from({ length: classes }, (_, i) => ({ ...d.classes[0]!, className: `${i + 1}班` })),
        classOf: d.classOf.map((_, i) => i % classes),
      }
    }),
    '质量分析报告',
    template,
  )

const texts = (page: readonly Stroke[]) => page.flatMap((s) => (s.kind === 'text' ? [s] : []))
/** Without the foot. */
const inner = (page: readonly Stroke[]) => page.slice(0, -1)
const yOf = (s: Stroke): number => (s.kind === 'line' ? s.from[1] : s.y)

/** Where what stands on a page ends. */
const endOf = (page: readonly Stroke[]): number =>
  Math.max(
    ...inner(page).map((s) =>
      s.kind === 'line' ? s.from[1] : s.kind === 'rect' ? s.y + s.height : s.kind === 'text' ? s.y + s.size : s.y + 20,
    ),
  )
/** The tables of a page by their heads: where each begins, and how many rows stand under it. */
const tablesOn = (page: readonly Stroke[]) => {
  const heads = page.flatMap((s) => (s.kind === 'rect' && s.ink === 'tint' ? [s] : []))
  const lines = page.flatMap((s) => (s.kind === 'line' && s.thickness === 0.4 ? [s] : []))
  return heads.map((h) => {
    const next = Math.min(...heads.filter((o) => o.x === h.x && o.y > h.y).map((o) => o.y), Infinity)
    return lines.filter((l) => Math.abs(l.from[0] - h.x) < 0.01 && l.from[1] > h.y && l.from[1] < next).length
  })
}
const room = paper.height - paper.bottom - 14 - paper.top

describe.each([
  [57, 2, 42],
  [300, 12, 42],
  [57, 2, 100],
  [300, 12, 100],
  [60, 3, 9],
  [80, 26, 30],
])('a book of %d students in %d classes with %d questions', (students, classes, questions) => {
  it('has no page that is nearly empty, none that is overfull, and no rest of a table of fewer than three rows', async () => {
    const pages = await longOf(students, classes, questions)
    for (const [i, page] of pages.entries()) {
      expect(endOf(page)).toBeLessThanOrEqual(paper.top + room)
      if (i < pages.length - 1) expect([i, endOf(page) - paper.top > 0.55 * room]).toEqual([i, true])
      for (const rows of tablesOn(page)) expect(rows).toBeGreaterThanOrEqual(3)
    }
  })
})

it('a long narrow table goes on at its right: read down the left half first, on each page', async () => {
  const pages = await longOf(57, 2, 100)
  const middle = paper.width / 2
  const numbers = pages.flatMap((page) => {
    const at = texts(page).findIndex((t) => t.text === '选项选择率')
    if (at < 0 && !texts(page).some((t) => t.text === '未答')) return []
    // The numbers of questions: bold, at the left of either half, below the heading on its first page.
    const own = texts(page).slice(Math.max(0, at))
    const from = own.findIndex((t) => t.text === '未答')
    return own
      .slice(from)
      .filter((t) => t.bold && t.size === 8.5 && /^\d+$/.test(t.text))
      .filter((t) => Math.abs(t.x - paper.side - 4) < 1 || Math.abs(t.x - middle - (3 * 72) / 25.4 - 4) < 1)
      .map((t) => Number(t.text))
  })
  expect(numbers).toEqual(Array.from({ length: 70 }, (_, i) => i + 1))
})

it('what is said of rates stands where the rates are printed, and nowhere else', async () => {
  const said = (await longOf(57, 2, 42)).map((page) =>
    texts(page).flatMap((t) => (t.text.startsWith('优秀率：') ? [t.y] : [])),
  )
  expect(said.flat()).toHaveLength(1)
  const page = said.findIndex((list) => list.length > 0)
  const heads = texts((await longOf(57, 2, 42))[page]!).filter((t) => t.text === '优秀率' && t.size === 8)
  expect(heads.every((t) => t.y < said[page]![0]!)).toBe(true)
  expect(heads).toHaveLength(1)
})

it('a column of scores has one number of decimals, as many as its figures need', () => {
  for (const { value } of bookOf(57, (d) => ({
    ...d,
    scores: d.scores.map((s, i) => s.map((points, q) => (q > 9 && i % 3 === 0 ? Math.max(0, points - 50) : points))),
  })))
    for (const { table } of value.sections)
      for (const [i, column] of table.columns.entries()) {
        if (column.type !== 'score') continue
        const cells = table.rows.flatMap((r) => (typeof r.cells[i] === 'number' ? [r.cells[i]] : []))
        const decimals = new Set(cells.map((c) => cellWords(c, column).split('.')[1]?.length ?? 0))
        expect([column.name, decimals.size <= 1]).toEqual([column.name, true])
        // A single score or a quartile is told as it is.
        if (column.digits !== 2)
          for (const c of cells) expect(Number(cellWords(c, column))).toBeCloseTo(Math.round(c) / 100, 9)
      }
})

it.each([2, 5, 12])('the line of the mean passes through no figure over %d bars', async (classes) => {
  const means = Array.from({ length: classes }, (_, i) => 9000 + ((i * 7) % 12) * 130)
  const mean = 9600
  for (const height of [280, 240])
    for (const shift of [0, 300, 700, 1100]) {
      const marks = await chartMarks(
        {
          kind: 'bars',
          of: { type: 'score', digits: 2 },
          max: 15_000,
          names: means.map((_, i) => `${i + 1}班`),
          series: [{ name: '平均分', values: means.map((m) => m - shift) }],
          line: { name: '全体', value: mean },
        },
        710,
        height,
      )
      const line = marks.find((m) => m.kind === 'path' && m.stroke?.dash)!
      const y = Number(/^M[\d.]+ ([\d.]+)/.exec((line as { d: string }).d)?.[1]) + line.matrix[5]
      const figures = marks.flatMap((m) => (m.kind === 'text' && /^\d+\.\d\d$/.test(m.text) ? [m] : []))
      const own = figures.filter((m) => m.matrix[4] < 640)
      expect(own.length).toBe(classes)
      for (const m of own) expect([m.text, Math.abs(m.matrix[5] - y) > 6]).toEqual([m.text, true])
    }
})

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
