/**
 * A mark is agreed with or decided otherwise, once. The sample, what it comes to for the marker, and the arbitration that
 * it may be with its audit record are one write.
 */
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { showScore } from '#shared/kit/score.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { answerState, isOnGrid, standing, stepOf, worth } from '#shared/marking/marking.rules.ts'
import type * as calls from '#shared/marking/quality/sample.calls.ts'
import { noSamples, withSample } from '#shared/marking/quality/sample.rules.ts'
import type { SampleCheck, SampleTally } from '#shared/marking/quality/sample.types.ts'
import { audited } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { transact } from '#functions/kit/table.ts'
import { correcting, standingMarks } from '../../again/fix.commands.ts'
import { answers, heads } from '../../marking.store.ts'
import { sampleChecks, sampleTallies } from './sample.store.ts'
import { ledBy } from '../standard.read.ts'

export const checkSample = async (
  input: InputOf<typeof calls.checkSample>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.checkSample>> => {
  const { paperId, questionId, studentId, role, markId, attemptId, score, reason } = input
  const { desk, q } = await ledBy(input, caller)
  if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
  if (score !== undefined && !isOnGrid(q, score))
    return refuse(markingProblems.badScore, { full: showScore(q.fullScore), step: showScore(stepOf(q)) })
  if (score !== undefined && reason === undefined) return refuse(markingProblems.sampleReason)
  return edit(`the sample of ${markId}`, async () => {
    const there = await sampleChecks.get({ paperId, markId })
    if (there) {
      if (there.attemptId !== attemptId || there.by !== caller.userId) return refuse(markingProblems.sampledBefore)
      return there.right === (score ?? there.given)
        ? { agreed: there.right === there.given }
        : refuse(markingProblems.conflict)
    }
    const [head, item] = await Promise.all([
      heads.get({ paperId, studentId }),
      answers.get({ paperId, studentId, questionId }),
    ])
    const mark = item ? standing(item[role], item.imageVersion) : undefined
    const state = item ? answerState(q, item) : null
    const given = mark ? worth(mark.value) : null
    if (!item || !mark || mark.attemptId !== markId || given === null || head?.state !== 'present')
      return refuse(markingProblems.sampleGone)
    // What an arbitrator decided is not sampled, nor what waits for another mark.
    if (state?.kind !== 'scored' || state.by === 'final') return refuse(markingProblems.sampleGone)
    if (standingMarks(item).some((m) => m.mark.by === caller.userId)) return refuse(markingProblems.ownSample)
    if (score === state.score) return refuse(markingProblems.sameScore)
    const marker = mark.by
    const before = await sampleTallies.get({ paperId, questionId, userId: marker })
    const right = score ?? given
    const at = now()
    const check: SampleCheck = {
      schema: 1,
      paperId: item.paperId,
      questionId: item.questionId,
      studentId: item.studentId,
      role,
      markId,
      marker,
      given,
      right,
      attemptId,
      by: caller.userId,
      byName: caller.userName,
      at,
    }
    const agreed = score === undefined
    const next: SampleTally = {
      schema: 1,
      paperId: item.paperId,
      questionId: item.questionId,
      userId: marker,
      sampled: (before?.sampled ?? 0) + 1,
      agreed: (before?.agreed ?? 0) + (agreed ? 1 : 0),
      apart: (before?.apart ?? 0) + Math.abs(right - given),
      sums: withSample(before?.sums ?? noSamples, q, given, right),
      version: before?.version ?? 1,
    }
    const own = [sampleChecks.creating(check), before ? sampleTallies.saving(next) : sampleTallies.creating(next)]
    if (agreed) return (await transact(own, randomText(24))) ? { agreed } : beaten
    const decided = await correcting(
      { desk, q, item, before: state.score },
      { score: right, reason: reason!, attemptId },
      caller,
      'marking.sample',
    )
    return (await audited([...own, ...decided.writes], decided.record)) ? { agreed } : beaten
  })
}
