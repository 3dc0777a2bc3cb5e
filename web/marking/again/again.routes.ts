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
