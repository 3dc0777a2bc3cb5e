/** What a table needs to know of a column: its name in words, how wide it is, and where it stays while others scroll. */
import type { CSSProperties } from 'react'
import type { Column } from '../screens/screen.types.ts'

/** A cell may draw what has no words. */
export const isNothing = <Row>(c: Column<Row>, row: Row): boolean => {
  const value = c.value(row)
  return value === null || value === undefined || value === '—' || (value === '' && !c.cell)
}
export const nameOf = <Row>({ name, unit, group = '' }: Column<Row>): string =>
  `${group}${name}${unit ? `（${unit}）` : ''}`
/** Only text grows; what stays in sight keeps its width, since the next one stands after it. */
export const widthOf = <Row>({ width, number, frozen }: Column<Row>) =>
  width
    ? { minWidth: width, width, ...(frozen ? { maxWidth: width, boxSizing: 'border-box' as const } : {}) }
    : number
      ? { width: 72 }
      : undefined
/** Where a column besides the first stays when the others scroll: after those before it, which must be as sure of their width. */
export const leftOf = <Row>(
  columns: readonly Column<Row>[],
  i: number,
  choosing: boolean,
): CSSProperties | undefined => {
  const before = columns.slice(0, i)
  if (i === 0 || ![...before, columns[i]!].every((c) => c.frozen && c.width)) return undefined
  const left = before.reduce((sum, c) => sum + c.width!, choosing ? tickWidth : 0)
  return { '--left': `${left}px` } as CSSProperties
}
const tickWidth = 40

/** A list of so few columns does not spread over the window: no column is much wider than what it says. */
export const sparse = 5
