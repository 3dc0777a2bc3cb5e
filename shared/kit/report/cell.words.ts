/** What a cell says, in each form: the one place where figures of reports become words. */
import { decimal, showScore, trueMinus } from '../score.ts'
import { showDate } from '../time.ts'
import { csvLine } from '../csv.ts'
import type { Cell, ReportColumn, ReportRow, ReportTable, Typed } from './report.types.ts'

export const none = '—'
export const withheld = '＊'
export const withheldNote = '＊ 人数过少，可能识别出个人，不予显示。'

const isNumber = (type: Typed['type']): boolean => !['date', 'person', 'link', 'text'].includes(type)
/** Figures stand at the right, in one width. */
export const isFigure = (column: Typed): boolean => isNumber(column.type)

const sizes: Partial<Record<Typed['type'], number>> = { percent: 1, change: 2, coefficient: 2 }

const plain = (value: number, { type, digits = sizes[type] }: Typed): string => {
  switch (type) {
    case 'score':
      return digits === undefined ? showScore(value) : decimal(value / 100, digits)
    case 'percent':
      return `${decimal(value * 100, digits!)}%`
    case 'change': {
      const text = decimal(value / 100, digits!)
      return Number(text) > 0 ? `+${text}` : text
    }
    case 'coefficient':
      return decimal(value, digits!)
    case 'date':
      return showDate(value)
    default:
      return String(value)
  }
}

/** As people read it. */
export const cellWords = (cell: Cell, of: Typed): string =>
  cell === null ? none : cell === false ? withheld : typeof cell === 'string' ? cell : trueMinus(plain(cell, of))

const needed = (cell: Cell): number => {
  const hundredths = typeof cell === 'number' ? Math.round(cell) : 0
  return hundredths % 100 === 0 ? 0 : hundredths % 10 === 0 ? 1 : 2
}
/** As many decimals as the score that needs most. */
export const decimalsOf = (scores: readonly Cell[]): number => Math.max(0, ...scores.map(needed))
/** Scores that stand under one another, each with as many decimals as the one that needs most. */
export const evenScores = (scores: readonly Cell[]): ((score: number) => string) => {
  const digits = decimalsOf(scores)
  return (score) => decimal(score / 100, digits)
}
/** A table whose scores have one number of decimals in each column, so that points stand under points in every form. */
export const evenTable = ({ columns, rows, ...rest }: ReportTable): ReportTable => ({
  ...rest,
  rows,
  columns: columns.map((c, i) =>
    (c.type === 'score' || c.type === 'change') && c.digits === undefined
      ? { ...c, digits: rows.reduce((most, r) => Math.max(most, needed(r.cells[i] ?? null)), 0) }
      : c,
  ),
})

/** As a chart or a spreadsheet counts it: points, percents as shares, unrounded. */
export const cellNumber = (value: number, { type }: Typed): number =>
  type === 'score' || type === 'change' ? value / 100 : value

/** The number format of a spreadsheet's column. */
export const cellFormat = ({ type, digits = sizes[type] }: Typed): string | undefined => {
  const zeros = digits ? `0.${'0'.repeat(digits)}` : '0'
  switch (type) {
    case 'score':
      return digits === undefined ? undefined : zeros
    case 'percent':
      return `${zeros}%`
    case 'change':
      return `+${zeros};-${zeros};${zeros}`
    case 'coefficient':
      return zeros
    case 'count':
    case 'rank':
      return '0'
    case 'date':
      return 'yyyy-mm-dd'
    default:
      return '@'
  }
}

/** How many columns, from the first, stay in sight: the first always does. */
export const frozenOf = (columns: readonly Pick<ReportColumn, 'frozen'>[]): number => {
  const first = columns.findIndex((c) => !c.frozen)
  return Math.max(1, first < 0 ? columns.length : first)
}

/** The totals' row; null where nothing is added up. A total of which one part is withheld would tell that part. */
export const totalsOf = ({ columns, rows, page }: ReportTable): Cell[] | null => {
  const parts = rows.filter((r) => !r.whole)
  if (page || parts.length < 2 || !columns.some((c) => c.sum)) return null
  return columns.map((c, i) => {
    if (i === 0) return '合计'
    const cells = parts.map((r) => r.cells[i] ?? null)
    if (!c.sum) return ''
    if (cells.includes(false)) return false
    return cells.reduce<number>((sum, cell) => sum + (typeof cell === 'number' ? cell : 0), 0)
  })
}

/** Rows by a column ('-key' descending): what has no figure comes last either way, the whole always first. */
export const sortedRows = ({ columns, rows }: ReportTable, sort: string | undefined): ReportRow[] => {
  const key = sort?.replace(/^-/, '')
  const place = columns.findIndex((c) => c.key === key)
  if (place < 0) return [...rows]
  const way = sort!.startsWith('-') ? -1 : 1
  return [...rows].sort((a, b) => {
    if (a.whole || b.whole) return Number(b.whole ?? false) - Number(a.whole ?? false)
    const [x, y] = [a.cells[place] ?? null, b.cells[place] ?? null]
    const [known, other] = [
      typeof x === 'number' || typeof x === 'string',
      typeof y === 'number' || typeof y === 'string',
    ]
    if (!known || !other) return Number(other) - Number(known)
    if (typeof x === 'number' && typeof y === 'number') return (x - y) * way
    return String(x).localeCompare(String(y), 'zh-CN', { numeric: true }) * way
  })
}

/** What a head says in one line: spreadsheets and CSV know no groups. */
export const headWords = ({ name, unit, group }: ReportColumn): string =>
  `${group ? `${group}·` : ''}${name}${unit ? `（${unit}）` : ''}`

const csvCell = (cell: Cell, of: Typed): string | number =>
  cell === null
    ? ''
    : typeof cell !== 'number' || of.type === 'date' || of.type === 'percent'
      ? cellWords(cell, of)
      : Number(plain(cell, of))

/** A table as CSV, with the mark without which Excel misreads Chinese. */
export const tableCsv = (table: ReportTable): string => {
  const totals = totalsOf(table)
  const lines = [...table.rows.map((r) => r.cells), ...(totals ? [totals] : [])]
  const line = (cells: readonly Cell[]): string => csvLine(table.columns.map((c, i) => csvCell(cells[i] ?? null, c)))
  return `\ufeff${csvLine(table.columns.map(headWords))}${lines.map(line).join('')}`
}

/**
 * How far a cell lies from what it is held against: 0 near, ±1 from 5 points, ±2 from 15; null where it is held against
 * nothing. Both are shares.
 */
export const toneOf = (row: ReportRow, i: number, columns: readonly ReportColumn[]): -2 | -1 | 0 | 1 | 2 | null => {
  const { against } = columns[i]!
  if (!against) return null
  const [cell, other] = [row.cells[i], row.cells[columns.findIndex((c) => c.key === against)]]
  if (typeof cell !== 'number' || typeof other !== 'number') return null
  // A difference of fractions misses its edge by a bit of the last place.
  const far = Math.round((cell - other) * 1e9) / 1e9
  const size = Math.abs(far) >= 0.15 ? 2 : Math.abs(far) >= 0.05 ? 1 : 0
  return (size === 0 ? 0 : far < 0 ? -size : size) as -2 | -1 | 0 | 1 | 2
}

/** Runs of neighbouring columns with the same group; null when no column has one. */
export const headGroups = (
  columns: readonly { group?: string | undefined }[],
): { name: string; span: number }[] | null => {
  if (!columns.some((c) => c.group)) return null
  const runs: { name: string; span: number }[] = []
  for (const { group = '' } of columns) {
    const last = runs.at(-1)
    if (last && group !== '' && last.name === group) last.span++
    else runs.push({ name: group, span: 1 })
  }
  return runs
}
