import { Button, Input, Select, makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ArrowDown20Regular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUp20Regular } from '@fluentui/react-icons/svg/arrow-up'
import { Delete20Regular } from '@fluentui/react-icons/svg/delete'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { notTaken, pasteAt, pasteText, putCell } from '../grid.ts'
import type { GridColumn, GridProblem } from '../grid.ts'
import { toast } from '../notices.ts'
import { useLatest } from './useLatest.ts'

const wide = '@media (min-width: 1200px)'
const useStyles = makeStyles({
  // One scroll, the page's: all rows are on it, and what is behind is seen to be there.
  box: {
    overflowX: 'auto',
    [wide]: { overflowX: 'visible' },
    // As wide as its columns are together, like a table that is read.
    width: 'fit-content',
    maxWidth: '100%',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  table: { borderCollapse: 'separate', borderSpacing: 0, width: '100%' },
  th: {
    // Under the header of the shell; where the table is wider than its place it scrolls with its rows.
    [wide]: { position: 'sticky', top: 'var(--header, 0px)', zIndex: 1 },
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    textAlign: 'left',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  cell: { padding: `2px ${tokens.spacingHorizontalXS}`, borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  // What is noted stands beside its field, also where the table is wider than its place: each row is one line.
  noted: { whiteSpace: 'nowrap' },
  wrong: { backgroundColor: tokens.colorPaletteRedBackground1 },
  none: { color: tokens.colorNeutralForeground4, paddingLeft: tokens.spacingHorizontalS },
  // Flush with its head.
  // One line, however narrow: broken, its second line would begin elsewhere than its first.
  text: {
    display: 'inline-block',
    whiteSpace: 'nowrap',
    paddingLeft: tokens.spacingHorizontalXS,
    lineHeight: '24px',
    fontVariantNumeric: 'tabular-nums',
  },
  note: {
    display: 'inline-block',
    minWidth: '28px',
    marginLeft: tokens.spacingHorizontalXS,
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  tools: { whiteSpace: 'nowrap', textAlign: 'right' },
  // Numbers end where their head ends.
  number: { display: 'inline-block', boxSizing: 'border-box', textAlign: 'right' },
})

/** How much further in a head begins than its cells, and what a field keeps free at its end. */
const inset = 4
const fieldEnd = 8
/** Where the digits of a field end, from the cell's edge. */
const numberEnd = (column: { width: number }): number => column.width - fieldEnd

type CellProps<Row> = {
  column: GridColumn<Row>
  row: Row
  index: number
  problem: string | undefined
  put: (text: string) => boolean
}
const Cell = <Row,>({ column, row, index, problem, put }: CellProps<Row>) => {
  const styles = useStyles()
  const [typed, setTyped] = useState<string | null>(null)
  const text = column.text(row)
  const number = column.decimal && { style: { minWidth: numberEnd(column) } }
  if (text === null)
    return (
      <span {...number} className={mergeClasses(styles.none, column.barred && styles.text, number && styles.number)}>
        —
      </span>
    )
  // What cannot be typed is text as any other: a field of it would be grey.
  if (column.barred)
    return (
      <span {...number} className={mergeClasses(styles.text, number && styles.number)} title={problem}>
        {(column.options ? column.options.find((o) => o.value === text)?.label : text) || (column.placeholder ?? '—')}
      </span>
    )
  const common = {
    size: 'small',
    style: { width: column.width, minWidth: 0 },
    'aria-label': column.label(row, index),
    'aria-description': problem,
    title: problem,
  } as const
  if (column.options)
    return (
      <Select {...common} value={text} onChange={(_, d) => put(d.value)}>
        {column.options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.label}
          </option>
        ))}
      </Select>
    )
  const refused = typed !== null && putCell(column, row, typed) === null
  return (
    <Input
      {...common}
      aria-invalid={refused || problem !== undefined}
      inputMode={column.decimal ? 'decimal' : undefined}
      input={column.decimal ? { style: { textAlign: 'right' } } : {}}
      placeholder={column.placeholder}
      maxLength={column.maxLength}
      value={typed ?? text}
      onChange={(_, d) => setTyped(!put(d.value) || column.decimal ? d.value : null)}
      onBlur={() => {
        if (refused) toast('warning', notTaken(column, row, index, typed), { ms: 6000 })
        setTyped(null)
      }}
    />
  )
}

const Note = ({ of }: { of: { text: string; title: string } | null }) => {
  const styles = useStyles()
  return (
    <span className={styles.note} {...(of && of.title !== of.text ? { title: of.title } : {})}>
      {of?.text}
    </span>
  )
}

type RowProps<Row> = {
  row: Row
  index: number
  name: string
  columns: readonly GridColumn<Row>[]
  problems: readonly GridProblem[] | undefined
  onPut: (index: number, column: GridColumn<Row>, text: string) => boolean
  onMove?: ((index: number, by: -1 | 1) => void) | undefined
  onRemove?: ((index: number) => void) | undefined
}
const GridRow = memo(<Row,>(props: RowProps<Row>) => {
  const styles = useStyles()
  const { row, index, name, columns, problems = [], onMove, onRemove } = props
  const whole = problems.some((p) => p.column === undefined)
  return (
    <tr>
      {columns.map((column, at) => {
        const problem = problems.find((p) => p.column === column.key)?.text
        return (
          <td
            key={column.key}
            data-cell={`${index}:${at}`}
            className={mergeClasses(
              styles.cell,
              column.note && styles.noted,
              (whole || problem !== undefined) && styles.wrong,
            )}
          >
            <Cell
              column={column}
              row={row}
              index={index}
              problem={problem}
              put={(text) => props.onPut(index, column, text)}
            />
            {column.note && <Note of={column.note(row)} />}
          </td>
        )
      })}
      {(onMove ?? onRemove) && (
        <td className={mergeClasses(styles.cell, styles.tools, whole && styles.wrong)}>
          {onMove &&
            ([-1, 1] as const).map((by) => (
              <Button
                key={by}
                size="small"
                appearance="subtle"
                icon={by < 0 ? <ArrowUp20Regular /> : <ArrowDown20Regular />}
                aria-label={`${name}${by < 0 ? '上移' : '下移'}`}
                onClick={() => onMove(index, by)}
              />
            ))}
          {onRemove && (
            <Button
              size="small"
              appearance="subtle"
              icon={<Delete20Regular />}
              aria-label={`${name}删除`}
              onClick={() => onRemove(index)}
            />
          )}
        </td>
      )}
    </tr>
  )
}) as <Row>(props: RowProps<Row>) => React.ReactNode

type Props<Row> = {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** What a row is called in the names of its buttons. */
  rowName: (row: Row) => string
  /** The same from render to render: a change of one row draws that row alone. */
  columns: readonly GridColumn<Row>[]
  problems?: readonly GridProblem[]
  onRow: (index: number, row: Row) => void
  /** Many at once: one paste is one change, which is taken back as one. */
  onRows: (rows: readonly Row[]) => void
  onMove?: ((index: number, by: -1 | 1) => void) | undefined
  onRemove?: ((index: number) => void) | undefined
}

/**
 * A table that is typed in: Enter and the arrows go up and down a column, what a spreadsheet copied is pasted over cells
 * from the one that is left, and each cell says what is wrong with it.
 */
export const EditableGrid = <Row,>(props: Props<Row>) => {
  const styles = useStyles()
  const table = useRef<HTMLTableElement>(null)
  const { rows, columns, onMove, onRemove } = props
  const latest = useLatest(props)
  const onPut = useCallback(
    (index: number, column: GridColumn<Row>, text: string): boolean => {
      const next = putCell(column, latest.current.rows[index]!, text)
      if (next !== null) latest.current.onRow(index, next)
      return next !== null
    },
    [latest],
  )
  const wrong = useMemo(() => Map.groupBy(props.problems ?? [], (p) => p.row), [props.problems])
  const placeOf = (target: EventTarget): { row: number; column: number } | null => {
    const at = (target as Element).closest('[data-cell]')?.getAttribute('data-cell')?.split(':').map(Number)
    return at ? { row: at[0]!, column: at[1]! } : null
  }
  const paste = (e: ClipboardEvent): void => {
    const at = placeOf(e.target)
    const text = e.clipboardData.getData('text/plain')
    // A single piece of text is the cell's own matter.
    if (!at || !/[\t\n]/.test(text.trimEnd())) return
    e.preventDefault()
    const pasted = pasteAt(rows, columns, at, text)
    props.onRows(pasted.rows)
    const said = pasteText(pasted)
    if (said) toast('info', said, { ms: 6000 })
  }
  const move = (e: KeyboardEvent): void => {
    const by = e.key === 'ArrowUp' ? -1 : e.key === 'ArrowDown' || e.key === 'Enter' ? 1 : 0
    const at = placeOf(e.target)
    // In a choice the arrows choose, and Enter opens it.
    if (by === 0 || !at || !(e.target instanceof HTMLInputElement) || e.nativeEvent.isComposing) return
    e.preventDefault()
    for (let row = at.row + by; row >= 0 && row < rows.length; row += by) {
      const next = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}:${at.column}"] input:enabled`)
      if (!next) continue
      next.focus()
      next.select()
      return
    }
  }
  return (
    <div className={styles.box} role="region" aria-label={props.label} tabIndex={0}>
      <table ref={table} className={styles.table} onPaste={paste} onKeyDown={move}>
        <thead>
          <tr>
            {columns.map((c) => (
              <th key={c.key} className={styles.th} scope="col">
                {c.decimal ? (
                  <span className={styles.number} style={{ minWidth: numberEnd(c) - inset }}>
                    {c.name}
                  </span>
                ) : (
                  c.name
                )}
              </th>
            ))}
            {(onMove ?? onRemove) && (
              <th className={mergeClasses(styles.th, styles.tools)} scope="col">
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <GridRow
              key={props.rowKey(row)}
              row={row}
              index={index}
              name={props.rowName(row)}
              columns={columns}
              problems={wrong.get(props.rowKey(row))}
              onPut={onPut}
              onMove={onMove}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
