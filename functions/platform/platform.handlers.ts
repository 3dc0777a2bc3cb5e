import { isDeepStrictEqual } from 'node:util'
import { fileExist } from '#shared/platform/file.calls.ts'
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
import { verifyAuditJob } from '#shared/platform/platform.jobs.ts'
import { comesInParts, isAwaited, uploadBar, uploadRules } from '#shared/platform/platform.rules.ts'
import type { AsyncStatus } from '#shared/platform/platform.types.ts'
import type { UploadId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { goesAt, lifeOfKey, lifeTag } from '#shared/kit/lifetime.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { env } from '#functions/kit/clients.ts'
import { asTheyEnded, jobNow } from '#functions/kit/ended.ts'
import { bucket, signedUrl, sizeOf } from '#functions/kit/objects.ts'
import { newId, now, randomOf } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Resolver } from '#functions/kit/serve.ts'
import { failedJobsIndex, jobParts, jobRecords, startJob } from '#functions/kit/work.ts'
import { uploadForm } from './upload.form.ts'
import { tenantOfUpload, uploadKeys } from './upload.public.ts'
import { grantedUploads } from './upload.store.ts'

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

  implement(cancelJob, async ({ input }) => {
    const record = (await jobRecords.get({ jobId: input.uuid })) ?? refuse(commonProblems.jobNotFound)
    if (record.cancelledAt !== undefined) return {}
    const over = record.status === jobStatus.failed || record.status === jobStatus.done
    if (over || !record.cancellable) return refuse(commonProblems.jobNotCancellable)
    // Who ends it at this very moment wins: a job that is done stays done.
    const asked = await jobRecords.update(record, { cancelledAt: now() }, { status: record.status })
    if (asked) return {}
    const later = await jobRecords.get({ jobId: input.uuid })
    if (!later || later.status === jobStatus.failed || later.status === jobStatus.done)
      return refuse(commonProblems.jobNotCancellable)
    await jobRecords.update(later, { cancelledAt: now() })
    return {}
  }),

  implement(verifyAudit, async ({ input, caller }) =>
    startJob(verifyAuditJob, input, { tenant: caller.tenant, userId: caller.userId }),
  ),

  implement(fileExist, async ({ input, caller }) => {
    const there: boolean[] = []
    for (let at = 0; at < input.keys.length; at += lookAtOnce) {
      const some = input.keys.slice(at, at + lookAtOnce)
      const own = (key: string): boolean => tenantOfUpload(key) === caller.tenant
      there.push(...(await Promise.all(some.map(async (key) => own(key) && (await sizeOf(key)) !== null))))
    }
    return there
  }),

  implement(grantUpload, async ({ input, caller }) => {
    if (isAwaited(input.family)) refuse(commonProblems.uploadRefused, { detail: '该功能还没有开放上传' })
    if (input.files.length > uploadRules[input.family].maxFiles)
      refuse(commonProblems.uploadRefused, { detail: `一次最多上传${uploadRules[input.family].maxFiles}个文件` })
    for (const file of input.files) {
      const bar = uploadBar(input.family, file)
      if (bar) refuse(commonProblems.uploadRefused, { detail: bar })
    }
    const { tenant, userId } = caller
    const before = input.again === undefined ? null : await grantedUploads.get({ uploadId: input.again })
    const sizes = input.files.map((f) => f.size)
    const same = before?.userId === userId && before.tenant === tenant && before.family === input.family
    // Other sizes are another upload: what was granted stays what it was.
    const own = same && isDeepStrictEqual(before.sizes, sizes) ? before : null
    const [high, low] = randomOf(2)
    const upload = own ?? {
      schema: 1 as const,
      uploadId: newId<UploadId>('upload'),
      userId,
      tenant,
      family: input.family,
      at: now(),
      digits: ((high! << 8) | low!) % 1000,
      sizes,
    }
    if (!own) await grantedUploads.create(upload)
    const { uploadId } = upload
    const names = input.files.map((f) => f.name)
    const files = uploadKeys({ ...upload, names }).map((key, i) => ({ fileName: names[i]!, key }))
    const life = lifeOfKey(files[0]!.key)
    const { AssumeRoleCommand, STSClient } = await import('@aws-sdk/client-sts')
    const { Credentials } = await new STSClient({}).send(
      new AssumeRoleCommand({
        RoleArn: env('UPLOAD_ROLE_ARN'),
        RoleSessionName: uploadId,
        DurationSeconds: 3600,
        Policy: JSON.stringify({
          Version: '2012-10-17',
          // Within what the role may: there a scan's key is put once (`ApiStack`).
          Statement: [
            {
              Effect: 'Allow',
              Action: ['s3:PutObject', 's3:PutObjectTagging', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
              // One upload's folder: every key of a grant lies in it.
              Resource: `arn:${env('AWS_PARTITION')}:s3:::${bucket()}/${files[0]!.key.slice(0, files[0]!.key.lastIndexOf('/'))}/*`,
            },
          ],
        }),
      }),
    )
    const region = env('AWS_REGION')
    const tagging = life ? `${lifeTag}=${life}` : undefined
    const credentials = {
      accessKeyId: Credentials!.AccessKeyId!,
      secretAccessKey: Credentials!.SecretAccessKey!,
      sessionToken: Credentials!.SessionToken!,
    }
    const until = Credentials!.Expiration!.getTime()
    const formOf = (key: string, size: number): Record<string, string> =>
      uploadForm({ bucket: bucket(), key, size, region, tagging, credentials, at: now(), until })
    return {
      uploadId,
      bucket: bucket(),
      region,
      ...(process.env['AWS_ENDPOINT_URL_S3'] ? { endpoint: process.env['AWS_ENDPOINT_URL_S3'] } : {}),
      ...(tagging ? { tagging } : {}),
      ...(comesInParts(input.family)
        ? { files, credentials: { ...credentials, expiration: until } }
        : { files: files.map((f, i) => ({ ...f, form: formOf(f.key, input.files[i]!.size) })) }),
    }
  }),
]
