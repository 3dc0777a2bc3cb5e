/**
 * Who sees what of an exam and of its papers, for every room: nothing else reads a scope, a roster's teachers or an
 * allotment to decide it. The rule is `shared/exam/sight.rules.ts`; what it needs of the stores is read here.
 */
import { mayManage } from '#shared/exam/exam.rules.ts'
import { examSight, paperSight, seesExam } from '#shared/exam/sight.rules.ts'
import type { ExamSight, PaperSight } from '#shared/exam/sight.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { needsEntrusted, scopeOf } from '#shared/school/roster/scope.rules.ts'
import type { Caller, Resolver } from '#functions/kit/serve.ts'
import { scopeFor } from '#functions/school/roster/school.public.ts'
import { candidateOf, examOf, ownerSchool, paperOf } from './exam.public.ts'
import { examTeachers } from './exam.store.ts'

/** What the caller sees of an exam; null is nothing, not even that it is there. */
export const examSightOf = async (exam: Exam, caller: Caller): Promise<ExamSight | null> => {
  // Managers and strangers are told without the store.
  if (mayManage(exam, caller) || exam.owner !== caller.tenant) return examSight(caller, scopeOf(caller), exam)
  const [scope, school, teacher, candidate] = await Promise.all([
    scopeFor(caller),
    // Only who is entrusted with a part of the school asks which grade sits.
    needsEntrusted(caller) ? ownerSchool(exam) : null,
    caller.teacherId ? examTeachers.get({ examId: exam.examId, teacherId: caller.teacherId }) : null,
    caller.studentId ? candidateOf(exam, caller.studentId) : null,
  ])
  const own = { gradeId: school?.gradeId, taught: teacher?.teaches, sat: candidate !== null }
  return examSight(caller, scope, exam, own)
}

/** What the caller sees of a paper; `allotted` as `paperSight` has it. Null is nothing. */
export const paperSightOf = async (
  { exam, paper }: { exam: Exam; paper: Pick<Paper, 'courseId'> },
  caller: Caller,
  allotted?: readonly string[],
): Promise<PaperSight | null> => paperSight(caller, await examSightOf(exam, caller), paper.courseId, allotted)

export const examResolver: Resolver = async (ids, caller) => {
  for (const examId of ids) {
    const exam = await examOf(examId)
    const sight = exam && (await examSightOf(exam, caller))
    if (!sight) return false
    if (sight.all || sight.sat) continue
    // Who directs or teaches a subject has to do with exams that hold it.
    const courseIds = exam.papers.map((p) => p.courseId)
    if (!seesExam(sight, courseIds)) return false
  }
  return ids.length > 0
}

export const paperResolver: Resolver = async (ids, caller) => {
  for (const paperId of ids) {
    const paper = await paperOf(paperId)
    const exam = paper && (await examOf(paper.examId))
    if (!exam || exam.deletedAt !== undefined || !(await paperSightOf({ exam, paper }, caller))) return false
  }
  return ids.length > 0
}
