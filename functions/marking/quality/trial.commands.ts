/** A trial's marks, each a write of the marker's own row; its end by the group's rule; and who lets a marker pass by hand. */
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { showScore } from '#shared/kit/score.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { isOnGrid, stepOf } from '#shared/marking/marking.rules.ts'
import type * as calls from '#shared/marking/quality/trial.calls.ts'
import { trialAgreement, trialVerdict } from '#shared/marking/quality/trial.rules.ts'
import type { TrialSheet } from '#shared/marking/quality/trial.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { checkPoints } from '../rubric/rubric.commands.ts'
import { ledBy } from './standard.read.ts'
import { markersFor, trialAnswers, trialKey, trialOf, trialRuleOf } from './trial.read.ts'
import { trialSheets } from './trial.store.ts'

const begun = (of: Pick<TrialSheet, 'paperId' | 'questionId' | 'userId'>): TrialSheet => ({
  schema: 1,
  paperId: of.paperId,
  questionId: of.questionId,
  userId: of.userId,
  marks: [],
  state: 'going',
  since: now(),
  round: 1,
  version: 1,
})

const put = async (before: TrialSheet | null, next: TrialSheet): Promise<boolean> =>
  before ? (await trialSheets.save(next)) !== null : trialSheets.create(next)

export const trialMark = async (
  { paperId, questionId, key, score, points, attemptId }: InputOf<typeof calls.trialMark>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.trialMark>> => {
  const { desk, q, rule } = await trialOf({ paperId, questionId }, caller)
  if (!rule.begun) return refuse(markingProblems.noTrial)
  if (!isOnGrid(q, score))
    return refuse(markingProblems.badScore, { full: showScore(q.fullScore), step: showScore(stepOf(q)) })
  const chosen = points === undefined ? {} : { points }
  await checkPoints(paperId, q, { kind: 'score', score, ...chosen })
  const all = await trialAnswers({ paperId, questionId })
  const one = all.find(({ standard }) => trialKey(standard, caller.userId) === key)
  const { studentId } = one?.standard ?? refuse(markingProblems.trialGone)
  const own = { paperId: desk.paper.paperId, questionId: q.questionId, userId: caller.userId }
  return edit(`the trial of ${caller.userId}`, async () => {
    const before = await trialSheets.get(own)
    const there = before?.marks.find((m) => m.studentId === studentId)
    if (there?.attemptId === attemptId && there.score === score) return { score }
    const sheet = before ?? begun(own)
    if (sheet.state !== 'going') return refuse(markingProblems.trialEnded)
    // What is late does not undo what came after it.
    if (there && there.attemptId > attemptId) return { score: there.score }
    // An answer that was taken out leaves its place.
    const known = new Set(all.map(({ standard }) => standard.studentId))
    const rest = sheet.marks.filter((m) => m.studentId !== studentId && known.has(m.studentId))
    const marks = [...rest, { studentId, score, ...chosen, attemptId, at: now() }]
    return (await put(before, { ...sheet, marks })) ? { score } : beaten
  })
}

export const finishTrial = async (
  { paperId, questionId }: InputOf<typeof calls.finishTrial>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.finishTrial>> => {
  const { desk, q, rule } = await trialOf({ paperId, questionId }, caller)
  if (!rule.begun) return refuse(markingProblems.noTrial)
  const right = (await trialAnswers({ paperId, questionId })).map(({ standard }) => standard)
  return edit(`the trial of ${caller.userId}`, async () => {
    const before = await trialSheets.get({ paperId: desk.paper.paperId, questionId, userId: caller.userId })
    // Ended already: the answer is the same.
    if (before && before.state !== 'going') return { state: before.state }
    const marks = before?.marks ?? []
    const state = trialVerdict(q, rule, marks, right)
    const of = trialAgreement(q, marks, right)
    if (!before || !state || !of) return refuse(markingProblems.trialOpen, { n: right.length - (of?.n ?? 0) })
    const result = {
      n: of.n,
      exact: Math.round(of.exact * of.n),
      within: Math.round(of.within * of.n),
      off: of.off,
      apart: of.apart,
    }
    return (await trialSheets.save({ ...before, state, since: now(), result })) ? { state } : beaten
  })
}

/** @throws Refused notLeader, ownQuality, foreignMarker, noTrial */
export const passTrial = async (
  { paperId, questionId, userId, act, reason }: InputOf<typeof calls.passTrial>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.passTrial>> => {
  const { desk, q } = await ledBy({ paperId, questionId }, caller)
  if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
  if (!trialRuleOf(desk, questionId)) return refuse(markingProblems.noTrial)
  // No leader lets himself pass.
  if (userId === caller.userId) return refuse(markingProblems.ownQuality)
  if (!markersFor(desk, questionId).includes(userId)) return refuse(markingProblems.foreignMarker)
  const own = { paperId: desk.paper.paperId, questionId: q.questionId, userId }
  return edit(`the trial of ${userId}`, async () => {
    const before = await trialSheets.get(own)
    const state = before?.state ?? null
    // Who has passed has passed; who has not begun, or begins again, needs no second try.
    if (state === 'passed' || state === 'byHand' || (act === 'again' && state !== 'failed')) return { state }
    const { result: _result, ...sheet } = before ?? begun(own)
    const said = { by: caller.userId, byName: caller.userName, reason, since: now() }
    const next: TrialSheet =
      act === 'pass'
        ? { ...(before ?? begun(own)), ...said, state: 'byHand' }
        : { ...sheet, ...said, state: 'going', marks: [], round: sheet.round + 1 }
    const record = auditRecord(caller, 'marking.passTrial', paperId, {
      before,
      after: next,
      reason,
      told: {
        people: [userId],
        changes: [{ field: `第${q.number}题试评`, after: act === 'pass' ? '免于试评' : '重新试评' }],
      },
      tenant: desk.paper.owner,
    })
    const write = before ? trialSheets.saving(next) : trialSheets.creating(next)
    return (await audited([write], record)) ? { state: next.state } : beaten
  })
}
