import { examDetail, listExams, paperPlace } from '#shared/exam/exam.calls.ts'
import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import * as quality from '#shared/marking/quality/quality.calls.ts'
import * as sample from '#shared/marking/quality/sample.calls.ts'
import * as seed from '#shared/marking/quality/seed.calls.ts'
import * as standard from '#shared/marking/quality/standard.calls.ts'
import * as trial from '#shared/marking/quality/trial.calls.ts'
import { readRecord } from '#shared/marking/quality/record.calls.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { markingPaths as paths } from '../marking.paths.ts'

/** Who is led to mark by the menu: who organises joint exams marks none of them. */
const markers = { ...examManagers, userTypes: examManagers.userTypes.filter((type) => type !== 13) }

/** How well it is marked: figures, samples, standards, trials, seeds. */
export const qualityRoutes: readonly ScreenRoute[] = [
  {
    path: paths.history,
    under: paths.tasks,
    name: '我的阅卷记录',
    ...markers,
    hide: true,
    load: async () => (await import('./QualityScreen.tsx')).QualityScreen,
    calls: [listExams, paperPlace, quality.markingQuality, quality.certifyMarking],
  },
  {
    path: paths.trial,
    under: paths.tasks,
    name: '试评',
    ...markers,
    hide: true,
    load: async () => (await import('./TrialScreen.tsx')).TrialScreen,
    calls: [trial.trialDesk, trial.trialMark, trial.finishTrial],
  },
  {
    path: paths.quality,
    within: 'examId',
    // Without a paper these ask for one.
    also: [paths.chooseQuality, '/v2/quality-analysis/read-monitor/read-quality'],
    name: '阅卷质量',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./QualityScreen.tsx')).QualityScreen,
    calls: [quality.markingQuality, quality.certifyMarking, examDetail, listExams, paperPlace],
  },
  {
    path: paths.record,
    within: 'examId',
    // Without a paper these ask for one.
    also: [
      paths.chooseRecord,
      '/v2/exam/instructor-detail/read-record',
      '/v2/exam/united-examination-detail/read-record',
      '/v2/exam-management/detail/read-record',
    ],
    name: '阅卷记录',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./ReadRecordScreen.tsx')).ReadRecordScreen,
    calls: [readRecord, examDetail, listExams, toolConfig, paperPlace],
  },
  {
    path: paths.marker,
    under: paths.quality,
    name: '教师评分',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./MarkerScreen.tsx')).MarkerScreen,
    calls: [quality.markerSample],
  },
  {
    path: paths.samples,
    within: 'examId',
    // Without a paper this asks for one.
    also: [paths.chooseSamples, '/v2/quality-analysis/read-monitor/read-quality-detail'],
    name: '抽查评分',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./SamplesScreen.tsx')).SamplesScreen,
    calls: [sample.sampledQuality, sample.drawSamples, sample.checkSample, examDetail, listExams, paperPlace],
  },
  {
    path: paths.standards,
    within: 'examId',
    name: '标准卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./StandardsScreen.tsx')).StandardsScreen,
    calls: [
      standard.standards,
      standard.standardChoices,
      standard.saveStandard,
      standard.removeStandard,
      examDetail,
      paperPlace,
    ],
  },
  {
    path: paths.trialReport,
    within: 'examId',
    // Without a paper these ask for one.
    also: [paths.chooseTrialReport, '/v2/quality-analysis/read-monitor/test-read-report'],
    name: '试评报告',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./TrialReportScreen.tsx')).TrialReportScreen,
    calls: [trial.trialReport, trial.passTrial, examDetail, listExams, paperPlace],
  },
  {
    path: paths.markingReport,
    within: 'examId',
    name: '阅卷质量报告',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./MarkingReportScreen.tsx')).MarkingReportScreen,
    calls: [quality.markingReport, quality.exportMarkingReport, examDetail],
  },
  {
    path: paths.seeds,
    within: 'examId',
    name: '种子卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./SeedsScreen.tsx')).SeedsScreen,
    calls: [seed.seedReport, seed.releaseMarker, seed.remarkDoubted, examDetail, listExams, paperPlace],
  },
]
