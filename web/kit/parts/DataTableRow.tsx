import { Checkbox, mergeClasses } from '@fluentui/react-components'
import { ArrowSortDown16Regular } from '@fluentui/react-icons/svg/arrow-sort-down'
import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down'
import { ChevronRight16Regular } from '@fluentui/react-icons/svg/chevron-right'
import { ArrowSortUp16Regular } from '@fluentui/react-icons/svg/arrow-sort-up'
import { memo } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { nextSort } from '../filters.ts'
import type { Column } from '../screens/screen.types.ts'
import type { DataTableProps } from './DataTable.tsx'
import { evenly, isNothing, leftOf, nameOf, placeOf, widthOf } from './dataTable.columns.ts'
import { useTableStyles } from './dataTable.styles.ts'

type RowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'onChoose' | 'onOpen' | 'linkOf' | 'rowActions'> & {
  row: Row
  rowKey: string
  index: number
  on: boolean
  /** Of each column of numbers that has any. */
  decimals: ReadonlyMap<string, number>
  whole: boolean
  /** More is told of it under it. */
  onUnfold?: (key: string) => void
  unfolded?: boolean
}
const RowOnce = <Row,>(props: RowProps<Row>) => {
  const { row, rowKey, index, on, columns, onChoose, linkOf, rowActions, onUnfold } = props
  const onOpen = onUnfold ? () => onUnfold(rowKey) : props.onOpen
  const styles = useTableStyles()
  const to = linkOf?.(row)
  return (
    <tr
      className={mergeClasses(styles.row, on && styles.chosen, onOpen && styles.open, props.whole && styles.whole)}
      aria-rowindex={index + 2}
      aria-selected={onChoose ? on : undefined}
      onClick={onOpen && ((e) => opens(e.target) && onOpen(row))}
    >
      {onChoose && (
        <td className={mergeClasses(styles.td, styles.tick)} data-place="tick">
          <Checkbox aria-label="选择" checked={on} onChange={() => onChoose([rowKey], !on)} />
        </td>
      )}
      {columns.map((c, i) => (
        <td
          key={c.key}
          data-place={placeOf(c, i)}
          data-number={c.number && i > 0 ? '' : undefined}
          data-empty={i > 0 && isNothing(c, row) ? '' : undefined}
          data-name={nameOf(c)}
          className={mergeClasses(
            styles.td,
            c.number && styles.number,
            i === 0 && styles.first,
            leftOf(columns, i, onChoose !== undefined) && styles.frozen,
            i === 0 && (to !== undefined || onOpen) && styles.name,
            i === 0 && onChoose && styles.afterBox,
          )}
          style={{
            ...widthOf(c),
            ...leftOf(columns, i, onChoose !== undefined),
            ...(c.ground?.(row) ? { backgroundColor: c.ground(row) } : {}),
          }}
        >
          {i === 0 && onUnfold ? (
            <button
              type="button"
              className={styles.sort}
              aria-expanded={props.unfolded ?? false}
              onClick={() => onUnfold(rowKey)}
            >
              {props.unfolded ? <ChevronDown16Regular /> : <ChevronRight16Regular />}
              {c.value(row) ?? '—'}
            </button>
          ) : i === 0 && to !== undefined && !c.cell ? (
            <Link to={to} className={styles.link}>
              {c.value(row) ?? '—'}
            </Link>
          ) : c.cell ? (
            c.cell(row)
          ) : (
            hinted(
              evenly(c.value(row), props.decimals.get(c.key)) ?? <span className={styles.nothing}>—</span>,
              c.hint?.(row),
            )
          )}
        </td>
      ))}
      {rowActions && (
        <td className={mergeClasses(styles.td, styles.actions)} data-place="acts">
          {rowActions(row)}
        </td>
      )}
    </tr>
  )
}
/** A cell with something more to be said of it: dotted below, in words where it is pointed at or read out. */
const hinted = (content: ReactNode, hint: string | undefined): ReactNode =>
  hint === undefined ? content : <abbr title={hint}>{content}</abbr>

/** Scrolling draws only the rows that come into sight. */
export const RowView = memo(RowOnce) as typeof RowOnce

/** A click on a row opens it, unless it fell on something of its own or ended a selection of text. */
const opens = (target: EventTarget): boolean =>
  target instanceof Element &&
  !target.closest('a, button, input, label, [role=menu], [role=menuitem]') &&
  !window.getSelection()?.toString()

type HeadProps<Row> = {
  column: Column<Row>
  sort?: string
  onSort?: (sort: string | undefined) => void
  left?: CSSProperties | undefined
  className: string
}
export const HeadCell = <Row,>({ column, sort, onSort, left, className }: HeadProps<Row>) => {
  const styles = useTableStyles()
  const up = sort === column.key
  const down = sort === `-${column.key}`
  const text = (
    <>
      {column.name}
      {column.unit && <span className={styles.unit}>{column.unit}</span>}
    </>
  )
  return (
    <th
      className={className}
      aria-sort={up ? 'ascending' : down ? 'descending' : undefined}
      style={{ ...widthOf(column), ...left }}
      scope="col"
    >
      {column.sortable && onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column.key))}>
          {text}
          {up ? <ArrowSortUp16Regular /> : down ? <ArrowSortDown16Regular /> : null}
        </button>
      ) : (
        text
      )}
    </th>
  )
}
