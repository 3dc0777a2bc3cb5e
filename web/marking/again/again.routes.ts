import { examDetail, paperPlace } from '#shared/exam/exam.calls.ts'
import { toolConfig } from '#shared/exam/tools/tool.calls.ts'
import * as again from '#shared/marking/again/again.calls.ts'
import * as second from '#shared/marking/again/second.calls.ts'
import * as choiceCalls from '#shared/marking/choice.calls.ts'
import * as calls from '#shared/marking/marking.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import { examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { markingPaths as paths } from '../marking.paths.ts'

/** Scores and answers that are put right or marked once more. */
export const againRoutes: readonly ScreenRoute[] = [
  {
    path: paths.fix,
    within: 'examId',
    name: '成绩更正',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./FixScreen.tsx')).FixScreen,
    help: ['更正一名考生的一道题。', '选考生和题目，写新的分数和原因。', '更正有记录，下一次发布时生效。'],
    calls: [
      calls.listFixRecord,
      calls.fixDetail,
      calls.fixScore,
      choiceCalls.decideChoice,
      examDetail,
      toolConfig,
      paperPlace,
    ],
  },
  {
    path: paths.resetRead,
    within: 'examId',
    name: '重置阅卷',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./AgainScreens.tsx')).ResetReadScreen,
    help: [
      '把一道题、一位老师或一名考生的评分作废，答卷退回待阅。',
      '先看要作废多少个评分，再确定；写明原因。',
      '作废的评分留在阅卷记录里；成绩发布以后改用“成绩更正”。',
    ],
    calls: [
      again.repeatRecord,
      again.repeatRead,
      again.repeatStart,
      examDetail,
      asyncStatus,
      again.remarkRecord,
      paperPlace,
      again.remarkRead,
      again.remarkStart,
      second.secondRead,
      second.secondStart,
    ],
  },
  {
    path: paths.remark,
    within: 'examId',
    name: '重评',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./AgainScreens.tsx')).RemarkScreen,
    help: [
      '请没有评过的老师再评一次，原来的评分都留着。',
      '“以重评为准”只算新的评分；“两评并存”按双评的规则算。',
      '重评的任务和平常的一样出现在老师的阅卷任务里。',
    ],
    calls: [
      again.remarkRecord,
      again.remarkRead,
      again.remarkStart,
      second.secondRead,
      second.secondStart,
      examDetail,
      asyncStatus,
      again.repeatRecord,
      paperPlace,
      again.repeatRead,
      again.repeatStart,
    ],
  },
]
