/** Sheets as people keep them: a title above the head, columns in any order and by other names, rows left empty. */
import { cleanText } from '#shared/kit/text.ts'

/** A row that holds something, with its number as the spreadsheet counts it, the first being 1. */
export type TableRow = { row: number; cells: readonly string[] }

/** A file with more rows than this is refused: the next file takes the rest. */
export const maxRows = 100_000

export type Head = {
  /** Where the head stands among the rows. */
  at: number
  columns: ReadonlyMap<string, number>
  /** The cleaned text of a column by its name. */
  cellOf: (cells: readonly string[]) => (column: string) => string
}

/** A cell's text without the quote that `plainCell` puts before what looks like a formula. */
const bareCell = (text: string): string => cleanText(text).replace(/^'(?=[=+\-@])/, '')

/** The head among the first ten rows: the one that has all the columns of `tell`. */
export const headOf = (
  table: readonly TableRow[],
  of: { columns: readonly string[]; otherNames: Readonly<Record<string, string>>; tell: readonly string[] },
): Head | null => {
  for (const [at, { cells }] of table.slice(0, 10).entries()) {
    const columns = new Map<string, number>()
    cells.forEach((cell, i) => {
      const bare = cleanText(cell).replace(/[\s*()（）]|必填|选填/g, '')
      const name = of.otherNames[bare] ?? bare
      if (of.columns.includes(name) && !columns.has(name)) columns.set(name, i)
    })
    if (of.tell.every((c) => columns.has(c)))
      return { at, columns, cellOf: (row) => (column) => bareCell(row[columns.get(column) ?? -1] ?? '') }
  }
  return null
}

/**
 * A text cell that no spreadsheet takes for a formula: what begins with = + - @ or a tab gets a leading quote
 * (OWASP, "CSV Injection").
 */
export const plainCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** A line of CSV (RFC 4180), its cells made plain. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((c) => (/[",\r\n]/.test(c) ? `"${plainCell(c).replaceAll('"', '""')}"` : plainCell(c))).join(',')}\r\n`
