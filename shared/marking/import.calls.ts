import * as z from 'zod'
import { call, on } from '#shared/kit/call.ts'
import { FileMode } from '#shared/kit/checkedFile.ts'
import { JobId, PaperId } from '#shared/kit/ids.ts'
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
