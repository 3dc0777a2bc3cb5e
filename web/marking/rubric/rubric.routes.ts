import { listExams, paperPlace } from '#shared/exam/exam.calls.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import * as replays from '#shared/marking/rubric/replay.calls.ts'
import * as rubrics from '#shared/marking/rubric/rubric.calls.ts'
import { examOverseers } from '#shared/kit/people.ts'
import type { ScreenRoute } from '#web/kit/route.types.ts'
import { markingPaths as paths } from '../marking.paths.ts'

/** Points that a question is marked by. */
export const rubricRoutes: readonly ScreenRoute[] = [
  {
    path: paths.rubric,
    under: paths.group,
    name: '评分细则',
    ...examOverseers,
    hide: true,
    load: async () => (await import('./RubricScreen.tsx')).RubricScreen,
    help: [
      '一道题的分由哪些点组成：逐点给分、逐点扣分或按等级。',
      '设置以后，阅卷时每点一个键，分数自动合计；选了哪几点随评分保存，仲裁时能看到。',
      '阅卷开启以后可以改名、增减；已给的分不变。',
    ],
    calls: [
      rubrics.rubricDetail,
      rubrics.saveRubric,
      replays.replayLook,
      replays.replayApply,
      replays.replayUndo,
      asyncStatus,
      listExams,
      paperPlace,
    ],
  },
]
