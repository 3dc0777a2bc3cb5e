import type { Column, Distribution } from './describe.ts'
import { deviationOf, distributionOf, meanOf, momentsOf } from './describe.ts'
import type { Deviation } from './describe.ts'
import { inverseNormal } from './normal.ts'

/** Where one score stands in a cohort. */
export interface Standing {
  score: number
  count: number
  /** Students at or above this score. */
  cumulative: number
  /** Competition rank: 1, 2, 2, 4. */
  rank: number
  /** 100·(cf_below + f/2)/n, so always inside (0, 100). */
  percentileRank: number
  /** (x−μ)/sd; null where no two differ. */
  z: number | null
  /** 50 + 10·Z. */
  t: number | null
  /** 50 + 10·Φ⁻¹(PR/100). */
  normalT: number
}

/** The standing of each distinct score, highest first (the 一分一段表). O(distinct values). */
export const standingsOf = (d: Distribution, deviation: Deviation = 'population'): Standing[] => {
  const moments = momentsOf(d)
  const mean = meanOf(moments)
  const sd = deviationOf(moments, deviation)
  const rows: Standing[] = []
  let above = 0
  for (let i = d.values.length - 1; i >= 0; i--) {
    const [score, count] = [d.values[i]!, d.counts[i]!]
    // One division of integers: a share that is a round figure comes out as that figure.
    const percentileRank = (100 * (2 * (d.n - above - count) + count)) / (2 * d.n)
    const z = mean === null || !sd ? null : (score - mean) / sd
    rows.push({
      score,
      count,
      cumulative: above + count,
      rank: above + 1,
      percentileRank,
      z,
      t: z === null ? null : 50 + 10 * z,
      normalT: 50 + 10 * inverseNormal(percentileRank / 100),
    })
    above += count
  }
  return rows
}

/** Looks a score up among standings; undefined when no student has it. */
export const standingFinder = (standings: readonly Standing[]): ((score: number) => Standing | undefined) => {
  const byScore = new Map(standings.map((row) => [row.score, row]))
  return (score) => byScore.get(score)
}

const spread = (
  column: Column,
  present: Uint8Array | undefined,
  pick: (standing: Standing) => number,
  deviation?: Deviation,
): Float64Array => {
  const find = standingFinder(standingsOf(distributionOf(column, present), deviation))
  return Float64Array.from(column, (score, i) => (present && !present[i] ? 0 : pick(find(score)!)))
}

/** Competition rank of each student (1 is best, ties share it); 0 for the absent. */
export const competitionRanks = (column: Column, present?: Uint8Array): Int32Array =>
  Int32Array.from(spread(column, present, (standing) => standing.rank))

/** Percentile rank of each student; 0 (which no present student can have) for the absent. */
export const percentileRanks = (column: Column, present?: Uint8Array): Float64Array =>
  spread(column, present, (standing) => standing.percentileRank)

/** Normalised T of each student; 0 where the mask says absent. */
export const normalTs = (column: Column, present?: Uint8Array): Float64Array =>
  spread(column, present, (standing) => standing.normalT)

/** Z of each student, or null for a cohort in which no two differ; 0 where the mask says absent. */
export const zScores = (column: Column, present?: Uint8Array, deviation?: Deviation): Float64Array | null => {
  const standings = standingsOf(distributionOf(column, present), deviation)
  if (standings.some((standing) => standing.z === null)) return null
  return spread(column, present, (standing) => standing.z!, deviation)
}

/** Mean standing of a group (mask 1) within its cohort: what two exams are compared by, never the raw score. */
export const groupStanding = (
  column: Column,
  present: Uint8Array,
  group: Uint8Array,
): { n: number; normalT: number; percentileRank: number } | null => {
  const find = standingFinder(standingsOf(distributionOf(column, present)))
  let [n, normalT, percentileRank] = [0, 0, 0]
  column.forEach((score, i) => {
    if (!present[i] || !group[i]) return
    const standing = find(score)!
    n++
    normalT += standing.normalT
    percentileRank += standing.percentileRank
  })
  return n ? { n, normalT: normalT / n, percentileRank: percentileRank / n } : null
}
