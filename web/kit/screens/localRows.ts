/** The rows of an answer: a page as the server cut it, or all of them, sorted and cut here. Pure. */
import { page } from '#shared/kit/paging.ts'
import type { Page } from '#shared/kit/paging.ts'
import type { ListState } from '../filters.ts'
import type { Column } from './screen.types.ts'

export type View<Row> = {
  rows: Row[]
  total: number
  pageNumber: number
  /** All rows are here: sorted here, the list is sorted. Of one page of many that would sort the page alone. */
  isWhole: boolean
}
type Paged<Row> = Pick<Page<Row>, 'list'> & Partial<Page<Row>> & { next?: string; more?: boolean }

const order = new Intl.Collator('zh-Hans-CN', { numeric: true })
const compare = (a: string | number | null | undefined, b: string | number | null | undefined): number => {
  if (a === b) return 0
  if (a === null || a === undefined) return 1
  if (b === null || b === undefined) return -1
  return typeof a === 'number' && typeof b === 'number' ? a - b : order.compare(String(a), String(b))
}

/** The column that a list is sorted by. */
export const sortedBy = (sort: string | undefined): string | undefined => (sort?.startsWith('-') ? sort.slice(1) : sort)

const sorted = <Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: string | undefined): Row[] => {
  const down = sort?.startsWith('-') ?? false
  const column = columns.find((c) => c.key === sortedBy(sort))
  return column ? rows.toSorted((a, b) => compare(column.value(a), column.value(b)) * (down ? -1 : 1)) : (rows as Row[])
}

/** `after` is where a page that is read by key begins; a column that is `sortable` is sorted by the server. */
export const localRows = <Row>(
  output: unknown,
  columns: readonly Column<Row>[],
  state: ListState,
  after?: string,
): View<Row> => {
  if (!Array.isArray(output)) {
    // A list that is read by key has no number of its page, and need not know how many there are.
    const cut = output as Paged<Row>
    const { list, total = list.length, pageNumber = 1 } = cut
    const isWhole = total === list.length && pageNumber === 1 && !after && !cut.next && !cut.more
    const byServer = columns.some((c) => c.sortable && c.key === sortedBy(state.sort))
    return { rows: isWhole && !byServer ? sorted(list, columns, state.sort) : list, total, pageNumber, isWhole }
  }
  const cut = page(sorted(output as Row[], columns, state.sort), state)
  return { rows: cut.list, total: cut.total, pageNumber: cut.pageNumber, isWhole: true }
}
