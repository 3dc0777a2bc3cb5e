import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { FileMode } from '#shared/kit/checkedFile.ts'
import { ExamId, JobId, PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { ofTool } from '#shared/exam/tool.types.ts'
import { line } from '#shared/kit/text.ts'
import { markingProblems } from './marking.problems.ts'

export const importScores = call('POST /api/exam/plan/performance/import', {
  summary:
    'Check or take choices, scores and absences of a paper that is not scanned here from a file: all of it or nothing',
  ...ofTool('performance-import'),
  scope: on('paper', 'paperId'),
  input: () =>
    z.object({
      paperId: PaperId,
      key: z.string().min(1, '请先上传文件').max(400),
      fileName: line('文件名', 300),
      mode: FileMode.exclude(['good']),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [
    markingProblems.notManager,
    markingProblems.missingKeys,
    markingProblems.alreadyOpen,
    markingProblems.hasPages,
    markingProblems.foreignUpload,
    markingProblems.noQuestions,
  ],
  refreshes: ['exam', 'exams', 'markingProgress', 'arrangement', 'jobs'],
})

export const scoreTemplate = call('GET /api/exam/score/import/template/question', {
  summary: 'A workbook for the scores of a paper: its questions as columns, its candidates as rows',
  ...ofTool('performance-import'),
  scope: on('paper', 'paperId'),
  input: () => z.object({ paperId: PaperId }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  problems: [markingProblems.notManager, markingProblems.noQuestions],
})

const ofExam = { ...ofTool('performance-import'), scope: on('exam', 'examId') }

export const courseImport = call('GET /api/exam/score/import', {
  summary: 'Of which papers of an exam totals can be imported together, and why of others not',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () =>
    z.object({
      examName: z.string(),
      papers: z.array(
        z.object({
          paperId: PaperId,
          courseName: z.string(),
          version: z.int(),
          /** Of its total, in hundredths; null where no question is set yet. */
          fullScore: z.int().nullable(),
          /** Why no total of it is taken now. */
          barred: z.string().nullable(),
        }),
      ),
    }),
  problems: [markingProblems.notManager, commonProblems.notFound],
  feeds: ['exam', 'paper', 'arrangement', 'markingProgress'],
})

export const importCourses = call('POST /api/exam/score/import', {
  summary: 'Check or take the totals of several courses of an exam from one file: all of it or nothing',
  ...ofExam,
  input: () =>
    z.object({
      examId: ExamId,
      key: z.string().min(1, '请先上传文件').max(400),
      fileName: line('文件名', 300),
      mode: FileMode.exclude(['good']),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [markingProblems.notManager, commonProblems.notFound, markingProblems.foreignUpload],
  refreshes: ['exam', 'exams', 'paper', 'markingProgress', 'arrangement', 'jobs'],
})

export const courseTemplate = call('GET /api/exam/score/import/template/paper', {
  summary: 'A workbook for the totals of the courses of an exam: its courses as columns, its candidates as rows',
  ...ofExam,
  input: () => z.object({ examId: ExamId }),
  output: () => z.object({ url: z.string(), fileName: z.string() }),
  problems: [markingProblems.notManager, commonProblems.notFound, markingProblems.noTotals],
})
