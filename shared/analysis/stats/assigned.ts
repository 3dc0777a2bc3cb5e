import type { AssignedScheme, BandScheme, NormalScheme, TieRule } from './assigned.schemes.ts'
import { distributionOf } from './describe.ts'
import type { Column, Distribution } from './describe.ts'
import { inverseNormal } from './normal.ts'

/** What a raw score becomes: assigned points are whole and given in hundredths like every score. */
export interface Assigned {
  raw: number
  count: number
  grade: string
  assigned: number
}

/** Whether a score with `above` students over it and `at` on it still falls within the top `cumulative` per cent. */
const within = (rule: TieRule, above: number, at: number, cumulative: number, n: number): boolean => {
  const target = BigInt(Math.round(cumulative * 10000)) * BigInt(n)
  const scaled = (count: number) => BigInt(count) * 1000000n
  switch (rule) {
    case 'above':
      return scaled(above) < target
    case 'atOrAbove':
      return scaled(above + at) <= target
    case 'nearest':
      // |C·n − (above+at)| ≤ |C·n − above|
      return scaled(2 * above + at) <= 2n * target
  }
}

/** T1 + (Y−Y1)(T2−T1)/(Y2−Y1) in exact rationals, half up to a whole point at the very end. */
const interpolated = (y: number, y1: number, y2: number, t1: number, t2: number): number => {
  const den = BigInt(y2) - BigInt(y1)
  const num = BigInt(t1) * den + (BigInt(y) - BigInt(y1)) * (BigInt(t2) - BigInt(t1))
  return Number((2n * num + den) / (2n * den))
}

const byBands = (d: Distribution, scheme: BandScheme): Assigned[] => {
  const edges: number[] = []
  for (const band of scheme.bands) edges.push((edges[edges.length - 1] ?? 0) + band.share)
  const members: number[][] = scheme.bands.map(() => [])
  let above = 0
  let band = 0
  for (let i = d.values.length - 1; i >= 0; i--) {
    const last = scheme.bands.length - 1
    while (band < last && !within(scheme.tieRule, above, d.counts[i]!, edges[band]!, d.n)) band++
    members[band]!.push(i)
    above += d.counts[i]!
  }
  return scheme.bands.flatMap(({ grade, high, low }, index) => {
    const slots = members[index]!
    if (!slots.length) return []
    const [y2, y1] = [d.values[slots[0]!]!, d.values[slots[slots.length - 1]!]!]
    const alone = scheme.single === 'high' ? high : Math.floor((high + low + 1) / 2)
    return slots.map((slot) => ({
      raw: d.values[slot]!,
      count: d.counts[slot]!,
      grade,
      assigned: 100 * (y1 === y2 ? alone : interpolated(d.values[slot]!, y1, y2, low, high)),
    }))
  })
}

const byNormal = (d: Distribution, scheme: NormalScheme): Assigned[] => {
  const rows: Assigned[] = []
  let below = d.n
  for (let i = d.values.length - 1; i >= 0; i--) {
    const count = d.counts[i]!
    below -= count
    const points = scheme.mean + scheme.deviation * inverseNormal((2 * below + count) / (2 * d.n))
    const held = Math.min(scheme.high, Math.max(scheme.low, Math.floor(points + 0.5)))
    rows.push({ raw: d.values[i]!, count, grade: '', assigned: 100 * held })
  }
  return rows
}

/** The conversion table of a cohort under a scheme, highest raw score first. Equal raw scores share a row. */
export const assignTable = (d: Distribution, scheme: AssignedScheme): Assigned[] =>
  scheme.kind === 'bands' ? byBands(d, scheme) : byNormal(d, scheme)

/** Assigned hundredths of each student; 0 in the rows of the absent (mask 0). */
export const assignColumn = (column: Column, present: Uint8Array, scheme: AssignedScheme): Int32Array => {
  const byRaw = new Map(assignTable(distributionOf(column, present), scheme).map((row) => [row.raw, row.assigned]))
  return Int32Array.from(column, (score, row) => (present[row] ? byRaw.get(score)! : 0))
}
