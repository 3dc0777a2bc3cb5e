import { Checkbox, mergeClasses } from '@fluentui/react-components'
import { Fragment, useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { headGroups } from '#shared/kit/report/cell.words.ts'
import type { Column } from '../screens/screen.types.ts'
import { HeadCell, RowView } from './DataTableRow.tsx'
import { decimalsIn, evenly, leftOf, nameOf, placeOf } from './dataTable.columns.ts'
import { useTableStyles } from './dataTable.styles.ts'
import { useLatest } from './useLatest.ts'

const rowHeight = 33
/** Above this many rows only those in sight are drawn, each of the same height, and some on either side. */
const usualWindow = 200
const aside = 12
/** So many rows are scrolled before others are drawn. */
const stride = 10

export type DataTableProps<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row, i: number) => string
  sort?: string
  onSort?: (sort: string | undefined) => void
  chosen?: ReadonlySet<string>
  onChoose?: (keys: readonly string[], on: boolean) => void
  onOpen?: (row: Row) => void
  /** The first column is a link to there: it opens in a new tab too. */
  linkOf?: (row: Row) => string | undefined
  rowActions?: (row: Row) => ReactNode
  /** The rows are those of the last question; new ones are on their way. */
  stale?: boolean
  /** Above so many rows only those in sight are drawn: where a row is heavy, or changes often. */
  windowFrom?: number
  /** Never cards, however narrow. */
  scroll?: boolean
  /** The last row, a cell for each column. */
  totals?: readonly ReactNode[]
  /** What is told of a row where it is tapped, under it; one at a time. */
  rest?: (row: Row) => ReactNode
  /** The row of which the others are parts. */
  isWhole?: (row: Row) => boolean
}

/** The map as it was while it says the same: rows that hold it need not be drawn again. */
const useSame = <K, V>(map: ReadonlyMap<K, V>): ReadonlyMap<K, V> => {
  const kept = useRef(map)
  if (map.size !== kept.current.size || [...map].some(([k, v]) => kept.current.get(k) !== v)) kept.current = map
  return kept.current
}

/** A compact table, no wider than its content: sticky head and first column, 32 px rows, cards when narrow, windowed when long. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const styles = useTableStyles()
  const { rows, columns, rowKey, chosen, onChoose } = props
  const box = useRef<HTMLDivElement>(null)
  /** The row at the top, in strides. */
  const [top, setTop] = useState(0)
  const [unfolded, setUnfolded] = useState<string>()
  const unfold = useCallback((key: string) => setUnfolded((open) => (open === key ? undefined : key)), [])
  const windowed = rows.length > (props.windowFrom ?? usualWindow)
  const from = windowed ? Math.max(0, top - aside) : 0
  const inSight = Math.ceil((box.current?.clientHeight ?? 1000) / rowHeight)
  const to = windowed ? Math.min(rows.length, top + inSight + stride + aside) : rows.length
  const cards = !windowed && !props.scroll
  const choosing = onChoose !== undefined
  // Not again at each scroll.
  const keyOf = useLatest(rowKey)
  const keys = useMemo(() => (choosing ? rows.map(keyOf.current) : []), [rows, choosing, keyOf])
  const chosenHere = useMemo(() => keys.filter((k) => chosen?.has(k)).length, [keys, chosen])
  const decimals = useSame(useMemo(() => decimalsIn(columns, rows), [columns, rows]))
  const groups = headGroups(columns)
  const width = columns.length + (onChoose ? 1 : 0) + (props.rowActions ? 1 : 0)
  return (
    <div
      ref={box}
      className={mergeClasses(styles.box, cards && styles.cardsBox, props.stale && styles.stale)}
      onScroll={
        windowed ? (e) => setTop(Math.floor(e.currentTarget.scrollTop / (rowHeight * stride)) * stride) : undefined
      }
      data-rows
      tabIndex={0}
      role="region"
      aria-label={props.label}
      aria-busy={props.stale}
    >
      <table className={mergeClasses(styles.table, cards && styles.cards)} aria-rowcount={rows.length + 1}>
        <thead>
          {groups && (
            <tr>
              {onChoose && <td className={styles.th} />}
              {groups.map((g, i) => {
                // Over a column of no group there is nothing to be read out.
                const Head = g.name ? 'th' : 'td'
                return (
                  <Head
                    key={i}
                    className={mergeClasses(
                      styles.th,
                      styles.groupHead,
                      i === 0 && styles.first,
                      i === 0 && styles.corner,
                    )}
                    colSpan={g.span}
                    {...(g.name ? { scope: 'colgroup' } : {})}
                  >
                    {g.name}
                  </Head>
                )
              })}
              {props.rowActions && <td className={styles.th} />}
            </tr>
          )}
          <tr>
            {onChoose && (
              <th className={mergeClasses(styles.th, styles.tick, styles.corner)}>
                <Checkbox
                  aria-label="选择本页"
                  checked={chosenHere === 0 ? false : chosenHere === keys.length ? true : 'mixed'}
                  onChange={() => onChoose(keys, chosenHere < keys.length)}
                />
              </th>
            )}
            {columns.map((c, i) => (
              <HeadCell
                key={c.key}
                column={c}
                sort={props.sort}
                onSort={props.onSort}
                left={leftOf(columns, i, choosing)}
                className={mergeClasses(
                  styles.th,
                  groups ? styles.underGroups : undefined,
                  c.number && styles.number,
                  i === 0 && styles.first,
                  leftOf(columns, i, choosing) && styles.frozen,
                  (i === 0 || leftOf(columns, i, choosing)) && styles.corner,
                  i === 0 && onChoose && styles.afterBox,
                )}
              />
            ))}
            {props.rowActions && <th className={mergeClasses(styles.th, styles.actions)}>操作</th>}
          </tr>
        </thead>
        <tbody>
          {from > 0 && (
            <tr aria-hidden="true">
              <td className={styles.spacer} colSpan={width} style={{ height: from * rowHeight }} />
            </tr>
          )}
          {rows.slice(from, to).map((row, j) => {
            const key = rowKey(row, from + j)
            const on = chosen?.has(key) ?? false
            return (
              <Fragment key={key}>
                <RowView
                  row={row}
                  rowKey={key}
                  index={from + j}
                  on={on}
                  columns={columns}
                  decimals={decimals}
                  whole={props.isWhole?.(row) ?? false}
                  onChoose={onChoose}
                  onOpen={props.onOpen}
                  linkOf={props.linkOf}
                  rowActions={props.rowActions}
                  {...(props.rest ? { onUnfold: unfold, unfolded: unfolded === key } : {})}
                />
                {props.rest && unfolded === key && (
                  <tr>
                    <td className={mergeClasses(styles.td, styles.rest)} colSpan={width}>
                      {props.rest(row)}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
          {to < rows.length && (
            <tr aria-hidden="true">
              <td className={styles.spacer} colSpan={width} style={{ height: (rows.length - to) * rowHeight }} />
            </tr>
          )}
          {props.totals && (
            <tr>
              {onChoose && <td className={styles.totals} data-place="tick" />}
              {columns.map((c, i) => (
                <td
                  key={c.key}
                  data-place={placeOf(c, i)}
                  data-number={c.number && i > 0 ? '' : undefined}
                  data-empty={i > 0 && !props.totals![i] ? '' : undefined}
                  data-name={nameOf(c)}
                  className={mergeClasses(styles.td, styles.totals, c.number && styles.number, i === 0 && styles.first)}
                >
                  {evenly(props.totals![i], decimals.get(c.key))}
                </td>
              ))}
              {props.rowActions && <td className={styles.totals} data-place="acts" />}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
