import { jobStatus } from '#shared/kit/job.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { page } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { againMs } from '#shared/platform/process.calls.ts'
import type { jobAgain as jobAgainCall, jobsOfAll as jobsOfAllCall } from '#shared/platform/process.calls.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { asTheyEnded, redrive } from '#functions/kit/ended.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { failedJobsIndex, goingJobsIndex, jobRecords } from '#functions/kit/work.ts'
import type { JobRow } from '#functions/kit/work.ts'

/** So many of the newest are looked at. */
const most = 500

const mayAgain = (r: JobRow): boolean =>
  r.status === jobStatus.failed && r.again === true && r.cancelledAt === undefined && r.lastTimestamps > now() - againMs

export const jobsOfAll = async (input: InputOf<typeof jobsOfAllCall>): Promise<AnswerOf<typeof jobsOfAllCall>> => {
  const { state, keyword = '' } = input
  const found =
    state === 'failed'
      ? await jobRecords.queryIndex('gsi2', failedJobsIndex, {
          from: String(now() - againMs),
          reverse: true,
          limit: most,
        })
      : // An end that was not told is asked for; what has ended since belongs to the other list.
        (await asTheyEnded(await jobRecords.queryIndex('gsi2', goingJobsIndex, { reverse: true, limit: most }))).filter(
          (r) => r.status < jobStatus.failed,
        )
  const words = keyword.trim()
  const { list, ...rest } = page(
    found.filter((r) => r.title.includes(words) || r.message.includes(words)),
    input,
  )
  return {
    ...rest,
    list: list.map((r) => ({
      uuid: r.jobId,
      title: r.title,
      name: r.name,
      status: r.status,
      processDone: r.processDone,
      ...(r.processTotal === undefined ? {} : { processTotal: r.processTotal }),
      processMsg: r.processMsg,
      message: r.message,
      lastTimestamps: r.lastTimestamps,
      tenant: r.tenant,
      createdAt: r.createdAt,
      ...(r.againAt === undefined ? {} : { againAt: r.againAt }),
      mayAgain: mayAgain(r),
    })),
  }
}

/**
 * The record says first that it runs, so that no one starts it twice; a crash between the two is made up for by who looks
 * at a job that has said nothing for minutes.
 */
export const jobAgain = async (
  { uuid }: InputOf<typeof jobAgainCall>,
  caller: Caller,
): Promise<AnswerOf<typeof jobAgainCall>> => {
  const failed = (await jobRecords.get({ jobId: uuid })) ?? refuse(commonProblems.jobNotFound)
  if (!mayAgain(failed)) return refuse(commonProblems.jobNotAgain)
  const at = now()
  const going: JobRow = { ...failed, status: jobStatus.running, message: '', againAt: at, lastTimestamps: at }
  const record = auditRecord(caller, 'platform.jobAgain', uuid, {
    before: { status: failed.status, message: failed.message },
    after: { status: going.status },
    tenant: failed.tenant,
    told: { name: failed.title },
  })
  if (!(await audited([jobRecords.saving(going)], record))) return refuse(commonProblems.jobNotAgain)
  if (await redrive(failed)) return { uuid }
  await jobRecords.edit({ jobId: uuid }, (r) => r && { ...r, status: jobStatus.failed, message: failed.message })
  return refuse(commonProblems.jobNotAgain)
}
