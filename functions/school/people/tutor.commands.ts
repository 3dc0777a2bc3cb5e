import { schoolProblems } from '#shared/school/school.problems.ts'
import { cleanNumber } from '#shared/school/roster.rules.ts'
import type { Student } from '#shared/school/roster/school.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { settingOf, studentOfNumber, teacherOf } from '../roster/school.public.ts'
import { teachers } from '../roster/school.store.ts'
import { changePerson } from './told.ts'
import type * as tutorCalls from '#shared/school/people/tutor.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const changeTutees = async (
  input: InputOf<typeof tutorCalls.changeTutees>,
  caller: Caller,
): Promise<AnswerOf<typeof tutorCalls.changeTutees>> => {
  const { schoolId, teacherId, version } = input
  const row = (await teacherOf(schoolId, teacherId)) ?? refuse(commonProblems.notFound)
  const { enabled, maxTutees } = await settingOf(schoolId, 'tutorSetting')
  if (!enabled && input.add.length > 0) return refuse(schoolProblems.tutorsOff)
  const added: Student[] = []
  for (const text of new Set(input.add.map(cleanNumber)))
    added.push((await studentOfNumber(schoolId, text)) ?? refuse(schoolProblems.numberUnknown, { number: text }))
  const kept = (row.tutees ?? []).filter((id) => !input.remove.includes(id))
  const tutees = [...new Set([...kept, ...added.map((s) => s.studentId)])]
  if (tutees.length > maxTutees && tutees.length > kept.length)
    return refuse(schoolProblems.tutorFull, { max: maxTutees })
  const { tutees: _before, ...rest } = row
  const next = { ...rest, ...(tutees.length > 0 ? { tutees } : {}), version }
  const done = await changePerson([teachers.saving(next)], caller, 'school.changeTutees', {
    schoolId,
    personId: teacherId,
    name: row.teacherName,
    before: { 指导学生: `${(row.tutees ?? []).length}人` },
    after: { 指导学生: `${tutees.length}人` },
  })
  return done ? { count: tutees.length, version: version + 1 } : refuseStale(teachers, row)
}
