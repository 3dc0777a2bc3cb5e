import type { Distribution } from './describe.ts'

/** Thresholds as shares of the full mark. */
export interface RateThresholds {
  excellent: number
  good: number
  pass: number
  low: number
}

export interface Rate {
  count: number
  /** Share of the present candidates; null without anyone. */
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
export const reaches = (score: number, full: number, share: number): boolean => score / full >= share

const rateOf = (d: Distribution, holds: (score: number) => boolean): Rate => {
  let count = 0
  for (let i = 0; i < d.values.length; i++) if (holds(d.values[i]!)) count += d.counts[i]!
  return { count, rate: d.n ? count / d.n : null }
}

/** 优秀率, 良好率, 及格率 at or above their shares, 低分率 below its own, over the present candidates. */
export const ratesOf = (d: Distribution, full: number, shares: RateThresholds): Rates => ({
  excellent: rateOf(d, (score) => reaches(score, full, shares.excellent)),
  good: rateOf(d, (score) => reaches(score, full, shares.good)),
  pass: rateOf(d, (score) => reaches(score, full, shares.pass)),
  low: rateOf(d, (score) => !reaches(score, full, shares.low)),
})

/** Weighted sum of the score rate and the four rates (一分四率), each in per cent; null without anyone. */
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
