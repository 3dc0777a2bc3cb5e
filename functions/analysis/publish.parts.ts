/**
 * The shards of a snapshot. What is read is written once (`part`, `pages`) and is then the only source: sums, transcript
 * and results are computed from what is stored there, so a step that runs again writes the same bytes or finds them.
 * Nothing here holds more than one shard and what grows with the questions, the totals or the classes.
 */
import { parquetWriteBuffer } from 'hyparquet-writer'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { ClassFigures } from '#shared/analysis/analysis.types.ts'
import { rangesOf, sortRows, transcriptRows } from '#shared/analysis/transcript.rules.ts'
import { resultOf } from '#shared/analysis/result.rules.ts'
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
import type { PaperTally } from '#shared/analysis/stats/shard.ts'
import { mergedSets, mostTagSets, placesOfSets, tagSetOf, tagSetsOf } from '#shared/analysis/tags/counted.rules.ts'
import type { TagSet } from '#shared/analysis/tags/counted.rules.ts'
import { figuresOf as figuresBy, mergedTallies, talliesOf } from '#shared/analysis/tags/tallies.rules.ts'
import type { FigureAxis, Tallies } from '#shared/analysis/tags/tallies.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { noCombination, schoolSits } from '#shared/exam/tools/total.rules.ts'
import { examSchoolsOf } from '#functions/exam/exam.public.ts'
import { schoolsCome } from '#functions/exam/step.public.ts'
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
  standingIn,
  tallyIn,
} from './snapshot.ts'
import type { JournalColumn, StoredPages, StoredPart, StoredTally } from './snapshot.ts'
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
  const unchosen = head.combinations && !columns.combination
  const data: SnapshotData = {
    ...head,
    ...columns,
    ...(unchosen ? { combination: columns.studentId.map(() => noCombination) } : {}),
  }
  // Only what can be published is tallied: an unfinished script has no score to be counted.
  const isWhole = facts.unfinished === 0 && (facts.broken ?? 0) === 0
  const { tally = null, ...by } = isWhole ? talliesOf(data) : {}
  const stored: StoredTally = { tally, facts, ...by, ...(isWhole && head.tags ? { sets: tagSetsOf(data) } : {}) }
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
  let whole: Tallies | null = null
  let sets: TagSet[] = []
  for (const piece of inPieces(slices, 16)) {
    const some = await inTurns(piece, 16, (s) => tallyIn(paper, v, s.part))
    facts.push(...some.map((s) => s.facts))
    const tallies = some.flatMap(({ tally, facts: _, sets: _sets, ...by }): Tallies[] =>
      tally ? [{ tally, ...by }] : [],
    )
    if (tallies.length > 0) whole = mergedTallies(whole ? [whole, ...tallies] : tallies)
    // Parts of more kinds than that are no choice that a reader could make.
    if (sets.length <= mostTagSets) sets = mergedSets([...sets, ...some.flatMap((s) => s.sets ?? [])])
  }
  requireScores(figuresOf(facts), head.questions.length)
  const { tally } = whole!
  const named = digestOf(facts)
  if (digest !== undefined && digest !== named) refuse(analysisProblems.changedSince)
  const { report, groups } = figuresBy(head, whole!)
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
  for (const [axis, { count, figures }] of Object.entries(groups))
    await putFigures(paper, v, axis as FigureAxis, count, figures)
  const isChoice = sets.length > 1 && sets.length <= mostTagSets
  if (isChoice)
    await inTurns([...sets.entries()], 8, ([i, s]) => putJson(partKey(paper, v, numbered('tagSets', i)), s.of))
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
    ...(isChoice ? { tagSets: sets.map((s) => s.tags) } : {}),
    digest: named,
    ...proofOf(head, v, facts),
  }
  await putJson(partKey(paper, v, 'index.json'), index)
  await putLines(partKey(paper, v, 'ranges.jsonl'), index.ranges)
  return index
}

/**
 * The schools that sit the paper, and of which not one answer is there: no figure is theirs. Of whom all were absent nothing
 * is missing.
 */
const schoolsWithout = async (paper: Paper, { schools = [], classes }: SnapshotHead, tally: PaperTally) => {
  const there = new Set(tally.classes.flatMap((c) => (c.n > 0 ? [classes[c.classIndex]?.school] : [])))
  const out = schools.filter((_, i) => !there.has(i))
  if (out.length === 0) return []
  const parts = paper.total?.map((p) => p.paperId) ?? [paper.paperId]
  const come = await schoolsCome(paper.examId, parts)
  const rows = new Map((await examSchoolsOf(paper.examId)).map((s) => [s.schoolId as string, s]))
  return out.flatMap(({ schoolId, schoolName }) => {
    const row = rows.get(schoolId)
    return row && schoolSits(row, paper) && !come.has(schoolId) ? [schoolName] : []
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
  const placeOf = index.tagSets && placesOfSets(index.tagSets)
  const setOf = placeOf && ((row: number) => placeOf(tagSetOf(data.tags ?? [], data.tagged?.[row])))
  const rows = sortRows(transcriptRows(data, report, classes, corrected, setOf))
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
