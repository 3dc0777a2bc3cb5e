/**
 * What a change set moves, from one sufficient statistic: how many candidates go from which total to which. Pairs of
 * shards add up in any order, and ranks, bands and published figures before and after follow from them exactly. Pure.
 */
import type { RateThresholds } from '../stats/rates.ts'
import { rateLines } from '../stats/rates.ts'

/** So many candidates go from one total to another; null: no total. */
export type TotalPair = readonly [before: number | null, after: number | null, n: number]

const keyOf = (before: number | null, after: number | null): string => `${before ?? ''}>${after ?? ''}`
const order = (a: number | null, b: number | null): number => (a ?? -1) - (b ?? -1)

/** Adds pairs up, in one order, however they came in. */
export const mergePairs = (pairs: Iterable<TotalPair>): TotalPair[] => {
  const sums = new Map<string, [number | null, number | null, number]>()
  for (const [before, after, n] of pairs) {
    const there = sums.get(keyOf(before, after))
    if (there) there[2] += n
    else sums.set(keyOf(before, after), [before, after, n])
  }
  return [...sums.values()].sort((a, b) => order(a[0], b[0]) || order(a[1], b[1]))
}

/** Totals, each with its place: one more than there are above it. */
export type Places = { readonly n: number; placeOf: (total: number) => number }

/** Places of one side of the pairs. */
export const placesOf = (pairs: readonly TotalPair[], side: 0 | 1): Places => {
  const counts = new Map<number, number>()
  for (const pair of pairs) {
    const total = pair[side]
    if (total !== null) counts.set(total, (counts.get(total) ?? 0) + pair[2])
  }
  const places = new Map<number, number>()
  let above = 0
  for (const total of [...counts.keys()].sort((a, b) => b - a)) {
    places.set(total, above + 1)
    above += counts.get(total)!
  }
  return { n: above, placeOf: (total) => places.get(total)! }
}

export const bandNames = { excellent: '优秀', good: '良好', pass: '及格', low: '低分' } as const
export type Band = keyof typeof bandNames
export const bands = Object.keys(bandNames) as Band[]

export type Figures = {
  present: number
  sum: number
  highest: number | null
  lowest: number | null
  bands: Record<Band, number>
}
export type Passed = { total: number; placeBefore: number; placeAfter: number; n: number }
export type Moved = {
  before: Figures
  after: Figures
  /** Candidates whose place among all is another. */
  placeMoved: number
  /** Of them, whose own score stays while others go past: by total, highest first. It grows with the totals there can be. */
  passed: Passed[]
  /** Candidates who come over a line, and who fall below it; of the low band, who leave it and who come into it. */
  lines: Record<Band, { up: number; down: number }>
}

/** Everything that the pairs say, by the shares that the paper's reports count by. */
export const movedOf = (
  pairs: readonly TotalPair[],
  full: { before: number; after: number },
  shares: RateThresholds,
): Moved => {
  const lines = [rateLines(full.before, shares), rateLines(full.after, shares)] as const
  const places = [placesOf(pairs, 0), placesOf(pairs, 1)] as const
  const empty = (): Figures => ({
    present: 0,
    sum: 0,
    highest: null,
    lowest: null,
    bands: { excellent: 0, good: 0, pass: 0, low: 0 },
  })
  const figures = [empty(), empty()] as const
  const passed: Passed[] = []
  const moved: Moved = {
    before: figures[0],
    after: figures[1],
    placeMoved: 0,
    passed,
    lines: {
      excellent: { up: 0, down: 0 },
      good: { up: 0, down: 0 },
      pass: { up: 0, down: 0 },
      low: { up: 0, down: 0 },
    },
  }
  const isIn = (side: 0 | 1, band: Band, total: number | null): boolean =>
    total !== null && (band === 'low' ? total < lines[side].low : total >= lines[side][band])
  const add = (side: 0 | 1, total: number, n: number): void => {
    const of = figures[side]
    of.present += n
    of.sum += total * n
    of.highest = Math.max(of.highest ?? total, total)
    of.lowest = Math.min(of.lowest ?? total, total)
    for (const band of bands) if (isIn(side, band, total)) of.bands[band] += n
  }
  for (const [before, after, n] of pairs) {
    if (before !== null) add(0, before, n)
    if (after !== null) add(1, after, n)
    const [was, is] = [
      before === null ? null : places[0].placeOf(before),
      after === null ? null : places[1].placeOf(after),
    ]
    if (was !== is) moved.placeMoved += n
    if (was !== is && was !== null && is !== null && before !== null && before === after)
      passed.push({ total: before, placeBefore: was, placeAfter: is, n })
    for (const band of bands) {
      const [in0, in1] = [isIn(0, band, before), isIn(1, band, after)]
      if (in0 === in1) continue
      // Of the low band it is better to be out.
      if (in1 !== (band === 'low')) moved.lines[band].up += n
      else moved.lines[band].down += n
    }
  }
  passed.sort((a, b) => b.total - a.total)
  return moved
}
