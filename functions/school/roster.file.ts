/** Roster files in and out: xlsx and csv to rows of text, and the sheets that we hand out. */
import { plainCell, rosterColumns } from '#shared/school/roster.rules.ts'
import type { RosterProblem } from '#shared/school/roster.rules.ts'
import { suffixOf } from '#shared/platform/platform.rules.ts'

type Cell = string | number | boolean | Date | null | undefined

const textOf = (cell: Cell): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)

/** UTF-8 (with or without its mark) if the bytes are that; otherwise what Excel for Chinese Windows writes. */
export const decodeText = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/**
 * The first visible sheet as rows of text, merged cells filled with their first one's value.
 * @throws when the bytes are no such file.
 */
export const readTable = async (bytes: Uint8Array, fileName: string): Promise<string[][]> => {
  if (suffixOf(fileName) === 'csv') {
    const { parseCsv } = await import('hucre/csv')
    return parseCsv(decodeText(bytes).replace(/^\ufeff/, ''), { typeInference: false, skipEmptyRows: false }).map(
      (row) => row.map(textOf),
    )
  }
  const { readXlsx } = await import('hucre/xlsx')
  let taken = false
  const book = await readXlsx(bytes, {
    maxRows: 30_000,
    sheets: (info) => {
      const first = !taken && !info.hidden && !info.veryHidden
      taken ||= first
      return first
    },
  })
  const sheet = book.sheets[0]
  if (!sheet) return []
  const table = sheet.rows.map((row) => Array.from(row, textOf))
  for (const m of sheet.merges ?? []) {
    const value = table[m.startRow]?.[m.startCol] ?? ''
    for (let r = m.startRow; r <= Math.min(m.endRow, table.length - 1); r++)
      for (let c = m.startCol; c <= m.endCol; c++) table[r]![c] = value
  }
  return table.map((row) => Array.from(row, (cell) => cell ?? ''))
}

/** A sheet of text cells. */
export const sheetOf = async (name: string, rows: readonly (readonly string[])[]): Promise<Uint8Array> => {
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({
    sheets: [
      {
        name,
        rows: rows.map((row) => row.map(plainCell)),
        columns: (rows[0] ?? []).map((_, i) => ({
          // Text, so that a long number is not turned into 2.02E+11.
          numFmt: '@',
          width: Math.min(60, Math.max(10, ...rows.slice(0, 50).map((r) => (r[i] ?? '').length * 2 + 2))),
        })),
      },
    ],
  })
}

export const rosterTemplate = (): Promise<Uint8Array> =>
  sheetOf('学生', [
    rosterColumns,
    ['张晓明', '20260101', '1班', '高一', '男'],
    ['李思雨', '20260102', '1班', '高一', '女'],
  ])

export const problemSheet = (fileName: string, problems: readonly RosterProblem[]): Promise<Uint8Array> =>
  sheetOf('问题', [
    ['文件', '行', '列', '问题'],
    ...problems.map((p) => [fileName, p.row === 0 ? '' : String(p.row), p.column, p.text]),
  ])
