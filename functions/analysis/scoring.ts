/** The scores of a slice of a paper's students, computed twice (I11), as a shard of a snapshot keeps them. */
import { createHash } from 'node:crypto'
import { rowsOutOfBounds } from '#shared/analysis/bounds.rules.ts'
import { toldOtherwise } from '#shared/analysis/changes/change.again.ts'
import { applyEdits } from '#shared/analysis/changes/change.rules.ts'
import type { ChangeEdit, Cohorts } from '#shared/analysis/changes/change.types.ts'
import { correctionsIn } from '#shared/analysis/corrections.rules.ts'
import type { OwnCorrections } from '#shared/analysis/corrections.rules.ts'
import { changesOf, differingStudents, snapshotColumns } from '#shared/analysis/snapshot.rules.ts'
import { watchedBy } from '#shared/analysis/publication.rules.ts'
import type {
  ChangeRow,
  PartFacts,
  SnapshotColumns,
  SnapshotHead,
  SnapshotSlice,
} from '#shared/analysis/publication.types.ts'
import { combinationOf, takesPaper } from '#shared/exam/tools/total.rules.ts'
import { withoutUnmarked } from '#shared/analysis/changes/cut.rules.ts'
import type { Candidate, Exam, Paper } from '#shared/exam/exam.types.ts'
import type { ClassId, SchoolId } from '#shared/kit/ids.ts'
import type { PaperScores } from '#shared/marking/marking.types.ts'
import {
  candidatesByIds,
  candidatesIn,
  examClassesOf,
  examSchoolsOf,
  rosterSlices,
  teachingClassesOf,
} from '#functions/exam/exam.public.ts'
import { journalFollows, journalScoresIn, journalScoresOf, scoresIn } from '#functions/marking/marking.public.ts'
import { now } from '#functions/kit/ports.ts'
import { partOf } from './snapshot.ts'
import type { JournalColumn, StoredPart } from './snapshot.ts'
import { sizes } from './sizes.ts'
import { publishedIn, totalsIn } from './total.ts'
import type { PartAt } from './total.ts'

export type Scored = {
  slice: SnapshotSlice
  columns: SnapshotColumns
  facts: PartFacts
  /** Whose total the published version tells otherwise. */
  changes: ChangeRow[]
  /** What readers were told otherwise before. */
  corrected: OwnCorrections
  /** The same before the change sets in force, where there are any. */
  base?: SnapshotColumns
  /** Of each candidate what the journal held; '' of who has none. */
  journal?: JournalColumn
  /** The computations differ because the journal has not yet read the last marks: it does by itself, within moments. */
  following: boolean
}

/** The shards of a paper, in order; their cut follows from the rosters alone. */
export async function* slicesOf(
  exam: Exam,
  look?: (candidates: readonly Candidate[]) => void,
): AsyncGenerator<SnapshotSlice> {
  const slices: SnapshotSlice[] = []
  for await (const { slice, candidates } of rosterSlices(exam, sizes.part)) {
    look?.(candidates)
    slices.push({ part: slices.length, ...slice })
  }
  yield* exam.schoolCount > 1 ? watchedBy(slices, sizes.look) : slices
}

/** The classes and schools as a snapshot has them: figures name them by their place here. */
export const groupsIn = async (
  { examId, schoolCount }: Pick<Exam, 'examId' | 'schoolCount'>,
  { paperId, total }: Pick<Paper, 'paperId' | 'total'>,
): Promise<Pick<SnapshotHead, 'classes' | 'homes' | 'schools'>> => {
  const homes = await examClassesOf(examId)
  if (schoolCount <= 1) {
    const named = (some: readonly { classId: ClassId; className: string }[]) =>
      some.map(({ classId, className }) => ({ classId, className }))
    const teaching = total ? [] : await teachingClassesOf({ examId, paperId })
    return teaching.length > 0
      ? { classes: named([...teaching, ...homes]), homes: named(homes) }
      : { classes: named(homes) }
  }
  const schools = await examSchoolsOf(examId)
  const walks = !total && schools.some((s) => s.papers.some((p) => p.paperId === paperId && p.walks !== undefined))
  const teaching = walks ? await teachingClassesOf({ examId, paperId }) : []
  const places = new Map(schools.map((s, i) => [s.schoolId, i]))
  const named = (some: readonly { classId: ClassId; schoolId: SchoolId; className: string }[]) =>
    some.map(({ classId, schoolId, className }) => {
      const school = places.get(schoolId)
      if (school === undefined) throw new Error(`class ${classId} is of no school of ${examId}`)
      // Every school has a class 1: among several, the school is said too.
      return { classId, className: `${schools[school]!.schoolName}${className}`, school }
    })
  return {
    schools: schools.map(({ schoolId, schoolName, area, groups }) => ({
      ...{ schoolId, schoolName },
      ...(area ? { area: area.areaName } : {}),
      ...(groups ? { groups } : {}),
    })),
    classes: named([...teaching, ...homes]),
    ...(walks ? { homes: named(homes) } : {}),
  }
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)

/** Names all scores by those of the shards. */
export const digestOf = (facts: readonly Pick<PartFacts, 'digest'>[]): string => hash(facts.map((f) => f.digest))

/** Looks that must agree before two computations are said to differ: marks come in between one reading and the next. */
const looks = 3
const mostNamed = 5

const sumOf = (totals: readonly (number | null)[]): { sum: number; n: number } => {
  const there = totals.filter((t) => t !== null)
  return { sum: there.reduce((a, b) => a + b, 0), n: there.length }
}

/** What is scored: a paper under its questions, the classes of its exam, the change sets over it; of a total, its papers too. */
export type Scoring = {
  exam: Exam
  paper: Paper
  classes: SnapshotHead['classes']
  homes?: SnapshotHead['homes']
  parts?: readonly PartAt[] | null
  edits: readonly ChangeEdit[]
  /** While marking is going on the journal follows it all the time: nothing is published of what is told then. */
  once?: true
  /** Of a total: what the schemes among its edits are applied to. */
  cohorts?: Cohorts
  /** Marking was ended by force. */
  cut?: true | undefined
  /** Where nothing is published: the version that readers saw before it was withdrawn, which is what is told otherwise. */
  over?: number
}

type Journal = Awaited<ReturnType<typeof journalScoresOf>>

/** Of a journal the rows of these students. */
const rowsWith = ({ studentIds, states, scores }: Journal, wanted: (id: string) => boolean) => {
  const rows = [...studentIds.keys()].filter((i) => wanted(studentIds[i]!))
  return {
    studentIds: rows.map((i) => studentIds[i]!),
    states: rows.map((i) => states[i]!),
    scores: rows.map((i) => scores[i]!),
  }
}

/**
 * What the journal tells of these candidates, and of who is none at all. Rosters of schools may lie into one another, and a
 * slice reach over all of them: every id is looked at by one slice, which takes its own candidates from there, and asks of
 * the others whether they are candidates at all; own ones that lie elsewhere are read alone. So a paper's journal is read
 * once where the rosters lie apart, and twice at worst, at any number of schools.
 */
const journalOf = async (
  { exam, paper }: Pick<Scoring, 'exam' | 'paper'>,
  slice: SnapshotSlice,
  ids: readonly string[],
) => {
  const { watch } = slice
  if (!watch) return journalScoresIn(paper, slice)
  const own = new Set(ids)
  const isNear = (id: string): boolean => watch.from <= id && id < watch.before
  const [far, near] = await Promise.all([
    journalScoresOf(
      paper,
      ids.filter((id) => !isNear(id)),
    ),
    watch.from < watch.before ? journalScoresIn(paper, watch) : null,
  ])
  if (!near) return far
  const strange = near.studentIds.filter((id) => !own.has(id))
  const elsewhere = new Set<string>((await candidatesByIds(exam, strange)).map((c) => c.studentId))
  const here = rowsWith(near, (id) => !elsewhere.has(id))
  return {
    ...far,
    digests: new Map([...far.digests, ...near.digests]),
    studentIds: [...far.studentIds, ...here.studentIds],
    states: [...far.states, ...here.states],
    scores: [...far.scores, ...here.scores],
  }
}

type Computed = { scores: PaperScores; differing: string[]; following: boolean; digests?: Journal['digests'] }

/** Computed twice: of a paper from its answers and from its journal, of a total from its papers' columns and transcripts. */
const computed = async (of: Scoring, slice: SnapshotSlice, roster: readonly Candidate[]): Promise<Computed> => {
  const { paper, parts } = of
  if (parts) return { ...(await totalsIn(paper, parts, slice, roster)), following: false }
  const ids = roster.map((c) => c.studentId)
  if (of.once) return { scores: await scoresIn(paper, ids), differing: [], following: false }
  for (let look = 1; ; look++) {
    const [scores, journal] = await Promise.all([scoresIn(paper, ids), journalOf(of, slice, ids)])
    const differing = differingStudents(scores, journal)
    // Some are enough: as long as one of them is on its way, the others are looked at again.
    const following = differing.length > 0 && (await journalFollows(paper, differing.slice(0, 200)))
    if (differing.length === 0 || following || look >= looks)
      return { scores, differing, following, digests: journal.digests }
  }
}

/** The scores of a slice now. */
export const scoreSlice = async (of: Scoring, slice: SnapshotSlice, against: number | null): Promise<Scored> => {
  const { exam, paper, classes, homes } = of
  const all = await candidatesIn(exam.examId, slice)
  const { scores, differing, following, digests } = await computed(of, slice, all)
  const sat = new Set<string>(scores.studentIds)
  // Who did not choose the course is none of its candidates, unless there is a script all the same.
  const roster = all.filter((c) => takesPaper(c, paper.paperId) || sat.has(c.studentId))
  const columns: SnapshotColumns = {
    ...snapshotColumns(roster, { paperId: paper.paperId, classes, homes }, scores),
    ...(roster.some((c) => c.chosen) ? { combination: roster.map(combinationOf(exam.papers)) } : {}),
    ...(roster.some((c) => c.tags) ? { tagged: roster.map((c) => c.tags ?? []) } : {}),
  }
  const names = new Map(roster.map((c) => [c.studentId as string, c.studentName]))
  const nameOf = (id: string): string => names.get(id) ?? id
  const found = {
    unfinished: scores.unfinished,
    differing: differing.map(nameOf),
    undecided: scores.undecided.map(nameOf),
  }
  const journal = columns.studentId.map((id): JournalColumn[number] => {
    const { digest, last } = digests?.get(id) ?? { digest: '', last: 0 }
    return [digest, last]
  })
  return { ...(await withChanges(of, slice, against, columns, found)), journal, following }
}

/** A shard that was scored already, under other change sets: nothing of marking is read (`from` is its version). */
export const rescoredSlice = async (
  of: Scoring,
  slice: SnapshotSlice,
  { against, from }: { against: number | null; from: number },
): Promise<Scored> => {
  const { columns, base = columns, journal } = await partOf(of.paper, from, slice.part)
  return { ...(await withChanges(of, slice, against, base)), ...(journal ? { journal } : {}), following: false }
}

const placesIn = (indexes: readonly number[]): number[] =>
  [...new Set(indexes.filter((c) => c >= 0))].sort((a, b) => a - b)

/** Present scripts that lack a score: a voided question lacks none. */
const lacking = ({ state, scores }: SnapshotColumns): number =>
  scores.filter((own, i) => state[i] === 'present' && own.some((n) => n < 0)).length

/** What was found of the scores before any change set: how many lack one, and names. */
type Found = { unfinished: number; differing: readonly string[]; undecided: readonly string[] }

/** Scores as marking has them, under the change sets in force: laid over them by two pieces of code that must agree. */
export const withChanges = async (
  { paper, classes, edits, cohorts, cut, over }: Omit<Scoring, 'exam'>,
  slice: SnapshotSlice,
  against: number | null,
  base: SnapshotColumns,
  found: Found = { unfinished: 0, differing: [], undecided: [] },
): Promise<Omit<Scored, 'following' | 'journal'>> => {
  const changed = applyEdits({ questions: paper.questions, columns: base }, edits, cohorts)
  const { questions } = changed
  const columns = cut ? withoutUnmarked(changed.columns) : changed.columns
  const differing = [
    ...found.differing,
    ...toldOtherwise(paper.questions, edits, base, columns, cohorts, cut).map((row) => columns.studentName[row]!),
  ]
  const published = against === null ? null : await publishedIn(paper, against, slice)
  const changes = changesOf(published, { ...columns, classes })
  const moved = changes.filter((c) => c.before !== c.after)
  const come = moved.filter((c) => c.before === null).length
  const seen = against ?? over ?? null
  const before = against === null && seen !== null ? await publishedIn(paper, seen, slice) : published
  const corrected = before && seen !== null ? correctionsIn(before, { ...columns, questions }, seen) : {}
  const broken = rowsOutOfBounds(
    questions,
    columns.studentId.map((_, i) => ({
      // By the number too: names are shared, and an erasure finds its student by it.
      name: `${columns.studentName[i]!}（${columns.studentNumber[i]!}）`,
      present: columns.state[i] === 'present',
      scores: columns.scores[i]!,
    })),
  )
  const count = (state: SnapshotColumns['state'][number]) => columns.state.filter((s) => s === state).length
  const [exempt, unmarked] = [count('exempt'), count('unmarked')]
  const setOut = columns.state.filter(
    (s, i) => base.state[i] === 'present' && (s === 'absent' || s === 'exempt' || s === 'unmarked'),
  ).length
  const now = Object.values(corrected).filter((own) => own.at(-1)?.over === seen)
  return {
    slice,
    columns,
    ...(edits.length > 0 || cut ? { base } : {}),
    changes: published ? moved : [],
    corrected,
    facts: {
      part: slice.part,
      students: columns.studentId.length,
      counts: {
        ...{ present: count('present'), absent: count('absent'), missing: count('missing'), void: count('void') },
        ...(exempt > 0 ? { exempt } : {}),
        ...(unmarked > 0 ? { unmarked } : {}),
      },
      ...(setOut > 0 ? { setOut } : {}),
      unfinished: edits.length === 0 && !cut ? found.unfinished : lacking(columns),
      differing: differing.length,
      named: differing.slice(0, mostNamed),
      undecided: cut ? 0 : found.undecided.length,
      undecidedNamed: cut ? [] : found.undecided.slice(0, mostNamed),
      broken: broken.length,
      brokenNamed: broken.slice(0, mostNamed).map((b) => `${b.name}：${b.why[0]}`),
      digest: hash([paper.keyVersion, columns.studentId, columns.state, columns.scores]),
      classes: placesIn(columns.classOf),
      ...(columns.homeOf ? { homes: placesIn(columns.homeOf) } : {}),
      changed: published ? moved.length : 0,
      up: published ? moved.filter((c) => c.before !== null && (c.after ?? 0) > c.before).length : 0,
      down: published ? moved.filter((c) => (c.after ?? 0) < (c.before ?? 0)).length : 0,
      ...(published && come > 0 ? { come } : {}),
      ...(Object.keys(corrected).length > 0
        ? {
            corrected: Object.keys(corrected).length,
            correctedNow: now.length,
            retoldNow: now.filter((own) => own.at(-1)?.before !== null).length,
          }
        : {}),
      old: sumOf(published ? changes.map((c) => c.before) : []),
      next: sumOf(changes.map((c) => c.after)),
    },
  }
}

/** A shard as it is stored. */
export const storedOf = ({ columns, facts, changes, corrected, base, journal }: Scored): StoredPart => ({
  columns,
  facts,
  changes,
  ...(Object.keys(corrected).length > 0 ? { corrected } : {}),
  ...(base ? { base } : {}),
  ...(journal ? { journal } : {}),
})

/** The same once the journal has read what was stored: a job's step waits for it. Throws when it takes too long. */
export const settledSlice = async (
  of: Scoring,
  slice: SnapshotSlice,
  against: number | null,
  waits: () => Promise<void>,
): Promise<Scored> => {
  const end = now() + 120_000
  for (let pause = 300; ; pause = Math.min(3000, pause * 1.5)) {
    const scored = await scoreSlice(of, slice, against)
    if (!scored.following) return scored
    if (now() > end) throw new Error(`the journal of ${of.paper.paperId} does not follow`)
    await waits()
    await new Promise((done) => setTimeout(done, pause))
  }
}
