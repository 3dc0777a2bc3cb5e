/** One line of CSV (RFC 4180); what a spreadsheet would run as a formula is made text. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell) => {
      if (typeof cell === 'number') return String(cell)
      const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
      return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
    })
    .join(',')
