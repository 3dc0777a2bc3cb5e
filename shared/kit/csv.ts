/** Lines of CSV (RFC 4180) that are safe to open. */

/**
 * A text cell that no spreadsheet takes for a formula: what begins with = + - @ or a tab gets a leading quote
 * (OWASP, "CSV Injection").
 */
export const plainCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cellText = (cell: string | number): string => {
  if (typeof cell === 'number') return String(cell)
  const plain = plainCell(cell)
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** One line with its end, its cells made plain. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cellText).join(',')}\r\n`
