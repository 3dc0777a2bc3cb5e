/**
 * The end of every job reaches its record by an event of the state machine, not by a worker's grace: a killed, timed-out
 * or aborted execution is seen too. An event that is lost for good is made up for by who looks (`functions/kit/ended.ts`).
 */
import { jobStatus } from '#shared/kit/job.ts'
import { endJob } from '#functions/kit/ended.ts'
import type { Ending } from '#functions/kit/ended.ts'
import { now } from '#functions/kit/ports.ts'
import { jobRecords } from '#functions/kit/work.ts'

type StatusChange = { 'detail-type': string; detail: Ending & { name: string } }

export const handler = async ({ detail }: StatusChange): Promise<void> => {
  if (!/^jo_[0-9a-z]{26}$/.test(detail.name)) return
  const jobId = detail.name
  if (detail.status === 'RUNNING') {
    await jobRecords.update(
      { jobId },
      { status: jobStatus.running, lastTimestamps: now() },
      { status: jobStatus.queued },
    )
    return
  }
  await endJob(jobId, detail)
}
