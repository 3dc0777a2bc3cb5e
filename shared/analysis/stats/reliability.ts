import { deviationOf, momentsOf, varianceOf } from './describe.ts'
import { centred, correlation, ratio } from './exact.ts'
import { itemSumsOf } from './items.ts'
import type { halvesOf, ScoreTable } from './shard.ts'

export interface SplitHalf {
  /** Pearson(odd half, even half). */
  r: number | null
  /** 2r/(1+r). */
  spearmanBrown: number | null
  /** Guttman/Flanagan 2(1 − (σ_A²+σ_B²)/σ_X²). */
  guttman: number | null
}

/** k/(k−1)·(1 − parts/whole); parts and whole are n² times variances. null for one item or no spread. */
const alphaFrom = (k: number, parts: bigint, whole: bigint): number | null =>
  k < 2 || whole <= 0n ? null : ratio(BigInt(k) * (whole - parts), BigInt(k - 1) * whole)

/** Items that together are one part of the paper: of optional ones a student has only some. */
export type Together = { columns: readonly number[]; squares: number }

/** Every part of the paper by itself: an item, or a group of optional items, and which columns it holds. */
const variances = (table: ScoreTable, groups: readonly Together[]) => {
  const total = momentsOf(table)
  const inGroup = new Set(groups.flatMap((g) => g.columns))
  const single = table.itemSquares.flatMap((squares, item) => (inGroup.has(item) ? [] : [{ columns: [item], squares }]))
  const items = [...single, ...groups].map(({ columns, squares }) => {
    const sums = columns.map((item) => itemSumsOf(table, item))
    const sum = sums.reduce((n, s) => n + s.sum, 0)
    const withTotal = sums.reduce((n, s) => n + s.withTotal, 0)
    return {
      columns,
      own: centred(table.n, squares, sum, sum),
      withTotal: centred(table.n, withTotal, sum, total.sum),
    }
  })
  return {
    items,
    parts: items.reduce((sum, item) => sum + item.own, 0n),
    whole: centred(table.n, total.squares, total.sum, total.sum),
  }
}

/**
 * Cronbach α = k/(k−1)·(1 − Σσᵢ²/σ_X²). It is KR-20 when every item is 0 or 1. A group of optional items is one part: who
 * chose another one of it did not get nothing in this one.
 */
export const alphaOf = (table: ScoreTable, groups: readonly Together[] = []): number | null => {
  const { items, parts, whole } = variances(table, groups)
  return alphaFrom(items.length, parts, whole)
}

/** α of the paper without each item in turn (an optional one: without its group); null with fewer than three parts. */
export const alphasIfDeleted = (table: ScoreTable, groups: readonly Together[] = []): (number | null)[] => {
  const { items, parts, whole } = variances(table, groups)
  const found = new Array<number | null>(table.itemSquares.length).fill(null)
  for (const { columns, own, withTotal } of items) {
    // Var(t−x) = Var(t) − 2·Cov(x,t) + Var(x)
    const alpha = alphaFrom(items.length - 1, parts - own, whole - 2n * withTotal + own)
    for (const item of columns) found[item] = alpha
  }
  return found
}

/**
 * KR-21 = k/(k−1)·(1 − M(k−M)/(k·s²)) with M and s of the number of items right; s² is ÷ n−1, as in the published
 * figures. `full` is the common full mark of the items, each of which must be scored 0 or full.
 */
export const kr21Of = (table: ScoreTable, full: number): number | null => {
  const k = table.itemSquares.length
  const moments = momentsOf(table)
  const variance = varianceOf(moments, 'sample')
  if (k < 2 || !variance) return null
  const right = moments.sum / moments.n / full
  return (k / (k - 1)) * (1 - (right * (k - right)) / (k * (variance / full ** 2)))
}

/**
 * Odd-even split halves (1st, 3rd … against 2nd, 4th …) of the paper's parts in their order. A group of optional items is
 * one part, as in α: which of them a student chose must not move points from one half to the other.
 */
export const splitHalfOf = (table: ScoreTable, { first, parts }: ReturnType<typeof halvesOf>): SplitHalf => {
  const total = momentsOf(table)
  const odd = first.reduce((sum, isFirst, item) => sum + (isFirst ? itemSumsOf(table, item).sum : 0), 0)
  const even = total.sum - odd
  const aa = centred(table.n, table.halfSquares[0], odd, odd)
  const bb = centred(table.n, table.halfSquares[1], even, even)
  const whole = centred(table.n, total.squares, total.sum, total.sum)
  const r = correlation((whole - aa - bb) / 2n, aa, bb)
  return {
    r,
    spearmanBrown: r === null || r === -1 ? null : (2 * r) / (1 + r),
    guttman: parts < 2 || whole <= 0n ? null : ratio(2n * (whole - aa - bb), whole),
  }
}

/** Standard error of measurement s·√(1−α), s ÷ n−1, in hundredths; null without an α. */
export const semOf = (table: ScoreTable, alpha: number | null): number | null => {
  const s = deviationOf(momentsOf(table), 'sample')
  return s === null || alpha === null ? null : s * Math.sqrt(1 - alpha)
}
