/** Small workbooks in and out: sheets of text. */
import { plainCell } from '#shared/kit/csv.ts'

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

const mostRows = 5000

const sheetRows = async (bytes: Uint8Array): Promise<readonly (readonly unknown[])[]> => {
  const { readXlsx } = await import('hucre/xlsx')
  return (await readXlsx(bytes, { maxRows: mostRows })).sheets[0]?.rows ?? []
}

/** UTF-8 if the bytes are that; otherwise what Excel for Chinese Windows writes. */
const csvRows = async (bytes: Uint8Array): Promise<readonly (readonly unknown[])[]> => {
  const { parseCsv } = await import('hucre/csv')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('gb18030').decode(bytes)
  }
  return parseCsv(text.replace(/^\ufeff/, ''), { typeInference: false, skipEmptyRows: false })
}

/**
 * The rows of the first sheet that hold something, numbered as the spreadsheet does.
 * @throws whatever the reader says of bytes that are no workbook.
 */
export const tableIn = async (bytes: Uint8Array, name = ''): Promise<{ row: number; cells: string[] }[]> => {
  const rows = /\.csv$/i.test(name) ? await csvRows(bytes) : await sheetRows(bytes)
  return rows.slice(0, mostRows).flatMap((row, i) => {
    const cells = Array.from(row, (c) => (c === null || c === undefined ? '' : String(c)))
    return cells.some((c) => c.trim() !== '') ? [{ row: i + 1, cells }] : []
  })
}
