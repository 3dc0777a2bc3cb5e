/** Reports as a workbook: a sheet for each table, with true numbers and the formats of their columns. */
import {
  cellFormat,
  cellNumber,
  cellWords,
  frozenOf,
  headWords,
  totalsOf,
  withheldNote,
} from '#shared/kit/report/cell.words.ts'
import { keyWords } from '#shared/kit/report/report.types.ts'
import type { Cell, ReportColumn, ReportSection, ReportTable, ReportValue } from '#shared/kit/report/report.types.ts'
import { plainCell } from '#shared/kit/csv.ts'
import { showTime } from '#shared/kit/time.ts'
import { streamBook } from '#functions/kit/workbook.stream.ts'
import type { BookSheet, Cell as BookCell, LongSheet } from '#functions/kit/workbook.stream.ts'

/** The day as a spreadsheet counts it, from 1899-12-30 in China's time. */
const serial = (ms: number): number => Math.floor((ms + 8 * 3_600_000) / 86_400_000) + 25_569

const cellOf = (cell: Cell, column: ReportColumn): BookCell => {
  if (cell === null) return null
  if (typeof cell !== 'number') return plainCell(cellWords(cell, column))
  return column.type === 'date' ? serial(cell) : cellNumber(cell, column)
}
export const bookRow = (cells: readonly Cell[], columns: readonly ReportColumn[]): BookCell[] =>
  columns.map((c, i) => cellOf(cells[i] ?? null, c))

const widthOf = (column: ReportColumn, table: ReportTable, i: number): number => {
  const wide = (text: string): number => [...text].reduce((n, c) => n + (c > '\u2e7f' ? 2 : 1), 2)
  const shown = table.rows.slice(0, 50).map((r) => wide(cellWords(r.cells[i] ?? null, column)))
  return Math.min(60, Math.max(8, wide(headWords(column)), ...shown))
}

const sheetOf = (name: string, section: ReportSection, { source }: ReportValue): BookSheet => {
  const { table, definition, note } = section
  const { columns } = table
  const totals = totalsOf(table)
  const rows = [...table.rows.map((r) => r.cells), ...(totals ? [totals] : [])]
  const said = [
    ...(rows.some((r) => r.includes(false)) ? [withheldNote] : []),
    ...(definition?.split('\n') ?? []),
    ...(note ? [note] : []),
    `${source.v > 0 ? `成绩第${source.v}版，` : ''}${keyWords(source)}，生成于${showTime(source.madeAt)}`,
  ]
  return {
    name,
    head: columns.map((c) => plainCell(headWords(c))),
    rows: [...rows.map((cells) => bookRow(cells, columns)), [], ['说明'], ...said.map((text) => [text])],
    widths: columns.map((c, i) => widthOf(c, table, i)),
    formats: columns.map(cellFormat),
    frozen: { rows: 1, columns: frozenOf(columns) },
  }
}

/** Names of sheets: no longer than 31, none twice, none of the signs that Excel refuses. */
const sheetNames = (titles: readonly string[]): string[] => {
  const taken = new Map<string, number>()
  return titles.map((title) => {
    const name = title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 27)
    const n = (taken.get(name) ?? 0) + 1
    taken.set(name, n)
    return n === 1 ? name : `${name} ${n}`
  })
}

/** The first table's rows may come some at a time; the same values give the same bytes. */
export const reportBook = (
  values: readonly ReportValue[],
  of: { title: string; rows?: AsyncIterable<readonly Cell[]> },
): AsyncGenerator<Uint8Array> => {
  const parts = values.flatMap((value) => value.sections.map((section) => ({ value, section })))
  const names = sheetNames(parts.map((p) => p.section.title))
  const sheets = parts.map(({ value, section }, i) => sheetOf(names[i]!, section, value))
  const [first, ...rest] = sheets as [BookSheet, ...BookSheet[]]
  const { columns } = parts[0]!.section.table
  const long = async function* (rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<BookCell[]> {
    for await (const cells of rows) yield bookRow(cells, columns)
  }
  const head: LongSheet = of.rows ? { ...first, rows: long(of.rows) } : first
  return streamBook([head, ...rest], { title: of.title, made: new Date(values[0]!.source.madeAt) })
}
