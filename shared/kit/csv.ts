/** Lines of CSV (RFC 4180) that are safe to open. */

/** A signed number, as a change is told; a longer one is a telephone's. */
const signed = /^[+-]\d{1,6}(\.\d+)?%?$/

/**
 * A text cell that no spreadsheet takes for a formula: what begins with = + - @ or a tab gets a leading quote
 * (OWASP, "CSV Injection"), unless it is a signed number.
 */
export const plainCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !signed.test(text) ? `'${text}` : text)

const cellText = (cell: string | number | null | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const plain = plainCell(cell)
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** One line with its end, its cells made plain. */
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(cellText).join(',')}\r\n`

/** A whole file; spreadsheets take it for UTF-8 by its first mark. */
export const csvFile = (rows: readonly (readonly (string | number | null | undefined)[])[]): string =>
  `\ufeff${rows.map(csvLine).join('')}`
