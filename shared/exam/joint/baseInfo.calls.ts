/** The base info of a joint exam's candidates by file (import/base-info). */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { FileMode, wholeFile } from '#shared/kit/checkedFile.ts'
import { ExamId, JobId, SchoolId } from '#shared/kit/ids.ts'
import { jointOrganisers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examProblems } from '../exam.problems.ts'

const ofExam = { ...jointOrganisers, scope: on('exam', 'examId') } as const

export const importBaseInfo = call('POST /api/exam/union/plan/base/import', {
  summary:
    'Check or take numbers, rooms and seats of a joint exam’s candidates from a file: all of it, or the schools without a fault',
  ...ofExam,
  input: () => z.object({ examId: ExamId, ...wholeFile(), mode: FileMode }),
  output: () => z.object({ uuid: JobId }),
  problems: [
    examProblems.notFound,
    examProblems.areaOnly,
    examProblems.rosterFixed,
    examProblems.foreignUpload,
    examProblems.baseInfoBusy,
    commonProblems.notFound,
  ],
  refreshes: ['exam', 'exams', 'jointSchools', 'jobs'],
})

export const baseInfoTemplate = call('GET /api/exam/union/plan/base/template', {
  summary: 'A workbook of a school’s candidates in a joint exam with the numbers that they have, to be filled in',
  ...ofExam,
  input: () => z.object({ examId: ExamId, schoolId: SchoolId.optional() }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  problems: [examProblems.notFound, examProblems.areaOnly],
})
