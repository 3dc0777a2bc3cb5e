/** A batch's reading ends by one event of its execution; where that is lost, who looks at the batch is told all the same. */
import { beforeAll, expect, it } from 'vitest'
import { batchDetail, batchList, restartBatch } from '#shared/scan/scan.calls.ts'
import { recogniseJob } from '#shared/scan/scan.jobs.ts'
import { scanProblems } from '#shared/scan/scan.problems.ts'
import type { BatchId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction } from '#functions/kit/testing.ts'
import { jobRecords, startJob } from '#functions/kit/work.ts'
import { layDown, sit } from '../scan.fixtures.ts'
import { batches } from '../scan.store.ts'
import { ask, named } from '../scan.steps.fixtures.ts'

beforeAll(() => actAs('scan-api'))

const minutesLater = async <T>(minutes: number, run: () => Promise<T>): Promise<T> => {
  const at = Date.now()
  const back = usePorts({ now: () => at + minutes * 60_000 })
  try {
    return await run()
  } finally {
    back()
  }
}

it('a batch whose execution has failed unheard is no longer locked: it is shown as failed, and begins again', async () => {
  const of = await sit(1)
  const { paperId } = of
  const by = { tenant: of.owner, userId: of.caller.userId }
  /** Its execution has failed, because it was told of another batch; and its record has not heard of it. */
  const unheard = async () => {
    const batch = await layDown(of, named(Buffer.from('no picture')))
    const input = { batchId: newId<BatchId>('batch'), paperId }
    await asFunction('scan-api', () => startJob(recogniseJob, input, by, { jobId: batch.jobId }))
    const heard = async () => (await jobRecords.get({ jobId: batch.jobId }))?.status
    await expect.poll(heard, { timeout: 120_000 }).toBe(jobStatus.failed)
    await jobRecords.update({ jobId: batch.jobId }, { status: jobStatus.progress, message: '' })
    return batch
  }
  const [shown, begun] = [await unheard(), await unheard()]
  const states = async () => [
    (await ask(batchList, { paperId, pageSize: 10, pageNumber: 1 }, of)).data.list.map((b) => b.state),
    (await ask(batchDetail, { batchId: shown.batchId, pageSize: 10 }, of)).data.batch.state,
  ]
  const restarted = async () => (await ask(restartBatch, { batchId: begun.batchId }, of)).status
  // What has just spoken is believed.
  expect(await states()).toEqual([['recognising', 'recognising'], 'recognising'])
  expect(await restarted()).toBe(scanProblems.running.status)
  await minutesLater(4, async () => {
    expect(await restarted()).toBe(0)
    expect((await batches.get(begun))!.jobId).not.toBe(begun.jobId)
    expect((await ask(batchDetail, { batchId: shown.batchId, pageSize: 10 }, of)).data.batch.state).toBe('failed')
  })
})
