/** What samples of a marker's marks come to: how often who looked again gave the same, and how far apart they lie. Pure. */
import { stepOf } from '../marking.rules.ts'
import { seedTolerance } from './seed.rules.ts'
import type { Ruled } from '../settle.rules.ts'
import type { SampleSums, SampleTally } from './sample.types.ts'

export const noSamples: SampleSums = { n: 0, within: 0, off: 0, squares: 0 }

type Question = Ruled & { fullScore: number; markStep?: number | undefined }

/** One more: `given` by the marker, `right` by who looked again. */
export const withSample = (of: SampleSums, q: Question, given: number, right: number): SampleSums => {
  const off = given - right
  return {
    n: of.n + 1,
    within: of.within + (Math.abs(off) <= seedTolerance(q) ? 1 : 0),
    off: of.off + off,
    squares: of.squares + off * off,
  }
}

export type Compared = {
  n: number
  /** Shares: the same, and as far apart as is tolerated. */
  exact: number
  within: number
  /** The marker's less the other's, hundredths, and half of its interval (95 %); null of fewer than two. */
  off: number
  margin: number | null
}

/** Student's t, two-sided 95 %, for so many degrees of freedom; beyond them the normal's. */
const t95 = [
  12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.1, 2.09,
]
const tOf = (free: number): number => t95[free - 1] ?? 1.96 + 2.4 / free

/** null: none that is known in full (samples from before it was counted). */
export const comparedOf = (q: Question, { sampled, agreed, sums = noSamples }: SampleTally): Compared | null => {
  const { n, within, off, squares } = sums
  if (n === 0) return null
  const mean = off / n
  const variance = n > 1 ? Math.max(0, (squares - off * mean) / (n - 1)) : 0
  // Marks lie on a grid: two that always agree are still known to half a step only.
  const sd = Math.max(Math.sqrt(variance), stepOf(q) / Math.sqrt(12))
  return {
    n,
    exact: agreed / sampled,
    within: within / n,
    off: mean,
    margin: n < 2 ? null : (tOf(n - 1) * sd) / Math.sqrt(n),
  }
}
