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
    help: [
      '可以按相同作答评的填空题。',
      '点题号进入；给分和逐份评阅完全一样。',
      '也可以在“阅卷任务”里逐份评同一道题。',
    ],
    calls: [calls.markingTasks, password.enterReadPassword],
  },
  {
    path: paths.like,
    under: paths.likeTodo,
    name: '按相同作答评阅',
    ...markers,
    hide: true,
    load: async () => (await import('./LikeScreen.tsx')).LikeScreen,
    help: [
      '写法相同的作答放在一起，看过全部缩略图后一次给分。',
      '不一样的选中后移出，单独给分；离群的排在最前。',
      '给错了按退格回到上一组，重新给的分代替前一次。',
    ],
    keys: {
      数字: '给这一组',
      回车: '满分',
      B: '未作答',
      S: '有问题',
      空格: '选中',
      X: '移出',
      M: '并入下一组',
      '← →': '前后一份',
      退格: '回到上一组',
    },
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
    help: [
      '哪些填空题把写法相同的作答放在一起评。',
      '开启后自动归并还没有人领的答卷；归并只排次序，不给分。',
      '每一份都由老师给分；接入了阅读器时，它的建议只显示给一评老师。',
    ],
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
    help: [
      '放在一起的作答，老师给的分是否相同，快了多少。',
      '“同组同分”是组里得分与多数相同的作答所占的比例。',
      '不同的作答连同图像列在下面，可以据此决定以后是否采用。',
    ],
    calls: [intelligent.listResult, listExams],
  },
]
