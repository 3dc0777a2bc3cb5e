import { batchDetail, batchList, createBatch, restartBatch } from '#shared/scan/scan.calls.ts'
import { isUnequal } from '#shared/scan/uploading/sheetCount.rules.ts'
import type { InputOf } from '#shared/kit/call.ts'
import { page as pageOfRows } from '#shared/kit/paging.ts'
import { implement } from '#functions/kit/serve.ts'
import { ensureCounted } from '../counts.ts'
import { seenBatch, seenPages, seenPaper } from '../managed.ts'
import { ownBatchesOf, seesOwnOnly } from '../own.read.ts'
import { batchesOfPaper, pages } from '../scan.store.ts'
import { rowsOf, countsOfBatches, failedOf, pageRow, rowOf } from './batch.read.ts'
import * as commands from './batch.commands.ts'

/** A request looks at so many pages for those of one state, and answers where to go on. */
const mostLooked = 1000

/** Pages of a batch behind `after`, in the order of scanning. */
const pagesFrom = async ({ batchId, state, after, pageSize }: InputOf<typeof batchDetail>) => {
  const limit = state === undefined ? pageSize : mostLooked
  const from = after === undefined ? 'page#' : `page#${after}\u0000`
  const found = await pages.query(`batch#${batchId}`, { from, to: 'page#~', limit, consistent: true })
  const chosen = found.filter((p) => state === undefined || (state === 'waiting' ? p.waits : p.state === state))
  const list = chosen.slice(0, pageSize)
  const more = chosen.length > pageSize ? list.at(-1) : found.length === limit ? found.at(-1) : undefined
  return { list, next: more?.no }
}

export const batchHandlers = [
  implement(createBatch, ({ input, caller }) => commands.createBatch(input, caller)),

  implement(batchList, async ({ input, caller }) => {
    const seen = await seenPaper(input.paperId, caller)
    await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
    // What others have handed in cannot be opened by who hands in single classes.
    const all = seesOwnOnly(seen) ? await ownBatchesOf(seen) : await batchesOfPaper(input.paperId)
    if (input.only === 'failed' || input.only === 'settling') {
      const rows = await rowsOf(input.paperId, all)
      return pageOfRows(
        rows.filter((b) => b.state === input.only),
        input,
      )
    }
    const shown = pageOfRows(input.only === 'unequal' ? all.filter(isUnequal) : all, input)
    return { ...shown, list: await rowsOf(input.paperId, shown.list) }
  }),

  implement(batchDetail, async ({ input, caller }) => {
    const { batch, whole, ...seen } = await seenBatch(input.batchId, caller)
    await ensureCounted(seen, { tenant: seen.exam.owner, userId: caller.userId })
    const [{ list: found, next }, [counts], failed] = await Promise.all([
      pagesFrom(input),
      countsOfBatches(batch.paperId, [batch]),
      failedOf([batch]),
    ])
    const { list, byId } = await seenPages(seen, found)
    return {
      list: await Promise.all(list.map((p) => pageRow(p, p.studentId ? byId.get(p.studentId) : undefined))),
      total: whole ? counts![input.state ?? 'pages'] : list.length,
      ...(next === undefined ? {} : { next }),
      batch: rowOf(batch, counts!, failed),
      whole,
    }
  }),

  implement(restartBatch, ({ input, caller }) => commands.restartBatch(input, caller)),
]
