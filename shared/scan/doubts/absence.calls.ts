/** Absences that a school of a joint exam applied for, decided where scripts are. */
import * as z from 'zod'
import { decision } from '#shared/exam/joint/application.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, JobId } from '#shared/kit/ids.ts'
import { applicationDeciders } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { scanProblems } from '../scan.problems.ts'

export const decideAbsences = call('POST /api/exam/answerCard/application/absent/check', {
  summary: 'Approve absences that schools applied for (their candidates are marked absent), or return them',
  ...applicationDeciders,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId, ...decision }),
  /** `uuid`: the job that marks the candidates. */
  output: () => z.object({ decided: z.int(), uuid: JobId }),
  problems: [commonProblems.notFound, commonProblems.stale, scanProblems.hasPages, scanProblems.absenceReleased],
  refreshes: ['applications', 'scans', 'doubts', 'acts'],
})
