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
    help: ['下载这场考试的答题卡。', '选空白卡或每人一张，可以按班分文件。', '打印选“实际大小”，不要“适合页面”。'],
    calls: [uploaders.uploadStatistic, exportScans],
  },
  {
    path: scanPaths.students,
    under: scanPaths.task,
    name: '考生状态',
    ...examManagers,
    load: async () => (await import('./StudentStatusScreen.tsx')).StudentStatusScreen,
    help: [
      '每名考生：已交、缺页、未交还是缺考。',
      '勾选后登记缺考，点姓名看答题卡。',
      '缺考可以取消；登记缺考的不会催收。',
    ],
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
    help: ['一名考生的每一面和读到的答案。', '点答案可以改正，会留下前后。', '看不清时打开原图。'],
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
    help: ['按题看全部考生的作答。', '选题目，按读到的选项筛选。', '可以整题核对一遍，改动有记录。'],
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
    help: [
      '对这张试卷的扫描做过什么。',
      '按时间从新到旧：回退、删除、转移、切换模式等。',
      '全校的记录在“学校管理 - 操作记录”。',
    ],
    calls: [calls.sheetStatistic, acts.actList],
  },
]
