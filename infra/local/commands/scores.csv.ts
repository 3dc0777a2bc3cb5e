/** Reading the two tables of the analyse command: every refusal names the file, the row and the column. */

/** A refusal of a file's content; shown as it is, with exit code 2. */
export class BadTable extends Error {}

export interface Table {
  file: string
  rows: string[][]
}

/** 0 → A, 25 → Z, 26 → AA: columns as a spreadsheet names them. */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** The refusal for a cell; row and column are 0-based here and shown as a spreadsheet shows them. */
export const refuseCell = (table: Table, row: number, column: number, what: string): BadTable =>
  new BadTable(`${table.file}: row ${row + 1}, column ${columnName(column)} (${column + 1}): ${what}`)

const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What a Chinese spreadsheet writes as CSV unless asked otherwise.
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** RFC 4180 in UTF-8 or GB 18030, a byte order mark allowed; cells NFKC and trimmed; empty lines at the end dropped. */
export const readTable = (file: string, bytes: Uint8Array): Table => {
  const text = textOf(bytes)
  if (text.includes('\0')) throw new BadTable(`${file}: this is no CSV text; save the sheet as CSV (UTF-8)`)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell.normalize('NFKC').trim())
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
    } else if (quoted || !',\r\n'.includes(char)) {
      cell += char
    } else if (char === ',') {
      endCell()
    } else {
      if (char === '\r' && text[i + 1] === '\n') i++
      endRow()
    }
  }
  if (quoted) throw new BadTable(`${file}: row ${rows.length + 1}: a quotation mark is not closed`)
  if (cell || row.length) endRow()
  while (rows.length && rows[rows.length - 1]!.every((value) => !value)) rows.pop()
  if (!rows.length) throw new BadTable(`${file}: the file is empty`)
  return { file, rows }
}
