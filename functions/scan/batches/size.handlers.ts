/** Pages of another printed size: what was measured of each, and taking them out together. */
import * as calls from '#shared/scan/batches/size.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { pageRow } from './batch.read.ts'
import { ensureCounted, sheetCounts } from '../counts.ts'
import { queueOfKind } from '../doubts/doubt.read.ts'
import { seenPages, seenPaper } from '../managed.ts'
import { readings } from '../scan.store.ts'
import * as commands from './size.commands.ts'

export const sizeHandlers = [
  implement(calls.sizeExceptions, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
    const { list: waiting, next } = await queueOfKind(seen.paper.paperId, 'scale', input.pageSize, input.after)
    const { list, byId } = await seenPages(seen, waiting)
    const [read, sheets] = await Promise.all([
      readings.getMany(list.map(({ batchId, no }) => ({ batchId, no }))),
      sheetCounts.read(input.paperId),
    ])
    const scales = new Map(read.map((r) => [`${r.batchId}#${r.no}`, r.scale]))
    return {
      list: await Promise.all(
        list.map(async (p) => ({
          ...(await pageRow(p, p.studentId ? byId.get(p.studentId) : undefined)),
          scale: scales.get(`${p.batchId}#${p.no}`),
        })),
      ),
      total: seen.sight.classIds === null ? (sheets.get('kind.scale') ?? 0) : list.length,
      ...(next === undefined ? {} : { next }),
      mayManage: seen.sight.manages,
    }
  }),

  implement(calls.deleteSizeExceptions, ({ input, caller }) => commands.deleteSizeExceptions(input, caller)),
]
