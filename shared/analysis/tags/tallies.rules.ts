/** Sums by everything that figures are cut by, of a shard or of a version; of all candidates, or of some. Pure. */
import type { ClassFigures, PaperReport } from '../analysis.types.ts'
import { setAxes, setsOf, setsOfSchools } from '../publication.rules.ts'
import type { SetAxis } from '../publication.rules.ts'
import type { SnapshotData, SnapshotHead } from '../publication.types.ts'
import { itemsOf, rowsOf } from '../snapshot.rules.ts'
import { groupReport, reportOf } from '../stats/paper.ts'
import { groupTallies, mergeTallies } from '../stats/shard.ts'
import type { ClassTally, PaperTally } from '../stats/shard.ts'
import { tallyOf } from '../stats/tally.ts'

/** Groups whose figures a version holds. */
export type FigureAxis = 'classes' | 'schools' | 'areas' | 'groups' | 'combinations' | 'tags' | 'homes'
export const setsAt = { area: 'areas', group: 'groups' } as const satisfies Record<SetAxis, FigureAxis>

/** `combinations`, `tags`: by the head's, where there are any. `homes`: by administrative class, where the course walks. */
export type Tallies = { tally: PaperTally; combinations?: ClassTally[]; tags?: ClassTally[]; homes?: ClassTally[] }
const others = ['combinations', 'tags', 'homes'] as const

/** By combination; a combination's index stands where a class's does. */
const combinationTallies = (data: SnapshotData, combinations: readonly string[]): ClassTally[] => {
  const indexes = new Map(combinations.map((name, i) => [name, i]))
  const own = data.studentId.map((_, row) => indexes.get(data.combination?.[row] ?? '') ?? -1)
  return tallyOf({ ...rowsOf(data), classOf: Int32Array.from(own) }).classes
}

/** The same by tag, of which a candidate may have several: each is tallied by itself. */
const tagTallies = (data: SnapshotData, tags: readonly string[]): ClassTally[] => {
  const rows = rowsOf(data)
  const own = data.tagged ?? data.studentId.map(() => [])
  return tags.flatMap((tag, at) => {
    const has = (some: readonly string[]): boolean => (at === tags.length - 1 ? some.length === 0 : some.includes(tag))
    return tallyOf({ ...rows, classOf: Int32Array.from(own, (some) => (has(some) ? at : -1)) }).classes
  })
}

/** The same by administrative class, where classes are teaching classes. */
const homeTallies = (data: SnapshotData, homeOf: readonly number[]): ClassTally[] =>
  tallyOf({ ...rowsOf(data), classOf: Int32Array.from(homeOf) }).classes

export const talliesOf = (data: SnapshotData): Tallies => ({
  tally: tallyOf(rowsOf(data)),
  ...(data.combinations ? { combinations: combinationTallies(data, data.combinations) } : {}),
  ...(data.tags ? { tags: tagTallies(data, data.tags) } : {}),
  ...(data.homes && data.homeOf ? { homes: homeTallies(data, data.homeOf) } : {}),
})

/** Of all of them together. Needs one at least. */
export const mergedTallies = (parts: readonly Tallies[]): Tallies => ({
  tally: mergeTallies(parts.map((p) => p.tally)),
  ...Object.fromEntries(
    others.flatMap((axis) => {
      const some = parts.flatMap((p) => p[axis] ?? [])
      return parts.some((p) => p[axis]) ? [[axis, groupTallies(some, (index) => index)]] : []
    }),
  ),
})

/** The report of a version from its sums, and the figures of all its groups with how many groups of the kind there are. */
export const figuresOf = (
  head: SnapshotHead,
  { tally, ...by }: Tallies,
): { report: PaperReport; groups: Partial<Record<FigureAxis, { count: number; figures: ClassFigures[] }>> } => {
  const items = itemsOf(head.questions)
  const report = reportOf(items, tally, head.report)
  const grouped = (all: readonly unknown[], tallies: readonly ClassTally[] = []) => ({
    count: all.length,
    figures: groupReport(items, tally, report, tallies),
  })
  const ofSchools = head.schools && groupTallies(tally.classes, (i) => head.classes[i]?.school)
  const sets = setsOfSchools(head.schools ?? [])
  const inSets = (head.schools ?? []).map(setsOf)
  const ofSets = setAxes.flatMap((axis) => {
    // Schools may lie in several groups: each is added up by itself.
    const tallies = sets[axis].flatMap((name, at) =>
      groupTallies(ofSchools ?? [], (school) => (inSets[school]?.[axis].includes(name) ? at : undefined)),
    )
    return tallies.length > 0 ? [[setsAt[axis], grouped(sets[axis], tallies)]] : []
  })
  return {
    report,
    groups: {
      classes: { count: head.classes.length, figures: report.classes },
      ...(head.schools ? { schools: grouped(head.schools, ofSchools) } : {}),
      ...Object.fromEntries(ofSets),
      ...Object.fromEntries(others.flatMap((axis) => (head[axis] ? [[axis, grouped(head[axis], by[axis])]] : []))),
    },
  }
}
