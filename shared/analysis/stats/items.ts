import { momentsOf } from './describe.ts'
import { centred, correlation, exact, ratio } from './exact.ts'
import type { ScoreTable } from './shard.ts'

/** Difficulty bands, half-open on the unrounded P: the first whose `from` is reached. */
export const DIFFICULTY_BANDS = [
  { name: '容易', from: 0.855 },
  { name: '较易', from: 0.705 },
  { name: '中等', from: 0.555 },
  { name: '较难', from: 0.405 },
  { name: '难', from: 0.255 },
  { name: '很难', from: 0 },
] as const

/** Discrimination bands: the first whose `from` is reached. */
export const DISCRIMINATION_BANDS = [
  { name: '很好', from: 0.4 },
  { name: '良好', from: 0.3 },
  { name: '尚可', from: 0.2 },
  { name: '较差', from: -Infinity },
] as const

export type DifficultyBand = (typeof DIFFICULTY_BANDS)[number]['name']
export type DiscriminationBand = (typeof DISCRIMINATION_BANDS)[number]['name']

/** The band of an unrounded P in [0, 1]; null without a P. */
export const difficultyBand = (p: number | null): DifficultyBand | null =>
  p === null ? null : DIFFICULTY_BANDS.find((band) => p >= band.from)!.name

/** The band of an unrounded D in [−1, 1]; null without a D. */
export const discriminationBand = (d: number | null): DiscriminationBand | null =>
  d === null ? null : DISCRIMINATION_BANDS.find((band) => d >= band.from)!.name

/** Size of the upper and of the lower group: ⌊share·n + 0.5⌋, the share in whole hundredths of a per cent. */
export const groupSize = (n: number, share = 0.27): number =>
  Math.floor((2 * Math.round(share * 10000) * n + 10000) / 20000)

/**
 * The table of those who chose an optional item, with that item alone: what is said of it is said of them. `taken` are
 * they by distinct total.
 */
export const tableOfTakers = (table: ScoreTable, item: number, taken: readonly number[]): ScoreTable => {
  const k = table.itemSquares.length
  const slots = [...taken.keys()].filter((slot) => taken[slot]! > 0)
  return {
    n: taken.reduce((a, b) => a + b, 0),
    values: slots.map((slot) => table.values[slot]!),
    counts: slots.map((slot) => taken[slot]!),
    itemSums: slots.map((slot) => table.itemSums[slot * k + item]!),
    itemSquares: [table.itemSquares[item]!],
    halfSquares: [0, 0],
  }
}

export interface ItemSums {
  sum: number
  squares: number
  /** Σ(item · total). */
  withTotal: number
}

/** Exact sums of one item (0-based column of the table). */
export const itemSumsOf = (table: ScoreTable, item: number): ItemSums => {
  const k = table.itemSquares.length
  let [sum, withTotal] = [0, 0]
  table.values.forEach((total, slot) => {
    const part = table.itemSums[slot * k + item]!
    sum += part
    withTotal += total * part
  })
  return { sum, squares: table.itemSquares[item]!, withTotal: exact(withTotal, 'a sum of products') }
}

/** Σ of an item over one end of the cohort as a fraction: whole totals, and the boundary total counted for its share. */
const groupSum = (
  table: ScoreTable,
  sumAt: (slot: number) => number,
  size: number,
  top: boolean,
): { num: bigint; den: bigint } => {
  let left = size
  let whole = 0
  const slots = table.values.length
  for (let step = 0; step < slots; step++) {
    const slot = top ? slots - 1 - step : step
    const count = table.counts[slot]!
    if (count >= left) {
      const den = BigInt(count)
      return { num: BigInt(whole) * den + BigInt(left) * BigInt(sumAt(slot)), den }
    }
    whole += sumAt(slot)
    left -= count
  }
  throw new RangeError(`a group of ${size} among ${table.n}`)
}

const groupDifference = (table: ScoreTable, sumAt: (slot: number) => number, full: number, share: number) => {
  const size = groupSize(table.n, share)
  if (!size) return null
  const high = groupSum(table, sumAt, size, true)
  const low = groupSum(table, sumAt, size, false)
  return ratio(high.num * low.den - low.num * high.den, high.den * low.den * BigInt(size) * BigInt(full))
}

/**
 * D of an item = (mean_H − mean_L)/W over the upper and lower groups by total. Students tied at a cut count
 * fractionally, so no sort order matters. null when the cohort is too small for a group.
 */
export const discriminationOf = (table: ScoreTable, item: number, full: number, share = 0.27): number | null => {
  const k = table.itemSquares.length
  return groupDifference(table, (slot) => table.itemSums[slot * k + item]!, full, share)
}

/** D of the whole paper: the same groups, the totals themselves. */
export const paperDiscrimination = (table: ScoreTable, full: number, share = 0.27): number | null =>
  groupDifference(table, (slot) => table.values[slot]! * table.counts[slot]!, full, share)

export interface ItemCorrelations {
  /** Pearson(item, total). */
  pointBiserial: number | null
  /** Pearson(item, total − item). */
  itemRest: number | null
}

/** Both correlations of an item; null where a side does not vary. */
export const correlationsOf = (table: ScoreTable, item: number): ItemCorrelations => {
  const total = momentsOf(table)
  const { sum, squares, withTotal } = itemSumsOf(table, item)
  const xx = centred(table.n, squares, sum, sum)
  const tt = centred(table.n, total.squares, total.sum, total.sum)
  const xt = centred(table.n, withTotal, sum, total.sum)
  return {
    pointBiserial: correlation(xt, xx, tt),
    // Cov(x, t−x) = Cov(x,t) − Var(x); Var(t−x) = Var(t) − 2·Cov(x,t) + Var(x).
    itemRest: correlation(xt - xx, xx, tt - 2n * xt + xx),
  }
}
