/** What makes, signs and undoes change sets. Nothing here writes a score: a signed set is laid over by the next version. */
import { publishJob, replayJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type * as changeCalls from '#shared/analysis/change.calls.ts'
import type { ChangeState } from '#shared/analysis/change.calls.ts'
import { inForceOf, twiceCovered } from '#shared/analysis/changes/change.rules.ts'
import { mostChanges, totalTools } from '#shared/analysis/changes/change.types.ts'
import type { ChangeEdit, ChangeSet, ChangeValue } from '#shared/analysis/changes/change.types.ts'
import { editFaults, editsInWords, mergeWords, sameKeys } from '#shared/analysis/changes/change.words.ts'
import { unequalGroup } from '#shared/analysis/total.rules.ts'
import type { Publication } from '#shared/analysis/publication.types.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { ChangeId, JobId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { putJson } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { startJob } from '#functions/kit/work.ts'
import { changeKey, changeSets, changeSetsOf, publications } from '../analysis.store.ts'
import { managed } from '../publish.commands.ts'
import { sizes } from '../sizes.ts'
import { isGoing } from '../standing/standing.ts'
import { isEarly, questionsBefore, questionsNow, unearnedSets, whyNone } from './change.read.ts'
import { editsOf, questionsAfter, setsInForce } from './inForce.ts'
import type { InForce } from './inForce.ts'
import { editsByNumber, editsWithIds, idsOfNumbers, numbersIn, strangersIn } from './numbers.ts'
import { entryOf, movedBetween, toldOf } from './version.ts'

type Sitting = { exam: Exam; paper: Paper; publication: Publication | null }

const sittingOf = async (paperId: string, caller: Caller): Promise<Sitting> => {
  const [found, publication] = await Promise.all([managed(paperId, caller), publications.get({ paperId })])
  return { ...found, publication }
}

/** What is wrong with each of these sets over the questions as those before it leave them. */
const faultsInTurn = (
  base: readonly PaperQuestion[],
  sets: readonly InForce[],
  ofTotal: boolean,
): Map<ChangeId, readonly string[]> => {
  let questions = base
  return new Map(
    sets.map(({ changeId, edits }) => {
      const faults = editFaults(edits, questions, ofTotal)
      questions = questionsAfter(questions, edits)
      return [changeId, faults]
    }),
  )
}

/**
 * What stands in the way of taking a set off: those that were made over it and would not be taken without it. What was wrong
 * with them before is no matter of this one.
 */
const standingInTheWay = async (
  { paper, publication }: Sitting,
  log: NonNullable<Publication['changes']>,
  without: NonNullable<Publication['changes']>,
): Promise<string[]> => {
  const base = await questionsBefore(paper, publication)
  const ofTotal = paper.total !== undefined
  const [before, after] = (await Promise.all([setsInForce(paper, log), setsInForce(paper, without)])).map((sets) =>
    faultsInTurn(base, sets, ofTotal),
  )
  const wrong = [...after!].flatMap(([changeId, faults]) => {
    const fresh = faults.filter((text) => !before!.get(changeId)?.includes(text))
    return fresh.length > 0 ? [{ changeId, fresh }] : []
  })
  const sets = await changeSets.getMany(wrong.map(({ changeId }) => ({ paperId: paper.paperId, changeId })))
  const says = new Map(sets.map((s) => [s.changeId, s.says.join('，')]))
  return wrong.map(({ changeId, fresh }) => `请先撤销“${says.get(changeId) ?? ''}”（${fresh.slice(0, 3).join('，')}）`)
}

/**
 * The edits with the ids of whom they name. A province's candidates are left to the job: numbers still stand in their place.
 * @throws Refused badChange
 */
const resolved = async (
  { exam, paper }: Pick<Sitting, 'exam' | 'paper'>,
  asked: readonly ChangeEdit[],
): Promise<{ edits: ChangeEdit[]; byNumber: boolean }> => {
  const numbers = numbersIn(asked)
  if (numbers.size > 0 && exam.candidateCount > sizes.request) return { edits: [...asked], byNumber: true }
  const ids = await idsOfNumbers(exam, paper, numbers)
  const detail = strangersIn(numbers, ids)
  if (detail !== null) return refuse(analysisProblems.badChange, { detail })
  return { edits: editsWithIds(asked, ids), byNumber: false }
}

const nameOf = (questions: readonly PaperQuestion[], id: string): string =>
  questions.find((q) => q.questionId === id)?.number ?? '有科目'

/** Of a total: a scheme is applied to what a paper gives, and papers that count for one another stay worth the same. */
const totalFaults = async (
  { paper, publication }: Sitting,
  questions: readonly PaperQuestion[],
  edits: readonly ChangeEdit[],
): Promise<string[]> => {
  if (!paper.total) return []
  const again = twiceCovered([...(await editsOf(paper, publication?.changes)), ...edits])
  const weighed = new Set(edits.flatMap((e) => (e.kind === 'weigh' ? [e.questionId] : [])))
  const both = edits.flatMap((e) => (e.kind === 'assign' && weighed.has(e.questionId) ? [e.questionId] : []))
  const group = unequalGroup(questionsAfter(questions, edits))
  return [
    ...again.filter((id) => !weighed.has(id)).map((id) => `${nameOf(questions, id)}已折算或赋分，请先撤销那次改动`),
    ...both.map((id) => `${nameOf(questions, id)}的折算和赋分要分两次`),
    ...(group ? [`“${group}”各科改动后的满分不同，请一起改`] : []),
  ]
}

type Begun = { changeId: ChangeId; jobId: JobId; about: string }

/** The answer to a set that is stored: its replay, begun. */
const replaying = async (
  { paperId }: { paperId: Paper['paperId'] },
  { changeId, jobId, about }: Begun,
  caller: Caller,
): Promise<{ changeId: ChangeId; uuid: JobId }> => ({
  changeId,
  ...(await startJob(replayJob, { paperId, changeId, by: caller }, caller, { jobId, about })),
})

/** Stores a set with its edits; what it is replayed by is still to be begun. */
const draft = async (
  { exam, paper, publication }: Sitting,
  said: Pick<ChangeSet, 'tool' | 'says' | 'edits' | 'undoes' | 'merge'>,
  of: { edits: readonly ChangeEdit[]; byNumber: boolean } | { from: NonNullable<ChangeSet['gathers']> },
  caller: Caller,
): Promise<Begun> => {
  const log = publication?.changes ?? []
  if (log.length >= mostChanges) return refuse(analysisProblems.tooManyChanges, { n: mostChanges })
  const [changeId, jobId] = [newId<ChangeId>('change'), newId<JobId>('job')]
  const byNumber = 'edits' in of && of.byNumber
  if ('edits' in of) {
    const name = byNumber ? 'numbers.json' : 'edits.json'
    await putJson(changeKey(paper, changeId, name), { schema: 1, edits: of.edits } satisfies ChangeValue)
  }
  await changeSets.create({
    schema: 1,
    changeId,
    paperId: paper.paperId,
    owner: paper.owner,
    ...said,
    ...(byNumber ? { byNumber } : {}),
    ...('from' in of ? { gathers: of.from } : {}),
    madeBy: caller.userId,
    madeByName: caller.userName,
    madeAt: now(),
    jobId,
    against: publication?.current ?? null,
    behind: log.length,
    version: 1,
  })
  return { changeId, jobId, about: paperTitle(exam, paper) }
}

type MakeInput = InputOf<typeof changeCalls.makeChange>
type MergeInput = InputOf<typeof changeCalls.mergePapers>
type UndoInput = InputOf<typeof changeCalls.undoChange>
type SignInput = InputOf<typeof changeCalls.signChange>

export const makeChange = async (input: MakeInput, caller: Caller): Promise<AnswerOf<typeof changeCalls.makeChange>> =>
  replaying(input, await storeChange(input, caller), caller)

/** The full mark of questions to all: a change set of the answer tool. @throws as `makeChange` */
export const fullMark = (
  { paperId, questionIds }: InputOf<typeof changeCalls.fullMark>,
  caller: Caller,
): Promise<AnswerOf<typeof changeCalls.fullMark>> => {
  const edits = [...new Set(questionIds)].map((questionId) => ({ kind: 'all' as const, questionId }))
  return makeChange({ paperId, tool: 'answer-edit', edits }, caller)
}

export const undoChange = async (input: UndoInput, caller: Caller): Promise<AnswerOf<typeof changeCalls.undoChange>> =>
  replaying(input, await storeOpposite(input, caller), caller)

/**
 * A set of what its job will find to be changed: of appeals those that were decided for another score.
 * @throws Refused changeOfTotal, changeTooEarly, tooManyChanges
 */
export const storeGathering = async (paperId: MakeInput['paperId'], caller: Caller): Promise<Begun> => {
  const sitting = await sittingOf(paperId, caller)
  const none = whyNone(sitting.exam, sitting.paper, sitting.publication)
  if (none) return refuse(none)
  if (sitting.paper.total) return refuse(analysisProblems.changeOfTotal)
  const said = { tool: 'score-edit' as const, says: ['成绩申诉改分'], edits: 0 }
  return draft(sitting, said, { from: 'appeals' }, caller)
}

/** Why a paper cannot be taken into another; null where it can. */
const mergeFault = (into: Sitting, of: Sitting, { mode }: MergeInput): string | null => {
  if (of.paper.paperId === into.paper.paperId) return '不能与自己合并'
  if (of.paper.owner !== into.paper.owner) return '只能合并本校（本单位）的考试'
  if (of.paper.total) return '总分不能并入，请合并各科'
  if ((of.publication?.current ?? null) === null) return '来源的成绩还没有发布'
  const same = of.paper.examId === into.paper.examId
  if (mode === 'course' && !same) return '科目合并在同一场考试中进行，其他考试请用成绩合并'
  return mode === 'score' && same ? '同一场考试的科目请用科目合并' : null
}

/** @throws Refused notFound, badChange, changeOfTotal, changeTooEarly, tooManyChanges */
export const storeMerger = async (input: MergeInput, caller: Caller): Promise<Begun> => {
  const { paperId, mode, from, lacking } = input
  const [into, of] = [await sittingOf(paperId, caller), await sittingOf(from, caller)]
  const none = whyNone(into.exam, into.paper, into.publication)
  if (none) return refuse(none)
  if (into.paper.total) return refuse(analysisProblems.changeOfTotal)
  const detail = mergeFault(into, of, input)
  if (detail !== null) return refuse(analysisProblems.badChange, { detail })
  const name = `“${paperTitle(of.exam, of.paper)}”`
  const said = { tool: 'exam-merge' as const, says: [`${mergeWords[mode]}：${name}`], edits: 0 }
  const merge = { mode, from, v: of.publication!.current!, lacking }
  return draft(into, { ...said, merge }, { from: 'merge' }, caller)
}

export const mergePapers = async (
  input: MergeInput,
  caller: Caller,
): Promise<AnswerOf<typeof changeCalls.mergePapers>> => replaying(input, await storeMerger(input, caller), caller)

/** The set that is being gathered, if any: begun, and neither whole nor refused. */
export const gatheringOf = async (paper: Pick<Paper, 'paperId'>): Promise<ChangeSet | undefined> => {
  const begun = (await changeSetsOf(paper.paperId)).find((s) => s.gathers === 'appeals' && s.edits === 0 && !s.refused)
  return begun && (await isGoing(begun.jobId, begun.madeAt)) ? begun : undefined
}

/** @throws Refused changeOfTotal, changeTooEarly, badChange, tooManyChanges */
export const storeChange = async ({ paperId, tool, edits: wishes }: MakeInput, caller: Caller): Promise<Begun> => {
  // Numbers stand where ids will: one is one candidate.
  const edits = editsByNumber(wishes)
  const sitting = await sittingOf(paperId, caller)
  const none = whyNone(sitting.exam, sitting.paper, sitting.publication, isEarly(edits))
  if (none) return refuse(none)
  const ofTotal = sitting.paper.total !== undefined
  if (ofTotal && !totalTools.includes(tool)) return refuse(analysisProblems.changeOfTotal)
  const questions = await questionsNow(sitting.paper, sitting.publication)
  const inForce = await editsOf(sitting.paper, sitting.publication?.changes)
  const faults = [
    ...editFaults(edits, questions, ofTotal),
    ...(await totalFaults(sitting, questions, edits)),
    ...sameKeys(edits, questions, inForce),
  ]
  if (faults.length > 0) return refuse(analysisProblems.badChange, { detail: faults.slice(0, 20).join('；') })
  const said = { tool, says: editsInWords(edits, questions, ofTotal), edits: edits.length }
  const found = await resolved(sitting, edits)
  const unearned = await unearnedSets(sitting, found.edits, inForce)
  if (unearned.length > 0) return refuse(analysisProblems.badChange, { detail: unearned.slice(0, 20).join('；') })
  return draft(sitting, said, found, caller)
}

/** @throws Refused notFound, notInForce, totalUnpublished, changeTooEarly, badChange, tooManyChanges */
export const storeOpposite = async (input: UndoInput, caller: Caller): Promise<Begun> => {
  const sitting = await sittingOf(input.paperId, caller)
  const set = (await changeSets.get(input)) ?? refuse(commonProblems.notFound)
  const log = sitting.publication?.changes ?? []
  const off = new Set(log.flatMap((e) => e.undoes ?? []))
  const stands = set.undoes
    ? log.some((e) => e.changeId === set.changeId) && !off.has(set.changeId)
    : isInForce(set, log)
  if (!stands) return refuse(analysisProblems.notInForce)
  const without = [...log, { changeId: newId<ChangeId>('change'), undoes: set.changeId }]
  // What was taken while marking is going on is taken off as early.
  const moved = await movedBetween(sitting.paper, log, without)
  const none = whyNone(sitting.exam, sitting.paper, sitting.publication, isEarly(moved.edits))
  if (none) return refuse(none)
  const again = twiceCovered(await editsOf(sitting.paper, without))
  if (again.length > 0) {
    const questions = await questionsNow(sitting.paper, sitting.publication)
    const detail = again.map((id) => `${nameOf(questions, id)}后来又赋分，请先撤销那次改动`).join('；')
    return refuse(analysisProblems.badChange, { detail })
  }
  const inTheWay = await standingInTheWay(sitting, log, without)
  if (inTheWay.length > 0) return refuse(analysisProblems.badChange, { detail: inTheWay.slice(0, 20).join('；') })
  return draft(
    sitting,
    { tool: set.tool, says: set.says, edits: 0, undoes: set.changeId },
    { edits: [], byNumber: false },
    caller,
  )
}

const isInForce = (set: Pick<ChangeSet, 'changeId'>, log: NonNullable<Publication['changes']>): boolean =>
  inForceOf(log).some((e) => e.changeId === set.changeId)

/** How far a set has come. */
export const stateOf = async (set: ChangeSet, publication: Publication | null): Promise<ChangeState> => {
  const log = publication?.changes ?? []
  if (set.inForce) {
    const stands = set.undoes ? !log.some((e) => e.undoes === set.changeId) : isInForce(set, log)
    return stands ? 'inForce' : 'off'
  }
  if (set.refused) return 'failed'
  const job = set.signed?.jobId
  if (job && publication?.pending?.jobId === job && (await isGoing(job, set.signed!.at))) return 'going'
  const same = set.against === (publication?.current ?? null) && set.behind === log.length
  if (!same) return 'stale'
  if (set.signed) return 'failed'
  if (set.replayed) return 'ready'
  return (await isGoing(set.jobId, set.madeAt)) ? 'replaying' : 'failed'
}

/** What stands in the way of a signature by what the replay found. */
export const barOf = ({ replayed }: ChangeSet): string | null => {
  if (!replayed) return null
  const { broken, brokenNamed, differing, unfinished, early } = replayed
  if (broken > 0) return `改动后有${broken}名考生的得分超出满分：${brokenNamed.join('、')}`
  if (differing > 0) return `有${differing}名考生的两次独立算分不一致`
  return unfinished > 0 && !early ? `还有${unfinished}份答卷没有得分齐全` : null
}

/** What a signed set is put in force by, and whether it was begun already. */
type Signed = { begun?: JobId; start?: { change: ChangeId; digest: string; jobId: JobId; about: string } }

export const signChange = async (
  input: SignInput,
  caller: Caller,
): Promise<AnswerOf<typeof changeCalls.signChange>> => {
  const { begun, start } = await sign(input, caller)
  if (!start) return begun ? { uuid: begun } : {}
  const { jobId, about, ...change } = start
  return startJob(publishJob, { paperId: input.paperId, ...change, by: caller }, caller, { jobId, about })
}

/**
 * A named person signs what the replay showed, with a reason (I16). Where nothing is published the set is in force with
 * the signature; else the version under it is made, and is in force when the pointer moves to it, in one transaction.
 * @throws Refused notFound, notReplayed, changeStale, publishing, badChange, stale
 */
export const sign = async (input: SignInput, caller: Caller): Promise<Signed> => {
  const { exam, paper, publication } = await sittingOf(input.paperId, caller)
  const set = (await changeSets.get(input)) ?? refuse(commonProblems.notFound)
  if (!set.replayed) return refuse(analysisProblems.notReplayed)
  const state = await stateOf(set, publication)
  // Signed before, and the answer was lost.
  if (state === 'going') return { begun: set.signed!.jobId! }
  if (state === 'inForce' && set.signed?.by === caller.userId) return {}
  if (state !== 'ready' && state !== 'failed') return refuse(analysisProblems.changeStale)
  const bar = barOf(set)
  if (bar !== null) return refuse(analysisProblems.badChange, { detail: bar })
  const pending = publication?.pending
  if (pending && (pending.at !== undefined || (await isGoing(pending.jobId, pending.since))))
    return refuse(analysisProblems.publishing)
  const at = now()
  const signed = { by: caller.userId, byName: caller.userName, at, reason: input.reason }
  if (!publication || publication.current === null) {
    const inForce: ChangeSet = { ...set, signed, inForce: { at, v: null } }
    const next: Publication = {
      ...(publication ?? {
        schema: 1,
        paperId: paper.paperId,
        examId: exam.examId,
        owner: exam.owner,
        current: null,
        version: 1,
      }),
      changes: [...(publication?.changes ?? []), entryOf(set)],
    }
    const record = auditRecord(caller, 'analysis.change', paper.paperId, {
      before: publication?.changes ?? [],
      after: next.changes,
      ...toldOf(inForce),
      tenant: paper.owner,
    })
    const writes = [publication ? publications.saving(next) : publications.creating(next), changeSets.saving(inForce)]
    if (!(await audited(writes, record))) await refuseStale(changeSets, set)
    return {}
  }
  const jobId = newId<JobId>('job')
  const going: ChangeSet = { ...set, signed: { ...signed, jobId } }
  const next: Publication = { ...publication, pending: { jobId, by: caller.userId, since: at } }
  const record = auditRecord(caller, 'analysis.signChange', paper.paperId, {
    before: set.signed,
    after: going.signed,
    ...toldOf(going),
    tenant: paper.owner,
  })
  if (!(await audited([changeSets.saving(going), publications.saving(next)], record)))
    await refuseStale(changeSets, set)
  const about = paperTitle(exam, paper)
  return { start: { change: set.changeId, digest: set.replayed.digest, jobId, about } }
}
