/** A total's papers, each at one published version, and its scores from them, computed twice (I11). */
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { ChangeEdit, Cohort, Cohorts } from '#shared/analysis/changes/change.types.ts'
import { differingStudents } from '#shared/analysis/snapshot.rules.ts'
import type { OwnCorrections } from '#shared/analysis/corrections.rules.ts'
import type { SnapshotColumns, SnapshotHead, SnapshotSlice } from '#shared/analysis/publication.types.ts'
import { mergeDistributions } from '#shared/analysis/stats/describe.ts'
import { addUp, addUpLines, totalQuestions, unequalGroup } from '#shared/analysis/total.rules.ts'
import type { TotalScores } from '#shared/analysis/total.rules.ts'
import type { Candidate, Paper, TotalPart } from '#shared/exam/exam.types.ts'
import type { PaperScores } from '#shared/marking/marking.types.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { publications } from './analysis.store.ts'
import { headOf, indexOf, linesIn, partOf, reportOf, tallyIn } from './snapshot.ts'

type Of = Pick<Paper, 'paperId' | 'owner'>
/** A paper of a total at one version. */
export type PartAt = TotalPart & { of: Of; v: number; fullScore: number }
/** The versions that a total stands on. */
type Stands = NonNullable<SnapshotHead['of']>

const partsAt = (paper: Pick<Paper, 'owner' | 'total'>, stands: Stands): Promise<PartAt[]> =>
  inTurns(paper.total ?? [], 16, async (part) => {
    const of = { paperId: part.paperId, owner: paper.owner }
    const { v } = stands.find((s) => s.paperId === part.paperId)!
    return { ...part, of, v, fullScore: (await reportOf(of, v)).fullScore }
  })

/** Which version of each paper readers see; papers of which they see none are named. */
export const standsOn = async (paper: Pick<Paper, 'total'>): Promise<{ stands: Stands; missing: string[] }> => {
  const found = await inTurns(paper.total ?? [], 16, async ({ paperId, courseName }) => ({
    paperId,
    courseName,
    v: (await publications.get({ paperId }))?.current ?? null,
  }))
  return {
    stands: found.flatMap(({ paperId, v }) => (v === null ? [] : [{ paperId, v }])),
    missing: found.filter((f) => f.v === null).map((f) => f.courseName),
  }
}

/** The papers of a total as readers see them now. @throws Refused notReady */
export const partsNow = async (paper: Pick<Paper, 'owner' | 'total'>): Promise<PartAt[]> => {
  const { stands, missing } = await standsOn(paper)
  if (missing.length > 0) return refuse(analysisProblems.notReady, { detail: `${missing.join('、')}的成绩还没有发布` })
  const parts = await partsAt(paper, stands)
  const group = unequalGroup(parts)
  if (group) return refuse(analysisProblems.notReady, { detail: `${group}各科的满分不同，不能相互替代` })
  return parts
}

/** The papers of a version of a total; null where it is no total. */
export const partsOfVersion = async (
  paper: Pick<Paper, 'owner' | 'total'>,
  head: Pick<SnapshotHead, 'of'>,
): Promise<PartAt[] | null> => (head.of ? partsAt(paper, head.of) : null)

/** A total as it is scored: its items are papers, worth what they are worth in these versions. */
export const scoredAs = (paper: Paper, parts: readonly PartAt[]): Paper => ({
  ...paper,
  questions: totalQuestions(parts),
})

/** Refuses where a paper has another version by now than the total stands on. */
export const requireSameParts = async (paper: Paper, { of }: Pick<SnapshotHead, 'of'>): Promise<void> => {
  if (!of) return
  const { stands } = await standsOn(paper)
  if (!of.every((was) => stands.some((s) => s.paperId === was.paperId && s.v === was.v)))
    refuse(analysisProblems.changedSince)
}

/** How many have which score of a paper's published version: the sums of its shards, so many at once. */
export const cohortOf = async (of: Of, v: number): Promise<Cohort> => {
  const { parts } = await indexOf(of, v)
  const tables = await inTurns(parts, 16, async ({ part }) => (await tallyIn(of, v, part)).tally?.table ?? null)
  return mergeDistributions(tables.filter((t) => t !== null))
}

/** What the schemes among the edits are applied to: all who sat the paper, in the versions that a total stands on. */
export const cohortsFor = async (
  { owner, total = [] }: Pick<Paper, 'owner' | 'total'>,
  stands: Stands,
  edits: readonly ChangeEdit[],
): Promise<Cohorts> => {
  const wanted = new Set(edits.flatMap((e) => (e.kind === 'assign' ? [e.questionId as string] : [])))
  const parts = total.filter((p) => wanted.has(p.questionId))
  const found = await inTurns(parts, 4, async ({ paperId, questionId }) => {
    const { v } = stands.find((s) => s.paperId === paperId)!
    return [questionId, await cohortOf({ paperId, owner }, v)] as const
  })
  return Object.fromEntries(found)
}

/** The shards of a version that hold students of a stretch; it may have been cut otherwise. */
const nearParts = async (of: Of, v: number, { schoolId, from, before }: SnapshotSlice): Promise<number[]> =>
  (await indexOf(of, v)).parts
    .filter((p) => p.schoolId === schoolId && p.from < before && from < p.before)
    .map((p) => p.part)

/** What a published version says of a stretch of ids. */
export const publishedIn = async (
  of: Of,
  v: number,
  slice: SnapshotSlice,
): Promise<SnapshotColumns & Pick<SnapshotHead, 'classes' | 'questions'> & { corrected: OwnCorrections }> => {
  const { classes, questions } = await headOf(of, v)
  const corrected: Record<string, OwnCorrections[string]> = {}
  const snapshot: SnapshotColumns = {
    studentId: [],
    studentName: [],
    studentNumber: [],
    classOf: [],
    state: [],
    scores: [],
    chosen: [],
  }
  for (const part of await nearParts(of, v, slice)) {
    const { columns, corrected: told } = await partOf(of, v, part)
    Object.assign(corrected, told)
    columns.studentId.forEach((id, i) => {
      if (id < slice.from || id >= slice.before) return
      for (const name of Object.keys(snapshot) as (keyof SnapshotColumns)[])
        (snapshot[name] as unknown[]).push(columns[name]![i])
    })
  }
  return { classes, questions, corrected, ...snapshot }
}

const only = (scores: TotalScores, keep: (row: number) => boolean) => {
  const rows = [...scores.studentIds.keys()].filter(keep)
  return {
    questionIds: scores.questionIds,
    studentIds: rows.map((i) => scores.studentIds[i]!),
    states: rows.map((i) => scores.states[i]!),
    scores: rows.map((i) => scores.scores[i]!),
  }
}

/** The totals of a slice's candidates; `differing`: whom the columns and the transcripts of its papers tell apart. */
export const totalsIn = async (
  paper: Pick<Paper, 'paperId' | 'keyVersion'>,
  parts: readonly PartAt[],
  slice: SnapshotSlice,
  roster: readonly Candidate[],
): Promise<{ scores: PaperScores; differing: string[] }> => {
  const columns = await inTurns(parts, 4, ({ of, v }) => publishedIn(of, v, slice))
  const lines = await inTurns(parts, 4, async ({ of, v }) =>
    (await inTurns(await nearParts(of, v, slice), 4, (part) => linesIn(of, v, part))).flat(),
  )
  const scores = addUp(parts, columns, roster)
  const undecided = new Set<string>(scores.undecided)
  const told = only(scores, (i) => scores.states[i] === 'present' && !undecided.has(scores.studentIds[i]!))
  return {
    scores: {
      paperId: paper.paperId,
      keyVersion: paper.keyVersion,
      ...scores,
      complete: undecided.size === 0,
      unfinished: undecided.size,
    },
    differing: differingStudents(told, addUpLines(parts, lines, roster)),
  }
}
