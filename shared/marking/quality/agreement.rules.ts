/** How well marks of the same answers agree, from the marks themselves. Scores are hundredths. Pure. */

/** Two marks of one answer, and how often they met: once, where it is not said. */
export type Pairs = readonly (readonly [number, number, times?: number])[]

const mean = (of: readonly number[]): number => of.reduce((sum, x) => sum + x, 0) / of.length

/** Of all pairs, by how often each met. */
const meanOf = (pairs: Pairs, figure: (a: number, b: number) => number): number => {
  let [sum, n] = [0, 0]
  for (const [a, b, times = 1] of pairs) {
    sum += times * figure(a, b)
    n += times
  }
  return sum / n
}

/** How often each mark was given: a question has few marks, however many pairs there are. */
const countsOf = (marks: readonly (readonly [mark: number, times?: number])[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const [mark, times = 1] of marks) counts.set(mark, (counts.get(mark) ?? 0) + times)
  return counts
}

/**
 * Every two of one answer's marks, both ways round and each way by half, so that no order of the markers counts. Of a
 * thousand markers there are half a million, so equal ones are counted and not made.
 */
export const pairsOfMarks = (marks: readonly number[]): Pairs => {
  const counts = [...countsOf(marks.map((mark) => [mark]))]
  return counts
    .flatMap(([a, n]) => counts.map(([b, m]) => [a, b, (n * (a === b ? n - 1 : m)) / 2] as const))
    .filter(([, , times]) => times > 0)
}

/**
 * Cohen's κ, weighted by the distance of the marks or by its square (Cohen 1968): 1 where all agree, 0 where no more than
 * by chance. null where one mark was given throughout: nothing could have differed.
 */
export const weightedKappa = (pairs: Pairs, power: 1 | 2 = 2): number | null => {
  if (pairs.length === 0) return null
  const far = (a: number, b: number): number => Math.abs(a - b) ** power
  const [first, second] = [
    countsOf(pairs.map(([a, , times]) => [a, times])),
    countsOf(pairs.map(([, b, times]) => [b, times])),
  ]
  const chance = meanOf(
    [...first].flatMap(([a, n]) => [...second].map(([b, m]) => [a, b, n * m] as const)),
    far,
  )
  return chance === 0 ? null : 1 - meanOf(pairs, far) / chance
}

export type AgreementOfPairs = {
  n: number
  exact: number
  within: number
  /** The first less the second, and the distance without its sign. */
  off: number
  apart: number
  kappa: number | null
}

export const agreementOfPairs = (pairs: Pairs, tolerance: number): AgreementOfPairs | null => {
  if (pairs.length === 0) return null
  return {
    n: pairs.reduce((n, [, , times = 1]) => n + times, 0),
    exact: meanOf(pairs, (a, b) => Number(a === b)),
    within: meanOf(pairs, (a, b) => Number(Math.abs(a - b) <= tolerance)),
    off: meanOf(pairs, (a, b) => a - b),
    apart: meanOf(pairs, (a, b) => Math.abs(a - b)),
    kappa: weightedKappa(pairs),
  }
}

/**
 * ICC(2,1) of Shrout and Fleiss (1979): what single marks of markers like these share of the variance, where each answer
 * was marked by the same ones. @param table a row an answer, a column a marker.
 */
export const iccOf = (table: readonly (readonly number[])[]): number | null => {
  const [n, k] = [table.length, table[0]?.length ?? 0]
  if (n < 2 || k < 2 || table.some((row) => row.length !== k)) return null
  const all = mean(table.flat())
  const rows = table.map((row) => mean(row))
  const columns = Array.from({ length: k }, (_, j) => mean(table.map((row) => row[j]!)))
  const between = (k * rows.reduce((sum, x) => sum + (x - all) ** 2, 0)) / (n - 1)
  const markers = (n * columns.reduce((sum, x) => sum + (x - all) ** 2, 0)) / (k - 1)
  let rest = 0
  table.forEach((row, i) => row.forEach((x, j) => (rest += (x - rows[i]! - columns[j]! + all) ** 2)))
  const error = rest / ((n - 1) * (k - 1))
  const whole = between + (k - 1) * error + (k * (markers - error)) / n
  return whole <= 0 ? null : (between - error) / whole
}
