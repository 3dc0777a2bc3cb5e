/** Marks are integer hundredths; two columns of the same length are two marks of the same answers. */
export type Marks = Int32Array | Float64Array | readonly number[]

const pairs = (a: Marks, b: Marks): number => {
  if (a.length !== b.length) throw new RangeError(`${a.length} marks against ${b.length}`)
  return a.length
}

const share = (part: number, whole: number): number | null => (whole ? part / whole : null)

const countApart = (a: Marks, b: Marks, tolerance: number): number => {
  const n = pairs(a, b)
  let apart = 0
  for (let i = 0; i < n; i++) if (Math.abs(a[i]! - b[i]!) > tolerance) apart++
  return apart
}

/** Double-mark difference rate: #(|a−b| > tolerance) / #pairs. */
export const differenceRate = (a: Marks, b: Marks, tolerance: number): number | null =>
  share(countApart(a, b, tolerance), a.length)

/** Self- or expert consistency: #(|re-mark − first| ≤ tolerance) / #re-marks. */
export const consistencyRate = (first: Marks, again: Marks, tolerance: number): number | null =>
  share(first.length - countApart(first, again, tolerance), first.length)

/** Arbitration rate: answers that went to the final tier / double-marked answers. */
export const arbitrationRate = (final: number, marked: number): number | null => share(final, marked)

/** 三评率: sent to a third / (closed in two + sent to a third). */
export const thirdMarkRate = (closedInTwo: number, sentToThird: number): number | null =>
  share(sentToThird, closedInTwo + sentToThird)

/** Cohen's κ = (p_o − p_e)/(1 − p_e); null without pairs or where both give one and the same mark throughout. */
export const cohenKappa = (a: Marks, b: Marks): number | null => {
  const n = pairs(a, b)
  const counts = new Map<number, [number, number]>()
  let agreed = 0
  for (let i = 0; i < n; i++) {
    const [x, y] = [a[i]!, b[i]!]
    if (x === y) agreed++
    const left = counts.get(x) ?? [0, 0]
    left[0]++
    counts.set(x, left)
    const right = counts.get(y) ?? [0, 0]
    right[1]++
    counts.set(y, right)
  }
  let chance = 0
  for (const [x, y] of counts.values()) chance += x * y
  // Both shares times n².
  const rest = n * n - chance
  return rest ? (agreed * n - chance) / rest : null
}

/**
 * κ with squared-difference weights: 1 − Σ(a−b)²/n ÷ ΣΣ(aᵢ−bⱼ)²/n². The expectation has a closed form,
 * Σa²/n + Σb²/n − 2·ā·b̄, so no table of categories is needed; marks are taken as numbers, not as ranks.
 */
export const squaredKappa = (a: Marks, b: Marks): number | null => {
  const n = pairs(a, b)
  let [apart, sumA, sumB, squares] = [0, 0, 0, 0]
  for (let i = 0; i < n; i++) {
    const [x, y] = [a[i]!, b[i]!]
    apart += (x - y) ** 2
    sumA += x
    sumB += y
    squares += x * x + y * y
  }
  const expected = n * squares - 2 * sumA * sumB
  return expected ? 1 - (n * apart) / expected : null
}

/**
 * ICC(2,1), absolute agreement of single ratings by random raters (Shrout & Fleiss 1979, case 2):
 * (BMS − EMS) / (BMS + (k−1)·EMS + k·(JMS − EMS)/n). Rows are answers, columns raters; null where it is undefined.
 */
export const icc21 = (ratings: readonly (readonly number[])[]): number | null => {
  const n = ratings.length
  const k = ratings[0]?.length ?? 0
  if (ratings.some((row) => row.length !== k)) throw new RangeError('each answer needs a mark of each rater')
  if (n < 2 || k < 2) return null
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const rows = ratings.map(sum)
  const columns = ratings[0]!.map((_, column) => sum(ratings.map((row) => row[column]!)))
  const all = sum(rows)
  const square = (values: readonly number[]) => sum(values.map((value) => value * value))
  // Sums of squares about the mean, each times n·k so that integers stay integers.
  const total = n * k * sum(ratings.map(square)) - all * all
  const between = n * square(rows) - all * all
  const judges = k * square(columns) - all * all
  const bms = between / (n - 1)
  const jms = judges / (k - 1)
  const ems = (total - between - judges) / ((n - 1) * (k - 1))
  const den = bms + (k - 1) * ems + (k * (jms - ems)) / n
  return den ? (bms - ems) / den : null
}

export interface DriftPoint {
  /** Index of the last mark in the window. */
  at: number
  rollingMean: number
  /** (rolling mean − group mean) / (group σ / √window). */
  z: number
  out: boolean
}

/**
 * A marker's drift on a control chart: the mean of each window of consecutive marks against the group's mean, over its
 * standard error; `out` beyond ±limit. Empty for fewer marks than a window or a group in which no mark differs.
 */
export const driftOf = (
  marks: Marks,
  group: { mean: number; deviation: number },
  window: number,
  limit = 3,
): DriftPoint[] => {
  if (!Number.isInteger(window) || window < 1) throw new RangeError(`a window of ${window} marks`)
  if (!(group.deviation > 0)) return []
  const points: DriftPoint[] = []
  let sum = 0
  for (let at = 0; at < marks.length; at++) {
    sum += marks[at]!
    if (at >= window) sum -= marks[at - window]!
    if (at < window - 1) continue
    const rollingMean = sum / window
    const z = ((rollingMean - group.mean) * Math.sqrt(window)) / group.deviation
    points.push({ at, rollingMean, z, out: Math.abs(z) > limit })
  }
  return points
}
