/** Cutting a subjective question's pieces out of the scans again, with more of the paper around them. */
import * as z from 'zod'
import { call } from '#shared/kit/call.ts'
import { JobId, PaperId, StudentId } from '#shared/kit/ids.ts'
import { prose } from '#shared/kit/text.ts'
import { scanProblems } from '../scan.problems.ts'
import { manages } from '../scan.scope.ts'

/** Millimetres beyond the printed frame; a negative one cuts tighter. */
const side = z.number().min(-20, '最多向内20毫米').max(100, '最多向外100毫米').default(0)
export const Margin = z.object({ top: side, right: side, bottom: side, left: side })
export type Margin = z.infer<typeof Margin>

export const recutQuestion = call('POST /api/scan/recut/question', {
  summary: 'Cut one question out of the scans again with other margins, of all or of some candidates',
  ...manages,
  input: () =>
    z.object({
      paperId: PaperId,
      questionId: z.string().max(64),
      ...Margin.shape,
      /** None: every candidate whose page is there. */
      studentIds: z.array(StudentId).max(500).default([]),
      /** Needed once marking is open: marks that were given on the old pieces are void. */
      reason: prose('请填写原因', 0, 100).default(''),
    }),
  output: () => z.object({ uuid: JobId }),
  problems: [scanProblems.noCard, scanProblems.notCut, scanProblems.markingBegan],
  refreshes: ['jobs', 'acts', 'doubts'],
})
