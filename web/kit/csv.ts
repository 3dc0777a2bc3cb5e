/** The rows of a list as a file. Pure. */
import { csvLine } from '#shared/kit/csv.ts'
import type { Column } from './screens/screen.types.ts'

/** With a byte order mark, without which Excel misreads Chinese. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const head = csvLine(columns.map((c) => (c.unit ? `${c.name}（${c.unit}）` : c.name)))
  return `\ufeff${head}${rows.map((r) => csvLine(columns.map((c) => c.value(r)))).join('')}`
}
