/** The rows of an answer: a page as the server cut it, or a whole array, sorted and cut here. Pure. */
import { page } from '#shared/kit/paging.ts'
import type { Page } from '#shared/kit/paging.ts'
import type { ListState } from '../filters.ts'
import type { Column } from './screen.types.ts'

export type View<Row> = { rows: Row[]; total: number; pageNumber: number }

const order = new Intl.Collator('zh-Hans-CN', { numeric: true })
const compare = (a: string | number | null | undefined, b: string | number | null | undefined): number => {
  if (a === b) return 0
  if (a === null || a === undefined) return 1
  if (b === null || b === undefined) return -1
  return typeof a === 'number' && typeof b === 'number' ? a - b : order.compare(String(a), String(b))
}

export const localRows = <Row>(output: unknown, columns: readonly Column<Row>[], state: ListState): View<Row> => {
  if (!Array.isArray(output)) {
    // A list that is read by key has no number of its page, and need not know how many there are.
    const cut = output as Pick<Page<Row>, 'list'> & Partial<Page<Row>>
    return { rows: cut.list, total: cut.total ?? cut.list.length, pageNumber: cut.pageNumber ?? 1 }
  }
  const down = state.sort?.startsWith('-') ?? false
  const column = columns.find((c) => c.key === (down ? state.sort!.slice(1) : state.sort))
  const rows = output as Row[]
  const sorted = column ? rows.toSorted((a, b) => compare(column.value(a), column.value(b)) * (down ? -1 : 1)) : rows
  const cut = page(sorted, state)
  return { rows: cut.list, total: cut.total, pageNumber: cut.pageNumber }
}
