import { changeStand } from '#shared/analysis/change.calls.ts'
import { paperReport } from '#shared/analysis/analysis.calls.ts'
import { sincePublished } from '#shared/analysis/publication.calls.ts'
import { markingProgressCall } from '#shared/marking/marking.calls.ts'
import { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import { deletedExams } from '#shared/exam/tools/maintenance.calls.ts'
import * as courses from '#shared/exam/creation/course.calls.ts'
import * as calls from '#shared/exam/exam.calls.ts'
import * as tools from '#shared/exam/tools/tool.calls.ts'
import * as totals from '#shared/exam/tools/total.calls.ts'
import { examManagers, examOverseers, examViewers, jointOrganisers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { examPaths } from './exam.paths.ts'
import { settingRoutes } from './setting/setting.routes.ts'
import { toolRoutes } from './tools/tool.routes.ts'
import { creationRoutes } from './creation/creation.routes.ts'
import { jointRoutes } from './joint/joint.routes.ts'
import { rosterRoutes } from './roster/roster.routes.ts'

export const examRoutes: readonly ScreenRoute[] = [
  {
    path: examPaths.list,
    also: ['/v2/exam'],
    name: '考试',
    ...examViewers,
    menu: { segment: 'exam', order: 10, icon: 'exam' },
    load: async () => (await import('./ExamListScreen.tsx')).ExamListScreen,
    help: [
      '您能看到的全部考试，新的在前。',
      '按名称、类型、年级或状态查找，点名称进入。',
      '删除后可以恢复；已有扫描的考试不能删除。',
    ],
    calls: [calls.listExams, sessionUser],
    acts: [calls.deleteExam, calls.restoreExam],
  },
  {
    path: examPaths.deleted,
    under: examPaths.list,
    name: '已删除的考试',
    ...examManagers,
    load: async () => (await import('./DeletedExamsScreen.tsx')).DeletedExamsScreen,
    help: [
      '删除后还能恢复的考试，最近删除的在前。',
      '通常方式删除的，点“恢复考试”就回来；强制删除的要写原因。',
      '90天后考试、名单、答卷图片和成绩一并清除，不能再恢复。',
    ],
    calls: [deletedExams, calls.restoreExam],
  },
  {
    path: examPaths.detail,
    within: 'examId',
    name: '考试详情',
    ...examOverseers,
    load: async () => (await import('./ExamScreen.tsx')).ExamScreen,
    help: [
      '一场考试的全部步骤：试题、答题卡、扫描、存疑、阅卷、发布。',
      '每一格都能点开，最要紧的一步就是右上角的按钮。',
      '数字每十秒自动更新，不用刷新。',
    ],
    calls: [
      calls.examDetail,
      calls.examStudents,
      calls.examClasses,
      totals.examTotals,
      tools.toolConfig,
      sessionUser,
      sheetStatistic,
      markingProgressCall,
      sincePublished,
      calls.listExams,
      paperReport,
    ],
    acts: [calls.restoreExam, calls.deleteExam],
  },
  {
    path: examPaths.examDoor,
    under: examPaths.list,
    name: '考试详情',
    ...examOverseers,
    load: async () => (await import('./DoorScreens.tsx')).ExamDoorScreen,
    help: ['选一场考试，看它的科目和进度。', '点考试名称打开。', '输入名称可以查找。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.detailDoor,
    under: examPaths.list,
    also: ['/v2/exam/united-examination-detail'],
    name: '联考详情',
    ...examOverseers,
    load: async () => (await import('./DoorScreens.tsx')).DetailDoorScreen,
    help: ['选一场考试，看它的科目和进度。', '点考试名称打开。', '输入名称可以查找。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.monitorDoor,
    under: examPaths.detailDoor,
    also: [
      '/v2/exam/detail/read-monitor',
      '/v2/exam/united-examination-detail/read-monitor',
      '/v2/exam-management/detail/read-monitor',
      '/v2/exam-management/detail/read-monitor/list',
      '/v2/exam-management/detail/read-monitor/progress',
      '/v2/quality-analysis/read-monitor',
      '/v2/quality-analysis/read-monitor/read-progress',
      // Marking in the toolbox of joint exams.
      '/v2/exam/instructor-detail/exam-manage/read',
    ],
    name: '阅卷监控',
    ...examOverseers,
    load: async () => (await import('./DoorScreens.tsx')).MonitorDoorScreen,
    help: ['选一场考试的一个科目，看阅卷进度。', '点科目名称打开。', '输入名称可以查找。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.statVisibleDoor,
    under: examPaths.list,
    name: '联考可见范围',
    ...jointOrganisers,
    load: async () => (await import('./DoorScreens.tsx')).StatVisibleDoorScreen,
    help: [
      '各校在联考中能看到多少。',
      '先选一场联考，再选各校只看自己，还是看到别校的指标或全部成绩单。',
      '改动立即生效，可以随时收回。',
    ],
    calls: [calls.listExams],
  },
  {
    path: examPaths.downloadDoor,
    under: examPaths.list,
    also: ['/v2/exam/report-download'],
    name: '报告下载',
    ...examOverseers,
    load: async () => (await import('./DoorScreens.tsx')).DownloadDoorScreen,
    help: ['选一场考试，下载它的报告和文件。', '点考试名称打开下载中心。', '输入名称可以查找。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.ownPaperDoor,
    under: examPaths.addJoint,
    name: '自建试卷',
    ...jointOrganisers,
    load: async () => (await import('./DoorScreens.tsx')).OwnPaperDoorScreen,
    help: ['选一场考试的一个科目，设置试题。', '点科目名称打开。', '输入名称可以查找。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.importDoor,
    under: examPaths.list,
    also: ['/v2/exam/import'],
    name: '导入成绩',
    ...jointOrganisers,
    load: async () => (await import('./DoorScreens.tsx')).ImportDoorScreen,
    help: ['选一场考试的一个科目，从文件导入成绩。', '点科目名称打开；导入前先检查。', '输入名称可以查找。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.cardDoor,
    under: examPaths.addJoint,
    name: '设计答题卡',
    ...jointOrganisers,
    load: async () => (await import('./DoorScreens.tsx')).CardDoorScreen,
    help: ['选一场考试的一科，设计它的答题卡。', '只列出您能看到的考试。', '点科目进入。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.managementDoor,
    also: ['/v2/exam-management'],
    under: examPaths.list,
    name: '考试管理',
    ...examOverseers,
    load: async () => (await import('./DoorScreens.tsx')).ManagementDoorScreen,
    help: ['选一场考试，进入它的管理。', '只列出您能看到的考试。', '点考试名称进入。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.paperManage,
    within: 'examId',
    name: '试卷管理',
    ...examManagers,
    load: async () => (await import('./PaperManageScreen.tsx')).PaperManageScreen,
    help: [
      '各科的分值和答案在一张表里一起改，可以从表格粘贴。',
      '保存时每科各自保存；别人刚改过的一科会告诉您，其他科不受影响。',
      '成绩已发布的科目不在这里改，从链接去“修改答案”“调整分值”。',
    ],
    calls: [courses.managedPapers, courses.renameCourse, calls.savePaper],
  },
  {
    path: examPaths.paperManageDoor,
    under: examPaths.list,
    name: '试卷管理',
    ...examManagers,
    load: async () => (await import('./DoorScreens.tsx')).PaperManageDoorScreen,
    help: ['选一场考试，一起改各科的分值和答案。', '只列出您能看到的考试。', '点考试名称进入。'],
    calls: [calls.listExams],
  },
  {
    path: examPaths.paper,
    within: 'examId',
    name: '设置试题',
    ...examOverseers,
    load: async () => (await import('./PaperScreen.tsx')).PaperScreen,
    help: [
      '试题、分值和标准答案。',
      '逐题填写，或从表格导入；选做题设在同一组。',
      '开始阅卷后只能改答案和分值，改动会重新计分并留下记录。',
    ],
    calls: [calls.examPaper, tools.toolConfig, calls.savePaper],
    acts: [changeStand],
  },
  ...settingRoutes,
  ...toolRoutes,
  ...creationRoutes,
  ...jointRoutes,
  ...rosterRoutes,
]
