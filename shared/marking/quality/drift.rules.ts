/**
 * Whether a marker's severity moves: what was given less what others give, mean by mean of `driftStep` marks one after the
 * other, on a control chart (Shewhart 1931; of raters Myford and Wolfe 2009). Hundredths. Pure.
 */
import { driftStep } from './quality.calls.ts'
import { noSums, spreadOf } from './quality.rules.ts'
import type { Given, Sums } from './quality.rules.ts'

/**
 * So many standard errors a mean may lie off: of a fair marker of four hundred answers a day, twenty points, one day in a
 * hundred has a point outside by chance.
 */
export const driftBy = 3.5

/** `theirs`: what the other marker of the same answer gave. */
export type DriftMark = { at: number; own: number; theirs?: number | undefined }
export type Drift = {
  /** Against the other mark of the same answers, or against the mean of all others' marks. */
  from: 'pairs' | 'marks'
  points: { from: number; to: number; value: number }[]
  /** A mean of a fair marker lies between it and less it. */
  limit: number
}

const meansOf = (marks: readonly { at: number; off: number }[]): Drift['points'] =>
  Array.from({ length: Math.floor(marks.length / driftStep) }, (_, i) => {
    const part = marks.slice(i * driftStep, (i + 1) * driftStep)
    return { from: part[0]!.at, to: part.at(-1)!.at, value: part.reduce((sum, m) => sum + m.off, 0) / driftStep }
  })

/** Marks lie on a grid: what always agrees is still known to half a step only. */
const limitOf = (sd: number, step: number): number =>
  (driftBy * Math.max(sd, step / Math.sqrt(12))) / Math.sqrt(driftStep)

const deviationOf = ({ n, squares }: Sums): number => Math.sqrt(squares / n)

/**
 * Of marks in the order in which they were given; what is left over is the newest and no point yet. `pairs` are those of all
 * markers of the question: both of a pair are among them, so that their mean is nought. null where there is too little.
 */
export const severityDrift = (
  marks: readonly DriftMark[],
  { pairs, others, step }: { pairs: Sums; others: Given; step: number },
): Drift | null => {
  const both = marks.flatMap(({ at, own, theirs }) => (theirs === undefined ? [] : [{ at, off: own - theirs }]))
  const known = pairs.n > 0 ? pairs : noSums
  if (both.length >= driftStep && known.n >= driftStep)
    return { from: 'pairs', points: meansOf(both), limit: limitOf(deviationOf(known), step) }
  const { n, mean, sd } = spreadOf(others)
  if (marks.length < driftStep || n < driftStep || mean === null || sd === null) return null
  return {
    from: 'marks',
    points: meansOf(marks.map(({ at, own }) => ({ at, off: own - mean }))),
    limit: limitOf(sd, step),
  }
}

/** Points outside the limits, counted from one. */
export const outside = ({ points, limit }: Drift): number[] =>
  points.flatMap(({ value }, i) => (Math.abs(value) > limit ? [i + 1] : []))
