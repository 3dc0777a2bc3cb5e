/** A table that people bring of an exam's candidates: where its columns stand, and whom its rows name. Pure. */
import { cleanText } from '#shared/kit/text.ts'
import type { Candidate } from '../exam.types.ts'

export type Sheet = readonly { row: number; cells: readonly string[] }[]

/** So many rows above the head may be a title. */
const headWithin = 10
/** A cell as it is meant: a spreadsheet's mark of text is none of it. */
export const bareCell = (cell: string | undefined): string => cleanText(cell ?? '').replace(/^'/, '')

/** The rows below the head, and a cell of a row by what its column is called; null where a needed column is not there. */
export const underHead = <K extends string>(
  sheet: Sheet,
  heads: Readonly<Record<K, readonly string[]>>,
  needed: readonly NoInfer<K>[],
): { body: Sheet; cell: (of: Sheet[number], column: K) => string; has: (column: K) => boolean } | null => {
  const has = (cells: readonly string[], column: K): boolean => cells.some((c) => heads[column].includes(bareCell(c)))
  const at = sheet.slice(0, headWithin).findIndex((r) => needed.every((column) => has(r.cells, column)))
  if (at < 0) return null
  const { cells } = sheet[at]!
  const place = (column: K): number => cells.findIndex((c) => heads[column].includes(bareCell(c)))
  return {
    body: sheet.slice(at + 1),
    cell: (of, column) => bareCell(of.cells[place(column)]),
    has: (column) => place(column) >= 0,
  }
}

export const numberHeads = ['考号', '准考证号', '学号'] as const

/** By number. A number of the exam stands over the same number of the roster, which may be another student's. */
export const byNumbers = (roster: readonly Candidate[]): ReadonlyMap<string, Candidate> =>
  new Map([
    ...roster.map((c) => [c.ownNumber ?? c.studentNumber, c] as const),
    ...roster.map((c) => [c.studentNumber, c] as const),
  ])

/** The column of numbers of a table as a list, a line a row, as if it had been pasted; without such a head its first column. */
export const numbersIn = (sheet: Sheet): string => {
  const head = sheet.slice(0, headWithin).find((r) => r.cells.some((c) => isNumberHead(c)))
  const column = Math.max(0, head?.cells.findIndex((c) => isNumberHead(c)) ?? 0)
  const lines: string[] = []
  for (const { row, cells } of sheet) if (head === undefined || row > head.row) lines[row - 1] = bareCell(cells[column])
  return Array.from(lines, (line) => line ?? '').join('\n')
}
const isNumberHead = (cell: string): boolean => (numberHeads as readonly string[]).includes(bareCell(cell))
