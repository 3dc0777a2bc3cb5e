/** Schools of other areas, asked with the making of an exam or after it. */
import { examProblems } from '#shared/exam/exam.problems.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { ExamInvite } from '#shared/exam/joint/invite.types.ts'
import { Actor } from '#shared/kit/actor.ts'
import { liesIn } from '#shared/school/roster/scope.rules.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { schoolOfCode } from '#functions/school/people/find.public.ts'
import { areaOf } from '#functions/school/roster/school.public.ts'
import { gradeIn } from '../roster/school.copy.ts'

export type Invited = Pick<ExamInvite, 'schoolId' | 'schoolName' | 'areaName'>

/** An invitation as it begins. */
export const askedOf = ({ examId }: Pick<Exam, 'examId'>, school: Invited, caller: Caller): ExamInvite => ({
  ...{ schema: 1, examId, ...school, state: 'asked', reason: '' },
  ...{ by: Actor.parse(caller), at: now(), version: 1 },
})

type Of = { owner: string; grade: { stage: number; enrolmentYear: number }; schools: number }

/**
 * The schools of these codes, all of which have the grade and none of which is the owner's own: those are let in unasked.
 * @throws Refused inviteUnknownAll, inviteTwice, inviteOne, withoutGrade
 */
export const schoolsAsked = async (typed: readonly string[], { owner, grade, schools }: Of): Promise<Invited[]> => {
  const codes = [...new Set(typed)]
  if (codes.length === 0) return []
  // Of an exam of one school numbers have no place before them: no other can come to it.
  if (schools < 2) return refuse(examProblems.inviteOne)
  const found = await inTurns(codes, 8, schoolOfCode)
  const unknown = codes.filter((_, i) => !found[i])
  if (unknown.length > 0) return refuse(examProblems.inviteUnknownAll, { codes: unknown.join('、') })
  const there = found.flatMap((s) => s ?? [])
  const own = there.filter((s) => liesIn(s, owner.slice('a:'.length)))
  if (own.length > 0) return refuse(examProblems.inviteTwice, { who: own.map((s) => s.schoolName).join('、') })
  const grades = await inTurns(there, 8, ({ schoolId }) => gradeIn(schoolId, grade))
  const without = grades.flatMap((g) => ('without' in g ? [g.without] : []))
  if (without.length > 0) return refuse(examProblems.withoutGrade, { n: without.length, who: without.join('、') })
  const areaIds = [...new Set(there.map((s) => s.areaId))]
  const areas = await inTurns(areaIds, 8, async (id) => [id, (await areaOf(id))?.areaName ?? ''] as const)
  const names = new Map<string, string>(areas)
  return there.map(({ schoolId, schoolName, areaId }) => ({ schoolId, schoolName, areaName: names.get(areaId) ?? '' }))
}
