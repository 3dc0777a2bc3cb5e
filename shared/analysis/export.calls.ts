import * as z from 'zod'
import { ofTool } from '#shared/exam/tools/tool.types.ts'
import { call, on } from '#shared/kit/call.ts'
import { ExamId, JobId, PaperId } from '#shared/kit/ids.ts'
import { analysisProblems } from './analysis.problems.ts'
import { faceOf, reportIds } from './reports/faces.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { queryBool } from '#shared/kit/query.ts'
import { ReportForm, ReportParams } from './reports/report.params.ts'
import { PaperInput, reading, reads } from './analysis.scope.ts'

const exporting = {
  ...reads,
  input: () => PaperInput,
  output: () => z.object({ uuid: JobId }),
  refreshes: ['jobs'],
}
export const exportTranscript = call('GET /api/analysis/export/exam/class/stat', {
  summary: 'Start the export of the transcript, as it is filtered and sorted, with class and question figures as .xlsx',
  ...exporting,
  /** `published`: of what readers see alone, also where its manager sees a later preview. */
  input: () => ReportParams.extend({ paperId: PaperId, published: queryBool().default(false) }),
  effect: true,
  problems: reading,
})
export const exportReport = call('POST /api/analysis/export/report', {
  summary:
    'Start the export of one report, or of those of the report template, as PDF, workbook, Word document or slides',
  ...exporting,
  input: () =>
    PaperInput.extend({
      report: z.enum(reportIds).optional(),
      form: ReportForm.default('pdf'),
      params: ReportParams.prefault({}),
    }).refine(
      ({ report, form }) => form === 'xlsx' || report === undefined || !faceOf(report).list,
      '名单请导出为Excel：它可以有任意多行',
    ),
  problems: reading,
})
export const exportScans = call('POST /api/analysis/export/scans', {
  summary: 'Start the export of all scanned pages as a zip',
  ...exporting,
  ...ofTool('answer-card-download'),
  problems: [analysisProblems.noScans],
})

export const exportAnswers = call('POST /api/analysis/export/answers', {
  summary: 'Start the booklet of the best answers of each question and such as most wrote, without names, as PDF',
  ...exporting,
  ...ofTool('good-answer-download'),
  input: () => PaperInput.extend({ each: z.int().min(1).max(5).default(3) }),
  problems: [...reading, analysisProblems.noAnswers],
})

const ofFiles = { ...ofTool('download-center'), scope: on('exam', 'examId') }

export const listFiles = call('GET /api/analysis/export/files', {
  summary: 'The files that were made of an exam, the newest first: what, by whom, when, how large, and until when',
  ...ofFiles,
  input: () => z.object({ ...pageFields, examId: ExamId, paperId: PaperId.optional() }),
  output: () =>
    pageOf(
      z.object({
        jobId: JobId,
        courseName: z.string(),
        what: z.string(),
        name: z.string(),
        size: z.int(),
        byName: z.string(),
        at: z.int(),
        until: z.int(),
      }),
    ),
  problems: [commonProblems.notFound],
  feeds: ['examFiles', 'jobs'],
})

export const takeFile = call('POST /api/analysis/export/file', {
  summary: 'An address to load a file of an exam by, for an hour; put on record',
  ...ofFiles,
  input: () => z.object({ examId: ExamId, jobId: JobId }),
  output: () => z.object({ url: z.string() }),
  problems: [commonProblems.notFound, analysisProblems.fileGone],
})
