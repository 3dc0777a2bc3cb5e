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
    calls: [calls.sheetStatistic, sizes.sizeExceptions, sizes.deleteSizeExceptions, exceptions.confirmMany],
  },
  {
    path: scanPaths.bin,
    under: scanPaths.task,
    name: '回收站',
    ...examManagers,
    load: async () => (await import('./RecycleBinScreen.tsx')).RecycleBinScreen,
    calls: [calls.sheetStatistic, acts.binList, acts.restorePages, sheetCounts.pageDetail],
  },
]
