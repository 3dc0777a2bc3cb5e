import { currentTemplate } from '#shared/card/card.calls.ts'
import * as acts from '#shared/scan/act.calls.ts'
import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as sheetCounts from '#shared/scan/uploading/sheetCount.calls.ts'
import * as pieces from '#shared/scan/uploading/piece.calls.ts'
import { recutQuestion } from '#shared/scan/batches/recut.calls.ts'
import * as results from '#shared/scan/results/result.calls.ts'
import * as calls from '#shared/scan/scan.calls.ts'
import * as scores from '#shared/scan/results/score.calls.ts'
import * as sizes from '#shared/scan/batches/size.calls.ts'
import { unlockExam } from '#shared/scan/batches/unlock.calls.ts'
import * as uploaders from '#shared/scan/uploading/uploader.calls.ts'
import { examManagers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { beside } from '../parts/besideRoutes.ts'
import { scanPaths } from '../scan.paths.ts'

/** Batches of scans and their pages. */
export const batchesRoutes: readonly ScreenRoute[] = [
  {
    path: scanPaths.task,
    within: 'paperId',
    name: '扫描与识别',
    ...examManagers,
    load: async () => (await import('./ScanTaskScreen.tsx')).ScanTaskScreen,
    help: [
      '扫描、上传和识别，一批一批地看。',
      '填放入的张数，选文件或用扫描仪；传完自动识别。',
      '断网、关机都不要紧：重新选同一批文件会接着传。',
    ],
    calls: [
      calls.sheetStatistic,
      calls.classSheets,
      calls.batchList,
      calls.createBatch,
      calls.restartBatch,
      currentTemplate,
      uploaders.myUploader,
      uploaders.finishUploading,
      unlockExam,
      acts.deleteBatch,
      acts.rollbackWhole,
      acts.rollbackClasses,
      sheetCounts.scanConfig,
      sheetCounts.stateFed,
      sheetCounts.recognitionTasks,
      calls.scanCount,
      acts.recognitionMode,
      results.recognitionCheck,
      results.pageNumbers,
      acts.switchRecognitionMode,
    ],
  },
  {
    path: scanPaths.batch,
    under: scanPaths.task,
    name: '扫描批次',
    ...examManagers,
    load: async () => (await import('./BatchScreen.tsx')).BatchScreen,
    help: ['这一批的每一页在哪里。', '按状态筛选，点一页看大图。', '放入的张数要等于各状态之和，少了就补扫。'],
    calls: [
      calls.batchDetail,
      calls.sheetStatistic,
      calls.voidPage,
      calls.undoSettlement,
      sheetCounts.scanConfig,
      sheetCounts.stateFed,
      sheetCounts.sheetGroups,
      sheetCounts.batchFiles,
      sheetCounts.deleteFile,
      acts.transferPages,
      uploaders.uploadStatistic,
    ],
  },
  {
    path: scanPaths.page,
    under: scanPaths.batch,
    name: '扫描页',
    ...examManagers,
    hide: true,
    load: async () => (await import('./PageScreen.tsx')).PageScreen,
    help: ['一页扫描图和它的经过。', '可以作废、恢复或指定是谁的。', '每次改动都有记录，可以撤销。'],
    calls: [
      sheetCounts.pageDetail,
      calls.sheetStatistic,
      exceptions.studentBlocks,
      calls.scriptList,
      calls.assignStudent,
      pieces.questionBlock,
      pieces.drawAbsent,
      pieces.drawNumber,
      scores.scorePage,
      calls.voidPage,
      calls.undoSettlement,
      acts.restorePages,
      acts.transferPages,
      uploaders.uploadStatistic,
    ],
  },
  {
    path: scanPaths.recut,
    under: scanPaths.task,
    name: '重新裁切',
    ...examManagers,
    load: async () => (await import('./RecutScreen.tsx')).RecutScreen,
    help: ['学生写到框外时，把一道题裁大一些。', '选题目，拖动边框，写明原因。', '开始阅卷的题目不能重新裁切。'],
    calls: [
      calls.sheetStatistic,
      exceptions.cardQuestions,
      exceptions.questionBlocks,
      pieces.recutPreview,
      recutQuestion,
    ],
  },
  {
    path: scanPaths.sizes,
    under: scanPaths.doubts,
    name: '打印比例',
    ...examManagers,
    load: beside('doubts', async () => (await import('./SizeScreen.tsx')).SizeScreen),
    help: [
      '打印时被缩放得太多、读不准的页面。',
      '看一眼是否对齐，由负责人决定保留还是作废。',
      '略有缩放不影响识别，不会列在这里。',
    ],
    calls: [calls.sheetStatistic, sizes.sizeExceptions, sizes.deleteSizeExceptions, exceptions.confirmMany],
  },
  {
    path: scanPaths.bin,
    under: scanPaths.task,
    name: '回收站',
    ...examManagers,
    load: async () => (await import('./RecycleBinScreen.tsx')).RecycleBinScreen,
    help: ['被取出的扫描页都在这里。', '勾选后恢复到原处。', '原处已有别的页面时，会作为第二张等待处理。'],
    calls: [calls.sheetStatistic, acts.binList, acts.restorePages, sheetCounts.pageDetail],
  },
]
