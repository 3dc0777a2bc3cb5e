/** Pages that were printed at another size than designed: what was measured, and what becomes of them. */
import * as z from 'zod'
import { call } from '#shared/kit/call.ts'
import { PaperId } from '#shared/kit/ids.ts'
import { line } from '#shared/kit/text.ts'
import { PageRow } from '../scan.calls.ts'
import { keyset, keysetOf } from '#shared/kit/paging.ts'
import { looks, manages, onePage } from '../scan.scope.ts'

export const SizeRow = PageRow.extend({
  /** Of the designed size: 0.8 is printed at 80 %. */
  scale: z.number().optional(),
})
export type SizeRow = z.infer<typeof SizeRow>

export const sizeExceptions = call('POST /api/exam/answercard/v2/mark/size/exception', {
  summary: 'Pages that wait because of their printed size, with the size that was measured',
  ...looks,
  input: () => z.object({ ...keyset, paperId: PaperId }),
  output: () => keysetOf(SizeRow).extend({ mayManage: z.boolean() }),
  feeds: ['doubts'],
})

export const deleteSizeExceptions = call('POST /api/exam/answercard/v2/mark/size/exception/delete', {
  summary: 'Take such pages out; what another user holds or has changed since stays',
  ...manages,
  input: () =>
    z.object({
      paperId: PaperId,
      pages: z.array(z.object(onePage)).min(1, '请选择页面').max(200),
      reason: line('原因', 100),
    }),
  output: () => z.object({ deleted: z.int(), kept: z.int() }),
  refreshes: ['scans', 'doubts', 'ledger', 'bin', 'cooperation'],
})
