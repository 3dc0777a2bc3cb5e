import { countAtLeast } from './describe.ts'
import type { Column, Distribution } from './describe.ts'
import { percentileRanks } from './ranks.ts'

/** A line as a score in hundredths, or as a cumulative share of the cohort. */
export type Line = { score: number } | { share: number }

/** Score of the count-th student from the top: the highest line that at least `count` students reach. */
export const scoreAtCount = (d: Distribution, count: number): number | null => {
  if (!d.n || count < 1) return null
  let reached = 0
  for (let i = d.values.length - 1; i >= 0; i--) {
    reached += d.counts[i]!
    if (reached >= count) return d.values[i]!
  }
  return d.values[0]!
}

/** The score of a line. A share gives the highest score that at least that share reaches (ties all come along). */
export const lineScore = (d: Distribution, line: Line): number | null => {
  if ('score' in line) return line.score
  // Shares are meant in decimals: 0.07 × 100 is 7.000000000000001 in floats, and must not ask for an eighth student.
  return scoreAtCount(d, Math.max(1, Math.ceil((Math.round(line.share * 1e9) * d.n) / 1e9)))
}

/** 上线率: the share of present candidates at or above a line; null without a student. */
export const lineRate = (d: Distribution, line: number): { count: number; rate: number | null } => {
  const count = countAtLeast(d, line)
  return { count, rate: d.n ? count / d.n : null }
}

/**
 * 有效分 by method 1: T0 the total line, P1 the mean total of those at or above it, k = T0/P1, subject line = k × the
 * mean of that subject among them. A student absent from the subject (mask 0) counts as a zero in it.
 * Hundredths, unrounded; null when no student reaches the line.
 */
export const effectiveByMean = (totals: Column, present: Uint8Array, subject: Column, line: number): number | null => {
  let [totalSum, subjectSum] = [0, 0]
  totals.forEach((total, i) => {
    if (!present[i] || total < line) return
    totalSum += total
    subjectSum += subject[i]!
  })
  // k × mean = (T0 / (Σt/n)) × (Σs/n) = T0 · Σs / Σt
  return totalSum ? (line * subjectSum) / totalSum : null
}

/** 有效分 by method 2: the subject score at the cumulative count that the total line has. */
export const effectiveByCount = (totals: Distribution, subject: Distribution, line: number): number | null =>
  scoreAtCount(subject, countAtLeast(totals, line))

export interface DoubleLine {
  total: number
  subject: number
  /** 双上线: subject and total both at or above their lines. */
  both: number
  /** 贡献率 = both / total. */
  contribution: number | null
  /** 命中率 = both / subject. */
  hit: number | null
}

/** Double-line counts over the students of the mask. */
export const doubleLine = (
  totals: Column,
  present: Uint8Array,
  subject: Column,
  totalLine: number,
  subjectLine: number,
): DoubleLine => {
  const counts = { total: 0, subject: 0, both: 0 }
  totals.forEach((total, i) => {
    if (!present[i]) return
    const [inTotal, inSubject] = [total >= totalLine, subject[i]! >= subjectLine]
    if (inTotal) counts.total++
    if (inSubject) counts.subject++
    if (inTotal && inSubject) counts.both++
  })
  return {
    ...counts,
    contribution: counts.total ? counts.both / counts.total : null,
    hit: counts.subject ? counts.both / counts.subject : null,
  }
}

/**
 * 学科贡献指数: class rates minus school rates, double-centred. Rows are classes; columns are the subjects and the
 * total. index = d − mean of its row − mean of its column + mean of all, so each row and column adds up to 0.
 */
export const contributionIndex = (
  classRates: readonly (readonly number[])[],
  schoolRates: readonly number[],
): number[][] => {
  if (classRates.some((row) => row.length !== schoolRates.length)) throw new RangeError('rates of different subjects')
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const apart = classRates.map((row) => row.map((rate, column) => rate - schoolRates[column]!))
  const columns = schoolRates.map((_, column) => mean(apart.map((row) => row[column]!)))
  const all = mean(columns)
  return apart.map((row) => {
    const own = mean(row)
    return row.map((value, column) => value - own - columns[column]! + all)
  })
}

/** 临界生: the lowest and the highest total of who is near a line: line−d ≤ x < line ('below'), or line−d ≤ x ≤ line+d ('both'). */
export const criticalBounds = (line: number, distance: number, side: 'below' | 'both'): [low: number, high: number] => [
  line - distance,
  side === 'below' ? line - 1 : line + distance,
]

export interface WeakSubject {
  row: number
  subject: number
  totalPercentile: number
  subjectPercentile: number
}

/**
 * 偏科生: total at or above the line while a subject's percentile rank is at least `gap` points below the total's.
 * Students absent from a subject are ranked in the others only.
 */
export const weakSubjects = (
  total: { scores: Column; present: Uint8Array },
  subjects: readonly { scores: Column; present: Uint8Array }[],
  line: number,
  gap: number,
): WeakSubject[] => {
  const totalRanks = percentileRanks(total.scores, total.present)
  return subjects.flatMap(({ scores, present }, subject) => {
    const ranks = percentileRanks(scores, present)
    const weak: WeakSubject[] = []
    total.scores.forEach((score, row) => {
      if (!total.present[row] || !present[row] || score < line) return
      const [totalPercentile, subjectPercentile] = [totalRanks[row]!, ranks[row]!]
      if (totalPercentile - subjectPercentile >= gap) weak.push({ row, subject, totalPercentile, subjectPercentile })
    })
    return weak
  })
}
