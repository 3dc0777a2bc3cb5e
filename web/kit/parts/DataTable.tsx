import { Checkbox, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ArrowSortDown16Regular } from '@fluentui/react-icons/svg/arrow-sort-down'
import { ArrowSortUp16Regular } from '@fluentui/react-icons/svg/arrow-sort-up'
import { memo, useMemo, useRef, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { useLatest } from './useLatest.ts'
import { Link } from 'react-router'
import { nextSort } from '../filters.ts'
import { headGroups } from '#shared/kit/report/cell.words.ts'
import type { Column } from '../screens/screen.types.ts'

const rowHeight = 33
/** Above this many rows only those in sight are drawn, each of the same height, and some on either side. */
const windowFrom = 200
const aside = 12
/** So many rows are scrolled before others are drawn. */
const stride = 10

const narrow = '@media screen and (max-width: 600px)'
const useStyles = makeStyles({
  box: {
    overflow: 'auto',
    // Head, toolbar and pager stay in sight.
    maxHeight: 'max(360px, calc(100dvh - 180px))',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    transitionProperty: 'opacity',
    transitionDuration: tokens.durationNormal,
    '@media print': { overflow: 'visible', maxHeight: 'none', border: 'none' },
  },
  snugBox: { width: 'fit-content', maxWidth: '100%', [narrow]: { width: 'auto' } },
  cardsBox: { [narrow]: { border: 'none', backgroundColor: 'transparent', maxHeight: 'none' } },
  stale: { opacity: 0.6 },
  table: { borderCollapse: 'separate', borderSpacing: 0, width: '100%', fontSize: tokens.fontSizeBase300 },
  th: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    textAlign: 'left',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  groupHead: { textAlign: 'center', borderBottom: 'none' },
  underGroups: { top: '32px' },
  totals: {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    fontWeight: tokens.fontWeightSemibold,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  whole: { '& > *': { fontWeight: tokens.fontWeightSemibold } },
  td: {
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalM}`,
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  row: { ':hover > *': { backgroundColor: tokens.colorNeutralBackground1Hover }, breakInside: 'avoid' },
  chosen: { '& > *': { backgroundColor: tokens.colorBrandBackground2 } },
  open: { cursor: 'pointer' },
  number: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  first: { position: 'sticky', left: 0, zIndex: 1, boxShadow: `inset -1px 0 ${tokens.colorNeutralStroke3}` },
  /** Beside the first: how far from the left stands in its style. */
  frozen: { position: 'sticky', left: 'var(--left)', zIndex: 1, overflow: 'hidden', textOverflow: 'ellipsis' },
  name: { fontWeight: tokens.fontWeightSemibold },
  link: {
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { color: tokens.colorBrandForeground1, textDecorationLine: 'underline' },
  },
  afterBox: { left: '40px' },
  corner: { zIndex: 3 },
  tick: {
    width: '40px',
    minWidth: '40px',
    padding: 0,
    left: 0,
    position: 'sticky',
    zIndex: 1,
    '@media print': { display: 'none' },
  },
  actions: { textAlign: 'right', width: '1%', '@media print': { display: 'none' } },
  sort: {
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    border: 'none',
    padding: 0,
    cursor: 'pointer',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2px',
  },
  unit: { marginLeft: '4px', color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
  nothing: { color: tokens.colorNeutralForeground4 },
  spacer: { padding: 0, border: 'none' },
  // At 390 px a row is a card: each cell a line with its column's name before it.
  cards: {
    [narrow]: {
      display: 'block',
      '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
      '& tbody': { display: 'grid', gap: tokens.spacingVerticalS },
      '& tbody tr': {
        position: 'relative',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
        borderRadius: tokens.borderRadiusLarge,
        border: `1px solid ${tokens.colorNeutralStroke2}`,
        backgroundColor: tokens.colorNeutralBackground1,
      },
      // The facts are one line, joined by dots; only a number says what it counts.
      '& tbody td': {
        display: 'inline-flex',
        gap: tokens.spacingHorizontalXS,
        height: 'auto',
        minHeight: '24px',
        minWidth: '0 !important',
        maxWidth: 'none !important',
        alignItems: 'center',
        position: 'static',
        whiteSpace: 'normal',
        textAlign: 'left',
        border: 'none',
        boxShadow: 'none',
        width: 'auto !important',
        padding: 0,
        fontSize: tokens.fontSizeBase200,
        backgroundColor: 'transparent',
        '&[data-number]::before': {
          content: 'attr(data-name)',
          color: tokens.colorNeutralForeground3,
          flexShrink: 0,
        },
        '&:not([data-place]):has(~ td:not([data-place]):not([data-empty]))::after': {
          content: '"·"',
          marginInline: tokens.spacingHorizontalXS,
          color: tokens.colorNeutralForeground3,
        },
        '&[data-empty]': { display: 'none' },
        '&[data-place=head]': {
          flexBasis: '100%',
          boxSizing: 'border-box',
          fontWeight: tokens.fontWeightSemibold,
          fontSize: tokens.fontSizeBase300,
          paddingRight: '40px',
        },
        '&[data-place=acts]': { marginLeft: 'auto', minHeight: '28px' },
        '&[data-place=tick]': { position: 'absolute', top: '4px', right: '4px', left: 'auto', padding: 0 },
      },
    },
  },
})

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
  /** Never cards, however narrow. */
  scroll?: boolean
  /** No wider than its content. */
  snug?: boolean
  /** The last row, a cell for each column. */
  totals?: readonly ReactNode[]
  /** The row of which the others are parts. */
  isWhole?: (row: Row) => boolean
}

/** A compact table: sticky head and first column, 32 px rows, cards when narrow, windowed when long. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const styles = useStyles()
  const { rows, columns, rowKey, chosen, onChoose } = props
  const box = useRef<HTMLDivElement>(null)
  /** The row at the top, in strides. */
  const [top, setTop] = useState(0)
  const windowed = rows.length > windowFrom
  const from = windowed ? Math.max(0, top - aside) : 0
  const inSight = Math.ceil((box.current?.clientHeight ?? 1000) / rowHeight)
  const to = windowed ? Math.min(rows.length, top + inSight + stride + aside) : rows.length
  const cards = !windowed && !props.scroll
  const choosing = onChoose !== undefined
  // Not again at each scroll.
  const keyOf = useLatest(rowKey)
  const keys = useMemo(() => (choosing ? rows.map(keyOf.current) : []), [rows, choosing, keyOf])
  const chosenHere = useMemo(() => keys.filter((k) => chosen?.has(k)).length, [keys, chosen])
  const groups = headGroups(columns)
  const width = columns.length + (onChoose ? 1 : 0) + (props.rowActions ? 1 : 0)
  return (
    <div
      ref={box}
      className={mergeClasses(
        styles.box,
        props.snug && styles.snugBox,
        cards && styles.cardsBox,
        props.stale && styles.stale,
      )}
      onScroll={
        windowed ? (e) => setTop(Math.floor(e.currentTarget.scrollTop / (rowHeight * stride)) * stride) : undefined
      }
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
              <RowView
                key={key}
                row={row}
                rowKey={key}
                index={from + j}
                on={on}
                columns={columns}
                whole={props.isWhole?.(row) ?? false}
                onChoose={onChoose}
                onOpen={props.onOpen}
                linkOf={props.linkOf}
                rowActions={props.rowActions}
              />
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
                  data-place={i === 0 ? 'head' : undefined}
                  data-number={c.number && i > 0 ? '' : undefined}
                  data-empty={i > 0 && !props.totals![i] ? '' : undefined}
                  data-name={nameOf(c)}
                  className={mergeClasses(styles.td, styles.totals, c.number && styles.number, i === 0 && styles.first)}
                >
                  {props.totals![i]}
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

type RowProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'onChoose' | 'onOpen' | 'linkOf' | 'rowActions'> & {
  row: Row
  rowKey: string
  index: number
  on: boolean
  whole: boolean
}
const RowOnce = <Row,>(props: RowProps<Row>) => {
  const { row, rowKey, index, on, columns, onChoose, onOpen, linkOf, rowActions } = props
  const styles = useStyles()
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
          data-place={i === 0 ? 'head' : undefined}
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
          {i === 0 && to !== undefined && !c.cell ? (
            <Link to={to} className={styles.link}>
              {c.value(row) ?? '—'}
            </Link>
          ) : c.cell ? (
            c.cell(row)
          ) : (
            (c.value(row) ?? <span className={styles.nothing}>—</span>)
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
/** A cell may draw what has no words. */
const isNothing = <Row,>(c: Column<Row>, row: Row): boolean => {
  const value = c.value(row)
  return value === null || value === undefined || value === '—' || (value === '' && !c.cell)
}
const nameOf = <Row,>({ name, unit, group = '' }: Column<Row>): string => `${group}${name}${unit ? `（${unit}）` : ''}`
/** Only text grows; what stays in sight keeps its width, since the next one stands after it. */
const widthOf = <Row,>({ width, number, frozen }: Column<Row>) =>
  width
    ? { minWidth: width, width, ...(frozen ? { maxWidth: width, boxSizing: 'border-box' as const } : {}) }
    : number
      ? { width: 72 }
      : undefined
/** Where a column besides the first stays when the others scroll: after those before it, which must be as sure of their width. */
const leftOf = <Row,>(columns: readonly Column<Row>[], i: number, choosing: boolean): CSSProperties | undefined => {
  const before = columns.slice(0, i)
  if (i === 0 || ![...before, columns[i]!].every((c) => c.frozen && c.width)) return undefined
  const left = before.reduce((sum, c) => sum + c.width!, choosing ? tickWidth : 0)
  return { '--left': `${left}px` } as CSSProperties
}
const tickWidth = 40

/** Scrolling draws only the rows that come into sight. */
const RowView = memo(RowOnce) as typeof RowOnce

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
const HeadCell = <Row,>({ column, sort, onSort, left, className }: HeadProps<Row>) => {
  const styles = useStyles()
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
