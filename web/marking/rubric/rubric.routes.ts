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
