/** Rows as CSV (RFC 4180, CRLF). Cells that a spreadsheet would run as a formula are made text. Pure. */
import type { Column } from './screens/screen.types.ts'

const cell = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) && !/^[+-]?\d+(\.\d+)?%?$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** With a byte order mark, without which Excel misreads Chinese. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const head = columns.map((c) => cell(c.unit ? `${c.name}（${c.unit}）` : c.name)).join(',')
  return `\ufeff${[head, ...rows.map((r) => columns.map((c) => cell(c.value(r))).join(','))].join('\r\n')}\r\n`
}
