import type { Distribution } from './describe.ts'

/** Thresholds: shares of the full mark, or the scores that reach them. */
export interface RateThresholds {
  excellent: number
  good: number
  pass: number
  low: number
}

export interface Rate {
  count: number
  /** Share of the present candidates; null without one. */
  rate: number | null
}

export interface Rates {
  excellent: Rate
  good: Rate
  pass: Rate
  low: Rate
}

/** Weights of the parts of a composite; a negative one subtracts (as one does with the low rate). */
export interface CompositeWeights {
  mean: number
  excellent: number
  good: number
  pass: number
  low: number
}

/**
 * score / full ≥ share. Divided, not multiplied: one correctly rounded division meets the literal share exactly,
 * where 0.55 × 10000 would be 5500.000000000001 and fail a student who is on the line.
 */
const reaches = (score: number, full: number, share: number): boolean => score / full >= share

/** The lowest whole score that reaches a share: students with it or more do, and none below. */
export const lineOf = (full: number, share: number): number => {
  let line = Math.ceil(share * full)
  while (reaches(line - 1, full, share)) line--
  while (!reaches(line, full, share)) line++
  return line
}

/** The lowest whole score that reaches each share of a full mark: thousands of classes are counted by the same lines. */
export const rateLines = (full: number, { excellent, good, pass, low }: RateThresholds): RateThresholds => ({
  excellent: lineOf(full, excellent),
  good: lineOf(full, good),
  pass: lineOf(full, pass),
  low: lineOf(full, low),
})

/** 优秀率, 良好率, 及格率 at or above their lines, 低分率 below its own, over the present candidates. */
export const ratesOf = (d: Distribution, lines: RateThresholds): Rates => {
  const { excellent, good, pass, low } = lines
  let [above, well, passed, below] = [0, 0, 0, 0]
  for (let i = 0; i < d.values.length; i++) {
    const value = d.values[i]!
    const count = d.counts[i]!
    if (value >= excellent) above += count
    if (value >= good) well += count
    if (value >= pass) passed += count
    if (value < low) below += count
  }
  const rate = (count: number): Rate => ({ count, rate: d.n ? count / d.n : null })
  return { excellent: rate(above), good: rate(well), pass: rate(passed), low: rate(below) }
}

/** Weighted sum of the score rate and the four rates (一分四率), each in per cent; null without a student. */
export const compositeOf = (
  mean: number | null,
  full: number,
  rates: Rates,
  weights: CompositeWeights,
): number | null => {
  if (mean === null) return null
  const part = (rate: Rate) => 100 * (rate.rate ?? 0)
  return (
    weights.mean * ((100 * mean) / full) +
    weights.excellent * part(rates.excellent) +
    weights.good * part(rates.good) +
    weights.pass * part(rates.pass) +
    weights.low * part(rates.low)
  )
}
