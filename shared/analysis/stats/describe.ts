import { centred, exact, ratio } from './exact.ts'

/** A column of integer scores (hundredths of a point); who is absent stands in a mask beside it, never in the values. */
export type Column = Int32Array | Float64Array

/** Distinct values ascending with their counts; n = Σ counts. What order the students came in is gone. */
export interface Distribution {
  n: number
  values: number[]
  counts: number[]
}

/** n, Σx and Σx²: integers, so they add across shards without rounding. */
export interface Moments {
  n: number
  sum: number
  squares: number
}

/** Which divisor: 'population' is σ (÷ n), 'sample' is s (÷ n−1). */
export type Deviation = 'population' | 'sample'

export interface BoxPlot {
  min: number
  q1: number
  median: number
  q3: number
  max: number
  lowerWhisker: number
  upperWhisker: number
  outliers: { value: number; count: number }[]
}

/** The distribution of the present (mask 1) values of a column, or of all of them without a mask. O(n log n). */
export const distributionOf = (column: Column, present?: Uint8Array): Distribution => {
  let distinct = 0
  const sorted = column.slice()
  for (let i = 0; i < column.length; i++) if (!present || present[i]) sorted[distinct++] = column[i]!
  const used = sorted.subarray(0, distinct).sort()
  const values: number[] = []
  const counts: number[] = []
  for (const value of used) {
    if (values.length && values[values.length - 1] === value) counts[counts.length - 1]!++
    else {
      values.push(exact(value, 'a score'))
      counts.push(1)
    }
  }
  return { n: distinct, values, counts }
}

/** Adds distributions up; the result equals the distribution of all rows together. */
export const mergeDistributions = (parts: readonly Distribution[]): Distribution => {
  const sums = new Map<number, number>()
  for (const part of parts) part.values.forEach((value, i) => sums.set(value, (sums.get(value) ?? 0) + part.counts[i]!))
  const values = [...sums.keys()].sort((a, b) => a - b)
  return { n: parts.reduce((n, part) => n + part.n, 0), values, counts: values.map((value) => sums.get(value)!) }
}

/** Exact integer moments; throws RangeError when Σx² passes 2^53. */
export const momentsOf = (d: Distribution): Moments => {
  let sum = 0
  let squares = 0
  for (let i = 0; i < d.values.length; i++) {
    const weighed = d.values[i]! * d.counts[i]!
    sum += weighed
    squares += d.values[i]! * weighed
  }
  return { n: d.n, sum: exact(sum, 'a sum'), squares: exact(squares, 'a sum of squares') }
}

/** Mean; null without a student. */
export const meanOf = (m: Moments): number | null => (m.n ? m.sum / m.n : null)

/** Variance by (n·Σx² − (Σx)²) / n² or / n(n−1); null where the divisor is 0. */
export const varianceOf = (m: Moments, deviation: Deviation): number | null => {
  const divisor = m.n * (deviation === 'population' ? m.n : m.n - 1)
  if (divisor <= 0) return null
  const own = m.n * m.squares
  // A class's sums are small enough for doubles, which are then as exact and a hundred times as quick. (Σx)² ≤ n·Σx².
  if (own <= Number.MAX_SAFE_INTEGER && divisor <= Number.MAX_SAFE_INTEGER) return (own - m.sum * m.sum) / divisor
  const n = BigInt(m.n)
  return ratio(centred(m.n, m.squares, m.sum, m.sum), deviation === 'population' ? n * n : n * (n - 1n))
}

/** Standard deviation, the square root of `varianceOf`. */
export const deviationOf = (m: Moments, deviation: Deviation): number | null => {
  const variance = varianceOf(m, deviation)
  return variance === null ? null : Math.sqrt(variance)
}

/** The value at a place (0-based) of the sorted column. */
const valueAt = (d: Distribution, place: number): number => {
  let seen = 0
  for (let i = 0; i < d.values.length; i++) {
    seen += d.counts[i]!
    if (place < seen) return d.values[i]!
  }
  throw new RangeError(`no place ${place} among ${d.n}`)
}

/** Quantile by linear interpolation at (n−1)·p: R's type 7 (Hyndman & Fan 1996); null without a student. */
export const quantileOf = (d: Distribution, p: number): number | null => {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a quantile is asked for in [0, 1], not ${p}`)
  if (!d.n) return null
  const place = (d.n - 1) * p
  const low = Math.floor(place)
  const below = valueAt(d, low)
  return place === low ? below : below + (place - low) * (valueAt(d, low + 1) - below)
}

/** Box plot: type-7 quartiles, whiskers to the furthest value within 1.5 IQR, everything beyond listed with its count. */
export const boxPlotOf = (d: Distribution): BoxPlot | null => {
  const [q1, median, q3] = [quantileOf(d, 0.25), quantileOf(d, 0.5), quantileOf(d, 0.75)]
  if (q1 === null || median === null || q3 === null) return null
  const reach = 1.5 * (q3 - q1)
  let [low, high] = [0, d.values.length - 1]
  while (d.values[low]! < q1 - reach) low++
  while (d.values[high]! > q3 + reach) high--
  const outliers: BoxPlot['outliers'] = []
  for (let i = 0; i < d.values.length; i++)
    if (i < low || i > high) outliers.push({ value: d.values[i]!, count: d.counts[i]! })
  return {
    min: d.values[0]!,
    q1,
    median,
    q3,
    max: d.values[d.values.length - 1]!,
    lowerWhisker: d.values[low]!,
    upperWhisker: d.values[high]!,
    outliers,
  }
}

/** How many score at or above a line (any real number of hundredths). */
export const countAtLeast = (d: Distribution, line: number): number => {
  let count = 0
  for (let i = d.values.length - 1; i >= 0 && d.values[i]! >= line; i--) count += d.counts[i]!
  return count
}
