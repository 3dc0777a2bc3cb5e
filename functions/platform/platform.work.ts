/**
 * The end of every job reaches its record by an event of the state machine, not by a worker's grace: a killed, timed-out
 * or aborted execution is seen too. Events come twice and late: an ended record stays as it ended.
 */
import { Logger } from '@aws-lambda-powertools/logger'
import { jobStatus } from '#shared/kit/job.ts'
import type { JobState } from '#shared/kit/job.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { countMetric } from '#functions/kit/count.ts'
import { now } from '#functions/kit/ports.ts'
import { jobRecords } from '#functions/kit/work.ts'

type StatusChange = {
  'detail-type': string
  detail: { name: string; status: string; output?: string | null; error?: string | null; cause?: string | null }
}

const logger = new Logger({ serviceName: 'platform-work' })

/** A refused rule speaks to people; anything else is for the log. */
const messageOf = (detail: StatusChange['detail']): string => {
  if (detail.status === 'TIMED_OUT') return '任务超时，请重试'
  if (detail.status === 'ABORTED') return commonProblems.jobCancelled.message
  if (detail.error === 'Refused') {
    try {
      const cause = JSON.parse(detail.cause ?? '') as { errorMessage?: string }
      if (cause.errorMessage) return cause.errorMessage
    } catch {
      return detail.cause ?? '任务失败'
    }
  }
  return '任务失败，请重试；如仍失败请联系工作人员处理'
}

export const handler = async (event: StatusChange): Promise<void> => {
  const { detail } = event
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
  const done = detail.status === 'SUCCEEDED'
  const record = await jobRecords.get({ jobId })
  if (!record || record.status === jobStatus.failed || record.status === jobStatus.done) return
  const out = done && detail.output ? (JSON.parse(detail.output) as JobState).out : undefined
  const last = out ? Object.values(out).findLast((o) => o && Object.keys(o).length > 0) : undefined
  if (!done && record.cancelledAt === undefined) {
    const { name } = record
    logger.warn('job failed', {
      jobId,
      name,
      status: detail.status,
      error: detail.error ?? '',
      cause: detail.cause ?? '',
    })
    // A refused rule is for its starter; everything else rings at once.
    if (detail.error !== 'Refused') countMetric('platform', 'jobFailed')
  }
  await jobRecords.update(
    { jobId },
    {
      status: done ? jobStatus.done : jobStatus.failed,
      message: done ? '' : record.cancelledAt === undefined ? messageOf(detail) : commonProblems.jobCancelled.message,
      ...(last === undefined ? {} : { result: last }),
      lastTimestamps: now(),
    },
  )
}
