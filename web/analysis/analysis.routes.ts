import * as reports from '#shared/analysis/analysis.calls.ts'
import * as exports from '#shared/analysis/export.calls.ts'
import * as publication from '#shared/analysis/publication.calls.ts'
import * as settings from '#shared/analysis/setting.calls.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { analysisPaths } from './analysis.paths.ts'

export const analysisRoutes: readonly ScreenRoute[] = [
  {
    path: analysisPaths.summary,
    also: ['/v2/exam/detail/summarize'],
    name: '考试总结',
    ...examOverseers,
    load: async () => (await import('./SummaryScreen.tsx')).SummaryScreen,
    calls: [reports.summary, listExams, exports.exportTranscript, exports.exportReport],
  },
  {
    path: analysisPaths.transcript,
    also: ['/v2/exam/detail/transcript'],
    name: '成绩单',
    ...examOverseers,
    keepAlive: true,
    load: async () => (await import('./TranscriptScreen.tsx')).TranscriptScreen,
    calls: [reports.transcript, listExams, exports.exportTranscript, exports.exportReport],
  },
  {
    path: analysisPaths.classContrast,
    also: ['/v2/exam/detail/class-contrast'],
    name: '班级对比',
    ...examOverseers,
    load: async () => (await import('./ClassContrastScreen.tsx')).ClassContrastScreen,
    calls: [reports.classContrast, listExams, exports.exportTranscript, exports.exportReport],
  },
  {
    path: analysisPaths.paperAnalysis,
    also: ['/v2/exam/detail/paper-analysis'],
    name: '试卷分析',
    ...examOverseers,
    load: async () => (await import('./PaperAnalysisScreen.tsx')).PaperAnalysisScreen,
    calls: [reports.itemAnalysis, listExams, exports.exportTranscript, exports.exportReport],
  },
  {
    path: analysisPaths.publish,
    also: ['/v2/exam-manage/publish-score'],
    name: '发布成绩',
    ...examManagers,
    load: async () => (await import('./PublishScreen.tsx')).PublishScreen,
    calls: [
      publication.publishState,
      publication.publishPreview,
      publication.publishScores,
      publication.withdrawScores,
      settings.reportConfig,
      settings.setResultStatus,
      settings.setScoreRate,
      exports.exportScans,
      listExams,
    ],
  },
]
