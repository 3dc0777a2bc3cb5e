/**
 * The figures a second time, for the tests: textbook loops over plain rows of points, floating sums, no shared code
 * with what they check.
 */
export const sum = (xs: readonly number[]): number => xs.reduce((a, b) => a + b, 0)
export const mean = (xs: readonly number[]): number => sum(xs) / xs.length

/** Two-pass variance, divisor n − less. */
export const variance = (xs: readonly number[], less = 0): number => {
  const m = mean(xs)
  return sum(xs.map((x) => (x - m) ** 2)) / (xs.length - less)
}

export const pearson = (xs: readonly number[], ys: readonly number[]): number => {
  const [mx, my] = [mean(xs), mean(ys)]
  return sum(xs.map((x, i) => (x - mx) * (ys[i]! - my))) / Math.sqrt(variance(xs) * variance(ys)) / xs.length
}

export const alpha = (rows: readonly (readonly number[])[]): number => {
  const k = rows[0]!.length
  const items = Array.from({ length: k }, (_, i) => variance(rows.map((row) => row[i]!)))
  return (k / (k - 1)) * (1 - sum(items) / variance(rows.map(sum)))
}

/** Each student's weight in the top group of `size`: 1 above the cut, an equal share of what is left at it, 0 below. */
export const topWeights = (totals: readonly number[], size: number): number[] => {
  const cut = [...totals].sort((a, b) => b - a)[size - 1]!
  const above = totals.filter((total) => total > cut).length
  const at = totals.filter((total) => total === cut).length
  return totals.map((total) => (total > cut ? 1 : total === cut ? (size - above) / at : 0))
}

export const discrimination = (scores: readonly number[], totals: readonly number[], full: number): number => {
  const size = Math.floor(0.27 * totals.length + 0.5)
  const weighted = (weights: readonly number[]) => sum(weights.map((weight, i) => weight * scores[i]!))
  const low = topWeights(
    totals.map((total) => -total),
    size,
  )
  return (weighted(topWeights(totals, size)) - weighted(low)) / (size * full)
}

/** Type 7 by its definition over the sorted rows. */
export const quantile = (xs: readonly number[], p: number): number => {
  const sorted = [...xs].sort((a, b) => a - b)
  const h = (sorted.length - 1) * p
  const low = sorted[Math.floor(h)]!
  return low + (h - Math.floor(h)) * (sorted[Math.ceil(h)]! - low)
}

export const rank = (xs: readonly number[], x: number): number => 1 + xs.filter((other) => other > x).length

export const percentileRank = (xs: readonly number[], x: number): number =>
  (100 * (xs.filter((other) => other < x).length + xs.filter((other) => other === x).length / 2)) / xs.length

/** κ with weights from the table of categories: w(i, j) is the disagreement. */
export const kappa = (a: readonly number[], b: readonly number[], w: (x: number, y: number) => number): number => {
  const n = a.length
  let [observed, expected] = [0, 0]
  for (const x of new Set(a))
    for (const y of new Set(b)) {
      const cell = a.filter((value, i) => value === x && b[i] === y).length / n
      observed += w(x, y) * cell
      expected += (w(x, y) * a.filter((value) => value === x).length * b.filter((value) => value === y).length) / n / n
    }
  return 1 - observed / expected
}

/** ICC(2,1) from the residuals of the two-way layout. */
export const icc = (rows: readonly (readonly number[])[]): number => {
  const [n, k] = [rows.length, rows[0]!.length]
  const grand = mean(rows.flat())
  const rowMeans = rows.map(mean)
  const columnMeans = Array.from({ length: k }, (_, j) => mean(rows.map((row) => row[j]!)))
  const bms = (k * sum(rowMeans.map((m) => (m - grand) ** 2))) / (n - 1)
  const jms = (n * sum(columnMeans.map((m) => (m - grand) ** 2))) / (k - 1)
  const residuals = rows.flatMap((row, i) => row.map((x, j) => (x - rowMeans[i]! - columnMeans[j]! + grand) ** 2))
  const ems = sum(residuals) / ((n - 1) * (k - 1))
  return (bms - ems) / (bms + (k - 1) * ems + (k * (jms - ems)) / n)
}
