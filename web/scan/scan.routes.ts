import { currentTemplate } from '#shared/card/card.calls.ts'
import { listExams } from '#shared/exam/exam.calls.ts'
import * as calls from '#shared/scan/scan.calls.ts'
import * as uploaders from '#shared/scan/uploader.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { scanPaths } from './scan.paths.ts'

const scanners = [1, 2, 3, 15, 18]
const university = [3, 15]

export const scanRoutes: readonly ScreenRoute[] = [
  {
    path: scanPaths.task,
    name: '扫描与识别',
    userTypes: scanners,
    universityTypes: university,
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
    ],
  },
  {
    path: scanPaths.batch,
    name: '扫描批次',
    userTypes: scanners,
    universityTypes: university,
    load: async () => (await import('./BatchScreen.tsx')).BatchScreen,
    calls: [calls.batchDetail, calls.sheetStatistic, calls.voidPage, calls.undoSettlement],
  },
  {
    path: scanPaths.doubts,
    name: '处理存疑',
    userTypes: scanners,
    universityTypes: university,
    load: async () => (await import('./DoubtsScreen.tsx')).DoubtsScreen,
    calls: [
      calls.doubtList,
      calls.scriptList,
      calls.sheetStatistic,
      calls.assignStudent,
      calls.confirmReading,
      calls.voidPage,
      calls.settleDuplicate,
      calls.undoSettlement,
      calls.acceptMissing,
      calls.setAbsent,
    ],
  },
  {
    path: scanPaths.addScanner,
    name: '添加上传人',
    userTypes: scanners,
    universityTypes: university,
    load: async () => (await import('./UploaderForms.tsx')).AddUploaderScreen,
    calls: [calls.sheetStatistic, uploaders.uploaderChoices, uploaders.uploadersByClass, uploaders.addUploaders],
  },
  {
    path: scanPaths.allotScanner,
    name: '分配班级',
    userTypes: scanners,
    universityTypes: university,
    load: async () => (await import('./UploaderForms.tsx')).AllotClassesScreen,
    calls: [calls.sheetStatistic, uploaders.uploaderList, uploaders.uploadersByClass, uploaders.allotClasses],
  },
  {
    path: scanPaths.assignScanner,
    name: '分配上传人',
    userTypes: scanners,
    universityTypes: university,
    load: async () => (await import('./AssignScannerScreen.tsx')).AssignScannerScreen,
    calls: [
      calls.sheetStatistic,
      uploaders.uploaderList,
      uploaders.unallottedClasses,
      uploaders.deleteUploader,
      uploaders.uploaderTemplate,
      uploaders.exportUploaders,
      uploaders.importUploaders,
    ],
  },
  {
    path: scanPaths.choose,
    also: ['/v2/exam-management/detail/scan-task-list'],
    name: '扫描任务',
    userTypes: scanners,
    universityTypes: university,
    load: async () => (await import('./ChooseExamScreen.tsx')).ChooseScanScreen,
    calls: [listExams],
  },
  {
    path: scanPaths.chooseDoubts,
    name: '答题卡异常',
    userTypes: scanners,
    universityTypes: university,
    load: async () => (await import('./ChooseExamScreen.tsx')).ChooseDoubtsScreen,
    calls: [listExams],
  },
]
