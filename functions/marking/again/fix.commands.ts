import { isReleased } from '#shared/exam/step.rules.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { answerState, isOnGrid, standing, stepOf } from '#shared/marking/marking.rules.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem, Mark, ScoreFix } from '#shared/marking/marking.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { showScore } from '#shared/kit/score.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { managed, questionIn } from '../desk/desk.ts'
import type { StaffedDesk } from '../desk/desk.ts'
import { dueNow, journalDue } from '../journal/journal.verify.ts'
import { answers, fixes, heads } from '../marking.store.ts'
import { sameMarks } from '../desk/mayPut.ts'
import { pastWith } from '../desk/putMark.ts'
import type * as markingCalls from '#shared/marking/marking.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const standingMarks = (item: AnswerItem) =>
  markRoles.flatMap((role) => {
    const mark = standing(item[role], item.imageVersion)
    return mark ? [{ role, mark }] : []
  })

/** A marker of one of the first marks corrects nothing: it would be the own work (I5). */
export const hasMarked = (item: AnswerItem, userId: UserId): boolean =>
  standingMarks(item).some(({ role, mark }) => role !== 'final' && mark.by === userId)

/**
 * What decides a score otherwise: the arbitrator's mark under a claim above all others, with its reason and what is told of
 * it, for one transaction on what was seen: the same picture, and no mark since.
 */
export const correcting = async (
  { desk, q, item, before }: { desk: Pick<StaffedDesk, 'paper'>; q: PaperQuestion; item: AnswerItem; before: number },
  { score, reason, attemptId }: Pick<ScoreFix, 'reason' | 'attemptId'> & { score: number },
  caller: Caller,
  act: AuditAct = 'marking.fixScore',
) => {
  const { paperId, studentId, questionId, imageVersion, final } = item
  const key = { paperId, studentId, questionId }
  // Also above what stands in the place of a decision that was taken back.
  const claims = markRoles.flatMap((role) => (item[role]?.imageVersion === imageVersion ? [item[role].epoch] : []))
  const epoch = 1 + Math.max(0, ...claims)
  const mark: Mark = { value: { kind: 'score', score }, by: caller.userId, at: now(), attemptId, epoch, imageVersion }
  const fix: ScoreFix = {
    schema: 1,
    ...key,
    attemptId,
    before,
    after: score,
    reason,
    by: caller.userId,
    byName: caller.userName,
    at: mark.at,
  }
  const record = auditRecord(caller, act, paperId, {
    before: final ?? before,
    after: fix,
    reason,
    told: {
      people: [studentId],
      count: 1,
      changes: [{ field: `第${q.number}题`, before: showScore(before), after: showScore(score) }],
    },
    tenant: desk.paper.owner,
  })
  const past = final ? { past: await pastWith(item, 'final') } : {}
  const writes = [
    answers.updating(key, { final: mark, ...past }, { imageVersion, past: item.past }, sameMarks(item)),
    fixes.creating(fix),
    // A paper that was closed is looked at once more.
    journalDue.putting(dueNow(paperId)),
  ]
  return { fix, writes, record }
}

export const fixScore = async (
  input: InputOf<typeof markingCalls.fixScore>,
  caller: Caller,
): Promise<AnswerOf<typeof markingCalls.fixScore>> => {
  const { paperId, studentId, questionId, score, attemptId } = input
  const desk = await managed(paperId, caller)
  if (desk.arrangement.state === 'draft') return refuse(markingProblems.notOpen)
  const q = questionIn(desk, questionId)
  if (!isOnGrid(q, score))
    return refuse(markingProblems.badScore, { full: showScore(q.fullScore), step: showScore(stepOf(q)) })
  const known = async (): Promise<ScoreFix | null> => {
    const there = await fixes.get({ paperId, attemptId })
    if (!there) return null
    const same = there.studentId === studentId && there.questionId === questionId && there.after === score
    return same && there.by === caller.userId ? there : refuse(markingProblems.conflict)
  }
  const before = await known()
  if (before) return before
  if (isReleased(desk.exam, paperId)) return refuse(markingProblems.released)
  const key = { paperId, studentId, questionId }
  const [head, item] = await Promise.all([heads.get({ paperId, studentId }), answers.get(key)])
  const state = item ? answerState(q, item) : null
  if (!item || head?.state !== 'present' || state?.kind !== 'scored') return refuse(markingProblems.notScored)
  if (hasMarked(item, caller.userId)) return refuse(markingProblems.sameMarker)
  if (state.score === score) return refuse(markingProblems.sameScore)
  const { fix, writes, record } = await correcting({ desk, q, item, before: state.score }, input, caller)
  // A "no" may be our own write whose answer was lost.
  if (!(await audited(writes, record))) return (await known()) ?? refuse(markingProblems.taken)
  return fix
}
