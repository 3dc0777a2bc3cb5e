/** Which courses of a joint exam are chosen by students (optional-course), and which all sit. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, JobId, PaperId } from '#shared/kit/ids.ts'
import { jointChoosers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examProblems } from '../exam.problems.ts'
import { mostPapers } from '../exam.types.ts'

const ofExam = { ...jointChoosers, scope: on('exam', 'examId') } as const

export const electiveCourses = call('GET /api/exam/union/plan/course/optional', {
  summary: 'The courses of a joint exam: which can be chosen, and how many schools and candidates take each',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.array(
      z.object({
        paperId: PaperId,
        courseName: z.string(),
        schools: z.int(),
        takers: z.int(),
        /** Sat by those who chose it. Undefined: as each school's own setting says. */
        elective: z.boolean().optional(),
        /** Why it cannot be said otherwise any more. */
        fixed: z.string().nullable(),
        /** Of what was said of all courses, not of the exam: rosters that follow it change the exam's sums for minutes. */
        version: z.int(),
      }),
    ),
  problems: [examProblems.notFound, examProblems.areaOnly],
  feeds: ['exam'],
})

export const chooseElectives = call('POST /api/exam/union/plan/course/optional', {
  summary: 'Say which courses of a joint exam are sat by those who chose them; a job then goes through the rosters',
  ...ofExam,
  input: () =>
    z.object({
      examId: ExamId,
      paperIds: z.array(PaperId).min(1, '请选择科目').max(mostPapers),
      elective: z.boolean(),
      version: z.int(),
    }),
  output: () => z.object({ uuid: JobId, version: z.int() }),
  problems: [
    examProblems.notFound,
    examProblems.areaOnly,
    examProblems.electiveFixed,
    examProblems.electiveSame,
    commonProblems.stale,
  ],
  refreshes: ['exam', 'exams', 'jointSchools', 'jobs'],
})
