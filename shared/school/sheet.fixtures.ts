import type { TableRow } from './sheet.rules.ts'

/** Rows as a reader hands them on: those that hold something, with their numbers. */
export const tableOf = (rows: readonly (readonly string[])[]): TableRow[] =>
  rows.map((cells, i) => ({ row: i + 1, cells })).filter((r) => r.cells.some((c) => c.trim() !== ''))
