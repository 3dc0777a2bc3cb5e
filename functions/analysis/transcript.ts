/**
 * Lines of the transcript: by total from its sorted ranges; of some classes, or in another order, from the shards that
 * hold them, of which no more is kept than a request may answer.
 */
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { seenRows, sortRows } from '#shared/analysis/transcript.rules.ts'
import type { Sight } from '#shared/analysis/transcript.rules.ts'
import type { Counted } from '#shared/analysis/tags/counted.rules.ts'
import type { SnapshotHead, TranscriptRow } from '#shared/analysis/publication.types.ts'
import type { Paper } from '#shared/exam/exam.types.ts'
import { page } from '#shared/kit/paging.ts'
import type { Page, PageInput } from '#shared/kit/paging.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { eachInTurns } from '#functions/kit/turns.ts'
import { sizes } from './sizes.ts'
import { indexOf, linesIn, rangesBetween, sortedIn } from './snapshot.ts'

type Version = {
  paper: Pick<Paper, 'paperId' | 'owner'>
  v: number
  head: Pick<SnapshotHead, 'classes' | 'homes'>
  sight: Sight
  /** Of those alone who are counted, each with the place among them. */
  counted?: Pick<Counted, 'rows'>
}
type Listed = Page<TranscriptRow> & { present: number; mean: number | null }

/** Shards read at a time. */
const together = 8

/** Of some stored lines those that the version is asked for. */
const countedIn = ({ counted }: Version, rows: TranscriptRow[]): TranscriptRow[] => counted?.rows(rows) ?? rows
/** A stretch of the transcript in its order. */
const stretch = async (of: Version, range: number): Promise<TranscriptRow[]> =>
  countedIn(of, await sortedIn(of.paper, of.v, range))

/** The shards' lines of some classes, or of all; a few shards in memory at a time. */
async function* linesOfClasses(of: Version, classIds: ReadonlySet<string> | null): AsyncGenerator<TranscriptRow[]> {
  const placesOf = (some: readonly { classId: string }[] = []) =>
    new Set(some.flatMap((c, i) => (!classIds || classIds.has(c.classId) ? [i] : [])))
  const [indexes, homes] = [placesOf(of.head.classes), placesOf(of.head.homes)]
  const { parts } = await indexOf(of.paper, of.v)
  const wanted = classIds
    ? parts.filter((p) => p.classes.some((c) => indexes.has(c)) || p.homes?.some((c) => homes.has(c)))
    : parts
  for await (const [, rows] of eachInTurns(wanted, together, (p) => linesIn(of.paper, of.v, p.part)))
    yield seenRows(seenRows(countedIn(of, rows), { classIds: classIds && [...classIds], totalRank: true }), of.sight)
}

/** Found by a part of the name or by how the number begins. */
const isNamed = (name: string | undefined): ((r: TranscriptRow) => boolean) => {
  const wanted = name?.trim()
  return wanted ? (r) => r.studentName.includes(wanted) || r.studentNumber.startsWith(wanted) : () => true
}
const isByTotal = (sort: string | undefined): boolean => sort === undefined || sort === '-total' || sort === 'rank'

/** The classes whose lines are looked for; what of them is seen is asked of each line. */
const asked = (sight: Sight, classId: string | undefined): ReadonlySet<string> | null =>
  classId === undefined ? sight.classIds && new Set(sight.classIds) : new Set([classId])

/** The first `most` lines in an order, and what all of them add up to; memory does not grow with the lines. */
const firstOf = async (
  source: AsyncIterable<TranscriptRow[]>,
  keep: (row: TranscriptRow) => boolean,
  sort: string | undefined,
  most: number,
): Promise<{ rows: TranscriptRow[]; total: number; present: number; sum: number }> => {
  let rows: TranscriptRow[] = []
  let [total, present, sum] = [0, 0, 0]
  for await (const some of source) {
    for (const row of some) {
      if (!keep(row)) continue
      total++
      rows.push(row)
      if (row.total === null) continue
      present++
      sum += row.total
    }
    if (rows.length > 2 * most) rows = sortRows(rows, sort).slice(0, most)
  }
  return { rows: sortRows(rows, sort).slice(0, most), total, present, sum }
}

/** How many of the lines that a caller sees the version over each of `overs` tells otherwise. */
export const correctedLines = async (version: Version, overs: readonly number[]): Promise<number[]> => {
  const found = overs.map(() => 0)
  for await (const rows of linesOfClasses(version, asked(version.sight, undefined)))
    for (const { corrected } of rows)
      overs.forEach((over, i) => (found[i]! += corrected?.some((own) => own.over === over) ? 1 : 0))
  return found
}

/** One page of the lines that a caller sees. @throws Refused tooFar */
export const listLines = async (
  version: Version,
  input: PageInput & { classId?: string | undefined; name?: string | undefined; sort?: string | undefined },
  overall: { present: number; mean: number | null },
): Promise<Listed> => {
  const classIds = asked(version.sight, input.classId)
  const name = input.name?.trim()
  if (!classIds && !name && isByTotal(input.sort) && !version.counted) {
    const index = await indexOf(version.paper, version.v)
    const total = index.ranges.reduce((n, r) => n + r.students, 0)
    const pageNumber = Math.min(input.pageNumber, Math.max(1, Math.ceil(total / input.pageSize)))
    const from = (pageNumber - 1) * input.pageSize
    const list: TranscriptRow[] = []
    for (const { range, skip } of rangesBetween(index, from, from + input.pageSize))
      list.push(
        ...(await sortedIn(version.paper, version.v, range.range)).slice(skip, skip + input.pageSize - list.length),
      )
    return { list: seenRows(list, version.sight), total, pageNumber, ...overall }
  }
  const { rows, total, present, sum } = await firstOf(
    linesOfClasses(version, classIds),
    isNamed(name),
    input.sort,
    sizes.lines,
  )
  const end = Math.min(input.pageNumber, Math.ceil(total / input.pageSize)) * input.pageSize
  if (total > rows.length && end > rows.length) return refuse(analysisProblems.tooFar, { n: rows.length })
  return { ...page(rows, input), total, present, mean: present ? sum / present : null }
}

/**
 * All lines that a caller sees as they are asked for. In the order of the totals they come some at a time; some classes,
 * or another order, are sorted in memory, and a cohort too long for that stays in the order of the totals.
 */
export async function* sortedLines(
  version: Version,
  { classId, name, sort }: { classId?: string | undefined; name?: string | undefined; sort?: string | undefined },
): AsyncGenerator<TranscriptRow> {
  const classIds = asked(version.sight, classId)
  const isAsked = isNamed(name)
  const { ranges } = await indexOf(version.paper, version.v)
  const students = ranges.reduce((n, r) => n + r.students, 0)
  if (classIds === null && (isByTotal(sort) || students > sizes.sorted)) {
    for (const { range } of ranges)
      yield* seenRows(await stretch(version, range), version.sight).filter((r) => isAsked(r))
    return
  }
  const rows: TranscriptRow[] = []
  for await (const some of linesOfClasses(version, classIds)) rows.push(...some.filter((r) => isAsked(r)))
  yield* sortRows(rows, sort)
}

/** The best lines whose totals lie between two bounds, of what the caller sees. */
export const linesBetween = async (
  version: Version,
  low: number,
  high: number,
  most: number,
): Promise<TranscriptRow[]> => {
  const among = (r: TranscriptRow): boolean => r.total !== null && r.total >= low && r.total <= high
  if (version.sight.classIds !== null)
    return (await firstOf(linesOfClasses(version, new Set(version.sight.classIds)), among, undefined, most)).rows
  const rows: TranscriptRow[] = []
  for (const r of (await indexOf(version.paper, version.v)).ranges) {
    if (rows.length >= most) break
    if (r.top === null || r.top < low || r.bottom! > high) continue
    rows.push(...(await stretch(version, r.range)).filter(among))
  }
  return seenRows(rows.slice(0, most), version.sight)
}
