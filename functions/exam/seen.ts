/** The exams that a caller may see: for the list and the search. */
import { lastHeldFirst } from '#shared/exam/exam.rules.ts'
import { examSight, seesExam } from '#shared/exam/sight.rules.ts'
import type { ExamSight } from '#shared/exam/sight.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { scopeFor } from '#functions/school/roster/school.public.ts'
import { candidates, exams, examSchools, examTeachers } from './exam.store.ts'
import { guestPart, mayBeGuest } from './sight.public.ts'

/** `gradeId`: of the caller's school that sits it. */
export type SeenExam = { exam: Exam; sight: ExamSight; gradeId?: string | undefined }

/** The exams that a caller may see, each with how much of it: of the own tenant, of the classes taught, or those sat; the last held first. */
export const seenBy = async (caller: Caller): Promise<SeenExam[]> => {
  const isStudent = caller.studentId !== undefined || caller.userType === 4 || caller.userType === 5
  if (isStudent && !caller.studentId) return []
  const ofSchool = !isStudent && caller.tenant.startsWith('s:')
  const [scope, own, parts, taught] = await Promise.all([
    scopeFor(caller),
    isStudent
      ? candidates
          .queryIndex('gsi1', `student#${caller.studentId}`, { reverse: true })
          .then((sat) => exams.getMany(sat))
      : exams.queryIndex('gsi1', `owner#${caller.tenant}`, { reverse: true }),
    ofSchool ? examSchools.queryIndex('gsi1', `school#${caller.tenant.slice('s:'.length)}`) : [],
    caller.teacherId ? examTeachers.queryIndex('gsi1', `teacher#${caller.teacherId}`) : [],
  ])
  // Of an area's exam the school sees its part; which classes those are is asked where one of them is looked at.
  const known = new Set<string>(own.map((e) => e.examId))
  const joint = (await exams.getMany(parts.filter((p) => !known.has(p.examId)))).filter((e) => mayBeGuest(e, caller))
  const teaches = new Map(taught.map((t) => [t.examId as string, t.teaches]))
  const schools = new Map(parts.map((p) => [p.examId as string, p]))
  return [...own, ...joint]
    .filter((e) => e.deletedAt === undefined)
    .flatMap((exam) => {
      const school = schools.get(exam.examId)
      const gradeId = school?.gradeId
      const sits = school !== undefined || isStudent
      const guest = sits && mayBeGuest(exam, caller) ? guestPart(exam, caller, school ?? null, []) : undefined
      const part = { gradeId, taught: teaches.get(exam.examId), sat: isStudent, guest }
      const sight = examSight(caller, scope, exam, part)
      // Who directs or teaches a subject has to do with exams that hold it.
      const courseIds = exam.papers.map((p) => p.courseId)
      return sight && (sight.all || seesExam(sight, courseIds)) ? [{ exam, sight, gradeId }] : []
    })
    .sort((a, b) => lastHeldFirst(a.exam, b.exam))
}
