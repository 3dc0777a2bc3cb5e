/** The teaching classes (教学班) of an exam's papers, as they were copied, and whose class is another. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, ExamId, PaperId, SchoolId, StudentId } from '#shared/kit/ids.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examProblems } from '../exam.problems.ts'
import { ExamTeachingClass } from '../exam.types.ts'

export const ExamTeachingClassRow = ExamTeachingClass.pick({ paperId: true, classId: true, className: true }).extend({
  courseName: z.string(),
  teachers: z.array(z.string()),
  candidateCount: z.int(),
})
export type ExamTeachingClassRow = z.infer<typeof ExamTeachingClassRow>

export const examTeachingClassList = call('GET /api/exam/plan/teachingClass', {
  summary: 'The teaching classes of an exam that the caller sees, with their teachers and how many sit in each',
  ...examOverseers,
  scope: on('exam', 'examId'),
  /** `schoolId`: of an exam of several schools, whose classes are told to who sees all of them; absent: the first school that has some. */
  input: () => z.object({ examId: ExamId, paperId: PaperId.optional(), schoolId: SchoolId.optional() }),
  output: () => z.array(ExamTeachingClassRow),
  feeds: ['exam'],
})

/** So many are written in one transaction. */
export const mostMoved = 80

export const moveTeachingClass = call('POST /api/exam/plan/teachingClass/move', {
  summary: 'Put candidates of a school into another teaching class of a paper, or out of any',
  ...examManagers,
  scope: on('exam', 'examId'),
  input: () =>
    z.object({
      examId: ExamId,
      /** Of an exam of several schools; absent: the school's own. */
      schoolId: SchoolId.optional(),
      paperId: PaperId,
      /** Null: the paper’s figures count them by their administrative class. */
      classId: ClassId.nullable(),
      studentIds: z.array(StudentId).min(1, '请选择考生').max(mostMoved, `一次最多${mostMoved}名考生`),
      version: z.int(),
    }),
  output: () => z.object({ version: z.int(), moved: z.int() }),
  problems: [examProblems.notFound, commonProblems.stale],
  refreshes: ['exam'],
})
