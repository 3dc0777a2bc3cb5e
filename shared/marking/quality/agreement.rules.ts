/** How well marks of the same answers agree, from the marks themselves. Scores are hundredths. Pure. */

export type Pairs = readonly (readonly [number, number])[]

const mean = (of: readonly number[]): number => of.reduce((sum, x) => sum + x, 0) / of.length

/**
 * Cohen's κ, weighted by the distance of the marks or by its square (Cohen 1968): 1 where all agree, 0 where no more than
 * by chance. null where one mark was given throughout: nothing could have differed.
 */
export const weightedKappa = (pairs: Pairs, power: 1 | 2 = 2): number | null => {
  if (pairs.length === 0) return null
  const far = (a: number, b: number): number => Math.abs(a - b) ** power
  const seen = mean(pairs.map(([a, b]) => far(a, b)))
  let sum = 0
  for (const [a] of pairs) for (const [, b] of pairs) sum += far(a, b)
  const chance = sum / pairs.length ** 2
  return chance === 0 ? null : 1 - seen / chance
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
  const off = pairs.map(([a, b]) => a - b)
  return {
    n: pairs.length,
    exact: off.filter((d) => d === 0).length / off.length,
    within: off.filter((d) => Math.abs(d) <= tolerance).length / off.length,
    off: mean(off),
    apart: mean(off.map(Math.abs)),
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
