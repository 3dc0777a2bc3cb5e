/** The exams that a caller may see: for the list and the search. */
import { examSight, seesExam } from '#shared/exam/sight.rules.ts'
import type { ExamSight } from '#shared/exam/sight.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { scopeFor } from '#functions/school/roster/school.public.ts'
import { candidates, exams, examTeachers, papers } from './exam.store.ts'

export type SeenExam = { exam: Exam; sight: ExamSight }

/** The exams that a caller may see, each with how much of it: of the own tenant, of the classes taught, or those sat. */
export const seenBy = async (caller: Caller): Promise<SeenExam[]> => {
  const isStudent = caller.studentId !== undefined || caller.userType === 4 || caller.userType === 5
  if (isStudent && !caller.studentId) return []
  const [scope, own, taught] = await Promise.all([
    scopeFor(caller),
    isStudent
      ? candidates
          .queryIndex('gsi1', `student#${caller.studentId}`, { reverse: true })
          .then((sat) => exams.getMany(sat.map((c) => ({ examId: c.examId }))))
      : exams.queryIndex('gsi1', `owner#${caller.tenant}`, { reverse: true }),
    caller.teacherId ? examTeachers.queryIndex('gsi1', `teacher#${caller.teacherId}`) : [],
  ])
  const teaches = new Map(taught.map((t) => [t.examId as string, t.teaches]))
  const found = own
    .filter((e) => e.deletedAt === undefined)
    .flatMap((exam) => {
      const sight = examSight(caller, scope, exam, { taught: teaches.get(exam.examId), sat: isStudent })
      return sight ? [{ exam, sight }] : []
    })
  return withSubjects(found)
}

/** Who directs or teaches a subject has to do with exams that hold it: their papers say. */
const withSubjects = async (found: readonly SeenExam[]): Promise<SeenExam[]> => {
  const narrow = found.filter(({ sight }) => !sight.all && !sight.sat)
  const own = await papers.getMany(narrow.flatMap(({ exam }) => exam.paperIds.map((paperId) => ({ paperId }))))
  const courses = Map.groupBy(own, (p) => p.examId as string)
  return found.filter(
    (f) =>
      !narrow.includes(f) ||
      seesExam(
        f.sight,
        (courses.get(f.exam.examId) ?? []).map((p) => p.courseId),
      ),
  )
}
