import { createHash } from 'node:crypto'
import type * as calls from '#shared/scan/batches/size.calls.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { now } from '#functions/kit/ports.ts'
import { Refused, refuse } from '#functions/kit/refusal.ts'
import { actOnRecord } from '../act.store.ts'
import { takeOut } from '../uploading/bin.ts'
import { followMarking } from '../followMarking.ts'
import { mayHold, released } from './lease.ts'
import { managedPaper } from '../managed.ts'
import { batchPlaces, pages } from '../scan.store.ts'
import { countAgain, wasDoneBy } from '../doubts/settle.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const deleteSizeExceptions = async (
  input: InputOf<typeof calls.deleteSizeExceptions>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.deleteSizeExceptions>> => {
  await managedPaper(input.paperId, caller)
  const places = await batchPlaces.getMany(
    [...new Set(input.pages.map((p) => p.batchId))].map((batchId) => ({ batchId })),
  )
  const known = new Set(places.filter((p) => p.paperId === input.paperId).map((p) => p.batchId as string))
  if (input.pages.some((p) => !known.has(p.batchId))) return refuse(commonProblems.notFound)
  const by = { by: caller.userId, byName: caller.userName, at: now() }
  let [deleted, kept] = [0, 0]
  for (const place of input.pages) {
    const page = await pages.get(place)
    // Taken out by the same request before, whose answer was lost.
    if (page?.version === place.version + 1 && page.reason === input.reason && wasDoneBy(page, caller, 'void')) {
      await countAgain(page)
      deleted++
      continue
    }
    const same = page?.version === place.version && page.doubts.some((d) => d.kind === 'scale')
    const free = await mayHold(place, caller).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused) return false
        throw error
      },
    )
    if (same && free && (await takeOut(place, 'void', input.reason, by, place.version))) deleted++
    // Already out: asked for again, it is as wished.
    else if (page?.state !== 'voided') kept++
    if (free) await released(place, caller)
  }
  if (deleted > 0) {
    const note = `打印比例不对 ${deleted}页`
    const asked = JSON.stringify([caller.userId, input.pages, input.reason])
    const actId = `size-${createHash('sha256').update(asked).digest('hex').slice(0, 40)}`
    const of = { actId, act: 'ignore' as const, note, reason: input.reason }
    await actOnRecord(input.paperId, of, caller)
    await followMarking(input.paperId, caller, { settled: true })
  }
  return { deleted, kept }
}
