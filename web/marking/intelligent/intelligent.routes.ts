import { listExams } from '#shared/exam/exam.calls.ts'
import * as intelligent from '#shared/marking/intelligent/intelligent.calls.ts'
import * as calls from '#shared/marking/marking.calls.ts'
import * as reader from '#shared/marking/reader/reader.calls.ts'
import * as rubrics from '#shared/marking/rubric/rubric.calls.ts'
import * as password from '#shared/marking/password.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { examManagers, examOverseers } from '#shared/kit/people.ts'
import { toolMounts } from '#web/exam/exam.paths.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { markingPaths as paths } from '../marking.paths.ts'

/** Who is led to mark by the menu: who organises joint exams marks none of them. */
const markers = { ...examManagers, userTypes: examManagers.userTypes.filter((type) => type !== 13) }

/** Marking like answers together. */
export const intelligentRoutes: readonly ScreenRoute[] = [
  {
    path: paths.likeTodo,
    under: paths.tasks,
    // Without a paper and a question this shows what there is to choose from.
    also: ['/v2/exam/todo/intelligent-read/detail'],
    name: '智能阅卷任务',
    ...markers,
    hide: true,
    load: async () => (await import('./LikeTodoScreen.tsx')).LikeTodoScreen,
    calls: [calls.markingTasks, password.enterReadPassword],
  },
  {
    path: paths.like,
    under: paths.likeTodo,
    name: '按相同作答评阅',
    ...markers,
    hide: true,
    load: async () => (await import('./LikeScreen.tsx')).LikeScreen,
    calls: [calls.claimBundle, intelligent.submitItems, calls.finishBundle, rubrics.rubric, reader.proposals],
  },
  {
    path: paths.intelligent,
    within: 'paperId',
    // Without a paper these ask for one.
    also: [
      '/v2/paper-intelligent',
      ...toolMounts.flatMap((t) => [`${t}/intelligent-read`, `${t}/intelligent-read/detail`]),
    ],
    name: '智能阅卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./IntelligentScreen.tsx')).IntelligentScreen,
    calls: [
      intelligent.listQuestion,
      intelligent.setIntelligenceStatus,
      intelligent.process,
      reader.readers,
      reader.askReader,
      reader.tryRules,
      reader.saveRules,
      listExams,
      asyncStatus,
    ],
  },
  {
    path: paths.likeReport,
    under: paths.intelligent,
    // Without a paper these ask for one.
    also: ['/v2/exam/todo/intelligent-read/report', ...toolMounts.map((tools) => `${tools}/intelligent-read/report`)],
    name: '智能阅卷报告',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./LikeReportScreen.tsx')).LikeReportScreen,
    calls: [intelligent.listResult, listExams],
  },
]
