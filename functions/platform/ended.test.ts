import { beforeAll, describe, expect, it } from 'vitest'
import { asyncStatus, myJobs } from '#shared/platform/platform.calls.ts'
import { jobStatus } from '#shared/kit/job.ts'
import type { JobId, PaperId } from '#shared/kit/ids.ts'
import { newId, usePorts } from '#functions/kit/ports.ts'
import { actAs, asFunction, send, testCaller } from '#functions/kit/testing.ts'
import { jobRecords, startJob } from '#functions/kit/work.ts'
import { recountJob } from '#shared/marking/marking.jobs.ts'

actAs('platform-api')
const { handler } = await import('./platform.api.ts')

describe('a job whose end was not told', () => {
  let me: Awaited<ReturnType<typeof testCaller>>
  beforeAll(async () => {
    me = await testCaller({ userType: 2, tenant: 'p' })
  })
  const standsAt = async (uuid: JobId, minutes: number) => {
    const at = Date.now()
    const back = usePorts({ now: () => at + minutes * 60_000 })
    try {
      return (await send(handler, asyncStatus, { uuid }, me.token)).data
    } finally {
      back()
    }
  }
  /** Its execution has failed (there is no such paper), and the record is put back to before that was told. */
  const failed = async (): Promise<JobId> => {
    const by = { tenant: 'p' as const, userId: me.caller.userId }
    const { uuid } = await asFunction('marking-api', () =>
      startJob(recountJob, { paperId: newId<PaperId>('paper') }, by),
    )
    const over = async () => (await jobRecords.get({ jobId: uuid }))?.status === jobStatus.failed
    for (let look = 0; look < 2400 && !(await over()); look++) await new Promise((done) => setTimeout(done, 50))
    await jobRecords.update({ jobId: uuid }, { status: jobStatus.progress, message: '' })
    return uuid
  }

  it('is settled by who looks at it when it has said nothing for minutes', async () => {
    const uuid = await failed()
    // What has just spoken is believed.
    expect((await standsAt(uuid, 1)).status).toBe(jobStatus.progress)
    expect((await jobRecords.get({ jobId: uuid }))?.status).toBe(jobStatus.progress)
    expect(await standsAt(uuid, 4)).toMatchObject({ status: jobStatus.failed, message: expect.stringMatching(/./) })
    expect((await jobRecords.get({ jobId: uuid }))?.status).toBe(jobStatus.failed)
    expect((await send(handler, myJobs, {}, me.token)).data.find((j) => j.uuid === uuid)?.status).toBe(jobStatus.failed)
  })

  it('of which there is no execution stays as it is', async () => {
    const jobId = newId<JobId>('job')
    const own = (await jobRecords.get({ jobId: await failed() }))!
    await jobRecords.create({ ...own, jobId, version: 1 })
    expect((await standsAt(jobId, 4)).status).toBe(jobStatus.progress)
  })
})
