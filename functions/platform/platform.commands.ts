import { isDeepStrictEqual } from 'node:util'
import { commonProblems } from '#shared/kit/problem.ts'
import { lifeOfKey, lifeTag } from '#shared/kit/lifetime.ts'
import { jobStatus } from '#shared/kit/job.ts'
import type { UploadId } from '#shared/kit/ids.ts'
import { comesInParts, isAwaited, uploadBar, uploadRules } from '#shared/platform/platform.rules.ts'
import type { cancelJob as cancelJobCall, grantUpload as grantUploadCall } from '#shared/platform/platform.calls.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { jobRecords } from '#functions/kit/work.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { newId, now, randomOf } from '#functions/kit/ports.ts'
import { bucket } from '#functions/kit/objects.ts'
import { env } from '#functions/kit/clients.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { grantedUploads, isOpen, namesKept } from './upload.store.ts'
import { uploadKeys } from './upload.public.ts'
import { uploadForm } from './upload.form.ts'

/** Asks a job to end; it does so at its next step. */
export const cancelJob = async (input: InputOf<typeof cancelJobCall>): Promise<Record<string, never>> => {
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
}

/** Credentials, or forms, for one upload's own folder and nothing beside it. */
export const grantUpload = async (
  input: InputOf<typeof grantUploadCall>,
  caller: Caller,
): Promise<AnswerOf<typeof grantUploadCall>> => {
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
  const same =
    before && isOpen(before) && before.userId === userId && before.tenant === tenant && before.family === input.family
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
    names: namesKept(input.files.map((f) => f.name)),
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
}
