import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, PaperId, StudentId, UserId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { DisclosureSet } from './disclosure.types.ts'
import { examProblems } from './exam.problems.ts'
import { ofTool } from './tool.types.ts'

const ofExam = { ...ofTool('exam-visibility'), scope: on('exam', 'examId') }

export const disclosure = call('GET /api/exam/plan/display', {
  summary:
    'What of an exam’s results is shown to students, parents, teachers and leaders, and to which accounts beside',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    DisclosureSet.extend({
      version: z.int(),
      stage: z.int(),
      /** Those of the exam's teachers who have an account: whom more may be shown. */
      available: z.array(z.object({ userId: UserId, name: z.string() })),
      /** As whom the result may be looked at: the first candidates. */
      papers: z.array(z.object({ paperId: PaperId, courseName: z.string() })),
      students: z.array(z.object({ studentId: StudentId, studentName: z.string() })),
    }),
  problems: [examProblems.notFound],
  feeds: ['disclosure'],
})

export const setDisclosure = call('POST /api/exam/plan/display/update', {
  summary: 'Change what of an exam’s results is shown, for the parts that are sent',
  ...ofExam,
  input: () => z.object({ examId: ExamId, version: z.int().min(0), ...DisclosureSet.partial().shape }),
  output: () => z.object({ version: z.int() }),
  problems: [examProblems.notFound, examProblems.neverRank, commonProblems.notFound, commonProblems.stale],
  refreshes: ['disclosure', 'report'],
})
