/** An exam read by its parts, as the specification names the calls: each what its caller sees of it. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { CardId, ClassId, CourseId, ExamId, PaperId, SchoolId, UserId } from '#shared/kit/ids.ts'
import { examOverseers, examViewers, jointOrganisers } from '#shared/kit/people.ts'
import { pageFields } from '#shared/kit/paging.ts'
import { examProblems } from '../exam.problems.ts'

const ofExam = { scope: on('exam', 'examId') }
const ofPaper = { scope: on('paper', 'paperId') }
const Course = { paperId: PaperId, courseId: CourseId, courseName: z.string() }

export const examTrace = call('GET /api/exam/trace/union/plan', {
  summary: 'What an exam consists of: its courses with their papers and where each stands, its classes and its schools',
  ...examOverseers,
  ...ofExam,
  /** Classes are told of one school: a joint exam has thousands. Its schools are told by pages. */
  input: () => z.object({ ...pageFields, examId: ExamId, schoolId: SchoolId.optional() }),
  output: () =>
    z.object({
      examType: z.int(),
      creatorId: UserId,
      examCourse: z.array(
        z.object({
          courseId: CourseId,
          courseName: z.string(),
          /** In the school that is least far. */
          examCourseStatus: z.int(),
          paperList: z.array(z.object({ paperId: PaperId, examPaperStatus: z.int(), furthest: z.int() })),
        }),
      ),
      examClass: z.array(z.object({ classId: ClassId, className: z.string() })),
      examSchool: z.array(z.object({ schoolId: SchoolId })),
      schoolTotal: z.int(),
    }),
  problems: [examProblems.notFound],
  feeds: ['exam'],
})

export const examFullMarks = call('GET /api/exam/trace/get/exam/fullMark', {
  summary: 'The full mark of each paper of an exam, in hundredths, as its questions are now',
  ...examViewers,
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () => z.array(z.object({ ...Course, fullMark: z.int() })),
  problems: [examProblems.notFound],
  feeds: ['exam', 'paper'],
})

export const unionCourses = call('GET /api/exam/union/plan/course', {
  summary: 'The courses of a joint exam, and how many schools and candidates take each',
  ...jointOrganisers,
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () => z.array(z.object({ ...Course, schools: z.int(), takers: z.int() })),
  problems: [examProblems.notFound, examProblems.jointOnly],
  feeds: ['exam'],
})

export const allPapers = call('GET /api/exam/plan/paper/all', {
  summary: 'All papers of an exam with their questions counted, and where each stands',
  ...examOverseers,
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.array(
      z.object({
        ...Course,
        questions: z.int(),
        objective: z.int(),
        fullMark: z.int(),
        cardId: CardId.optional(),
        lowest: z.int(),
        furthest: z.int(),
      }),
    ),
  problems: [examProblems.notFound],
  feeds: ['exam', 'paper'],
})

export const hasExamItem = call('GET /api/exam/plan/paper/hasExamItem', {
  summary: 'Whether a paper has questions',
  ...examOverseers,
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ hasExamItem: z.boolean() }),
  problems: [examProblems.notFound],
  feeds: ['paper'],
})

export const paperRelation = call('GET /api/exam/plan/paper/relation', {
  summary: 'What a paper hangs together with: its card, the paper it was made like, and the totals that count it',
  ...examOverseers,
  ...ofPaper,
  input: () => z.object({ paperId: PaperId }),
  output: () =>
    z.object({
      cardId: CardId.optional(),
      like: PaperId.optional(),
      totals: z.array(z.object({ paperId: PaperId, courseName: z.string() })),
    }),
  problems: [examProblems.notFound],
  feeds: ['exam', 'paper'],
})
