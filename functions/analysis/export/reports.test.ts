/** Every report in every form, from the same made-up cohort: all say the same numbers, and nothing that is no number. */
import * as fc from 'fast-check'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paperReports, reportNamed } from '#shared/analysis/reports/registry.ts'
import { madeData, noParams } from '#shared/analysis/reports/report.fixtures.ts'
import type { Made } from '#shared/analysis/reports/report.fixtures.ts'
import { ReportParams } from '#shared/analysis/reports/report.params.ts'
import type { Policy } from '#shared/analysis/reports/report.ts'
import { madeSnapshot } from '#shared/analysis/snapshot.fixtures.ts'
import {
  cellNumber,
  cellWords,
  headWords,
  sortedRows,
  tableCsv,
  totalsOf,
  withheld,
} from '#shared/kit/report/cell.words.ts'
import { chartOption, chartWords } from '#shared/kit/report/chart.option.ts'
import { ReportValue } from '#shared/kit/report/report.types.ts'
import type { Cell, ReportTable } from '#shared/kit/report/report.types.ts'
import { settingSchemas } from '#shared/school/roster/setting.types.ts'
import { chartMarks, look } from '#functions/kit/report/chart.svg.ts'
import { reportBook } from '#functions/kit/report/report.book.ts'
import { reportPdf } from '#functions/kit/report/report.pdf.ts'
import { wrapped } from '#functions/kit/report/table.parts.ts'

const open: Policy = { smallest: 5, named: true }
const closed: Policy = { smallest: 5, named: false }
const template = settingSchemas.reportTemplate.parse({})
const valueOf = (id: string, of: Made, policy = open): ReportValue => {
  const report = paperReports.find((r) => r.id === id)!
  return ReportValue.parse(report.value(madeData(of, report), policy, noParams))
}
const bytesOf = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
/** What is no figure, in a cell or in a total. */
const nonsense = /NaN|undefined|null|Infinity|\[object|[-−]0(\.0+)?(%|$|[^\d.])/

let library: PDFiumLibrary
beforeAll(async () => {
  library = await PDFiumLibrary.init()
})
afterAll(() => library.destroy())
const textOf = async (values: readonly ReportValue[]): Promise<string> => {
  const bound = values.map((value) => ({ value, answer: true, sections: value.sections }))
  const document = await library.loadDocument(await bytesOf(reportPdf(bound, '报告', template)))
  const text = [...document.pages()].map((p) => p.getText()).join('\n')
  document.destroy()
  return text.replace(/\s/g, '')
}
const csvRows = (table: ReportTable): string[][] =>
  tableCsv(table)
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
/** The number that a reader takes from words. */
const read = (words: string): number =>
  Number(words.replace('−', '-').replace('%', '')) / (words.endsWith('%') ? 100 : 1)

/** A class of four, one of three and one of fifty: who sat among the first two could be recognised. */
const small = (): Made => {
  const data = madeSnapshot(60)
  const classOf = data.classOf.map((_, i) => (i < 4 ? 0 : i < 7 ? 1 : 2))
  return { data: { ...data, classOf, state: data.state.map(() => 'present' as const), ...again(data) } }
}
const again = ({ scores, chosen }: ReturnType<typeof madeSnapshot>) => {
  const whole = scores.find((s) => s.length > 0)!
  const said = chosen.find((c) => c.length > 0)!
  return { scores: scores.map((s) => (s.length > 0 ? s : whole)), chosen: chosen.map((c) => (c.length > 0 ? c : said)) }
}

describe.each(paperReports.map((r) => r.id))('%s', (id) => {
  const value = valueOf(id, { students: 120, names: ['=1+1', '@SUM(A1)'] })

  it('answers a question, with a table behind every picture', () => {
    expect(value.question).toMatch(/？$/)
    expect(value.sentence).toMatch(/。$/)
    expect(value.sections.length).toBeGreaterThan(0)
    for (const { table } of value.sections) {
      expect(table.rows.length).toBeGreaterThan(0)
      expect(new Set(table.columns.map((c) => c.key)).size).toBe(table.columns.length)
      for (const row of table.rows) expect(row.cells).toHaveLength(table.columns.length)
    }
    const told = [value.sentence, ...value.facts.map((f) => cellWords(f.value, f))]
    for (const words of told) expect(words).not.toMatch(nonsense)
  })

  it('writes each cell alike on screen, in CSV and in the workbook', async () => {
    const book = await readXlsx(await bytesOf(reportBook([value], { title: value.title })))
    for (const [i, { table }] of value.sections.entries()) {
      const totals = totalsOf(table)
      const lines: Cell[][] = [...table.rows.map((r) => r.cells), ...(totals ? [totals] : [])]
      const [sheet, csv] = [book.sheets[i]!, csvRows(table)]
      expect(csv[0]!.join('')).toBe(table.columns.map(headWords).join(''))
      lines.forEach((cells, y) =>
        cells.forEach((cell, x) => {
          const column = table.columns[x]!
          const words = cellWords(cell, column)
          expect(words).not.toMatch(nonsense)
          const inBook = sheet.rows[y + 1]![x]
          if (typeof cell !== 'number') return
          // Rounded as it is shown, each form says the same.
          const shown = read(words)
          expect(read(csv[y + 1]![x]!)).toBeCloseTo(shown, 9)
          expect(typeof inBook).toBe('number')
          expect(cellWords(cell, column)).toBe(words)
          expect(inBook).toBeCloseTo(cellNumber(cell, column), 9)
          expect(Math.abs(Number(inBook) - shown)).toBeLessThanOrEqual(column.type === 'percent' ? 0.00051 : 0.051)
        }),
      )
      const cells = [...csv.flat(), ...sheet.rows.flat()]
      expect(cells.filter((c) => typeof c === 'string' && /^"?[=@+]/.test(c) && Number.isNaN(Number(c)))).toEqual([])
    }
  })

  it('adds up: a total is the sum of its rows, and of the whole where that stands above', () => {
    for (const { table } of value.sections) {
      const totals = totalsOf(table)
      if (!totals) continue
      const whole = table.rows.find((r) => r.whole)
      table.columns.forEach((c, i) => {
        if (!c.sum) return
        const parts = table.rows.filter((r) => !r.whole).map((r) => Number(r.cells[i]))
        expect(totals[i]).toBe(parts.reduce((a, b) => a + b, 0))
        if (whole) expect(totals[i]).toBe(whole.cells[i])
      })
    }
  })

  it('sorts by every head: the whole first, what is missing last', () => {
    for (const { table } of value.sections)
      for (const column of table.columns) {
        const rows = sortedRows(table, `-${column.key}`)
        expect(rows).toHaveLength(table.rows.length)
        if (table.rows.some((r) => r.whole)) expect(rows[0]!.whole).toBe(true)
        const numbers = rows.filter((r) => !r.whole).map((r) => r.cells[table.columns.indexOf(column)])
        const known = numbers.filter((n) => typeof n === 'number')
        expect(known).toEqual([...known].sort((a, b) => b - a))
      }
  })

  it('draws no empty picture, and says in words what it draws', async () => {
    for (const { chart } of value.sections) {
      if (!chart) continue
      expect(JSON.stringify(chartOption(chart, look))).not.toMatch(/NaN|Infinity/)
      expect(chartWords(chart)).not.toMatch(nonsense)
      const marks = await chartMarks(chart, 720, 280)
      const drawn = marks.filter((m) => m.kind === 'path')
      expect(drawn.length).toBeGreaterThan(5)
      expect(marks.flatMap((m) => (m.kind === 'path' ? [m.d] : [m.text])).join(' ')).not.toMatch(
        /NaN|undefined|Infinity/,
      )
      // A figure in a picture is in words, as in its table.
      for (const m of marks) if (m.kind === 'text') expect(m.text).not.toMatch(/\d\.\d{3}/)
      // Something stands in the colours of figures, not in those of axes only.
      const colours = [look.brand, look.rest, ...look.series, ...look.ramp]
      expect(drawn.some((m) => [m.fill, m.stroke].some((p) => p && colours.includes(p.colour)))).toBe(true)
    }
  })

  it('prints every word of every cell, and cuts none', async () => {
    const text = await textOf([value])
    expect(text).not.toMatch(/NaN|undefined|…/)
    for (const { table, title } of value.sections) {
      expect(text).toContain(title)
      for (const row of table.rows)
        row.cells.forEach((cell, i) => {
          for (const line of wrapped(cellWords(cell, table.columns[i]!), 200, 8.5))
            expect(text).toContain(line.replace(/\s/g, ''))
        })
    }
  })

  it('is made without a present student too', async () => {
    const data = madeSnapshot(6)
    const empty = { ...data, state: data.state.map(() => 'absent' as const), scores: data.scores.map(() => []) }
    const none = valueOf(id, { data: empty })
    expect(none.sections.flatMap((s) => (s.chart ? [chartWords(s.chart)] : [])).join()).not.toMatch(nonsense)
    expect(await textOf([none])).not.toMatch(/NaN|undefined/)
  })

  it('does not tell what a small group got to a reader who may not see its students', async () => {
    const told = valueOf(id, small(), closed)
    const secret = madeData(small()).groups.filter((c) => c.present < 5)
    expect(secret.map((c) => c.present)).toEqual([4, 3])
    const names = new Set(secret.map((c) => c.groupName))
    for (const { table, chart } of told.sections) {
      if (reportNamed(id as 'summary').groups.includes('student')) continue
      for (const row of table.rows.filter((r) => names.has(String(r.cells[0]))))
        expect(row.cells.slice(1).every((c) => c === false || typeof c === 'string' || c === null)).toBe(true)
      for (const [i, column] of table.columns.entries())
        if (names.has(column.name) || names.has(column.group ?? ''))
          for (const row of table.rows) expect(row.cells[i]).toBe(false)
      // No picture names a group that is withheld.
      for (const name of names) expect(JSON.stringify(chart ?? {})).not.toContain(name)
      if (table.rows.some((r) => r.cells.includes(false))) expect(tableCsv(table)).toContain(withheld)
    }
  })
})

describe('what may be told', () => {
  const classes = (present: number[], policy = closed, unseen = 0) => {
    const data = madeData({ students: 90 })
    const sized = data.groups.map((c, i) => ({ ...c, present: present[i]! }))
    const value = reportNamed('classContrast').value({ ...data, groups: sized, unseen }, policy, noParams)
    return value.sections[0]!.table.rows.map((r) => r.cells[3] !== false && r.cells[3] !== null)
  }
  it.each<[string, number[], Policy, number, boolean[]]>([
    ['large groups are told', [30, 30, 30], closed, 0, [true, true, true, true]],
    [
      'one small group takes another with it: it would follow from the whole',
      [30, 4, 20],
      closed,
      0,
      [true, true, false, false],
    ],
    ['two small groups hide each other', [30, 4, 3], closed, 0, [true, true, false, false]],
    ['who sees the students sees their figures', [30, 4, 3], open, 0, [true, true, true, true]],
    ['the whole gives away the few who are not seen', [30, 30, 30], open, 4, [false, true, true, true]],
    ['many who are not seen give no student away', [30, 30, 30], open, 40, [true, true, true, true]],
  ])('%s', (_, present, policy, unseen, told) => expect(classes(present, policy, unseen)).toEqual(told))

  it('classes beyond twenty stand below each other: no table is wider than a sheet', () => {
    for (const { id, needs } of paperReports.filter((r) => r.needs.groups)) {
      const data = madeData({ students: 90 }, { needs })
      const many = Array.from({ length: 300 }, (_, i) => ({
        ...data.groups[i % 3]!,
        groupId: `c${i}`,
        groupName: `${i}班`,
      }))
      const { sections } = reportNamed(id).value({ ...data, groups: many }, open, noParams)
      for (const { table, chart } of sections) {
        expect(table.columns.length, id).toBeLessThan(60)
        // A picture of all of them would show none.
        expect(chart && 'names' in chart ? chart.names.length : 0).toBeLessThanOrEqual(41)
      }
    }
  })

  it('what its reader sets may be read twice: by the call and by its job', () => {
    const once = ReportParams.parse({ line: '90.5', distance: '3', count: '50', sides: 'both' })
    expect(once).toMatchObject({ line: 9050, distance: 300, count: 50 })
    expect(ReportParams.parse(once)).toEqual(once)
    const data = madeData({ students: 90 })
    const critical = reportNamed('criticalStudent')
    expect(critical.needs.lines!(data, { ...once })).toEqual({ low: 8750, high: 9350, most: 5000 })
    expect(ReportParams.safeParse({ line: '甲' }).success).toBe(false)
  })

  it('text is broken into lines, and none of it is lost', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('甲', '乙', 'a', '9', '，', '%') }),
        fc.integer({ min: 8, max: 90 }),
        (text, width) => {
          expect(wrapped(text, width, 8.5).join('')).toBe(text)
        },
      ),
    )
  })

  it('a total of which a part is withheld is withheld', () => {
    const { table } = reportNamed('classContrast').value(madeData(small()), closed, noParams).sections[0]!
    expect(totalsOf(table)![1]).toBe(false)
    expect(tableCsv(table)).toContain(withheld)
  })
})
