import { currentTemplate } from '#shared/card/card.calls.ts'
import { defaultTemplateInfo } from '#shared/card/template/template.calls.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as sheetCounts from '#shared/scan/uploading/sheetCount.calls.ts'
import * as calls from '#shared/scan/scan.calls.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { forDeclarers } from './parts/besideRoutes.ts'
import { chosen, chosenDownloads, chosenTools, chosenViews, scanPaths } from './scan.paths.ts'
import { batchesRoutes } from './batches/batches.routes.ts'
import { uploadingRoutes } from './uploading/uploading.routes.ts'
import { resultsRoutes } from './results/results.routes.ts'
import { doubtsRoutes } from './doubts/doubts.routes.ts'

export const scanRoutes: readonly ScreenRoute[] = [
  {
    path: scanPaths.template,
    under: scanPaths.task,
    name: '答题卡模板',
    ...examManagers,
    load: async () => (await import('./TemplateScreen.tsx')).TemplateScreen,
    help: ['这张试卷按哪一版答题卡识别。', '选择模板后保存。', '换模板会把已扫描的重新识别。'],
    calls: [
      defaultTemplateInfo,
      currentTemplate,
      calls.sheetStatistic,
      calls.scriptList,
      exceptions.cardQuestions,
      sheetCounts.paperScoreMode,
      sheetCounts.scanConfig,
      sheetCounts.setScanConfig,
    ],
  },
  {
    path: scanPaths.choose,
    also: Object.keys(chosen).filter((p) => p !== scanPaths.choose),
    name: '扫描任务',
    ...examManagers,
    load: async () => (await import('./ChooseExamScreen.tsx')).ChooseExamScreen,
    help: ['正在扫描的考试。', '点考试进入扫描与识别。', '没有列出的，请先发布答题卡。'],
    calls: [listExams],
  },
  {
    path: scanPaths.chooseTool,
    also: Object.keys(chosenTools).filter((p) => p !== scanPaths.chooseTool),
    name: '异常试卷处理',
    ...forDeclarers,
    load: async () => (await import('./ChooseExamScreen.tsx')).ChooseExamScreen,
    help: ['选择要处理异常试卷的考试。', '点考试看它的申报。', '没有申报的考试不会列出。'],
    calls: [listExams],
  },
  {
    path: '/v2/exam-manage/answer-card-upload',
    also: Object.keys(chosenViews).filter((p) => p !== '/v2/exam-manage/answer-card-upload'),
    name: '答题卡上传',
    ...examOverseers,
    load: async () => (await import('./ChooseExamScreen.tsx')).ChooseExamScreen,
    help: ['选择要上传答题卡的考试。', '点考试进入扫描与识别。', '只列出您能上传的考试。'],
    calls: [listExams],
  },
  {
    path: '/v2/exam-manage/answer-card-download',
    also: Object.keys(chosenDownloads).filter((p) => p !== '/v2/exam-manage/answer-card-download'),
    name: '答题卡下载',
    ...examManagers,
    load: async () => (await import('./ChooseExamScreen.tsx')).ChooseExamScreen,
    help: ['选择要下载答题卡的考试。', '点考试选择空白卡或每人一张。', '没有发布的答题卡不能下载。'],
    calls: [listExams],
  },
  ...batchesRoutes,
  ...uploadingRoutes,
  ...resultsRoutes,
  ...doubtsRoutes,
]
