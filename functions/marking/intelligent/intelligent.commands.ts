import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { isBlank } from '#shared/exam/exam.types.ts'
import type * as calls from '#shared/marking/intelligent/intelligent.calls.ts'
import { groupLikeJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { refuse, Refused } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { deskOf, forgetDesks, managed, ownTeacher, questionIn, rolesFor } from '../desk/desk.ts'
import { submitMark } from '../desk/mark.commands.ts'
import { arrangements } from '../marking.store.ts'

/** @throws Refused notManager, noQuestion, notBlanks, arrangedClosed, stale */
export const setIntelligenceStatus = async (
  { paperId, questionId, on, version }: InputOf<typeof calls.setIntelligenceStatus>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.setIntelligenceStatus>> => {
  const desk = await managed(paperId, caller)
  const { arrangement: before, exam, paper } = desk
  const q = questionIn(desk, questionId)
  if (on && !isBlank(q)) return refuse(markingProblems.notBlanks)
  if (before.state === 'closing' || before.state === 'closed') return refuse(markingProblems.arrangedClosed)
  if (on && before.ownSchools)
    return refuse(markingProblems.classRuleFixed, { why: '各校自评的答卷不能按相同作答评阅' })
  if (on && before.classRule !== undefined)
    return refuse(markingProblems.classRuleFixed, { why: '按班分发的答卷不能按相同作答评阅' })
  const others = (before.like ?? []).filter((id) => id !== q.questionId)
  const next = { ...before, like: on ? [...others, q.questionId] : others, version }
  const saved = (await arrangements.save(next)) ?? (await refuseStale(arrangements, { paperId, version }))
  forgetDesks()
  if (saved.state !== 'open') return { on, version: saved.version }
  const { uuid } = await startJob(groupLikeJob, { paperId, questionId: q.questionId, anew: true }, caller, {
    about: `${paperTitle(exam, paper)} 第${q.number}题`,
  })
  return { on, version: saved.version, uuid }
}

/** @throws Refused notManager, noQuestion, notGrouped, notOpen */
export const process = async (
  { paperId, questionId }: InputOf<typeof calls.process>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.process>> => {
  const desk = await managed(paperId, caller)
  const q = questionIn(desk, questionId)
  if (!desk.arrangement.like?.includes(q.questionId)) return refuse(markingProblems.notGrouped)
  if (desk.arrangement.state !== 'open') return refuse(markingProblems.notOpen)
  return startJob(groupLikeJob, { paperId, questionId: q.questionId, anew: true }, caller, {
    about: `${paperTitle(desk.exam, desk.paper)} 第${q.number}题`,
  })
}

/** Answers that are written side by side. */
const together = 12

/** A mark for each answer, as by hand: what one is refused for is no other's. @throws Refused notMarker */
export const submitItems = async (
  { items, ...of }: InputOf<typeof calls.submitItems>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.submitItems>> => {
  const desk = await deskOf(of.paperId)
  const q = questionIn(desk, of.questionId)
  if (!rolesFor(desk, q, caller, await ownTeacher(desk, caller)).includes(of.role))
    return refuse(markingProblems.notMarker)
  const refused = await inTurns(items, together, async (item) => {
    try {
      await submitMark({ ...of, ...item }, caller)
      return []
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return [{ studentId: item.studentId, status: error.problem.status, message: error.message }]
    }
  })
  return { refused: refused.flat() }
}
