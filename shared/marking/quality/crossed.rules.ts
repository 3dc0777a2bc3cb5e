/**
 * Severity of all who marked the same answers, at once. A difference of two marks tells of both markers: beside one who is
 * too hard a fair one looks too mild, and in a small group nothing evens that out. Least squares over all pairs of markers
 * takes them apart (of a design of pairs the least squares are a graph's: Tjur 1991; the error is that of the contrast).
 *
 * What is told is held against the markers in the middle, a quarter of each end left out (at least one): against the mean of
 * all, one who is two points too hard would make three fair ones too mild.
 */
import type { Severity, Sums } from './quality.rules.ts'

/** What a marker's pairs with one other come to: the own score less the other's. */
export type Beside = { n: number; sum: number }
/** `beside`: by the other's name; of all pairs, or of none of them where it was not counted. */
export type Crossing = { name: string; pairs: Sums; beside: ReadonlyMap<string, Beside> }

/** Markers of whom fewer answers were marked by another are told nothing, as by pairs. */
const leastPairs = 10

/** Markers that pairs lead from one to the next, as places in the list. */
const parts = (markers: readonly Crossing[]): number[][] => {
  const placeOf = new Map(markers.map((m, i) => [m.name, i]))
  const seen = new Set<number>()
  return markers.flatMap((_, start) => {
    if (seen.has(start)) return []
    const part = [start]
    seen.add(start)
    for (const at of part)
      for (const name of markers[at]!.beside.keys()) {
        const next = placeOf.get(name)
        if (next === undefined || seen.has(next)) continue
        seen.add(next)
        part.push(next)
      }
    return [part]
  })
}

/** The inverse of a symmetric positive matrix (Gauss and Jordan). */
const inverse = (matrix: readonly (readonly number[])[]): number[][] => {
  const n = matrix.length
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))])
  for (let at = 0; at < n; at++) {
    const pivot = rows[at]![at]!
    for (let j = 0; j < 2 * n; j++) rows[at]![j]! /= pivot
    for (let i = 0; i < n; i++) {
      const times = rows[i]![at]!
      if (i === at || times === 0) continue
      for (let j = 0; j < 2 * n; j++) rows[i]![j]! -= times * rows[at]![j]!
    }
  }
  return rows.map((row) => row.slice(n))
}

/** The places of those in the middle, by what they come to. */
export const middleOf = (values: readonly number[]): number[] => {
  const cut = Math.max(1, Math.floor(values.length / 4))
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!)
  return order.slice(cut, values.length - cut)
}

/** Of a part of three and more: its markers' figures, or nothing where its pairs cannot tell. */
const solved = (markers: readonly Crossing[], step: number): Severity[] | null => {
  const m = markers.length
  const placeOf = new Map(markers.map((x, i) => [x.name, i]))
  // The graph's matrix, and one on each place, which only says that all together are nought.
  const matrix = markers.map(() => markers.map(() => 1))
  for (const [i, { beside }] of markers.entries())
    for (const [name, { n }] of beside) {
      matrix[i]![i]! += n
      matrix[i]![placeOf.get(name)!]! -= n
    }
  const spread = inverse(matrix)
  const sums = markers.map(({ pairs }) => pairs.sum)
  const values = spread.map((row) => row.reduce((sum, x, j) => sum + x * sums[j]!, 0))
  const [pairs, squares] = [
    markers.reduce((n, x) => n + x.pairs.n, 0) / 2,
    markers.reduce((n, x) => n + x.pairs.squares, 0) / 2,
  ]
  const left = squares - values.reduce((sum, v, i) => sum + v * sums[i]!, 0)
  const free = pairs - (m - 1)
  if (free < 1) return null
  // Marks lie on a grid, as by pairs.
  const variance = Math.max(left / free, step ** 2 / 12)
  const middle = middleOf(values)
  const weight = (i: number): number => (middle.includes(i) ? 1 / middle.length : 0)
  const level = values.reduce((sum, v, i) => sum + weight(i) * v, 0)
  return markers.map((own, i) => {
    // Who is in the middle is held against the others there: of three the one would be beside itself, and sure of it.
    const rest = middle.filter((j) => j !== i)
    const held = rest.length > 0 ? rest : [...markers.keys()].filter((j) => j !== i)
    const by = markers.map((_, j) => (j === i ? 1 : held.includes(j) ? -1 / held.length : 0))
    const contrast = by.reduce((sum, a, j) => sum + by.reduce((row, b, k) => row + a * b * spread[j]![k]!, 0), 0)
    return { value: values[i]! - level, error: Math.sqrt(variance * contrast), answers: own.pairs.n, from: 'pairs' }
  })
}

/** Whether what is known by the other comes to what is known of all pairs. */
const isWhole = ({ pairs, beside }: Crossing): boolean => [...beside.values()].reduce((n, b) => n + b.n, 0) === pairs.n

/**
 * Each marker's severity by all pairs at once; null where pairs tell too little, or were not counted by the other marker, and
 * where only two marked: their difference is all there is.
 */
export const crossedOf = (markers: readonly Crossing[], step: number): (Severity | null)[] => {
  const found = markers.map((): Severity | null => null)
  for (const part of parts(markers)) {
    const own = part.map((i) => markers[i]!)
    const names = new Set(own.map((m) => m.name))
    const isKnown = own.every((m) => isWhole(m) && [...m.beside.keys()].every((name) => names.has(name)))
    if (own.length < 3 || !isKnown) continue
    solved(own, step)?.forEach((severity, j) => {
      if (severity.answers >= leastPairs) found[part[j]!] = severity
    })
  }
  return found
}
