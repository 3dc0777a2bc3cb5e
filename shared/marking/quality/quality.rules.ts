/**
 * How a marker marks, from counters alone: severity with its error, spread, agreement. Scores are hundredths of a point.
 * What is found is shown to those who lead the marking; nothing is decided by it.
 */

/** Sums over scores, or over differences of scores: with them means and deviations are had, and added and taken apart. */
export type Sums = { n: number; sum: number; squares: number }
export const noSums: Sums = { n: 0, sum: 0, squares: 0 }

/** What one marker, or several, gave of one question in the first two roles: the arbitrator sees no usual answers. */
export type Given = {
  /** Scores by how well the students chose (`stratumOf`). */
  strata: readonly Sums[]
  /** Marks by score, in `bands`. */
  bands: readonly number[]
  /** Answers that another marked too: the own score minus the other's; how far apart, how often not at all, or tolerated. */
  pairs: Sums & { far: number; exact: number; within: number }
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
export const leastMarks = 30

/** Zero, ten parts of what lies between, and the full score. */
export const bands = 12
export const bandOf = (score: number, fullScore: number): number =>
  score <= 0 ? 0 : score >= fullScore ? bands - 1 : 1 + Math.floor((10 * score) / fullScore)

export const noneGiven: Given = {
  strata: Array.from({ length: strata + 1 }, () => noSums),
  bands: Array.from({ length: bands }, () => 0),
  pairs: { ...noSums, far: 0, exact: 0, within: 0 },
}

const joined = (a: Sums, b: Sums, sign: 1 | -1): Sums => ({
  n: a.n + sign * b.n,
  sum: a.sum + sign * b.sum,
  squares: a.squares + sign * b.squares,
})
/** Both together; with −1 what is left of the first without the second. */
export const given = (a: Given, b: Given, sign: 1 | -1 = 1): Given => ({
  strata: a.strata.map((s, i) => joined(s, b.strata[i]!, sign)),
  bands: a.bands.map((n, i) => n + sign * b.bands[i]!),
  pairs: {
    ...joined(a.pairs, b.pairs, sign),
    far: a.pairs.far + sign * b.pairs.far,
    exact: a.pairs.exact + sign * b.pairs.exact,
    within: a.pairs.within + sign * b.pairs.within,
  },
})

const meanOf = ({ n, sum }: Sums): number => sum / n
/** Of a sample. */
const varianceOf = ({ n, sum, squares }: Sums): number =>
  n > 1 ? Math.max(0, (squares - (sum * sum) / n) / (n - 1)) : 0
const marksOf = (g: Given): Sums => g.strata.reduce((a, b) => joined(a, b, 1), noSums)

/** `sd` null: fewer than two. */
export const spreadOf = (g: Given): { n: number; mean: number | null; sd: number | null } => {
  const marks = marksOf(g)
  return {
    n: marks.n,
    mean: marks.n > 0 ? meanOf(marks) : null,
    sd: marks.n > 1 ? Math.sqrt(varianceOf(marks)) : null,
  }
}

/** `value` below zero is stricter than the others; `error` is its standard error; both hundredths. */
export type Severity = { value: number; error: number; answers: number; from: 'pairs' | 'strata' | 'classes' }

/** Against those who marked the same answers: what is hard about an answer cancels. */
export const byPairs = ({ pairs }: Given, step: number): Severity | null => {
  if (pairs.n < leastPairs) return null
  // Marks lie on a grid: two that always agree are still known to half a step only.
  const sd = Math.max(Math.sqrt(varianceOf(pairs)), step / Math.sqrt(12))
  return { value: meanOf(pairs), error: sd / Math.sqrt(pairs.n), answers: pairs.n, from: 'pairs' }
}

/**
 * Answers of a bundle are of one slice of the roster, whose classes differ by more than their choices tell: they are not as
 * many as they seem (the design effect of Kish 1965, measured on simulated schools: errors without it are 2.7 % too small).
 */
const clustered = 1.03

/**
 * Against answers of students who chose as well (subclassification, Cochran 1968), each stratum weighed by how sure its
 * difference is, so that of two markers each is told the other's figure with the other sign, or both none. Answers are
 * dealt out by chance, so that what is left between the strata's students falls into the error.
 */
const byStrata = (own: Given, others: Given, step: number): Severity | null => {
  const both = own.strata
    .map((s, i) => ({ own: s, rest: others.strata[i]! }))
    .filter((s) => s.own.n > 0 && s.rest.n > 0)
  const answers = both.reduce((n, s) => n + s.own.n, 0)
  const beside = both.reduce((n, s) => n + s.rest.n, 0)
  const [mine, theirs] = [marksOf(own).n, marksOf(others).n]
  // Of the smaller side nearly all is to be compared.
  const compared = mine < theirs ? answers / mine : mine > theirs ? beside / theirs : Math.min(answers, beside) / mine
  if (Math.min(answers, beside) < leastMarks || compared < 0.8) return null
  const free = both.reduce((n, s) => n + s.own.n + s.rest.n - 2, 0)
  const squares = (s: Sums): number => (s.n - 1) * varianceOf(s)
  const within = both.reduce((sum, s) => sum + squares(s.own) + squares(s.rest), 0) / Math.max(1, free)
  const sd = Math.max(Math.sqrt(within), step / Math.sqrt(12))
  const sureness = (s: { own: Sums; rest: Sums }): number => (s.own.n * s.rest.n) / (s.own.n + s.rest.n)
  const whole = both.reduce((sum, s) => sum + sureness(s), 0)
  const value = both.reduce((sum, s) => sum + sureness(s) * (meanOf(s.own) - meanOf(s.rest)), 0) / whole
  return { value, error: (clustered * sd) / Math.sqrt(whole), answers, from: 'strata' }
}

/** The surer of the two; null while there is too little to say anything. `pairs`: what is known by pairs. */
export const severityOf = (
  own: Given,
  others: Given,
  step: number,
  pairs: Severity | null = byPairs(own, step),
): Severity | null => {
  const groups = byStrata(own, others, step)
  if (pairs === null || groups === null) return pairs ?? groups
  return pairs.error <= groups.error ? pairs : groups
}

/** How far from the figure a fair marker may lie: what is shown beside it, and what the verdict goes by. */
export const marginOf = ({ error }: Pick<Severity, 'error'>): number => clearBy * error

export type Verdict = 'strict' | 'lenient' | 'even'
/** null: too little is marked. */
export const verdictOf = (severity: Severity | null, fullScore: number): Verdict | null => {
  if (severity === null) return null
  const { value } = severity
  const isClear = Math.abs(value) > marginOf(severity) && Math.abs(value) >= leastShare * fullScore
  return !isClear ? 'even' : value < 0 ? 'strict' : 'lenient'
}

/**
 * How wide a marker's scores lie beside the others' (1: as wide). `safe`: clearly narrower, as of a marker who stays in the
 * middle for every answer. The error of a log ratio of two deviations is √(1/2(n−1) + 1/2(m−1)).
 */
export const widthOf = (own: Given, others: Given): { ratio: number; safe: boolean } | null => {
  const [mine, rest] = [marksOf(own), marksOf(others)]
  if (mine.n < 2 * leastMarks || rest.n < 2 * leastMarks || varianceOf(rest) === 0) return null
  const ratio = Math.sqrt(varianceOf(mine) / varianceOf(rest))
  const error = Math.sqrt(1 / (2 * (mine.n - 1)) + 1 / (2 * (rest.n - 1)))
  return { ratio, safe: ratio < 0.75 && ratio * Math.exp(clearBy * error) < 1 }
}

/**
 * Kolmogorov and Smirnov's test of two samples: the chance of distributions this far apart, by Stephens' approximation
 * (1970). Of scores in bands, which are ties, it is too large rather than too small.
 */
export const chanceOfDistance = (own: Given, others: Given): number | null => {
  const [n, m] = [own, others].map((g) => g.bands.reduce((sum, x) => sum + x, 0)) as [number, number]
  if (n < leastMarks || m < leastMarks) return null
  let [at, distance] = [0, 0]
  for (let band = 0; band < bands; band++) {
    at += own.bands[band]! / n - others.bands[band]! / m
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
 * How well two markers agree on a question, over all its markers; `apart` is the mean distance of their marks.
 * `icc` is what two single marks share of the variance, ICC(1,1) of Shrout and Fleiss (1979), by moments: (total − within) /
 * total.
 */
export type Agreement = { pairs: number; exact: number; within: number; apart: number; icc: number | null }

export const agreementOf = (all: Given): Agreement | null => {
  // Both markers of an answer tell of it.
  const { n, squares, far, exact, within } = all.pairs
  if (n < 2) return null
  const total = varianceOf(marksOf(all))
  return {
    pairs: n / 2,
    exact: exact / n,
    within: within / n,
    apart: far / n,
    icc: n / 2 < leastPairs || total === 0 ? null : (total - squares / n / 2) / total,
  }
}
