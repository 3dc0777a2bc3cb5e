import { exportScans } from '#shared/analysis/export.calls.ts'
import * as acts from '#shared/scan/act.calls.ts'
import * as candidates from '#shared/scan/candidate.calls.ts'
import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as results from '#shared/scan/results/result.calls.ts'
import * as calls from '#shared/scan/scan.calls.ts'
import * as scores from '#shared/scan/results/score.calls.ts'
import * as uploaders from '#shared/scan/uploading/uploader.calls.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { beside } from '../parts/besideRoutes.ts'
import { scanPaths } from '../scan.paths.ts'

/** What was read, by student and by question. */
export const resultsRoutes: readonly ScreenRoute[] = [
  {
    path: scanPaths.download,
    within: 'examId',
    name: '答题卡下载',
    ...examOverseers,
    load: async () => (await import('./DownloadScreen.tsx')).DownloadScreen,
    calls: [uploaders.uploadStatistic, exportScans],
  },
  {
    path: scanPaths.students,
    under: scanPaths.task,
    name: '考生状态',
    ...examManagers,
    load: async () => (await import('./StudentStatusScreen.tsx')).StudentStatusScreen,
    calls: [
      calls.sheetStatistic,
      calls.scriptList,
      calls.classSheets,
      calls.setAbsent,
      exceptions.setNormal,
      exceptions.exportAbsent,
      exceptions.exportStatuses,
    ],
  },
  {
    path: scanPaths.student,
    under: scanPaths.students,
    name: '考生详情',
    ...examManagers,
    load: beside('students', async () => (await import('./StudentDetailScreen.tsx')).StudentDetailScreen),
    calls: [
      calls.sheetStatistic,
      calls.studentSheets,
      calls.confirmReading,
      exceptions.studentChoices,
      exceptions.studentBlocks,
      exceptions.studentState,
      exceptions.resetChoices,
      exceptions.suspectPage,
      candidates.studentCards,
      candidates.studentPapers,
      results.resultErrors,
      results.errorCards,
      scores.scoreStudent,
      scores.scoreAbsent,
    ],
  },
  {
    path: scanPaths.questions,
    under: scanPaths.task,
    name: '按题查看',
    ...examManagers,
    load: async () => (await import('./QuestionDetailScreen.tsx')).QuestionDetailScreen,
    calls: [
      calls.sheetStatistic,
      calls.classSheets,
      exceptions.cardQuestions,
      exceptions.questionChoices,
      exceptions.questionBlocks,
      results.lowConfident,
      results.likelyBlanks,
      results.subjectiveDetail,
      scores.scoreItem,
      calls.confirmReading,
    ],
  },
  {
    path: scanPaths.acts,
    under: scanPaths.task,
    name: '操作记录',
    ...examManagers,
    load: async () => (await import('./OpRecordScreen.tsx')).OpRecordScreen,
    calls: [calls.sheetStatistic, acts.actList],
  },
]
