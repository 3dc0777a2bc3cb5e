import * as z from 'zod'
import { ofTool } from '#shared/exam/tool.types.ts'
import { call } from '#shared/kit/call.ts'
import { JobId, PaperId } from '#shared/kit/ids.ts'
import { analysisProblems } from './analysis.problems.ts'
import { faceOf, reportIds } from './reports/faces.ts'
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
  input: () => ReportParams.extend({ paperId: PaperId }),
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
