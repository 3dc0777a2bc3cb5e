/** Small workbooks in and out: sheets of text. */
import { plainCell } from '#shared/kit/csv.ts'
import { csvRows } from '#functions/kit/csv.rows.ts'
import { BookRefused, listLimits, xlsxRows } from '#functions/kit/xlsx.rows.ts'
import type { TableRow } from '#functions/kit/xlsx.rows.ts'

/** Sheets of text cells: a long number is not turned into 2.02E+11, and nothing is taken for a formula. */
export const bookOf = async (
  sheets: readonly { name: string; rows: readonly (readonly string[])[] }[],
): Promise<Uint8Array> => {
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({
    sheets: sheets.map(({ name, rows }) => ({
      name,
      rows: rows.map((row) => row.map(plainCell)),
      columns: (rows[0] ?? []).map((_, i) => ({
        numFmt: '@',
        width: Math.min(60, Math.max(10, ...rows.slice(0, 50).map((r) => (r[i] ?? '').length * 2 + 2))),
      })),
    })),
  })
}

/**
 * The rows of the first sheet that hold something, numbered as the spreadsheet does: a list of a few thousand.
 * @throws the reader's error for bytes that are no workbook, or more than one may be.
 */
export const tableIn = async (bytes: Uint8Array, name = ''): Promise<TableRow[]> => {
  const rows: TableRow[] = []
  for await (const some of /\.csv$/i.test(name) ? csvRows(bytes) : xlsxRows(bytes, listLimits)) {
    rows.push(...some)
    if (rows.length > listLimits.rows) throw new BookRefused('too many rows')
  }
  // Every row is as wide as the widest: a cell that the file leaves out is empty, not missing.
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return rows.map(({ row, cells }) => ({ row, cells: Array.from({ length: width }, (_, i) => cells[i] ?? '') }))
}
