/**
 * How a job's end reaches its record: by an event of its execution, and where that was lost, by asking the execution. Told
 * twice and late, an ended record stays as it ended.
 */
import { Logger } from '@aws-lambda-powertools/logger'
import { jobStatus } from '#shared/kit/job.ts'
import type { JobState } from '#shared/kit/job.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { env, sfn } from './clients.ts'
import { countMetric } from './count.ts'
import { memo } from './memo.ts'
import { now } from './ports.ts'
import { asError } from './refusal.ts'
import { inTurns } from './turns.ts'
import { jobRecords } from './work.ts'
import type { JobRow } from './work.ts'

/** What Step Functions says of an execution, in an event or when it is asked. */
export type Ending = {
  status?: string | undefined
  output?: string | null | undefined
  error?: string | null | undefined
  cause?: string | null | undefined
  /** When: an event says milliseconds, the service that is asked a date. */
  stopDate?: number | Date | null | undefined
}

const logger = new Logger({ serviceName: 'jobs' })

/** A refused rule speaks to people; anything else is for the log. */
const messageOf = (ending: Ending): string => {
  if (ending.status === 'TIMED_OUT') return '任务超时，请重试'
  if (ending.status === 'ABORTED') return commonProblems.jobCancelled.message
  if (ending.error === 'Refused') {
    try {
      const cause = JSON.parse(ending.cause ?? '') as { errorMessage?: string }
      if (cause.errorMessage) return cause.errorMessage
    } catch {
      return ending.cause ?? '任务失败'
    }
  }
  return '任务失败，请重试；如仍失败请联系工作人员处理'
}

const isOver = ({ status }: Pick<JobRow, 'status'>): boolean => status === jobStatus.failed || status === jobStatus.done

/**
 * Writes the end of an execution on its job's record; answers the record as it stands. An end that was told may be of the
 * time before the job was begun again. One that was asked for is how the execution stands: begun again in its record alone,
 * before a crash, the job has failed still.
 */
export const endJob = (jobId: string, ending: Ending, asked = false): Promise<JobRow | null> =>
  jobRecords.edit({ jobId }, (record) => {
    if (!record || isOver(record)) return null
    if (!asked && record.againAt !== undefined && ending.stopDate && Number(ending.stopDate) < record.againAt)
      return null
    const done = ending.status === 'SUCCEEDED'
    const out = done && ending.output ? (JSON.parse(ending.output) as JobState).out : undefined
    const last = out ? Object.values(out).findLast((o) => o && Object.keys(o).length > 0) : undefined
    if (!done && record.cancelledAt === undefined) {
      const { name } = record
      const { status = '', error, cause } = ending
      logger.warn('job failed', { jobId, name, status, error: error ?? '', cause: cause ?? '' })
      // A refused rule is for its starter; everything else rings at once.
      if (error !== 'Refused') countMetric('platform', 'jobFailed')
    }
    return {
      ...record,
      status: done ? jobStatus.done : jobStatus.failed,
      message: done ? '' : record.cancelledAt === undefined ? messageOf(ending) : commonProblems.jobCancelled.message,
      ...(last === undefined ? {} : { result: last as NonNullable<JobRow['result']> }),
      lastTimestamps: now(),
    }
  })

/** Of a job that has said nothing for so long, the execution itself is asked: a long part says nothing for minutes. */
const silentMs = 180_000

const executionOf = (name: string, jobId: string): string =>
  `${env('MACHINE_PREFIX').replace(':stateMachine:', ':execution:')}${name.replace('.', '-')}:${jobId}`

/** Has a failed execution go on at the step where it stopped; false where there is none that may. */
export const redrive = async ({ name, jobId }: Pick<JobRow, 'name' | 'jobId'>): Promise<boolean> => {
  const { RedriveExecutionCommand } = await import('@aws-sdk/client-sfn')
  return (await sfn())
    .send(new RedriveExecutionCommand({ executionArn: executionOf(name, jobId) }))
    .then(() => true)
    .catch((cause: unknown) => {
      if (['ExecutionNotRedrivable', 'ExecutionDoesNotExist'].includes(asError(cause).name)) return false
      throw cause
    })
}

/** What became of an execution; null where there is none, or it runs. */
const endingOf = async (name: string, jobId: string): Promise<Ending | null> => {
  const { DescribeExecutionCommand } = await import('@aws-sdk/client-sfn')
  const client = await sfn()
  const found = await client
    .send(new DescribeExecutionCommand({ executionArn: executionOf(name, jobId) }))
    .catch((cause: unknown) => {
      if (asError(cause).name === 'ExecutionDoesNotExist') return null
      throw cause
    })
  return found && found.status !== 'RUNNING' && found.status !== 'PENDING_REDRIVE' ? found : null
}
/** Of so many at a time the execution is asked: the service takes few such questions a second. */
const askedAtOnce = 25
/** Many ask how one job stands: its execution is asked once a minute. */
const asked = memo(60, endingOf)

/** The record as it stands, or as its execution has ended where no event arrived. */
const settled = async (record: JobRow): Promise<JobRow> => {
  if (isOver(record) || record.lastTimestamps > now() - silentMs) return record
  const ending = await asked(record.name, record.jobId)
  return ending ? ((await endJob(record.jobId, ending, true)) ?? record) : record
}

/** How a job stands: for code that decides by it. */
export const jobNow = async (jobId: string): Promise<JobRow | null> => {
  const record = await jobRecords.get({ jobId })
  return record && settled(record)
}
export const jobsNow = async (of: readonly { jobId: string }[]): Promise<JobRow[]> =>
  asTheyEnded(await jobRecords.getMany(of))
/** The same for records that were read already. */
export const asTheyEnded = (records: readonly JobRow[]): Promise<JobRow[]> => inTurns(records, askedAtOnce, settled)
