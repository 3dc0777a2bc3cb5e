/** The laboratory of 赋分: what a scheme makes of the scores of a paper, before one is chosen. From the distribution alone. Pure. */
import { assignTable } from '../stats/assigned.ts'
import type { BandScheme } from '../stats/assigned.schemes.ts'
import { meanOf, momentsOf, varianceOf } from '../stats/describe.ts'
import type { Cohort } from './change.types.ts'

type Described = {
  n: number
  mean: number | null
  sigma: number | null
  highest: number | null
  lowest: number | null
  distinct: number
}

export type LabBand = {
  grade: string
  /** Per cent of the cohort: as the scheme says, and as the scores fall. */
  share: number
  actual: number
  count: number
  /** Hundredths, raw and assigned: the ends of the grade. */
  rawHigh: number | null
  rawLow: number | null
  high: number
  low: number
  /** On the lowest raw score of the grade stand so many: they are not parted. */
  onEdge: number
}
export type LabScheme = Described & {
  bands: LabBand[]
  /** Whom the scheme no longer tells from a neighbour: raw scores that get the same points as the one below. */
  joined: number
  curve: { raw: number; assigned: number }[]
}

/** So many points of a curve are shown; of more every so-manieth, and the ends. */
const mostPoints = 300

export const describedBy = (d: Cohort): Described => {
  const moments = momentsOf(d)
  const variance = varianceOf(moments, 'population')
  return {
    n: d.n,
    mean: meanOf(moments),
    sigma: variance === null ? null : Math.sqrt(variance),
    highest: d.values.at(-1) ?? null,
    lowest: d.values[0] ?? null,
    distinct: d.values.length,
  }
}

export const labOf = (cohort: Cohort, scheme: BandScheme): LabScheme => {
  const table = assignTable(cohort, scheme)
  const counts = new Map<number, number>()
  for (const row of table) counts.set(row.assigned, (counts.get(row.assigned) ?? 0) + row.count)
  const values = [...counts.keys()].sort((a, b) => a - b)
  const stride = Math.max(1, Math.ceil(table.length / mostPoints))
  return {
    ...describedBy({ n: cohort.n, values, counts: values.map((v) => counts.get(v)!) }),
    joined: table.length - values.length,
    curve: table
      .filter((_, i) => i % stride === 0 || i === table.length - 1)
      .map(({ raw, assigned }) => ({ raw, assigned }))
      .reverse(),
    bands: scheme.bands.map(({ grade, share, high, low }) => {
      const own = table.filter((row) => row.grade === grade)
      const count = own.reduce((n, row) => n + row.count, 0)
      return {
        grade,
        share,
        actual: cohort.n === 0 ? 0 : (100 * count) / cohort.n,
        count,
        rawHigh: own[0]?.raw ?? null,
        rawLow: own.at(-1)?.raw ?? null,
        high: 100 * high,
        low: 100 * low,
        onEdge: own.at(-1)?.count ?? 0,
      }
    }),
  }
}
