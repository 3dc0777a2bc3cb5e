/** Exports of what was published, and of the scans. */
import { exportReportJob, exportTranscriptJob } from '#shared/analysis/analysis.jobs.ts'
import { fileName } from '#shared/kit/text.ts'
import { putStream } from '#functions/kit/multipart.ts'
import { work } from '#functions/kit/work.ts'
import { settingOf } from '#functions/school/school.public.ts'
import { exportKey, handOver, typeOf } from './export/offer.ts'
import { reportPdf } from './export/report.pdf.ts'
import { exportScansWork } from './export/scans.work.ts'
import { shownOf } from './export/shown.ts'
import { transcriptBook } from './export/transcript.sheet.ts'
import { examAndPaper } from './standing.ts'

export const exportWorks = [
  work(exportTranscriptJob, {
    write: async ({ input, jobId, progress }) => {
      const { paper } = await examAndPaper(input.paperId)
      const shown = await shownOf(paper, input.v, input)
      await progress({ message: '正在生成表格' })
      const name = fileName(`${shown.data.examName} ${shown.data.courseName}成绩单`, 'xlsx')
      const key = exportKey(paper, jobId, 'xlsx')
      const { size } = await putStream(key, transcriptBook(shown), { type: typeOf.xlsx, name })
      return handOver(jobId, input.by, 'analysis.exportTranscript', paper, { key, name, size })
    },
  }),

  work(exportReportJob, {
    write: async ({ input, jobId, progress }) => {
      const { exam, paper } = await examAndPaper(input.paperId)
      const [shown, template] = await Promise.all([
        shownOf(paper, input.v, input),
        settingOf(exam.schoolId, 'reportTemplate'),
      ])
      await progress({ message: '正在排版报告' })
      const name = fileName(`${shown.data.examName} ${shown.data.courseName}质量分析报告`, 'pdf')
      const key = exportKey(paper, jobId, 'pdf')
      const { size } = await putStream(key, reportPdf(shown, template), { type: typeOf.pdf, name })
      return handOver(jobId, input.by, 'analysis.exportReport', paper, { key, name, size })
    },
  }),

  exportScansWork,
]
