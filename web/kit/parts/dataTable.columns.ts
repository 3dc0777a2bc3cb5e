/** What a table needs to know of a column: its name in words, how wide it is, and where it stays while others scroll. */
import type { CSSProperties } from 'react'
import { trueMinus } from '#shared/kit/score.ts'
import type { Column } from '../screens/screen.types.ts'

/** A cell may draw what has no words. */
export const isNothing = <Row>(c: Column<Row>, row: Row): boolean => {
  const value = c.value(row)
  return value === null || value === undefined || value === '—' || (value === '' && !c.cell)
}
/** What is counted stands in the head alone: on a card the number says as much without it. */
const counted = new Set(['份', '人', '题', '页', '个', '次', '张', '科', '名', '所', '分'])
export const nameOf = <Row>({ name, unit, group = '' }: Column<Row>): string =>
  `${group}${name}${unit && !counted.has(unit) ? `（${unit}）` : ''}`
/** Where a cell stands on a card. */
export const placeOf = <Row>({ lead }: Column<Row>, i: number): 'head' | 'lead' | undefined =>
  i === 0 ? 'head' : lead ? 'lead' : undefined
/** The widest column whose width does not follow from what it says: a time, progress. */
const widest = 144
/**
 * Only text grows, and only as far as it says something: a wish for more room than `widest` is none. What stays in sight
 * keeps its width, since the next one stands after it.
 */
export const widthOf = <Row>({ width, number, frozen }: Column<Row>) => {
  if (width && frozen) return { minWidth: width, width, maxWidth: width, boxSizing: 'border-box' as const }
  const wished = Math.min(width ?? (number ? 72 : 80), widest)
  return width || !number ? { minWidth: wished, ...(width ? { width: wished } : {}) } : { width: wished }
}
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

const plain = /^[-−]?\d+(?:\.(\d+))?$/
const decimalsOf = (shown: unknown): number =>
  typeof shown === 'string' || typeof shown === 'number' ? (plain.exec(String(shown))?.[1]?.length ?? 0) : 0

/** How many decimals the numbers of each column have: as many as the one that needs most, so that points stand under points. */
export const decimalsIn = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): ReadonlyMap<string, number> =>
  new Map(
    columns.flatMap((c): [string, number][] => {
      if (!c.number || c.cell) return []
      const most = rows.reduce((n, row) => Math.max(n, decimalsOf(c.value(row))), 0)
      return most > 0 ? [[c.key, most]] : []
    }),
  )

/** A number with a true minus and so many decimals; anything else as it is. */
export const evenly = <V>(shown: V, decimals: number | undefined): V | string => {
  if (typeof shown !== 'string' && typeof shown !== 'number') return shown
  const text = trueMinus(String(shown))
  if (!decimals || !plain.test(text)) return typeof shown === 'string' || shown < 0 ? text : shown
  const own = decimalsOf(text)
  return own >= decimals ? text : `${text}${own === 0 ? '.' : ''}${'0'.repeat(decimals - own)}`
}
