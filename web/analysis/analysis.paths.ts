/** Addresses of this room; the bare ones show a chooser of exam. */
import { pathTo } from '#web/kit/route.types.ts'

export const analysisPaths = {
  summary: '/v2/exam/detail/:examId/summarize/:paperId',
  transcript: '/v2/exam/detail/:examId/transcript/:paperId',
  classContrast: '/v2/exam/detail/:examId/class-contrast/:paperId',
  paperAnalysis: '/v2/exam/detail/:examId/paper-analysis/:paperId',
  publish: '/v2/exam-manage/publish-score/:paperId',
} as const
export type ReportPlace = Exclude<keyof typeof analysisPaths, 'publish'>

export const reportPath = (place: ReportPlace, examId: string, paperId: string): string =>
  pathTo(analysisPaths[place], { examId, paperId })
export const publishPath = (paperId: string): string => pathTo(analysisPaths.publish, { paperId })
