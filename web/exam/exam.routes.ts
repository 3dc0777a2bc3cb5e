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
    calls: [calls.listExams, sessionUser],
    acts: [calls.deleteExam, calls.restoreExam],
  },
  {
    path: examPaths.deleted,
    under: examPaths.list,
    name: '已删除的考试',
    ...examManagers,
    load: async () => (await import('./DeletedExamsScreen.tsx')).DeletedExamsScreen,
    calls: [deletedExams, calls.restoreExam],
  },
  {
    path: examPaths.detail,
    within: 'examId',
    name: '考试详情',
    ...examOverseers,
    load: async () => (await import('./ExamScreen.tsx')).ExamScreen,
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
    calls: [calls.listExams],
  },
  {
    path: examPaths.detailDoor,
    under: examPaths.list,
    also: ['/v2/exam/united-examination-detail'],
    name: '联考详情',
    ...examOverseers,
    load: async () => (await import('./DoorScreens.tsx')).DetailDoorScreen,
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
    calls: [calls.listExams],
  },
  {
    path: examPaths.statVisibleDoor,
    under: examPaths.list,
    name: '联考可见范围',
    ...jointOrganisers,
    load: async () => (await import('./DoorScreens.tsx')).StatVisibleDoorScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.downloadDoor,
    under: examPaths.list,
    also: ['/v2/exam/report-download'],
    name: '报告下载',
    ...examOverseers,
    load: async () => (await import('./DoorScreens.tsx')).DownloadDoorScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.ownPaperDoor,
    under: examPaths.addJoint,
    name: '自建试卷',
    ...jointOrganisers,
    load: async () => (await import('./DoorScreens.tsx')).OwnPaperDoorScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.importDoor,
    under: examPaths.list,
    also: ['/v2/exam/import'],
    name: '导入成绩',
    ...jointOrganisers,
    load: async () => (await import('./DoorScreens.tsx')).ImportDoorScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.cardDoor,
    under: examPaths.addJoint,
    name: '设计答题卡',
    ...jointOrganisers,
    load: async () => (await import('./DoorScreens.tsx')).CardDoorScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.managementDoor,
    also: ['/v2/exam-management'],
    under: examPaths.list,
    name: '考试管理',
    ...examOverseers,
    load: async () => (await import('./DoorScreens.tsx')).ManagementDoorScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.paperManage,
    within: 'examId',
    name: '试卷管理',
    ...examManagers,
    load: async () => (await import('./PaperManageScreen.tsx')).PaperManageScreen,
    calls: [courses.managedPapers, courses.renameCourse, calls.savePaper],
  },
  {
    path: examPaths.paperManageDoor,
    under: examPaths.list,
    name: '试卷管理',
    ...examManagers,
    load: async () => (await import('./DoorScreens.tsx')).PaperManageDoorScreen,
    calls: [calls.listExams],
  },
  {
    path: examPaths.paper,
    within: 'examId',
    name: '设置试题',
    ...examOverseers,
    load: async () => (await import('./PaperScreen.tsx')).PaperScreen,
    calls: [calls.examPaper, tools.toolConfig, calls.savePaper],
    acts: [changeStand],
  },
  ...settingRoutes,
  ...toolRoutes,
  ...creationRoutes,
  ...jointRoutes,
  ...rosterRoutes,
]
