/** Reading the two tables of the analyse command: every refusal names the file, the row and the column. */
import { xlsxRows } from '#functions/kit/xlsx.rows.ts'

/** A refusal of a file's content; shown as it is, with exit code 2. */
export class BadTable extends Error {}

export interface Table {
  file: string
  rows: string[][]
  /** The first row is not in the file: it was made for a table that has no header. */
  headless?: boolean
}

/** 0 → A, 25 → Z, 26 → AA: columns as a spreadsheet names them. */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** The refusal for a cell; row and column are 0-based here and shown as a spreadsheet shows them. */
export const refuseCell = (table: Table, row: number, column: number, what: string): BadTable =>
  new BadTable(
    `${table.file}: row ${row + (table.headless ? 0 : 1)}, column ${columnName(column)} (${column + 1}): ${what}`,
  )

const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What a Chinese spreadsheet writes as CSV unless asked otherwise.
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** What stands between cells: of comma, tab and semicolon the one that the first line has most, outside of quotes. */
const separatorOf = (text: string): string => {
  const line = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const times = (char: string): number => line.split(char).length - 1
  return [',', '\t', ';'].reduce((most, char) => (times(char) > times(most) ? char : most))
}

const cellText = (text: string): string => text.normalize('NFKC').trim()

/** The first sheet of a workbook; what is written further down or right than a row before it is filled up with blanks. */
const workbookRows = async (file: string, bytes: Uint8Array): Promise<string[][]> => {
  const rows: string[][] = []
  try {
    for await (const slice of xlsxRows(bytes))
      for (const { row, cells } of slice) {
        while (rows.length < row - 1) rows.push([])
        rows[row - 1] = cells.map(cellText)
      }
  } catch (fault) {
    throw new BadTable(`${file}: this is no workbook that can be read (${fault instanceof Error ? fault.message : ''})`)
  }
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  return rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')])
}

const withoutEmptyEnd = (file: string, rows: string[][]): Table => {
  while (rows.length && rows[rows.length - 1]!.every((value) => !value)) rows.pop()
  if (!rows.length) throw new BadTable(`${file}: the file is empty`)
  return { file, rows }
}

/** A table by its content: a workbook (.xlsx), or text as `readText` takes it. */
export const readTable = async (file: string, bytes: Uint8Array): Promise<Table> =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
    ? withoutEmptyEnd(file, await workbookRows(file, bytes))
    : readText(file, bytes)

/**
 * RFC 4180 in UTF-8 or GB 18030, a byte order mark allowed, its cells between commas, tabs or semicolons; cells NFKC and
 * trimmed; empty lines at the end dropped.
 */
const readText = (file: string, bytes: Uint8Array): Table => {
  const text = textOf(bytes)
  const separator = separatorOf(text)
  if (text.includes('\0')) throw new BadTable(`${file}: this is no CSV text; save the sheet as CSV (UTF-8)`)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cellText(cell))
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (quoted && char === '"' && text[i + 1] === '"') {
      cell += char
      i++
    } else if (char === '"' && (quoted || !cell.trim())) {
      quoted = !quoted
    } else if (quoted || !`${separator}\r\n`.includes(char)) {
      cell += char
    } else if (char === separator) {
      endCell()
    } else {
      if (char === '\r' && text[i + 1] === '\n') i++
      endRow()
    }
  }
  if (quoted) throw new BadTable(`${file}: row ${rows.length + 1}: a quotation mark is not closed`)
  if (cell || row.length) endRow()
  return withoutEmptyEnd(file, rows)
}
