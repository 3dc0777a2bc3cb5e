import type { SchoolId } from '#shared/kit/ids.ts'
import type { Leader } from '#shared/school/roster/school.types.ts'
import { schoolProblems } from '#shared/school/school.problems.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { gradesOf, coursesOf } from '../roster/school.public.ts'

type Entrusted = Pick<Leader, 'gradeIds' | 'subjects'>

/** Grades and courses of another school are refused; the same one twice is one. */
export const checkedEntrusted = async (schoolId: SchoolId, of: Entrusted): Promise<Entrusted> => {
  const { gradeIds = [], subjects = [] } = of
  if (gradeIds.length + subjects.length === 0) return {}
  const [ownGrades, ownCourses] = await Promise.all([gradesOf(schoolId), coursesOf(schoolId)])
  const isGrade = (id: string | undefined): boolean => id === undefined || ownGrades.some((g) => g.gradeId === id)
  const isCourse = (id: string): boolean => ownCourses.some((c) => c.courseId === id)
  if (!gradeIds.every(isGrade) || !subjects.every((s) => isCourse(s.courseId) && isGrade(s.gradeId)))
    return refuse(schoolProblems.notOfSchool)
  return {
    ...(gradeIds.length > 0 ? { gradeIds: [...new Set(gradeIds)] } : {}),
    ...(subjects.length > 0
      ? { subjects: [...new Map(subjects.map((s) => [`${s.courseId}/${s.gradeId ?? ''}`, s])).values()] }
      : {}),
  }
}
