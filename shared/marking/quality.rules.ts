/**
 * How a marker marks, from counters alone: severity with its error, spread, agreement. Scores are hundredths of a point.
 * What is found is shown to those who lead the marking; nothing is decided by it.
 */

/** So many of the answers that one marker, or several, gave this score; `stratum` is how well their students chose. */
export type Tallied = { score: number; stratum: number; n: number }

/** What one marker gave of one question, in the first two roles: the arbitrator sees no usual answers. */
export type Given = {
  marks: readonly Tallied[]
  /** Answers that another marked too: the own score minus the other's. */
  apart: readonly { by: number; n: number }[]
}

/** Choice scores of a student fall into five strata of the same width: five take away nine tenths of a bias (Cochran 1968). */
export const strata = 5
/** Of students whose choice rows tell nothing. */
export const noStratum = strata
/** @param share 0…1 of the points of all choice questions; null where there are none, or not all are read. */
export const stratumOf = (share: number | null): number =>
  share === null ? noStratum : Math.min(strata - 1, Math.max(0, Math.floor(share * strata)))

/** Standard errors that a difference must pass before it is told: one look in a thousand by chance. */
export const clearBy = 3.3
/** A difference below this share of the full score is not told, however sure it is. */
export const leastShare = 0.02
const leastPairs = 10
const leastMarks = 30

type Moments = { n: number; mean: number; variance: number }

/** Mean and sample variance of values with their counts. */
const momentsOf = (values: readonly { value: number; n: number }[]): Moments => {
  const n = values.reduce((sum, v) => sum + v.n, 0)
  if (n === 0) return { n, mean: 0, variance: 0 }
  const mean = values.reduce((sum, v) => sum + v.value * v.n, 0) / n
  const squares = values.reduce((sum, v) => sum + v.n * (v.value - mean) ** 2, 0)
  return { n, mean, variance: n > 1 ? squares / (n - 1) : 0 }
}
const scoresOf = (marks: readonly Tallied[]) => marks.map((m) => ({ value: m.score, n: m.n }))

/** `sd` null: fewer than two. */
export const spreadOf = (marks: readonly Tallied[]): { n: number; mean: number | null; sd: number | null } => {
  const { n, mean, variance } = momentsOf(scoresOf(marks))
  return { n, mean: n > 0 ? mean : null, sd: n > 1 ? Math.sqrt(variance) : null }
}

/** `value` below zero is stricter than the others; `error` is its standard error; both hundredths. */
export type Severity = { value: number; error: number; answers: number; from: 'pairs' | 'strata' }

/** Against those who marked the same answers: what is hard about an answer cancels. */
const byPairs = (given: Given, step: number): Severity | null => {
  const { n, mean, variance } = momentsOf(given.apart.map((a) => ({ value: a.by, n: a.n })))
  if (n < leastPairs) return null
  // Marks lie on a grid: two that always agree are still known to half a step only.
  const sd = Math.max(Math.sqrt(variance), step / Math.sqrt(12))
  return { value: mean, error: sd / Math.sqrt(n), answers: n, from: 'pairs' }
}

/**
 * Against answers of students who chose as well (subclassification, Cochran 1968), each stratum weighed as the marker had
 * it. Answers are dealt out by chance, so that what is left between the strata's students falls into the error.
 */
const byStrata = (given: Given, others: readonly Tallied[], step: number): Severity | null => {
  const both = Array.from({ length: strata + 1 }, (_, s) => ({
    own: momentsOf(scoresOf(given.marks.filter((m) => m.stratum === s))),
    rest: momentsOf(scoresOf(others.filter((m) => m.stratum === s))),
  })).filter(({ own, rest }) => own.n > 0 && rest.n > 1)
  const answers = both.reduce((n, { own }) => n + own.n, 0)
  const all = given.marks.reduce((n, m) => n + m.n, 0)
  if (answers < leastMarks || answers < 0.8 * all) return null
  const free = both.reduce((n, { own, rest }) => n + own.n + rest.n - 2, 0)
  const within =
    both.reduce((sum, { own, rest }) => sum + (own.n - 1) * own.variance + (rest.n - 1) * rest.variance, 0) /
    Math.max(1, free)
  const sd = Math.max(Math.sqrt(within), step / Math.sqrt(12))
  const value = both.reduce((sum, { own, rest }) => sum + own.n * (own.mean - rest.mean), 0) / answers
  const share = both.reduce((sum, { own, rest }) => sum + (own.n / answers) ** 2 * (1 / own.n + 1 / rest.n), 0)
  return { value, error: sd * Math.sqrt(share), answers, from: 'strata' }
}

/** The surer of the two; null while there is too little to say anything. */
export const severityOf = (given: Given, others: readonly Tallied[], step: number): Severity | null => {
  const [pairs, groups] = [byPairs(given, step), byStrata(given, others, step)]
  if (pairs === null || groups === null) return pairs ?? groups
  return pairs.error <= groups.error ? pairs : groups
}

export type Verdict = 'strict' | 'lenient' | 'even'
/** null: too little is marked. */
export const verdictOf = (severity: Severity | null, fullScore: number): Verdict | null => {
  if (severity === null) return null
  const { value, error } = severity
  const isClear = Math.abs(value) > clearBy * error && Math.abs(value) >= leastShare * fullScore
  return !isClear ? 'even' : value < 0 ? 'strict' : 'lenient'
}

/**
 * How wide a marker's scores lie beside the others' (1: as wide). `safe`: clearly narrower, as of a marker who stays in the
 * middle for every answer. The error of a log ratio of two deviations is √(1/2(n−1) + 1/2(m−1)).
 */
export const widthOf = (given: Given, others: readonly Tallied[]): { ratio: number; safe: boolean } | null => {
  const [own, rest] = [momentsOf(scoresOf(given.marks)), momentsOf(scoresOf(others))]
  if (own.n < 2 * leastMarks || rest.n < 2 * leastMarks || rest.variance === 0) return null
  const ratio = Math.sqrt(own.variance / rest.variance)
  const error = Math.sqrt(1 / (2 * (own.n - 1)) + 1 / (2 * (rest.n - 1)))
  return { ratio, safe: ratio < 0.75 && ratio * Math.exp(clearBy * error) < 1 }
}

/**
 * Kolmogorov and Smirnov's test of two samples: the chance of distributions this far apart, by Stephens' approximation
 * (1970). Of scores, which have ties, it is too large rather than too small.
 */
export const chanceOfDistance = (given: Given, others: readonly Tallied[]): number | null => {
  const n = given.marks.reduce((sum, m) => sum + m.n, 0)
  const m = others.reduce((sum, x) => sum + x.n, 0)
  if (n < leastMarks || m < leastMarks) return null
  const jumps = new Map<number, number>()
  for (const x of given.marks) jumps.set(x.score, (jumps.get(x.score) ?? 0) + x.n / n)
  for (const x of others) jumps.set(x.score, (jumps.get(x.score) ?? 0) - x.n / m)
  let [at, distance] = [0, 0]
  for (const score of [...jumps.keys()].sort((a, b) => a - b)) {
    at += jumps.get(score)!
    distance = Math.max(distance, Math.abs(at))
  }
  const root = Math.sqrt((n * m) / (n + m))
  const x = (root + 0.12 + 0.11 / root) * distance
  if (x < 0.2) return 1
  let chance = 0
  for (let k = 1; k <= 100; k++) chance += 2 * (k % 2 === 1 ? 1 : -1) * Math.exp(-2 * (k * x) ** 2)
  return Math.min(1, Math.max(0, chance))
}

/**
 * How well two markers agree on a question, over all its markers. `icc` is what two single marks share of the variance,
 * ICC(1,1) of Shrout and Fleiss (1979), by moments: (total − within) / total.
 */
export type Agreement = { pairs: number; exact: number; within: number; apart: number; icc: number | null }

export const agreementOf = (all: readonly Given[], tolerance: number): Agreement | null => {
  // Both markers of an answer tell of it.
  const told = all.flatMap((g) => g.apart)
  const pairs = told.reduce((n, a) => n + a.n, 0) / 2
  if (pairs < 1) return null
  const sum = (of: (by: number) => number): number => told.reduce((n, a) => n + a.n * of(Math.abs(a.by)), 0) / 2
  const total = momentsOf(scoresOf(all.flatMap((g) => g.marks))).variance
  return {
    pairs,
    exact: sum((by) => (by === 0 ? 1 : 0)) / pairs,
    within: sum((by) => (by <= tolerance ? 1 : 0)) / pairs,
    apart: sum((by) => by) / pairs,
    icc: pairs < leastPairs || total === 0 ? null : (total - sum((by) => by * by) / pairs / 2) / total,
  }
}
