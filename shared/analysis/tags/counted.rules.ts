/**
 * Figures of the candidates whom a report counts by their tags (考生标签). Candidates are parted by the tags that they have,
 * all of them; sums are kept of each part, so that those of any choice are added up. Pure.
 */
import type { CountedOf } from '#shared/kit/report/report.types.ts'
import type { ClassFigures, PaperReport } from '../analysis.types.ts'
import type { SnapshotColumns, SnapshotData, SnapshotHead, TranscriptRow } from '../publication.types.ts'
import { standingFinder, standingsOf } from '../stats/ranks.ts'
import type { ClassTotals } from '../stats/shard.ts'
import type { TagChoice } from './choice.rules.ts'
import { figuresOf, mergedTallies, talliesOf } from './tallies.rules.ts'
import type { FigureAxis, Tallies } from './tallies.rules.ts'

/** So many parts of different tags have sums of their own; a version of more offers no choice. */
export const mostTagSets = 64

/** All tags of a candidate that a version knows, in their order there; who has none has that. */
export const tagSetOf = (known: readonly string[], own: readonly string[] = []): string[] => {
  const some = known.filter((tag) => own.includes(tag))
  return some.length > 0 ? some : known.slice(-1)
}
const keyOf = (tags: readonly string[]): string => JSON.stringify(tags)

/** Sums of the candidates who have just these tags. */
export type TagSet = { tags: string[]; of: Tallies }

const rowsPicked = (data: SnapshotData, rows: readonly number[]): SnapshotData => {
  const columns: Record<keyof SnapshotColumns, readonly unknown[] | undefined> = {
    studentId: data.studentId,
    studentName: data.studentName,
    studentNumber: data.studentNumber,
    classOf: data.classOf,
    homeOf: data.homeOf,
    combination: data.combination,
    tagged: data.tagged,
    state: data.state,
    scores: data.scores,
    chosen: data.chosen,
  }
  const picked = Object.entries(columns).flatMap(([name, all]) => (all ? [[name, rows.map((row) => all[row])]] : []))
  return { ...data, ...Object.fromEntries(picked) }
}

/** The parts of a shard; together they are the shard. */
export const tagSetsOf = (data: SnapshotData): TagSet[] => {
  const known = data.tags
  if (!known) return []
  const rows = data.studentId.map((_, row) => ({ row, tags: tagSetOf(known, data.tagged?.[row]) }))
  const parts = [...Map.groupBy(rows, ({ tags }) => keyOf(tags)).values()]
  return parts.map((part) => ({
    tags: part[0]!.tags,
    of: talliesOf(
      rowsPicked(
        data,
        part.map(({ row }) => row),
      ),
    ),
  }))
}

/** Parts of several shards, those of the same tags as one; in an order that follows from the tags alone. */
export const mergedSets = (sets: readonly TagSet[]): TagSet[] =>
  [...Map.groupBy(sets, ({ tags }) => keyOf(tags))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => ({ tags: same[0]!.tags, of: mergedTallies(same.map((s) => s.of)) }))

/** By the part of each candidate of a shard where it stands among those of the version. */
export const placesOfSets = (sets: readonly (readonly string[])[]): ((own: string[]) => number) => {
  const places = new Map(sets.map((tags, i) => [keyOf(tags), i]))
  return (own) => places.get(keyOf(own)) ?? -1
}

/** Figures of those who are counted; `rows`: of some lines theirs, each with its place among them. */
export type Counted = {
  of: CountedOf
  report: PaperReport
  groups: Partial<Record<FigureAxis, ClassFigures[]>>
  rows: (lines: readonly TranscriptRow[]) => TranscriptRow[]
}

/** The sums of no candidate. */
const noRows = (head: SnapshotHead): Tallies => {
  const columns = { studentId: [], studentName: [], studentNumber: [], classOf: [], state: [], scores: [], chosen: [] }
  return talliesOf({ ...head, ...columns, combination: [], tagged: [], ...(head.homes ? { homeOf: [] } : {}) })
}

/** `sums`: of the parts that are counted, by their places among all. */
export const countedOf = (head: SnapshotHead, choice: TagChoice, sums: ReadonlyMap<number, Tallies>): Counted => {
  const tallies = sums.size > 0 ? mergedTallies([...sums.values()]) : noRows(head)
  const { report, groups } = figuresOf(head, tallies)
  return {
    of: { ...choice, students: tallies.tally.registered },
    report: { ...report, classes: [] },
    groups: Object.fromEntries(Object.entries(groups).map(([axis, { figures }]) => [axis, figures])),
    rows: placedAmong(head, report, tallies.tally.classes, new Set(sums.keys())),
  }
}

const placedAmong = (
  { classes }: Pick<SnapshotHead, 'classes'>,
  { standings }: Pick<PaperReport, 'standings'>,
  totals: readonly ClassTotals[],
  sets: ReadonlySet<number>,
): Counted['rows'] => {
  const find = standingFinder(standings)
  const inClass = new Map(
    totals.map((own) => [classes[own.classIndex]?.classId as string, standingFinder(standingsOf(own))]),
  )
  return (lines) =>
    lines
      .filter((line) => sets.has(line.tagSet ?? -1))
      .map((line) => {
        if (line.total === null) return line
        const { rank, percentileRank, t } = find(line.total)!
        return { ...line, rank, percentileRank, t, classRank: inClass.get(line.classId)?.(line.total)?.rank ?? null }
      })
}
