/** Calls about one candidate's cards, and about every paper of an exam. */
import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { BatchId, ExamId, JobId, PaperId, StudentId } from '#shared/kit/ids.ts'
import { examOverseers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { PageRow } from './scan.calls.ts'
import { looks } from './scan.scope.ts'

const ofOne = () => z.object({ paperId: PaperId, studentId: StudentId })

export const studentCards = call('GET /api/exam/answerCard/v2/get/student/cards', {
  summary: 'Every scanned page of a candidate: in the script, second pictures, and those that were taken out',
  ...looks,
  input: ofOne,
  output: () => z.array(PageRow.extend({ uploaderName: z.string(), inScript: z.boolean() })),
  problems: [commonProblems.notFound],
  feeds: ['scans', 'doubts'],
})

export const studentFirstPage = call('GET /api/exam/answerCard/student/firstPage', {
  summary: 'The page of a candidate that bears name and number; null where none was scanned',
  ...looks,
  input: ofOne,
  output: () => z.object({ page: z.int(), url: z.string(), width: z.int(), height: z.int() }).nullable(),
  problems: [commonProblems.notFound],
})

export const studentTemplate = call('GET /api/exam/answerCard/student/template', {
  summary: 'By which version of which card each page of a candidate was read',
  ...looks,
  input: ofOne,
  output: () =>
    z.array(
      z.object({
        page: z.int(),
        pageCount: z.int(),
        code: z.string(),
        batchId: BatchId,
        no: z.string(),
        /** Of the paper's card as published now. */
        current: z.boolean(),
      }),
    ),
  problems: [commonProblems.notFound],
  feeds: ['scans'],
})

const Standing = z.object({
  paperId: PaperId,
  courseName: z.string(),
  state: z.enum(['present', 'absent', 'missing']),
  pages: z.array(z.int()),
  missingPages: z.array(z.int()),
  doubtful: z.int(),
  complete: z.boolean(),
})
export const studentPapers = call('GET /api/exam/answerCard/v2/student', {
  summary: 'How a candidate’s cards stand in every paper of the exam',
  ...looks,
  input: ofOne,
  output: () => z.array(Standing),
  problems: [commonProblems.notFound],
  feeds: ['ledger'],
})

export const exportAbsentOfExam = call('POST /api/exam/plan/school/v2/export/absentStudents', {
  summary: 'The absent candidates of every paper of an exam as one workbook',
  ...examOverseers,
  scope: on('exam', 'examId'),
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ uuid: JobId }),
  problems: [commonProblems.notFound],
  refreshes: ['jobs'],
})
