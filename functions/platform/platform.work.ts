/**
 * The room's own jobs and timers; and the end of every job of every room, which reaches its record by an event of the
 * state machine, not by a worker's grace: a killed, timed-out or aborted execution is seen too. An event that is lost for
 * good is made up for by who looks (`functions/kit/ended.ts`).
 */
import { jobStatus } from '#shared/kit/job.ts'
import type { StepEvent } from '#shared/kit/job.ts'
import { verifyAuditJob } from '#shared/platform/platform.jobs.ts'
import { endJob } from '#functions/kit/ended.ts'
import type { Ending } from '#functions/kit/ended.ts'
import { now } from '#functions/kit/ports.ts'
import { jobRecords, startJob, workers } from '#functions/kit/work.ts'
import { auditWork } from './audit.work.ts'

type Scheduled = { schedule: string }
type StatusChange = { 'detail-type': string; detail: Ending & { name: string } }

const runStep = workers('platform', [auditWork])

export const handler = async (event: StatusChange | StepEvent | Scheduled): Promise<unknown> => {
  if ('step' in event) return runStep(event)
  if (!('schedule' in event)) return noteEnd(event)
  if (event.schedule !== 'verifyAudit') throw new Error(`no such schedule: ${event.schedule}`)
  return startJob(verifyAuditJob, {}, { tenant: 'p', userId: 'schedule' })
}

const noteEnd = async ({ detail }: StatusChange): Promise<void> => {
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
