/**
 * The shards of a snapshot. What is read is written once (`part`, `pages`) and is then the only source: sums, transcript
 * and results are computed from what is stored there, so a step that runs again writes the same bytes or finds them.
 * Nothing here holds more than one shard and what grows with the questions, the totals or the classes.
 */
import { parquetWriteBuffer } from 'hyparquet-writer'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { ClassFigures } from '#shared/analysis/analysis.types.ts'
import { itemsOf, rowsOf } from '#shared/analysis/snapshot.rules.ts'
import { rangesOf, sortRows, transcriptRows } from '#shared/analysis/transcript.rules.ts'
import { resultOf } from '#shared/analysis/result.rules.ts'
import { setAxes, setsOf, setsOfSchools } from '#shared/analysis/publication.rules.ts'
import { leafOf, schemeOf, sha256Of, sheetsFrom, treeRoot, versionRoot } from '#shared/analysis/evidence/tree.rules.ts'
import type {
  PartFacts,
  SnapshotColumns,
  SnapshotData,
  SnapshotHead,
  SnapshotIndex,
  SnapshotSlice,
  SortedRange,
  TranscriptRow,
} from '#shared/analysis/publication.types.ts'
import { groupReport, reportOf as reportFrom } from '#shared/analysis/stats/paper.ts'
import { groupTallies, mergeTallies } from '#shared/analysis/stats/shard.ts'
import type { ClassTally, PaperTally } from '#shared/analysis/stats/shard.ts'
import { tallyOf } from '#shared/analysis/stats/tally.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { noCombination, schoolSits } from '#shared/exam/tools/total.rules.ts'
import { examSchoolsOf } from '#functions/exam/exam.public.ts'
import { openObject, putJson, putLines, putObject } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inPieces, inTurns } from '#functions/kit/turns.ts'
import { pagesOfStudents } from '#functions/scan/scan.public.ts'
import { numbered, packOf, partKey, resultsKey } from './analysis.store.ts'
import { editsOf } from './changes/inForce.ts'
import { digestOf, rescoredSlice, settledSlice, storedOf } from './scoring.ts'
import { sizes } from './sizes.ts'
import {
  getIfThere,
  headOf,
  indexOf,
  linesOf,
  offsetsIn,
  pagesIn,
  partOf,
  reportOf,
  setsAt,
  standingIn,
  tallyIn,
} from './snapshot.ts'
import type { FigureAxis, JournalColumn, StoredPages, StoredPart, StoredTally } from './snapshot.ts'
import { figuresOf } from './standing/standing.ts'
import { requireScores } from './standing/ready.ts'
import { partsOfVersion, requireSameParts } from './total.ts'

/** Writes once: the first value stays. */
const once = async <T>(key: string, there: T | null, make: () => Promise<T>): Promise<T> => {
  if (there !== null) return there
  const made = await make()
  return (await putJson(key, made)) ? made : (await getIfThere<T>(key))!
}

/** The scores as columns, for any tool that reads Parquet. */
const parquetOf = (data: SnapshotData): Uint8Array => {
  const score = (i: number): number[] => data.scores.map((row) => row[i] ?? -1)
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'studentId', data: data.studentId, type: 'STRING' },
        { name: 'studentNumber', data: data.studentNumber, type: 'STRING' },
        { name: 'classId', data: data.classOf.map((c) => data.classes[c]?.classId ?? ''), type: 'STRING' },
        { name: 'state', data: data.state, type: 'STRING' },
        ...data.questions.map((q, i) => ({ name: q.questionId as string, data: score(i), type: 'INT32' as const })),
      ],
    }),
  )
}

/** The paper as it was when the version was begun: all shards are scored by one key. */
const paperAs = (paper: Paper, head: SnapshotHead): Paper => ({
  ...paper,
  questions: head.base ?? head.questions,
  keyVersion: head.keyVersion,
})

/** A shard's tallies by combination; a combination's index stands where a class's does. */
const combinationTallies = (data: SnapshotData, combinations: readonly string[]): ClassTally[] => {
  const indexes = new Map(combinations.map((name, i) => [name, i]))
  const names = data.combination ?? data.studentId.map(() => noCombination)
  return tallyOf({ ...rowsOf(data), classOf: Int32Array.from(names, (name) => indexes.get(name) ?? -1) }).classes
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

/** What is published of each candidate of a shard, so that it cannot be told otherwise later. */
const leavesOf = (paperId: string, columns: SnapshotColumns, journal: JournalColumn, pages: StoredPages): string[] =>
  columns.studentId.map((studentId, i) =>
    leafOf({
      paperId,
      studentId,
      state: columns.state[i]!,
      scores: columns.scores[i]!,
      chosen: columns.chosen[i]!,
      journal: journal[i]![0],
      sheets: sheetsFrom(pages[studentId] ?? []),
    }),
  )

/** The hash that is published of a version; none where a shard of another time has none. */
const proofOf = (head: SnapshotHead, v: number, facts: readonly PartFacts[]): Pick<SnapshotIndex, 'proof'> => {
  const parts = facts.flatMap((f) => f.proof ?? [])
  if (parts.length < facts.length) return {}
  const [scheme, candidates] = [sha256Of(schemeOf(head)), treeRoot(parts)]
  return { proof: { scheme, candidates, root: versionRoot({ paperId: head.paperId, v, scheme, candidates }) } }
}

/** Computes a shard's scores twice, and tallies them. */
export const scorePart = async (
  { exam, paper }: { exam: Exam; paper: Paper },
  v: number,
  slice: SnapshotSlice,
  waits: () => Promise<void>,
): Promise<void> => {
  const head = await headOf(paper, v)
  const partAt = partKey(paper, v, numbered('part', slice.part))
  const { columns, journal, ...part } = await once<StoredPart>(
    partAt,
    await getIfThere<StoredPart>(partAt),
    async () => {
      const edits = await editsOf(paper, head.changes)
      const of = {
        exam,
        paper: paperAs(paper, head),
        classes: head.classes,
        homes: head.homes,
        parts: await partsOfVersion(paper, head),
        edits,
        ...(head.cohorts ? { cohorts: head.cohorts } : {}),
        cut: head.cut,
        ...(head.over === undefined ? {} : { over: head.over }),
      }
      const { from, against } = head
      return storedOf(
        from === undefined
          ? await settledSlice(of, slice, against, waits)
          : await rescoredSlice(of, slice, { against, from }),
      )
    },
  )
  // The pictures as they are now: a result shows what was marked, not what replaces it later.
  const pagesAt = partKey(paper, v, numbered('pages', slice.part))
  const pages = await once<StoredPages>(pagesAt, await getIfThere<StoredPages>(pagesAt), async () =>
    head.from !== undefined
      ? pagesIn(paper, head.from, slice.part)
      : paper.total
        ? {}
        : Object.fromEntries(await pagesOfStudents(paper.paperId, columns.studentId)),
  )
  const leaves = journal && leavesOf(paper.paperId, columns, journal, pages)
  if (leaves) await putJson(partKey(paper, v, numbered('proof', slice.part)), leaves)
  const facts: PartFacts = { ...part.facts, ...(leaves ? { proof: treeRoot(leaves) } : {}) }
  const data: SnapshotData = { ...head, ...columns }
  // Only what can be published is tallied: an unfinished script has no score to be counted.
  const tally = facts.unfinished > 0 || (facts.broken ?? 0) > 0 ? null : tallyOf(rowsOf(data))
  const combinations = tally && head.combinations ? combinationTallies(data, head.combinations) : undefined
  const tags = tally && head.tags ? tagTallies(data, head.tags) : undefined
  const homes = tally && head.homes && columns.homeOf ? homeTallies(data, columns.homeOf) : undefined
  const stored: StoredTally = {
    tally,
    facts,
    ...(combinations ? { combinations } : {}),
    ...(tags ? { tags } : {}),
    ...(homes ? { homes } : {}),
  }
  await putJson(partKey(paper, v, numbered('tally', slice.part)), stored)
  await putObject(partKey(paper, v, `scores-${String(slice.part).padStart(5, '0')}.parquet`), parquetOf(data), {
    type: 'application/vnd.apache.parquet',
  })
}

/** Adds the shards up: whether they may be published, the report, and where everything lies. */
export const mergeParts = async (
  paper: Paper,
  v: number,
  slices: readonly SnapshotSlice[],
  digest: string | undefined,
): Promise<SnapshotIndex> => {
  const head = await headOf(paper, v)
  if (head.from === undefined && paper.keyVersion !== head.keyVersion) refuse(analysisProblems.changedSince)
  await requireSameParts(paper, head)
  const facts: PartFacts[] = []
  let whole: PaperTally | null = null
  let byCombination: ClassTally[] = []
  let byTag: ClassTally[] = []
  let byHome: ClassTally[] = []
  for (const piece of inPieces(slices, 16)) {
    const some = await inTurns(piece, 16, (s) => tallyIn(paper, v, s.part))
    facts.push(...some.map((s) => s.facts))
    const tallies: PaperTally[] = some.flatMap((s) => s.tally ?? [])
    const chosen = [...byCombination, ...some.flatMap((s) => s.combinations ?? [])]
    byCombination = groupTallies(chosen, (index) => index)
    byTag = groupTallies([...byTag, ...some.flatMap((s) => s.tags ?? [])], (index) => index)
    byHome = groupTallies([...byHome, ...some.flatMap((s) => s.homes ?? [])], (index) => index)
    if (tallies.length > 0) whole = mergeTallies(whole ? [whole, ...tallies] : tallies)
  }
  requireScores(figuresOf(facts), head.questions.length)
  const tally = whole!
  const named = digestOf(facts)
  if (digest !== undefined && digest !== named) refuse(analysisProblems.changedSince)
  const items = itemsOf(head.questions)
  const report = reportFrom(items, tally, head.report)
  const without = await schoolsWithout(paper, head, tally)
  const corrected = facts.reduce((n, f) => n + (f.corrected ?? 0), 0)
  const correctedNow = facts.reduce((n, f) => n + (f.correctedNow ?? 0), 0)
  const retoldNow = facts.reduce((n, f) => n + (f.retoldNow ?? 0), 0)
  await putJson(partKey(paper, v, 'report.json'), {
    ...report,
    classes: [],
    ...(without.length > 0 ? { without } : {}),
    ...(corrected > 0 ? { corrected, correctedNow, retoldNow } : {}),
  })
  await putFigures(paper, v, 'classes', head.classes.length, report.classes)
  if (head.schools) {
    const ofSchools = groupTallies(tally.classes, (i) => head.classes[i]?.school)
    await putFigures(paper, v, 'schools', head.schools.length, groupReport(items, tally, report, ofSchools))
    const sets = setsOfSchools(head.schools)
    const inSets = head.schools.map(setsOf)
    for (const axis of setAxes) {
      // Schools may lie in several groups: each is added up by itself.
      const tallies = sets[axis].flatMap((name, at) =>
        groupTallies(ofSchools, (school) => (inSets[school]?.[axis].includes(name) ? at : undefined)),
      )
      if (tallies.length > 0)
        await putFigures(paper, v, setsAt[axis], sets[axis].length, groupReport(items, tally, report, tallies))
    }
  }
  if (head.combinations) {
    const figures = groupReport(items, tally, report, byCombination)
    await putFigures(paper, v, 'combinations', head.combinations.length, figures)
  }
  if (head.tags) await putFigures(paper, v, 'tags', head.tags.length, groupReport(items, tally, report, byTag))
  if (head.homes) await putFigures(paper, v, 'homes', head.homes.length, groupReport(items, tally, report, byHome))
  const classes = new Map(tally.classes.map((c) => [c.classIndex, c]))
  await inTurns(facts, 16, (f) => {
    const own = f.classes.flatMap((i) => {
      const { classIndex, n, values, counts } = classes.get(i)!
      return [{ classIndex, n, values, counts }]
    })
    return putJson(partKey(paper, v, numbered('standing', f.part)), own)
  })
  const present = facts.map((f) => ({ part: f.part, students: f.students, present: f.counts.present }))
  const index: SnapshotIndex = {
    parts: slices.map((s, i) => ({ ...s, ...facts[i]! })),
    ranges: rangesOf(tally.table, present, sizes.range),
    digest: named,
    ...proofOf(head, v, facts),
  }
  await putJson(partKey(paper, v, 'index.json'), index)
  await putLines(partKey(paper, v, 'ranges.jsonl'), index.ranges)
  return index
}

/** The schools that sit the paper, and of which not one answer is there: no figure is theirs. */
const schoolsWithout = async (paper: Paper, { schools = [], classes }: SnapshotHead, tally: PaperTally) => {
  const there = new Set(tally.classes.flatMap((c) => (c.n > 0 ? [classes[c.classIndex]?.school] : [])))
  const out = schools.filter((_, i) => !there.has(i))
  if (out.length === 0) return []
  const rows = new Map((await examSchoolsOf(paper.examId)).map((s) => [s.schoolId as string, s]))
  return out.flatMap(({ schoolId, schoolName }) => {
    const row = rows.get(schoolId)
    return row && schoolSits(row, paper) ? [schoolName] : []
  })
}

/** Figures of groups, so many in an object. */
const putFigures = async (
  paper: Paper,
  v: number,
  axis: FigureAxis,
  count: number,
  figures: readonly ClassFigures[],
): Promise<void> => {
  for (let n = 0; n < Math.ceil(count / sizes.classes); n++) {
    const own = figures.filter((c) => Math.floor(c.classIndex / sizes.classes) === n)
    await putJson(partKey(paper, v, numbered(axis, n)), own)
  }
}

const isIn = (row: TranscriptRow, part: number, r: SortedRange): boolean =>
  r.top === null
    ? row.total === null && part >= r.fromPart && part <= r.toPart
    : row.total !== null && row.total <= r.top && row.total >= r.bottom!

/** A shard's lines of the transcript, with their places among all, and one result a student. */
export const writeResults = async (paper: Paper, v: number, { part }: SnapshotSlice): Promise<number> => {
  const [head, report, index, { columns, corrected }, classes, pages] = await Promise.all([
    headOf(paper, v),
    reportOf(paper, v),
    indexOf(paper, v),
    partOf(paper, v, part),
    standingIn(paper, v, part),
    pagesIn(paper, v, part),
  ])
  const data: SnapshotData = { ...head, ...columns }
  const rows = sortRows(transcriptRows(data, report, classes, corrected))
  // Sorted as the ranges are: each range is one stretch of bytes.
  const chunks: Buffer[] = []
  const offsets: [number, number][] = []
  let [at, next] = [0, 0]
  for (const r of index.ranges) {
    const from = at
    for (; next < rows.length && isIn(rows[next]!, part, r); next++) {
      const line = Buffer.from(`${JSON.stringify(rows[next])}\n`)
      chunks.push(line)
      at += line.length
    }
    offsets.push([from, at])
  }
  if (next !== rows.length) throw new Error(`shard ${part} has lines that are in no range`)
  await putObject(partKey(paper, v, numbered('lines', part)), Buffer.concat(chunks), { type: 'application/jsonl' })
  await putJson(partKey(paper, v, numbered('offsets', part)), offsets)
  const packs = Map.groupBy(rows, (row) => packOf(row.studentId, rows.length))
  await inTurns([...packs], 10, ([pack, own]) =>
    putJson(
      resultsKey(paper, v, part, pack),
      own.map((row) => resultOf(data, report, row, v, pages[row.studentId] ?? [])),
    ),
  )
  return rows.length
}

const textOf = async (key: string, from: number, to: number): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of await openObject(key, { from, to: to - 1 })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** A stretch of the whole transcript in its order, gathered from all shards that have lines in it. */
export const writeSorted = async (paper: Paper, v: number, range: SortedRange): Promise<void> => {
  const parts = Array.from({ length: range.toPart - range.fromPart + 1 }, (_, i) => range.fromPart + i)
  const found = await inTurns(parts, 16, async (part) => {
    const [from, to] = (await offsetsIn(paper, v, part))[range.range]!
    return from === to ? [] : linesOf<TranscriptRow>(await textOf(partKey(paper, v, numbered('lines', part)), from, to))
  })
  const rows = found.flat()
  if (rows.length !== range.students) throw new Error(`range ${range.range}: ${rows.length} of ${range.students} lines`)
  await putJson(partKey(paper, v, numbered('sorted', range.range)), range.top === null ? rows : sortRows(rows))
}
