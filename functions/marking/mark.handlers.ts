import { submitMark } from '#shared/marking/marking.calls.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { isOnGrid, stepOf } from '#shared/marking/marking.rules.ts'
import type { Mark } from '#shared/marking/marking.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { deskOf, fenceMs, ownTeacher, questionIn, rolesFor } from './desk.ts'
import { putMark } from './putMark.ts'
import { claimed, whyNot } from './mark.commands.ts'

export const markHandlers = [
  implement(submitMark, async ({ input, caller }) => {
    const { paperId, questionId, studentId, role, epoch, imageVersion, attemptId, value } = input
    const desk = await deskOf(paperId)
    const q = questionIn(desk, questionId)
    if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
    if (!rolesFor(desk, q, caller, await ownTeacher(desk, caller)).includes(role))
      return refuse(markingProblems.notMarker)
    if (value.kind === 'score' && !isOnGrid(q, value.score))
      return refuse(markingProblems.badScore, { full: showScore(q.fullScore), step: showScore(stepOf(q)) })
    const claim = await claimed(paperId, input.bundleId, epoch)
    const mine =
      claim?.holder === caller.userId &&
      claim.role === role &&
      claim.questionId === questionId &&
      claim.studentIds.includes(studentId)
    if (!mine) return refuse(markingProblems.taken)
    const mark: Mark = { value, by: caller.userId, at: now(), attemptId, epoch, imageVersion }
    const at = { paperId, studentId, questionId }
    const stored = await putMark(at, role, mark)
    if (!stored) await whyNot(role, mark, at)
    // Marking may have been closed since: asked for again, the attempt is found, or refused.
    if (now() - desk.readAt > fenceMs) throw new Error('a mark took too long to be acknowledged')
    return { attemptId, value }
  }),
]
