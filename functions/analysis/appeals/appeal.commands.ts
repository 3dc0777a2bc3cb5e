/** What opens an exam for appeals, takes one, answers it, and turns what was decided into a change set. */
import { isDeepStrictEqual } from 'node:util'
import { replayJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type * as calls from '#shared/analysis/appeal.calls.ts'
import { closedFor } from '#shared/analysis/appeals/appeal.rules.ts'
import type { Appeal, WindowSet } from '#shared/analysis/appeals/appeal.types.ts'
import { earnedBy, isKeyed, readAs } from '#shared/analysis/appeals/choice.rules.ts'
import type { Publication } from '#shared/analysis/publication.types.ts'
import { optionName } from '#shared/analysis/report.words.ts'
import { mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { ChangeId, JobId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { showScore } from '#shared/kit/score.ts'
import { isOnGrid, stepOf } from '#shared/marking/marking.rules.ts'
import { showTime } from '#shared/kit/time.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { transact } from '#functions/kit/table.ts'
import { startJob } from '#functions/kit/work.ts'
import { answerMarked } from '#functions/marking/answer.public.ts'
import { gatheringOf, storeGathering } from '../changes/change.commands.ts'
import { asItStands } from '../changes/change.read.ts'
import { resultOf } from '../analysis.public.ts'
import { publications } from '../analysis.store.ts'
import { managed } from '../publish.commands.ts'
import { ownSeen } from '../own.read.ts'
import { examAndPaper } from '../standing/standing.ts'
import { appealSums, appellantOf, setStates, windowOf } from './appeal.read.ts'
import { appealPlaces, appeals, appealsOf, appealWindows, counting } from './appeal.store.ts'

const whoAsks = { student: '学生', parent: '家长' } as const

/** Answers the version then. @throws Refused appealsPast, stale */
export const openAppeals = async (exam: Exam, set: WindowSet, version: number, caller: Caller): Promise<number> => {
  if (!mayManage(exam, caller)) throw new Barred(403)
  if (set.on && set.closes <= now()) return refuse(analysisProblems.appealsPast)
  const { examId, owner } = exam
  const before = await windowOf(exam)
  const next = { schema: 1 as const, examId, owner, ...set, version }
  const said = set.on ? `${showTime(set.opens)}至${showTime(set.closes)}` : '关闭'
  const record = auditRecord(caller, 'analysis.setAppeals', examId, {
    before,
    after: next,
    told: { name: exam.examName, changes: [{ field: '成绩申诉', after: said }] },
    tenant: owner,
  })
  if (await audited([appealWindows.saving(next)], record)) return version + 1
  // Our own, of which the answer was lost.
  const there = await windowOf(exam)
  const same = there?.version === version + 1 && isDeepStrictEqual({ ...next, version: version + 1 }, there)
  return same ? there.version : refuseStale(appealWindows, { examId })
}

/** Refuses where the window is shut to the caller. */
const requireOpen = async (exam: Exam, caller: Caller): Promise<WindowSet> => {
  const window = await windowOf(exam)
  const closed = closedFor(window, appellantOf(caller), now())
  if (closed === 'before') return refuse(analysisProblems.appealsBefore, { when: showTime(window!.opens) })
  if (closed === 'over') return refuse(analysisProblems.appealsOver, { when: showTime(window!.closes) })
  if (closed === 'others')
    return refuse(analysisProblems.appealsOthers, { who: window!.asks.map((a) => whoAsks[a]).join('或') })
  return closed === null && window ? window : refuse(analysisProblems.appealsOff)
}

/**
 * One a question; what is not shown to the caller is not asked about. Answers how many more may be asked.
 * @throws Refused notYourResult, notPublished, appealUnshown, appealedBefore, tooManyAppeals, and where the window is shut
 */
export const askAppeal = async (
  { paperId, questionId, reason }: InputOf<typeof calls.askAppeal>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.askAppeal>> => {
  const { studentId } = caller
  if (!studentId) return refuse(analysisProblems.notYourResult)
  const { exam, paper } = await examAndPaper(paperId)
  const shown = await ownSeen(paperId, studentId, caller)
  const window = await requireOpen(exam, caller)
  const item = shown.items.find((i) => i.questionId === questionId) ?? refuse(analysisProblems.appealUnshown)
  // A subject of a total is asked about as a paper of its own.
  if (paper.total) return refuse(analysisProblems.appealUnshown)
  const { score, fullScore } = item
  const row: Appeal = {
    schema: 1,
    paperId,
    examId: exam.examId,
    owner: exam.owner,
    studentId,
    questionId,
    as: appellantOf(caller),
    askedBy: caller.userId,
    askedAt: now(),
    v: shown.v,
    score,
    fullScore,
    reason,
    version: 1,
  }
  return edit(`the appeals of ${studentId} in ${paperId}`, async () => {
    const asked = await appealsOf(paperId, studentId)
    const again = asked.find((a) => a.questionId === questionId)
    // Sent again: the answer was lost.
    if (again?.reason === reason && again.askedBy === caller.userId) return { left: window.most - asked.length }
    if (again) return refuse(analysisProblems.appealedBefore, { number: item.number })
    const place = asked.length
    if (place >= window.most) return refuse(analysisProblems.tooManyAppeals, { n: window.most })
    // The student and a parent may ask at once: the place is taken by one of them, and the other counts again.
    const taken = appealPlaces.creating({ schema: 1, paperId, studentId, place })
    const writes = [taken, appeals.creating(row), ...counting(paperId, [{ before: null, after: row }])]
    const stored = await transact(writes, newId('attempt'))
    return stored ? { left: window.most - place - 1 } : beaten
  })
}

const isRead = (said: Appeal['decision'], letters: readonly string[]): boolean =>
  [...(said?.letters ?? '-')].sort().join('') === letters.toSorted().join('')

type Asked = { paper: Paper; there: Appeal; shown: number; publication: Publication | null }

/**
 * The score that an appeal is changed to: of what is marked the one that is given, on its steps; of a choice with a key what
 * the letters earn that it is to be read as, so that no score comes about which no answer earns.
 * @throws Refused appealVoid, appealReading, appealSame, appealScore, appealStep
 */
const changedTo = async (
  { paper, there, shown, publication }: Asked,
  { score, letters }: Pick<InputOf<typeof calls.answerAppeal>, 'score' | 'letters'>,
): Promise<{ score?: number; letters?: string }> => {
  const { questions, base, edits } = await asItStands(paper, publication)
  const isIt = (q: PaperQuestion): boolean => q.questionId === there.questionId
  const [now, question] = [questions.find(isIt), base.find(isIt)]
  const number = question?.number ?? ''
  if (!now) return refuse(analysisProblems.appealVoid, { number })
  const keyed = question && { question, edits }
  if (keyed && isKeyed(keyed)) {
    const read = letters && readAs(now, letters)
    if (read === undefined || read === null) return refuse(analysisProblems.appealReading)
    const earned = earnedBy(keyed, there.studentId)(read) ?? 0
    if (earned !== shown) return { score: earned, letters: read }
    const said = { letters: optionName(read, now.unitType === 3), score: showScore(shown) }
    return refuse(analysisProblems.appealSame, said)
  }
  const full = { full: showScore(now.fullScore), score: showScore(shown) }
  if (score === undefined || score > now.fullScore || score === shown) return refuse(analysisProblems.appealScore, full)
  // Where its full mark was changed since, steps are those of another one.
  const isStepped = !isObjective(now) && now.fullScore === question?.fullScore
  if (isStepped && !isOnGrid(now, score))
    return refuse(analysisProblems.appealStep, { step: showScore(stepOf(now)), score: showScore(score) })
  return { score }
}

/**
 * Who marked the answer first answers nothing about it (I5). What is answered may be answered otherwise until a change set
 * has taken it up. @throws Refused notFound, appealOwnMark, appealCorrected, appealChanging, stale, and what `changedTo` does
 */
export const answerAppeal = async (
  input: InputOf<typeof calls.answerAppeal>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.answerAppeal>> => {
  const { paperId, studentId, questionId, kind, answer, version } = input
  const { exam, paper } = await managed(paperId, caller)
  const there = (await appeals.get({ paperId, studentId, questionId })) ?? refuse(commonProblems.notFound)
  // What readers see of it by now: a version after the one that was asked about may tell another score.
  const publication = await publications.get({ paperId })
  const current = publication?.current ?? there.v
  const result = current === there.v ? null : await resultOf(paper, studentId)
  const shown = result?.items.find((i) => i.questionId === questionId)?.score ?? there.score
  // Our own, of which the answer was lost.
  const { decision: said } = there
  const asSaid =
    kind === 'keep' ||
    (kind === 'corrected'
      ? said?.score === shown
      : input.letters
        ? isRead(said, input.letters)
        : said?.score === input.score)
  const same = said?.by === caller.userId && said.kind === kind && asSaid && said.answer === answer
  if (same && there.version === version + 1) return {}
  if (there.changeId !== undefined) {
    const state = (await setStates(paper, [there]))(there.changeId)
    if (state === 'inForce' || state === 'going' || state === 'ready' || state === 'replaying')
      return refuse(analysisProblems.appealChanging)
  }
  // Of a score that readers see otherwise by now it would be said that it stands, and of one that stands that it does not.
  if (kind !== 'change' && (kind === 'corrected') !== (shown !== there.score))
    return refuse(analysisProblems.appealCorrected)
  const to = kind === 'change' ? await changedTo({ paper, there, shown, publication }, input) : {}
  const score = kind === 'corrected' ? shown : to.score
  const { own } = await answerMarked({ exam, paper }, { studentId, questionId }, caller)
  if (own) return refuse(analysisProblems.appealOwnMark)
  const { changeId: _fallen, ...bare } = there
  const next: Appeal = {
    ...bare,
    decision: {
      kind,
      ...(score === undefined ? {} : { score }),
      ...(to.letters === undefined ? {} : { letters: to.letters }),
      answer,
      by: caller.userId,
      byName: caller.userName,
      at: now(),
    },
    version,
  }
  const number = paper.questions.find((q) => q.questionId === questionId)?.number ?? ''
  const record = auditRecord(caller, 'analysis.answerAppeal', paperId, {
    before: there.decision,
    after: next.decision,
    told: {
      people: [studentId],
      count: 1,
      changes: [
        {
          field: `第${number}题`,
          before: showScore(there.score),
          after: score === undefined ? '维持原分' : showScore(score),
        },
      ],
    },
    tenant: exam.owner,
  })
  const writes = [appeals.saving(next), ...counting(paperId, [{ before: there, after: next }])]
  return (await audited(writes, record)) ? {} : refuseStale(appeals, there)
}

/**
 * One change set of what was decided for another score, at most `mostEdits` of them; its job finds which, names the set in
 * each and replays it like any other. Who manages the exam signs it. Asked again while one is being made, it is that one.
 * @throws Refused noDecided, and what `storeGathering` refuses
 */
export const changeByAppeals = async (
  { paperId }: InputOf<typeof calls.changeByAppeals>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.changeByAppeals>> => {
  const { exam, paper } = await managed(paperId, caller)
  const begin = async (of: { changeId: ChangeId; jobId: JobId; about: string }) => ({
    changeId: of.changeId,
    ...(await startJob(replayJob, { paperId, changeId: of.changeId, by: caller }, caller, of)),
  })
  const gathering = await gatheringOf(paper)
  if (gathering) return begin({ ...gathering, about: paperTitle(exam, paper) })
  if ((await appealSums(paper)).decided === 0) return refuse(analysisProblems.noDecided)
  return begin(await storeGathering(paperId, caller))
}
