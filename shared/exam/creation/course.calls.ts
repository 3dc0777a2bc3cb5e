/** The courses of an exam (course-manage): which it has, what each hangs on, and what follows where one is changed. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, CourseId, ExamId, PaperId } from '#shared/kit/ids.ts'
import { examManagers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { mostCourses } from '../exam.calls.ts'
import { examProblems } from '../exam.problems.ts'
import { ExamClass, ExamPaper, Paper, mostPapers } from '../exam.types.ts'

const ofExam = { ...examManagers, scope: on('exam', 'examId') }

export const courseStand = call('GET /api/exam/plan/course/stand', {
  summary: 'The papers of an exam with what hangs on each, and which courses of the school it has not',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.object({
      version: z.int(),
      papers: z.array(
        ExamPaper.extend({
          questions: z.int(),
          fullScore: z.int(),
          hasCard: z.boolean(),
          released: z.boolean(),
          /** The classes whose candidates sit it. */
          classIds: z.array(ClassId),
          /** Totals that count it. */
          totals: z.array(z.string()),
          /** Why it may not leave the exam. */
          kept: z.string().nullable(),
        }),
      ),
      classes: z.array(ExamClass.pick({ classId: true, className: true, candidateCount: true })),
      /** Courses that may come. */
      more: z.array(z.object({ courseId: CourseId, courseName: z.string() })),
      /** Why none may come or go, and why none may come. */
      fixed: z.string().nullable(),
      barred: z.string().nullable(),
    }),
  problems: [examProblems.notFound],
  feeds: ['exam'],
})

export const managedPapers = call('GET /api/exam/plan/paper/manage', {
  summary:
    'All papers of an exam with questions and keys, to be worked on together; each is saved over its own version',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.object({
      examName: z.string(),
      /** Of the exam: names of papers are changed over it. */
      version: z.int(),
      papers: z.array(
        Paper.pick({ paperId: true, courseName: true, questions: true, version: true }).extend({
          hasCard: z.boolean(),
          /** Marking has begun: the structure stays. */
          locked: z.boolean(),
          /** Scores are released: key and points are changed by change sets. */
          released: z.boolean(),
          /** Totals that count it. */
          totals: z.array(z.string()),
        }),
      ),
    }),
  problems: [examProblems.notFound],
  feeds: ['exam', 'paper'],
})

const courseName = () => line('科目名称', 20)
/** Of one more paper of a course that the exam has: what it is called, since two of one name cannot be told apart. */
export const paperName = () => courseName().optional()
const sitting = () => z.array(ClassId).max(200)
const order = () => z.array(PaperId).min(1).max(mostPapers)

export const CourseWish = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('add'),
    courseIds: z.array(CourseId).min(1, '请选择科目').max(mostCourses),
    paperName: paperName(),
  }),
  z.object({ kind: z.literal('classes'), paperId: PaperId, classIds: sitting() }),
  z.object({ kind: z.literal('remove'), paperId: PaperId }),
  z.object({ kind: z.literal('rename'), paperId: PaperId, courseName: courseName() }),
  z.object({ kind: z.literal('order'), paperIds: order() }),
])
export type CourseWish = z.infer<typeof CourseWish>

const naming = [examProblems.notFound, examProblems.courseTaken, examProblems.courseSame, commonProblems.stale]

export const coursePreview = call('POST /api/exam/plan/course/preview', {
  summary:
    'What follows where courses of an exam are added, removed, renamed or put in another order; nothing is changed',
  ...ofExam,
  input: () => z.object({ examId: ExamId, wish: CourseWish }),
  output: () => z.object({ lines: z.array(z.string()), version: z.int() }),
  problems: [
    ...naming,
    examProblems.coursesFixed,
    examProblems.paperInUse,
    examProblems.courseOrder,
    commonProblems.notFound,
  ],
})

export const renameCourse = call('POST /api/exam/plan/course/rename', {
  summary: 'Call a paper of an exam by another name, in its totals too; what is published keeps the name that it had',
  ...ofExam,
  input: () => z.object({ examId: ExamId, paperId: PaperId, courseName: courseName(), version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: naming,
  refreshes: ['exam', 'exams', 'paper'],
})

export const orderCourses = call('POST /api/exam/plan/course/order', {
  summary: 'Put the papers of an exam in another order',
  ...ofExam,
  input: () => z.object({ examId: ExamId, paperIds: order(), version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.courseOrder, examProblems.courseSame, commonProblems.stale],
  refreshes: ['exam', 'exams'],
})

export const setPaperClasses = call('POST /api/exam/plan/course/classes', {
  summary: 'Say which classes of a school’s own exam sit a paper: of several papers of a course each class has its own',
  ...ofExam,
  input: () => z.object({ examId: ExamId, paperId: PaperId, classIds: sitting(), version: z.int() }),
  output: () => z.object({ version: z.int() }),
  problems: [
    examProblems.notFound,
    examProblems.paperNowhere,
    examProblems.paperStands,
    examProblems.courseSame,
    commonProblems.stale,
  ],
  refreshes: ['exam', 'exams', 'paper'],
})
