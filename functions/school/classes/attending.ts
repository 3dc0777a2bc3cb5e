/** Classes that students may still come to: those of a grade that has not left. */
import { schoolProblems } from '#shared/school/school.problems.ts'
import { gradeNameOf, hasGraduated } from '#shared/school/roster/school.rules.ts'
import type { Grade, SchoolClass } from '#shared/school/roster/school.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { classOf, gradeOf, schoolOf } from '../roster/school.public.ts'

/** @throws Refused notFound, gradeGraduated */
export const attendingGrade = async (gradeId: string): Promise<Grade> => {
  const grade = (await gradeOf(gradeId)) ?? refuse(commonProblems.notFound)
  const { turnMonth } = (await schoolOf(grade.schoolId)) ?? refuse(commonProblems.notFound)
  const at = now()
  return hasGraduated(grade, at, turnMonth)
    ? refuse(schoolProblems.gradeGraduated, { grade: gradeNameOf(grade, at, turnMonth) })
    : grade
}

/** @throws Refused notFound, gradeGraduated */
export const attendingClass = async (classId: string): Promise<SchoolClass> => {
  const own = (await classOf(classId)) ?? refuse(commonProblems.notFound)
  await attendingGrade(own.gradeId)
  return own
}
