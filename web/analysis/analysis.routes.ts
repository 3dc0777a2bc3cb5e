import * as calls from '#shared/analysis/analysis.calls.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { analysisPaths } from './analysis.paths.ts'

/** Everyone whose route list has the exam's reports (spec 2 §2.4), and the school's administration. */
const readers = [1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 18, 19, 20]
const publishers = [1, 2, 3, 15, 18]
const universityTypes = [3, 15]

export const analysisRoutes: readonly ScreenRoute[] = [
  {
    path: analysisPaths.summary,
    also: ['/v2/exam/detail/summarize'],
    name: '考试总结',
    userTypes: readers,
    universityTypes,
    load: async () => (await import('./SummaryScreen.tsx')).SummaryScreen,
    calls: [calls.summary, listExams, calls.exportTranscript, calls.exportReport],
  },
  {
    path: analysisPaths.transcript,
    also: ['/v2/exam/detail/transcript'],
    name: '成绩单',
    userTypes: readers,
    universityTypes,
    keepAlive: true,
    load: async () => (await import('./TranscriptScreen.tsx')).TranscriptScreen,
    calls: [calls.transcript, listExams, calls.exportTranscript, calls.exportReport],
  },
  {
    path: analysisPaths.classContrast,
    also: ['/v2/exam/detail/class-contrast'],
    name: '班级对比',
    userTypes: readers,
    universityTypes,
    load: async () => (await import('./ClassContrastScreen.tsx')).ClassContrastScreen,
    calls: [calls.classContrast, listExams, calls.exportTranscript, calls.exportReport],
  },
  {
    path: analysisPaths.paperAnalysis,
    also: ['/v2/exam/detail/paper-analysis'],
    name: '试卷分析',
    userTypes: readers,
    universityTypes,
    load: async () => (await import('./PaperAnalysisScreen.tsx')).PaperAnalysisScreen,
    calls: [calls.itemAnalysis, listExams, calls.exportTranscript, calls.exportReport],
  },
  {
    path: analysisPaths.publish,
    also: ['/v2/exam-manage/publish-score'],
    name: '发布成绩',
    userTypes: publishers,
    universityTypes,
    load: async () => (await import('./PublishScreen.tsx')).PublishScreen,
    calls: [
      calls.publishState,
      calls.publishPreview,
      calls.publishScores,
      calls.withdrawScores,
      calls.reportConfig,
      calls.setResultStatus,
      calls.setScoreRate,
      calls.exportScans,
      listExams,
    ],
  },
]
