import { fileExist, myUpload, myUploads } from '#shared/platform/file.calls.ts'
import {
  asyncStatus,
  cancelJob,
  clientIp,
  failedJobs,
  grantUpload,
  myJobs,
  serverTime,
  timestamp,
  verifyAudit,
} from '#shared/platform/platform.calls.ts'
import { jobAgain, jobsOfAll } from '#shared/platform/process.calls.ts'
import { verifyAuditJob } from '#shared/platform/platform.jobs.ts'
import type { AsyncStatus } from '#shared/platform/platform.types.ts'
import { goesAt, lifeOfKey } from '#shared/kit/lifetime.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { asTheyEnded, jobNow } from '#functions/kit/ended.ts'
import { signedUrl, sizeOf } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Resolver } from '#functions/kit/serve.ts'
import { failedJobsIndex, jobParts, jobRecords, startJob } from '#functions/kit/work.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { tenantOfUpload } from './upload.public.ts'
import * as commands from './platform.commands.ts'
import * as processes from './process.commands.ts'
import * as uploads from './upload.read.ts'

/** A job is seen by who started it, and by the platform's own staff. */
export const jobResolver: Resolver = async (ids, caller) => {
  for (const jobId of ids) {
    const record = await jobRecords.get({ jobId })
    if (!record || (record.startedBy !== caller.userId && caller.userType !== -1)) return false
  }
  return true
}

const lookAtOnce = 40

const lookAtFailed = 50
const failedMs = 3 * 86_400_000

export const platformHandlers = [
  implement(serverTime, async () => now()),
  implement(timestamp, async () => now()),
  implement(clientIp, async ({ ip }) => ({ ip })),

  implement(asyncStatus, async ({ input }) => {
    const record = (await jobNow(input.uuid)) ?? refuse(commonProblems.jobNotFound)
    const parts = record.status === 40 ? [] : await jobParts.query(`job#${input.uuid}`, { prefix: 'part#' })
    const counted = parts.reduce((n, p) => n + p.done, 0)
    const status: AsyncStatus = {
      ...record,
      uuid: record.jobId,
      status: record.status === 10 && counted > 0 ? 20 : record.status,
      processDone: record.status === 40 ? (record.processTotal ?? counted) : counted,
      files: await Promise.all(
        record.files.map(async (f) => {
          const life = lifeOfKey(f.key)
          // Made after its job began: it is there until then at least.
          const until = life ? { until: goesAt(life, record.createdAt) } : {}
          return { ...f, ...until, url: await signedUrl(f.key, { name: f.name }) }
        }),
      ),
    }
    return status
  }),

  implement(myJobs, async ({ caller }) =>
    (await asTheyEnded(await jobRecords.queryIndex('gsi1', `jobs#${caller.userId}`, { reverse: true, limit: 30 }))).map(
      (r) => ({
        ...r,
        uuid: r.jobId,
      }),
    ),
  ),

  implement(failedJobs, async ({ caller }) => {
    const failed = await jobRecords.queryIndex('gsi2', failedJobsIndex, {
      from: String(now() - failedMs),
      reverse: true,
      limit: lookAtFailed,
    })
    // Staff of an area looks after its own.
    return failed
      .filter((r) => caller.tenant === 'p' || r.tenant === caller.tenant)
      .map((r) => ({
        uuid: r.jobId,
        title: r.title,
        message: r.message,
        lastTimestamps: r.lastTimestamps,
        tenant: r.tenant,
      }))
  }),

  implement(jobsOfAll, ({ input }) => processes.jobsOfAll(input)),

  implement(jobAgain, ({ input, caller }) => processes.jobAgain(input, caller)),

  implement(myUploads, ({ input, caller }) => uploads.myUploads(input, caller)),

  implement(myUpload, ({ input, caller }) => uploads.myUpload(input, caller)),

  implement(cancelJob, ({ input }) => commands.cancelJob(input)),

  implement(verifyAudit, async ({ input, caller }) =>
    startJob(verifyAuditJob, input, { tenant: caller.tenant, userId: caller.userId }),
  ),

  implement(fileExist, ({ input, caller }) =>
    inTurns(
      input.keys,
      lookAtOnce,
      async (key) => tenantOfUpload(key) === caller.tenant && (await sizeOf(key)) !== null,
    ),
  ),

  implement(grantUpload, ({ input, caller }) => commands.grantUpload(input, caller)),
]
