import { examProblems } from '#shared/exam/exam.problems.ts'
import type { tagPreview } from '#shared/exam/roster/tag.calls.ts'
import { planTags } from '#shared/exam/roster/tag.rules.ts'
import type { Candidate, Exam, ExamSchool } from '#shared/exam/exam.types.ts'
import type { InputOf } from '#shared/kit/call.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { bracketed } from '#shared/kit/problem.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { applyRoster, partOf, rosterOf } from './roster.commands.ts'
import { ownExam } from '../tools/teacher.commands.ts'

/** A school's own exam with all its candidates. @throws Refused notFound, ownOnly */
export const ownRoster = async (examId: string): Promise<{ exam: Exam; school: ExamSchool; roster: Candidate[] }> => {
  const { exam, schoolId } = await ownExam(examId)
  const school = await partOf(exam, schoolId)
  return { exam, school, roster: await rosterOf(school) }
}

type Wished = InputOf<typeof tagPreview>

/** @throws Refused notFound, ownOnly, badTags, tagsSame */
export const plannedTags = async (wished: Wished) => {
  const of = await ownRoster(wished.examId)
  const { put, meant, problems } = planTags(wished, of.roster)
  if (problems.length > 0) return refuse(examProblems.badTags, { detail: bracketed(problems) })
  if (put.length === 0) return refuse(examProblems.tagsSame)
  return { ...of, put, meant }
}

/** @throws Refused notFound, ownOnly, badTags, tagsSame, stale */
export const setTag = async (
  wished: Wished & { version: number },
  caller: Caller,
): Promise<{ version: number; uuid?: JobId }> => {
  const { exam, school, roster, put } = await plannedTags(wished)
  const told = { field: `标签“${wished.tag}”`, after: `${wished.adds ? '添加' : '移除'}${put.length}人` }
  const { candidateCount, classCount } = exam
  const none = { gone: [], classes: [], goneClasses: [], teachers: [] }
  const touched = new Set(put.map((c) => c.studentId))
  const plan = {
    school,
    put,
    was: roster.filter((c) => touched.has(c.studentId)),
    ...none,
    candidateCount,
    classCount,
    told,
  }
  return applyRoster({ exam, plan }, wished.version, caller, 'exam.tags')
}
