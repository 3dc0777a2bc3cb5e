/** Tutors: teachers who guide single students of any class. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { GradeId, SchoolId, StudentId, TeacherId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { line } from '#shared/kit/text.ts'
import { schoolProblems } from '../school.problems.ts'
import { rosterManagers } from '../roster/scope.rules.ts'

const Tutee = z.object({
  studentId: StudentId,
  studentName: z.string(),
  studentNumber: z.string(),
  className: z.string(),
})
export const TutorRow = z.object({
  teacherId: TeacherId,
  teacherName: z.string(),
  tutees: z.array(Tutee),
  /** Of all grades: what the most is counted by. */
  count: z.int(),
  version: z.int(),
})
export type TutorRow = z.infer<typeof TutorRow>

export const listTutors = call('GET /api/school/tutor/list', {
  summary: 'Tutors with their students, of the school or of one grade',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () => z.object({ schoolId: SchoolId, gradeId: GradeId.optional() }),
  output: () => z.array(TutorRow),
  problems: [commonProblems.notFound],
  feeds: ['tutors', 'teachers'],
})

export const changeTutees = call('POST /api/school/tutor/update', {
  summary: "Give a tutor students by their numbers, and take others off; what the school's tutor setting allows",
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      schoolId: SchoolId,
      teacherId: TeacherId,
      /** Student numbers, as they are pasted. */
      add: z.array(line('学号', 18)).max(200).default([]),
      remove: z.array(StudentId).max(200).default([]),
      version: z.int(),
    }),
  output: () => z.object({ count: z.int(), version: z.int() }),
  problems: [
    schoolProblems.numberUnknown,
    schoolProblems.tutorFull,
    schoolProblems.tutorsOff,
    commonProblems.notFound,
    commonProblems.stale,
  ],
  refreshes: ['tutors', 'teachers'],
})
