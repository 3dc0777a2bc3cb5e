import type { Distribution } from './describe.ts'
import { lineOf } from './rates.ts'

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
  for (let i = 0; i < d.values.length; i++) {
    const value = d.values[i]!
    if (last < 1 || value < edges[0]! || value > edges[last]!) throw new RangeError(`score ${value} is in no section`)
    while (section < last - 1 && value >= edges[section + 1]!) section++
    counts[section]! += d.counts[i]!
  }
  const sections: Section[] = []
  for (let i = last - 1, cumulative = 0; i >= 0; i--) {
    const count = counts[i]!
    cumulative += count
    const rate = d.n ? count / d.n : null
    sections.push({ from: edges[i]!, to: edges[i + 1]!, top: i === last - 1, count, rate, cumulative })
  }
  return sections
}

/** Counts by rank section: ends [10, 50] make 1-10, 11-50 and 51 to the end. `rankOf` is the rank of a score. */
export const rankSections = (
  d: Pick<Distribution, 'values' | 'counts'>,
  rankOf: ArrayLike<number>,
  ends: readonly number[],
): RankSection[] => {
  const rows: RankSection[] = []
  for (let i = 0; i <= ends.length; i++) rows.push({ from: i ? ends[i - 1]! + 1 : 1, to: ends[i] ?? null, count: 0 })
  for (let i = 0; i < d.values.length; i++) {
    const rank = rankOf[d.values[i]!]!
    let at = 0
    while (at < ends.length && rank > ends[at]!) at++
    rows[at]!.count += d.counts[i]!
  }
  return rows
}

/** A level with the lowest whole score that reaches it. */
export interface LevelLine {
  name: string
  from: number
  line: number
}

export const levelLines = (full: number, levels: readonly { name: string; from: number }[]): LevelLine[] =>
  levels.map(({ name, from }) => ({ name, from, line: lineOf(full, from) }))

/** Counts by level; levels descend and the last one begins at 0, so each student is in exactly one. */
export const levelsOf = (d: Distribution, levels: readonly LevelLine[]): LevelCount[] => {
  const counts = new Array<number>(levels.length).fill(0)
  // Values ascend, so their levels do.
  for (let i = 0, at = levels.length - 1; i < d.values.length; i++) {
    if (at < 0 || d.values[i]! < levels[levels.length - 1]!.line)
      throw new RangeError(`score ${d.values[i]} is in no level`)
    while (at > 0 && d.values[i]! >= levels[at - 1]!.line) at--
    counts[at]! += d.counts[i]!
  }
  return levels.map(({ name, from }, i) => ({ name, from, count: counts[i]!, rate: d.n ? counts[i]! / d.n : null }))
}
