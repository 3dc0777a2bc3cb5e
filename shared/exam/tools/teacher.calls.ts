/** Who taught whom at an exam: the exam's own copy, corrected without touching the school's roster. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ClassId, CourseId, ExamId, TeacherId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examProblems } from '../exam.problems.ts'
import { ofTool } from './tool.types.ts'

const ofExam = { ...ofTool('teacher-manager'), scope: on('exam', 'examId') }
/** So many teach a course in a class, or head it, at most. */
const mostBeside = 5

export const examTeachings = call('GET /api/exam/teaching/list', {
  summary:
    'Who heads each class of an exam and teaches each course in it, as the exam copied it; and who may be chosen',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.object({
      courses: z.array(z.object({ courseId: CourseId, courseName: z.string() })),
      classes: z.array(z.object({ classId: ClassId, className: z.string() })),
      /** By class and course; without a course, who heads it. */
      places: z.array(z.object({ classId: ClassId, courseId: CourseId.optional(), teacherIds: z.array(TeacherId) })),
      teachers: z.array(z.object({ teacherId: TeacherId, name: z.string() })),
    }),
  problems: [examProblems.notFound, examProblems.ownOnly],
  feeds: ['teachings'],
})

export const setTeaching = call('POST /api/exam/teaching/update', {
  summary: 'Say who taught a course in a class of an exam, or headed it; the school’s roster stays as it is',
  ...ofExam,
  input: () =>
    z.object({
      examId: ExamId,
      classId: ClassId,
      courseId: CourseId.optional(),
      /** Who it was when it was looked at. */
      before: z.array(TeacherId).max(20),
      teacherIds: z.array(TeacherId).max(mostBeside, `最多${mostBeside}位老师`),
    }),
  output: () => z.object({}),
  problems: [examProblems.notFound, examProblems.ownOnly, commonProblems.notFound, commonProblems.stale],
  refreshes: ['teachings', 'report', 'tools'],
})
