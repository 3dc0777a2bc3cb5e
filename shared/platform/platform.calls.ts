import * as z from 'zod'
import { call, caller, on, publicly, self } from '#shared/kit/call.ts'
import { JobId, Tenant, UploadId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { AsyncStatus, UploadFamily, UploadGrant } from './platform.types.ts'

export const serverTime = call('GET /api/base/data/system/info/getSysTime', {
  summary: "The server's clock in UTC milliseconds",
  userTypes: [],
  scope: publicly,
  input: () => z.object({}),
  output: () => z.int(),
})

export const timestamp = call('GET /timestamp', {
  summary: "The server's clock in UTC milliseconds",
  userTypes: [],
  scope: publicly,
  input: () => z.object({}),
  output: () => z.int(),
})

export const clientIp = call('GET /ip', {
  summary: "The caller's address as the edge saw it",
  userTypes: [],
  scope: publicly,
  input: () => z.object({}),
  output: () => z.object({ ip: z.string() }),
})

export const asyncStatus = call('GET /api/common/my/async', {
  summary: 'How a job of the caller stands',
  userTypes: [],
  scope: on('job', 'uuid'),
  input: () => z.object({ uuid: JobId }),
  output: () => AsyncStatus,
  problems: [commonProblems.jobNotFound],
})

export const myJobs = call('GET /api/common/my/jobs', {
  summary: "The caller's jobs of the last days, newest first",
  userTypes: [],
  scope: self,
  input: () => z.object({}),
  output: () => z.array(AsyncStatus.omit({ files: true, result: true })),
  feeds: ['jobs'],
})

export const failedJobs = call('GET /api/common/jobs/failed', {
  summary: 'The jobs that failed in the last days, of all schools, newest first: for those who look after them',
  userTypes: [-1, 1, 18, 19],
  scope: caller,
  input: () => z.object({}),
  output: () =>
    z.array(
      AsyncStatus.pick({ uuid: true, title: true, message: true, lastTimestamps: true }).extend({ tenant: Tenant }),
    ),
})

export const cancelJob = call('POST /api/common/my/async/cancel', {
  summary: 'Give a job up that leaves nothing but files; it ends between its parts, and says so',
  userTypes: [],
  scope: on('job', 'uuid'),
  input: () => z.object({ uuid: JobId }),
  output: () => z.object({}),
  problems: [commonProblems.jobNotFound, commonProblems.jobNotCancellable],
  refreshes: ['jobs'],
})

export const verifyAudit = call('POST /api/platform/audit/verify', {
  summary: "Hold the audit trail against its chain and its copies: of one tenant or of all, for the platform's staff",
  userTypes: [-1],
  scope: caller,
  input: () => z.object({ tenant: Tenant.optional() }),
  output: () => z.object({ uuid: JobId }),
})

export const grantUpload = call('POST /api/common/upload/grant', {
  summary:
    'One upload straight to S3: a form a file, for its key and its size alone; scans get credentials for their folder',
  userTypes: [-1, 1, 2, 3, 13, 15, 18, 19],
  scope: self,
  input: () =>
    z.object({
      family: UploadFamily,
      files: z
        .array(z.object({ name: z.string().min(1).max(300), size: z.int().min(0) }))
        .min(1, '请选择文件')
        .max(2000, '一次最多上传2000个文件'),
      /** An upload that was begun: the same files go on under the same keys. Another one where it is no more, or not one's own. */
      again: UploadId.optional(),
    }),
  output: () => UploadGrant,
  problems: [commonProblems.uploadRefused],
})
