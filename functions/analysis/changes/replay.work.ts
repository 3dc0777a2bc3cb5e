/**
 * The replay of a change set: each shard without it and with it, side by side. Of a published paper the shards are the
 * version's own, so that nothing of marking is read; of one that is not, marks and readings are scored as they are now.
 * A shard is held alone, and what is added up does not grow with the students.
 */
import { replayJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { totalsIn } from '#shared/analysis/snapshot.rules.ts'
import type { ChangeEntry, ChangeSet, ChangeValue, ReplayFacts } from '#shared/analysis/changes/change.types.ts'
import { mergePairs } from '#shared/analysis/changes/replay.rules.ts'
import type { TotalPair } from '#shared/analysis/changes/replay.rules.ts'
import type { ReplayRow } from '#shared/analysis/change.calls.ts'
import type { SnapshotColumns, SnapshotHead, SnapshotSlice } from '#shared/analysis/publication.types.ts'
import { fullScoreOf } from '#shared/exam/exam.rules.ts'
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { cutOf } from '#functions/marking/marking.public.ts'
import { getJson, putJson, putLines } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { work } from '#functions/kit/work.ts'
import { changeKey, changeSets, publications } from '../analysis.store.ts'
import { digestOf, groupsIn, scoreSlice, settledSlice, slicesOf, withChanges } from '../scoring.ts'
import { headOf, indexOf, manifestOf, partOf } from '../snapshot.ts'
import { examAndPaper } from '../standing/standing.ts'
import { cohortsFor } from '../total.ts'
import { gatherAppeals } from '../appeals/appeal.gather.ts'
import { asItStands, isBeingMarked } from './change.read.ts'
import { editsOf, questionsAfter } from './inForce.ts'
import { gatherMerger } from './merge.ts'
import { editsWithIds, idsOfNumbers, numbersIn, strangersIn } from './numbers.ts'
import { entryOf, slicesIn } from './version.ts'

/** What all shards of a replay share. */
type ReplayHead = Pick<SnapshotHead, 'classes' | 'keyVersion' | 'cohorts' | 'cut'> & {
  against: number | null
  /** Marking is going on: of what is not marked yet neither side has anything. */
  early?: true
  /** The questions before any change set; the sets in force, and with the one that is replayed. */
  base: readonly PaperQuestion[]
  log: readonly ChangeEntry[]
  next: readonly ChangeEntry[]
}
type PartTold = {
  facts: Pick<
    ReplayFacts,
    'students' | 'changed' | 'up' | 'down' | 'broken' | 'brokenNamed' | 'differing' | 'unfinished'
  >
  digest: string
  pairs: readonly TotalPair[]
  hits: Record<string, number>
}
/** All shards together; `rows` says how many candidates each tells otherwise of. */
export type ReplaySum = { pairs: readonly TotalPair[]; hits: Record<string, number>; rows: readonly number[] }
type StoredRow = Omit<ReplayRow, 'placeBefore' | 'placeAfter'>
type StoredRows = PartTold & { rows: readonly StoredRow[] }

const part = (name: 'told' | 'rows', n: number): string => `${name}-${String(n).padStart(5, '0')}.json`
type Of = Pick<Paper, 'paperId' | 'owner'>

export const replaySum = (of: Of, changeId: string): Promise<ReplaySum> => getJson(changeKey(of, changeId, 'sum.json'))
export const replayRows = async (of: Of, changeId: string, n: number): Promise<readonly StoredRow[]> =>
  (await getJson<StoredRows>(changeKey(of, changeId, part('rows', n)))).rows

/** The scores of a shard before any change set, and as the sets in force leave them. */
const shardOf = async (
  found: Awaited<ReturnType<typeof examAndPaper>>,
  head: ReplayHead,
  slice: SnapshotSlice,
): Promise<{ base: SnapshotColumns; before: SnapshotColumns }> => {
  if (head.against !== null) {
    const { columns, base = columns } = await partOf(found.paper, head.against, slice.part)
    return { base, before: columns }
  }
  const edits = await editsOf(found.paper, head.log)
  const scoring = { ...found, classes: head.classes, edits, cut: head.cut }
  if (head.early) {
    const { base, columns } = await scoreSlice({ ...scoring, once: true }, slice, null)
    return { base: base ?? columns, before: columns }
  }
  const scored = await settledSlice(scoring, slice, null, () => Promise.resolve())
  const { facts } = scored
  if ((facts.undecided ?? 0) > 0) refuse(analysisProblems.notReady, { detail: '还有选做题没有认定' })
  if (facts.differing > 0)
    refuse(analysisProblems.scoresDiffer, { count: facts.differing, who: facts.named.join('、') })
  return { base: scored.base ?? scored.columns, before: scored.columns }
}

/** What is not marked yet as nothing. */
const markedSoFar = (of: SnapshotColumns): SnapshotColumns => ({
  ...of,
  scores: of.scores.map((own) => own.map((score) => Math.max(0, score))),
})

/** Candidates of whom the shard tells otherwise, and what that adds up to. */
const compared = (
  before: SnapshotColumns,
  after: SnapshotColumns,
  { classes }: Pick<ReplayHead, 'classes'>,
  questions: { before: readonly PaperQuestion[]; after: readonly PaperQuestion[] },
): Pick<PartTold, 'pairs' | 'hits'> & { rows: StoredRow[] } => {
  const [was, is] = [totalsIn(before), totalsIn(after)]
  const places = new Map(questions.after.map((q, i) => [q.questionId as string, i]))
  const rows: StoredRow[] = []
  const hits: Record<string, number> = {}
  before.studentId.forEach((id, row) => {
    // Of what comes from another paper the total tells.
    let told = before.state[row] !== after.state[row] || (was.get(id) ?? null) !== (is.get(id) ?? null)
    questions.before.forEach(({ questionId }, i) => {
      const place = places.get(questionId)
      const next = place === undefined ? undefined : after.scores[row]![place]
      if (before.scores[row]![i] === next) return
      told = true
      hits[questionId] = (hits[questionId] ?? 0) + 1
    })
    if (!told) return
    rows.push({
      studentName: before.studentName[row]!,
      studentNumber: before.studentNumber[row]!,
      className: classes[before.classOf[row]!]?.className ?? '',
      stateBefore: before.state[row]!,
      stateAfter: after.state[row]!,
      before: was.get(id) ?? null,
      after: is.get(id) ?? null,
    })
  })
  const pairs = mergePairs(before.studentId.map((id) => [was.get(id) ?? null, is.get(id) ?? null, 1] as const))
  return { rows, pairs, hits }
}

const replayHead = (of: Of, changeId: string): Promise<ReplayHead> => getJson(changeKey(of, changeId, 'head.json'))

/** One shard without the set and with it. */
export const replaySlice = async (
  found: Awaited<ReturnType<typeof examAndPaper>>,
  changeId: string,
  slice: SnapshotSlice,
): Promise<void> => {
  const { paper } = found
  const head = await replayHead(paper, changeId)
  const { base, before } = await shardOf(found, head, slice)
  const [edits, old] = await Promise.all([editsOf(paper, head.next), editsOf(paper, head.log)])
  const questions = [...head.base]
  const scored = { ...paper, questions, keyVersion: head.keyVersion }
  const { columns, facts } = await withChanges(
    { paper: scored, classes: head.classes, edits, cut: head.cut, ...(head.cohorts ? { cohorts: head.cohorts } : {}) },
    slice,
    null,
    base,
  )
  const [was, is] = head.early ? [markedSoFar(before), markedSoFar(columns)] : [before, columns]
  const { rows, pairs, hits } = compared(was, is, head, {
    before: questionsAfter(questions, old),
    after: questionsAfter(questions, edits),
  })
  const rise = rows.filter((r) => (r.after ?? 0) > (r.before ?? 0)).length
  const fall = rows.filter((r) => (r.after ?? 0) < (r.before ?? 0)).length
  const { students, broken = 0, brokenNamed = [], differing, unfinished, digest } = facts
  const made: StoredRows = {
    rows,
    facts: { students, changed: rows.length, up: rise, down: fall, broken, brokenNamed, differing, unfinished },
    digest,
    pairs,
    hits,
  }
  // Of two attempts the first is what is shown, row by row and added up.
  const key = changeKey(paper, changeId, part('rows', slice.part))
  const { rows: _rows, ...told } = (await putJson(key, made)) ? made : await getJson<StoredRows>(key)
  await putJson(changeKey(paper, changeId, part('told', slice.part)), told satisfies PartTold)
}

/** What ends a replay is told where its set is listed. */
const refuseSet = async (set: ChangeSet, detail: string): Promise<never> => {
  await changeSets.edit(set, (now) => (now && !now.refused ? { ...now, refused: detail } : null))
  return refuse(analysisProblems.badChange, { detail })
}

/** Who the numbers of a set are; a number of no candidate ends the replay. */
const named = async (exam: Exam, paper: Paper, set: ChangeSet): Promise<void> => {
  const { edits } = await getJson<ChangeValue>(changeKey(paper, set.changeId, 'numbers.json'))
  const numbers = numbersIn(edits)
  const ids = await idsOfNumbers(exam, paper, numbers)
  const detail = strangersIn(numbers, ids)
  if (detail !== null) await refuseSet(set, detail)
  const value: ChangeValue = { schema: 1, edits: editsWithIds(edits, ids) }
  await putJson(changeKey(paper, set.changeId, 'edits.json'), value)
}

/** What the appeals of a paper ask for, or what another paper brings, as the set's edits. */
const gathered = async (exam: Exam, paper: Paper, set: ChangeSet): Promise<void> => {
  const stands = await asItStands(paper, await publications.get({ paperId: paper.paperId }))
  const found: Awaited<ReturnType<typeof gatherAppeals>> = set.merge
    ? await gatherMerger({ exam, paper, questions: stands.questions }, set, set.merge)
    : await gatherAppeals(paper, set, stands)
  const { leftOut } = found
  if (leftOut) await changeSets.edit(set, (now) => (now && !now.leftOut ? { ...now, leftOut } : null))
  if ('refused' in found) return refuseSet(set, found.refused)
  const { edits, says } = found
  await changeSets.edit(set, (now) => (now && now.edits === 0 ? { ...now, edits: edits.length, says } : null))
}

export const replayWork = work(replayJob, {
  plan: async ({ input, progress }) => {
    const { exam, paper } = await examAndPaper(input.paperId)
    const early = isBeingMarked(exam, paper)
    const set = (await changeSets.get(input)) ?? refuse(commonProblems.notFound)
    const log = (await publications.get({ paperId: paper.paperId }))?.changes ?? []
    if (log.length !== set.behind) refuse(analysisProblems.changeStale)
    if (set.byNumber) await named(exam, paper, set)
    if (set.gathers) await gathered(exam, paper, set)
    const slices: SnapshotSlice[] = []
    const made = set.against === null ? null : await headOf(paper, set.against)
    if (made) slices.push(...slicesIn(await indexOf(paper, set.against!)))
    else for await (const slice of slicesOf(exam)) slices.push(slice)
    const next = [...log, entryOf(set)]
    await putJson(changeKey(paper, set.changeId, 'head.json'), {
      against: set.against,
      ...(early && !made ? { early } : {}),
      base: made ? (made.base ?? made.questions) : paper.questions,
      keyVersion: made?.keyVersion ?? paper.keyVersion,
      classes: made?.classes ?? (await groupsIn(exam, paper)).classes,
      log,
      next,
      ...((made ? made.cut : await cutOf(paper)) ? { cut: true as const } : {}),
      ...(made?.of ? { cohorts: await cohortsFor(paper, made.of, await editsOf(paper, next)) } : {}),
    } satisfies ReplayHead)
    const manifestKey = changeKey(paper, set.changeId, 'shards.jsonl')
    await putLines(manifestKey, slices)
    const students = slices.reduce((n, s) => n + s.students, 0)
    await progress({ total: students, message: '正在逐份比较改动前后的成绩' })
    return { students, manifestKey }
  },

  replay: async ({ input, items }) => {
    const found = await examAndPaper(input.paperId)
    for (const slice of items) await replaySlice(found, input.changeId, slice)
    return items.reduce((n, s) => n + s.students, 0)
  },

  compared: async ({ input, out }) => {
    const { paper } = await examAndPaper(input.paperId)
    const { changeId } = input
    const head = await replayHead(paper, changeId)
    const slices = await manifestOf<SnapshotSlice>(out.plan.manifestKey)
    const told = await inTurns(slices, 16, (s) => getJson<PartTold>(changeKey(paper, changeId, part('told', s.part))))
    const sum = (of: (f: PartTold['facts']) => number): number => told.reduce((n, t) => n + of(t.facts), 0)
    const hits: Record<string, number> = {}
    for (const t of told) for (const [id, n] of Object.entries(t.hits)) hits[id] = (hits[id] ?? 0) + n
    await putJson(changeKey(paper, changeId, 'sum.json'), {
      pairs: mergePairs(told.flatMap((t) => t.pairs)),
      hits,
      rows: told.map((t) => t.facts.changed),
    } satisfies ReplaySum)
    const [before, after] = await Promise.all([editsOf(paper, head.log), editsOf(paper, head.next)])
    const replayed: ReplayFacts = {
      students: sum((f) => f.students),
      changed: sum((f) => f.changed),
      up: sum((f) => f.up),
      down: sum((f) => f.down),
      broken: sum((f) => f.broken),
      brokenNamed: told.flatMap((t) => t.facts.brokenNamed).slice(0, 5),
      differing: sum((f) => f.differing),
      unfinished: sum((f) => f.unfinished),
      ...(head.early ? { early: true } : {}),
      fullBefore: fullScoreOf(questionsAfter(head.base, before)),
      fullAfter: fullScoreOf(questionsAfter(head.base, after)),
      digest: digestOf(told),
    }
    // What was found once is what is signed.
    await changeSets.edit({ paperId: paper.paperId, changeId }, (set) =>
      set && !set.replayed ? { ...set, replayed } : null,
    )
    return { changed: replayed.changed }
  },
})
