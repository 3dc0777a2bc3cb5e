import { jointSchools } from '#shared/exam/joint/school.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as acts from '#shared/scan/act.calls.ts'
import { applications } from '#shared/exam/joint/application.calls.ts'
import { decideAbsences } from '#shared/scan/doubts/absence.calls.ts'
import * as declarations from '#shared/scan/uploading/declaration.calls.ts'
import * as candidates from '#shared/scan/candidate.calls.ts'
import * as exceptions from '#shared/scan/doubts/exception.calls.ts'
import * as calls from '#shared/scan/scan.calls.ts'
import * as uploaders from '#shared/scan/uploading/uploader.calls.ts'
import { ownUploaders, setOwnUploader } from '#shared/scan/uploading/ownUploader.calls.ts'
import { applicationDeciders, examManagers, examOverseers, jointSchoolPeople } from '#shared/kit/people.ts'
import { examPaths } from '#web/exam/exam.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { beside, forDeclarers } from '../parts/besideRoutes.ts'
import { scanPaths } from '../scan.paths.ts'

/** Who uploads, and what is declared of sheets. */
export const uploadingRoutes: readonly ScreenRoute[] = [
  {
    path: examPaths.absents,
    within: 'examId',
    name: '缺考申报',
    ...applicationDeciders,
    load: async () => (await import('./absentApplications.tsx')).AbsentApplicationsScreen,
    calls: [applications, decideAbsences, sessionUser],
    acts: [jointSchools],
  },
  {
    path: scanPaths.uploaderHistory,
    under: scanPaths.assignScanner,
    name: '分配记录',
    ...examManagers,
    load: beside('scanners', async () => (await import('./UploaderHistoryScreen.tsx')).UploaderHistoryScreen),
    calls: [calls.sheetStatistic, uploaders.uploaderHistory],
  },
  {
    path: scanPaths.handOver,
    under: scanPaths.assignScanner,
    name: '换人',
    ...examManagers,
    load: beside('scanners', async () => (await import('./UploaderForms.tsx')).HandOverScreen),
    calls: [
      calls.sheetStatistic,
      uploaders.uploaderList,
      uploaders.schoolUploadStates,
      uploaders.uploaderChoices,
      uploaders.handOverUploader,
    ],
  },
  {
    path: scanPaths.addScanner,
    under: scanPaths.assignScanner,
    name: '添加上传人',
    ...examManagers,
    load: beside('scanners', async () => (await import('./UploaderForms.tsx')).AddUploaderScreen),
    calls: [
      calls.sheetStatistic,
      uploaders.uploaderList,
      uploaders.schoolUploadStates,
      uploaders.uploaderChoices,
      uploaders.uploadersByClass,
      uploaders.addUploaders,
    ],
  },
  {
    path: scanPaths.allotScanner,
    under: scanPaths.assignScanner,
    name: '分配班级',
    ...examManagers,
    load: beside('scanners', async () => (await import('./UploaderForms.tsx')).AllotClassesScreen),
    calls: [
      calls.sheetStatistic,
      uploaders.uploaderList,
      uploaders.schoolUploadStates,
      uploaders.uploadersByClass,
      uploaders.allotClasses,
    ],
  },
  {
    path: scanPaths.assignScanner,
    under: scanPaths.task,
    name: '分配上传人',
    ...examManagers,
    load: async () => (await import('./AssignScannerScreen.tsx')).AssignScannerScreen,
    calls: [
      calls.sheetStatistic,
      uploaders.uploaderList,
      uploaders.unallottedClasses,
      uploaders.deleteUploader,
      uploaders.uploaderTemplate,
      uploaders.exportUploaders,
      uploaders.importUploaders,
      acts.rollbackSingle,
    ],
  },
  {
    path: scanPaths.progress,
    within: 'examId',
    name: '上传进度',
    ...examOverseers,
    load: async () => (await import('./UploadProgressScreen.tsx')).UploadProgressScreen,
    calls: [
      uploaders.uploadStatistic,
      uploaders.courseErrors,
      uploaders.schoolUploadStates,
      uploaders.planWorkers,
      uploaders.exportAllUploaders,
      candidates.exportAbsentOfExam,
    ],
  },
  {
    path: examPaths.ownUploaders,
    under: examPaths.ownPart,
    name: '扫描人员',
    ...jointSchoolPeople,
    hide: true,
    load: async () => (await import('./OwnUploadersScreen.tsx')).OwnUploadersScreen,
    calls: [ownUploaders, setOwnUploader],
  },
  {
    path: scanPaths.tasks,
    name: '我的扫描任务',
    ...examManagers,
    load: async () => (await import('./UploadTasksScreen.tsx')).UploadTasksScreen,
    calls: [uploaders.uploadTasks],
  },
  {
    path: scanPaths.declarations,
    under: scanPaths.task,
    name: '异常申报',
    ...forDeclarers,
    load: async () => (await import('./DeclarationsScreen.tsx')).DeclarationsScreen,
    calls: [calls.sheetStatistic, declarations.declarationList],
  },
  {
    path: scanPaths.declare,
    under: scanPaths.declarations,
    name: '新申报',
    ...forDeclarers,
    load: beside('declarations', async () => (await import('./DeclarationScreens.tsx')).DeclareScreen),
    calls: [calls.sheetStatistic, calls.scriptList, exceptions.studentChoices, declarations.declare],
  },
  {
    path: scanPaths.declaration,
    under: scanPaths.declarations,
    name: '申报详情',
    ...forDeclarers,
    load: beside('declarations', async () => (await import('./DeclarationScreens.tsx')).DeclarationScreen),
    calls: [
      calls.sheetStatistic,
      declarations.declarationDetail,
      declarations.reviewDeclaration,
      declarations.withdrawDeclaration,
    ],
  },
  {
    path: scanPaths.amend,
    under: scanPaths.declaration,
    name: '修改申报',
    ...forDeclarers,
    load: beside('declarations', async () => (await import('./DeclarationScreens.tsx')).AmendDeclarationScreen),
    calls: [calls.sheetStatistic, declarations.declarationDetail, declarations.amendDeclaration],
  },
]
