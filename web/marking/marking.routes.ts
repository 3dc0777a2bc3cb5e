import { examDetail } from '#shared/exam/exam.calls.ts'
import { sessionUser } from '#shared/identity/identity.calls.ts'
import * as calls from '#shared/marking/marking.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { markingPaths as paths } from './marking.paths.ts'

/** Teachers mark (spec 2 §2.12); who manages an exam may arbitrate. */
const markers = [1, 2, 3, 15, 18]
const overseers = [1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 18, 19, 20]

export const markingRoutes: readonly ScreenRoute[] = [
  {
    path: paths.tasks,
    // Without a paper and a question these show what there is to choose from.
    also: ['/v2/read-paper/question-block', '/v2/read-paper/arbitration-paper-detail'],
    name: '阅卷',
    userTypes: markers,
    universityTypes: [3, 15],
    hideUserTypeList: [-1, 1, 18],
    menu: { segment: 'read-paper', order: 40, icon: 'mark' },
    load: async () => (await import('./TasksScreen.tsx')).TasksScreen,
    calls: [calls.markingTasks],
  },
  {
    path: paths.mark,
    name: '评阅',
    userTypes: markers,
    universityTypes: [3, 15],
    hide: true,
    hideHeader: true,
    hideProgress: true,
    load: async () => (await import('./MarkScreen.tsx')).MarkScreen,
    calls: [calls.claimBundle, calls.submitMark, calls.finishBundle, sessionUser],
  },
  {
    path: paths.arrange,
    name: '阅卷安排',
    userTypes: overseers,
    universityTypes: [3, 15],
    hide: true,
    load: async () => (await import('./ArrangeScreen.tsx')).ArrangeScreen,
    calls: [calls.arrangement, examDetail, asyncStatus],
  },
  {
    path: paths.monitor,
    name: '阅卷进度',
    userTypes: overseers,
    universityTypes: [3, 15],
    hide: true,
    load: async () => (await import('./MonitorScreen.tsx')).MonitorScreen,
    calls: [calls.markingProgressCall, examDetail],
  },
  {
    path: paths.fix,
    name: '成绩更正',
    userTypes: [1, 2, 3, 15, 18],
    universityTypes: [3, 15],
    hide: true,
    load: async () => (await import('./FixScreen.tsx')).FixScreen,
    calls: [calls.listFixRecord, calls.fixDetail, calls.fixScore, examDetail],
  },
]
