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
    help: [
      '各校申报的缺考考生，先看到等待审核的。',
      '通过后考生在所报科目中记为缺考；已有答题卡的不能通过。退回要写原因。',
      '已通过的也可以退回，由申报记下的缺考随之取消；成绩发布后用“缺考与违纪”。',
    ],
    calls: [applications, decideAbsences, sessionUser],
    acts: [jointSchools],
  },
  {
    path: scanPaths.uploaderHistory,
    under: scanPaths.assignScanner,
    name: '分配记录',
    ...examManagers,
    load: beside('scanners', async () => (await import('./UploaderHistoryScreen.tsx')).UploaderHistoryScreen),
    help: ['上传任务分给过谁。', '按时间从新到旧。', '换人前后的记录都在这里。'],
    calls: [calls.sheetStatistic, uploaders.uploaderHistory],
  },
  {
    path: scanPaths.handOver,
    under: scanPaths.assignScanner,
    name: '换人',
    ...examManagers,
    load: beside('scanners', async () => (await import('./UploaderForms.tsx')).HandOverScreen),
    help: ['把一个人的上传任务交给另一个人。', '选接手的老师，确认。', '已经上传的保留，接手的人接着传。'],
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
    help: ['添加一位上传人。', '按姓名查找，勾选后添加。', '上传人只能看到分给自己的班级。'],
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
    help: ['给这位上传人分配班级。', '勾选班级，保存。', '一个班可以由几个人上传。'],
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
    help: ['谁负责上传哪些班级。', '添加上传人，再给每人分配班级。', '没有分配的，由考试管理员上传。'],
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
    help: ['每个班、每个人传了多少。', '最慢的在前，点班级看缺谁。', '数字自动更新。'],
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
    help: [
      '本校谁来扫描这次联考的答题卡，按科目设置。',
      '设置以后，老师在“我的扫描任务”中上传，只看到本校的班级。',
      '组织方接管或截止本校的上传以后，这里不能再改。',
    ],
    calls: [ownUploaders, setOwnUploader],
  },
  {
    path: scanPaths.tasks,
    name: '我的扫描任务',
    ...examManagers,
    load: async () => (await import('./UploadTasksScreen.tsx')).UploadTasksScreen,
    help: ['分给您的上传任务。', '点任务进入扫描与识别。', '全部传完后点“完成上传”。'],
    calls: [uploaders.uploadTasks],
  },
  {
    path: scanPaths.declarations,
    under: scanPaths.task,
    name: '异常申报',
    ...forDeclarers,
    load: async () => (await import('./DeclarationsScreen.tsx')).DeclarationsScreen,
    help: [
      '老师申报的异常试卷：撕破、写错卡、漏收等。',
      '点一条审核；通过后按说明处理。',
      '没有审核完也可以阅卷，受影响的只有这几份。',
    ],
    calls: [calls.sheetStatistic, declarations.declarationList],
  },
  {
    path: scanPaths.declare,
    under: scanPaths.declarations,
    name: '新申报',
    ...forDeclarers,
    load: beside('declarations', async () => (await import('./DeclarationScreens.tsx')).DeclareScreen),
    help: ['申报一份异常试卷。', '选考生和情况，写明经过。', '审核前可以修改或撤回。'],
    calls: [calls.sheetStatistic, calls.scriptList, exceptions.studentChoices, declarations.declare],
  },
  {
    path: scanPaths.declaration,
    under: scanPaths.declarations,
    name: '申报详情',
    ...forDeclarers,
    load: beside('declarations', async () => (await import('./DeclarationScreens.tsx')).DeclarationScreen),
    help: ['一份申报和它的处理。', '审核人可以通过或退回，写明原因。', '审核后不能再改。'],
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
    help: ['修改还没有审核的申报。', '改好后重新提交。', '审核过的不能修改。'],
    calls: [calls.sheetStatistic, declarations.declarationDetail, declarations.amendDeclaration],
  },
]
