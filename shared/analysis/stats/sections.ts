import type { Distribution } from './describe.ts'
import { reaches } from './rates.ts'

/** One section: from ≤ x < to, but from ≤ x ≤ to in the top one. */
export interface Section {
  from: number
  to: number
  top: boolean
  count: number
  rate: number | null
  /** Students in this section and all above it. */
  cumulative: number
}

export interface RankSection {
  from: number
  /** null: to the end. */
  to: number | null
  count: number
}

export interface LevelCount {
  name: string
  /** Lower edge as a share of the full mark. */
  from: number
  count: number
  rate: number | null
}

/** Edges 0, width, 2·width … full; the top section is narrower when the width does not divide the full mark. */
export const edgesOf = (full: number, width: number): number[] => {
  if (!(width > 0) || !(full > 0)) throw new RangeError(`no sections of width ${width} up to ${full}`)
  const edges: number[] = []
  for (let edge = 0; edge < full; edge += width) edges.push(edge)
  return [...edges, full]
}

/** Counts by score section, highest first. Edges ascend; a score outside them is refused, so counts sum to n. */
export const scoreSections = (d: Distribution, edges: readonly number[]): Section[] => {
  const counts = new Array<number>(Math.max(0, edges.length - 1)).fill(0)
  const last = edges.length - 1
  let section = 0
  d.values.forEach((value, i) => {
    if (last < 1 || value < edges[0]! || value > edges[last]!) throw new RangeError(`score ${value} is in no section`)
    while (section < last - 1 && value >= edges[section + 1]!) section++
    counts[section]! += d.counts[i]!
  })
  let cumulative = 0
  return counts
    .map((count, i) => ({ from: edges[i]!, to: edges[i + 1]!, top: i === last - 1, count }))
    .reverse()
    .map((row) => ({ ...row, rate: d.n ? row.count / d.n : null, cumulative: (cumulative += row.count) }))
}

/** Counts by rank section: ends [10, 50] make 1-10, 11-50 and 51 to the end. `ranked` is (rank, count) in any order. */
export const rankSections = (
  ranked: readonly { rank: number; count: number }[],
  ends: readonly number[],
): RankSection[] => {
  const rows: RankSection[] = [...ends, null].map((to, i) => ({ from: i ? ends[i - 1]! + 1 : 1, to, count: 0 }))
  for (const { rank, count } of ranked) rows.find((row) => row.to === null || rank <= row.to)!.count += count
  return rows
}

/** Counts by level; levels descend and the last one begins at 0, so each student is in exactly one. */
export const levelsOf = (
  d: Distribution,
  full: number,
  levels: readonly { name: string; from: number }[],
): LevelCount[] => {
  const rows = levels.map((level) => ({ ...level, count: 0 }))
  d.values.forEach((value, i) => {
    const row = rows.find((level) => reaches(value, full, level.from))
    if (!row) throw new RangeError(`score ${value} is in no level`)
    row.count += d.counts[i]!
  })
  return rows.map((row) => ({ ...row, rate: d.n ? row.count / d.n : null }))
}
