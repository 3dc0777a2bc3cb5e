import { openUploadTasks } from '#shared/scan/uploading/uploader.calls.ts'
import { start } from '#shared/identity/signIn/session.calls.ts'
import { ownInvites } from '#shared/exam/joint/invite.calls.ts'
import { reportingTasks } from '#shared/exam/joint/reporting.calls.ts'
import { ownExam, ownResult } from '#shared/analysis/analysis.calls.ts'
import { sincePublished } from '#shared/analysis/publication.calls.ts'
import { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { listExams, examDetail } from '#shared/exam/exam.calls.ts'
import { ownSettingTasks } from '#shared/exam/setting/questionSetting.calls.ts'
import { waitingApplications } from '#shared/exam/joint/application.calls.ts'
import { askedDeletions } from '#shared/exam/tools/maintenance.calls.ts'
import { askedCuts } from '#shared/marking/cut/cut.calls.ts'
import { listAreaParts } from '#shared/exam/joint/area.calls.ts'
import { listOwnParts } from '#shared/exam/joint/part.calls.ts'
import { childRequests } from '#shared/identity/accounts/childRequest.calls.ts'
import { markingTasks, markingProgressCall } from '#shared/marking/marking.calls.ts'
import { listSchools, schoolDetail, schoolCount } from '#shared/school/school.calls.ts'
import { asyncStatus, cancelJob, clientIp, myJobs, timestamp } from '#shared/platform/platform.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { sitePages } from './site.pages.ts'

/** Public: no session, no header of the product. */
const publicly = { userTypes: [], white: true, hideHeader: true, hide: true } as const

/** The shell's own screens. */
export const appRoutes: readonly ScreenRoute[] = [
  {
    path: '/v2/center',
    also: ['/v2/center/home'],
    name: '首页',
    userTypes: [],
    universityTypes: [],
    menu: { segment: 'center', order: 0, icon: 'home' },
    load: async () => (await import('./CentreScreen.tsx')).CentreScreen,
    help: [
      '首页列出需要您处理的事、进行中的考试和最近的结果。',
      '三角是等您处理，点右边的按钮就到下一步；矩阵里每一格都能点开。',
      '运行中的任务离开页面也不会中断，做完的在右上角的任务列表里。',
    ],
    calls: [myJobs, asyncStatus, cancelJob],
    acts: [
      listSchools,
      markingTasks,
      childRequests,
      listOwnParts,
      listAreaParts,
      ownInvites,
      askedDeletions,
      askedCuts,
      waitingApplications,
      reportingTasks,
      ownSettingTasks,
      openUploadTasks,
      listExams,
      schoolDetail,
      examDetail,
      sheetStatistic,
      markingProgressCall,
      sincePublished,
      schoolCount,
      ownExam,
      ownResult,
    ],
  },
  ...sitePages.map(({ path, name }): ScreenRoute => ({
    ...publicly,
    path,
    name,
    load: async () => (await import('./SitePage.tsx')).siteScreen(path),
    calls: [],
  })),
  {
    ...publicly,
    path: '/tool',
    // The specification's test page: whether the product runs in this browser.
    also: ['/test-vue'],
    name: '环境检测',
    load: async () => (await import('./ToolScreen.tsx')).ToolScreen,
    calls: [timestamp, clientIp],
  },
  {
    path: '/subject-list-test',
    name: '学科列表',
    userTypes: [],
    universityTypes: [],
    hide: true,
    load: async () => (await import('./SubjectListScreen.tsx')).SubjectListScreen,
    help: ['这里列出系统认识的学科。', '学科用于课程和考试。', '学校的课程在“学校管理 - 课程”里增减。'],
    calls: [start],
  },
  ...(['401', '404', 'auth-failed'] as const).map((code): ScreenRoute => ({
    path: `/v2/error/${code}`,
    name: { 401: '没有权限', 404: '页面不存在', 'auth-failed': '认证失败' }[code],
    userTypes: [],
    white: true,
    hide: true,
    load: async () => (await import('./ErrorScreen.tsx')).errorScreens[code],
    calls: [],
  })),
]
