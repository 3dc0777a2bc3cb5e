/** Teaching classes as they are in force, for this room and, by `school.public.ts`, for exams. */
import { termOf } from '#shared/school/roster/school.rules.ts'
import type { TeachingClass, TeachingMember, TeachingTerm } from '#shared/school/roster/school.types.ts'
import { teachingClasses, teachingMembers, teachingPlace, teachingTerms } from './school.store.ts'

type OfGrade = { schoolId: string; gradeId: string }

/** The terms that have classes of their own, the latest first. */
export const termsOf = ({ schoolId, gradeId }: OfGrade): Promise<TeachingTerm[]> =>
  teachingTerms.query(teachingPlace(schoolId), { prefix: `term#${gradeId}#`, reverse: true })

/** The term whose classes are taught in this one: its own, or the last before it that had any. */
export const termInForce = async ({ schoolId, gradeId }: OfGrade, term: string): Promise<string | null> => {
  const range = { from: `term#${gradeId}#`, to: `term#${gradeId}#${term}`, reverse: true, limit: 1 }
  return (await teachingTerms.query(teachingPlace(schoolId), range))[0]?.term ?? null
}

export const classesOfTerm = async ({ schoolId, gradeId }: OfGrade, term: string): Promise<TeachingClass[]> =>
  (await teachingClasses.query(teachingPlace(schoolId), { prefix: `class#${gradeId}#${term}#` })).filter(
    (c) => c.deletedAt === undefined,
  )

export const membersOfTerm = (
  { schoolId, gradeId }: OfGrade,
  term: string,
  courseId?: string,
): Promise<TeachingMember[]> =>
  teachingMembers.query(teachingPlace(schoolId), {
    prefix: `member#${gradeId}#${term}#${courseId === undefined ? '' : `${courseId}#`}`,
    consistent: true,
  })

export type Teaching = { classes: TeachingClass[]; members: TeachingMember[] }
/** The teaching classes of a grade on a day, with who is in them. */
export const teachingOn = async (grade: OfGrade, at: number, turnMonth?: number): Promise<Teaching> => {
  const term = await termInForce(grade, termOf(at, turnMonth))
  if (term === null) return { classes: [], members: [] }
  const [classes, members] = await Promise.all([classesOfTerm(grade, term), membersOfTerm(grade, term)])
  const there = new Set<string>(classes.map((c) => c.classId))
  return { classes, members: members.filter((m) => there.has(m.classId)) }
}
