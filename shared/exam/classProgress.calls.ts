/** How far marking is class by class: for who sees the paper, and for a school of a joint exam. */
import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { ClassId, ExamId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import { examOverseers, jointSchoolPeople } from '#shared/kit/people.ts'
import { examProblems } from './exam.problems.ts'

export const ClassProgress = z.object({
  classId: ClassId,
  className: z.string(),
  candidates: z.int(),
  /** Scripts that are there to be marked. */
  scripts: z.int(),
  /** Answers of these scripts, and those that are settled: of a joint exam in quarters of a script, never too many. */
  total: z.int(),
  done: z.int(),
  /** Scripts of which nothing waits for a mark. */
  finished: z.int(),
})
export type ClassProgress = z.infer<typeof ClassProgress>

const Classes = z.object({
  courseName: z.string(),
  /** The counters are being made; what is shown is not yet all. */
  counting: z.boolean(),
  classes: z.array(ClassProgress),
})

export const classProgress = call('GET /api/exam/mark/handle/progress/class', {
  summary: 'How far marking of a paper is in each class of a school',
  ...examOverseers,
  scope: on('paper', 'paperId'),
  input: () =>
    z.object({
      paperId: PaperId,
      /** Of a joint exam; the first one, unless said. */
      schoolId: SchoolId.optional(),
    }),
  output: () =>
    Classes.extend({
      schoolId: SchoolId.nullable(),
      schools: z.array(z.object({ schoolId: SchoolId, schoolName: z.string() })),
    }),
  problems: [examProblems.notFound],
  feeds: ['markingProgress'],
})

export const ownClassProgress = call('GET /api/exam/union/plan/part/progress/class', {
  summary: "How far marking of a joint exam's paper is in each class of the caller's own school",
  ...jointSchoolPeople,
  scope: caller,
  input: () => z.object({ examId: ExamId, paperId: PaperId }),
  output: () => Classes,
  problems: [examProblems.notFound],
  feeds: ['ownParts'],
})
