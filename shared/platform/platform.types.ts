import * as z from 'zod'
import { UploadId } from '#shared/kit/ids.ts'
import { JobFile } from '#shared/kit/job.ts'

/** What `/api/common/my/async` answers (spec 1 §7). */
export const AsyncStatus = z.object({
  uuid: z.string(),
  name: z.string(),
  title: z.string(),
  /** 0 queued, 10 running, 20 in progress with a count, 30 failed, 40 done. */
  status: z.int(),
  processDone: z.int(),
  processTotal: z.int().optional(),
  processMsg: z.string(),
  lastTimestamps: z.int(),
  message: z.string(),
  /** Whether it may be given up, and when that was asked for. */
  cancellable: z.boolean().optional(),
  cancelledAt: z.int().optional(),
  result: z.unknown().optional(),
  /** `until`: how long the file is kept at least; without it, until what it belongs to goes. */
  files: z.array(JobFile.extend({ url: z.string(), until: z.int().optional() })),
})
export type AsyncStatus = z.infer<typeof AsyncStatus>

/** Families of uploads: each has its suffixes and its size (see platform.rules.ts). */
export const uploadFamilies = [
  'scan',
  'roster',
  'cardTemplate',
  'cardPicture',
  'preflight',
  'paperAnswer',
  'seatList',
  'scores',
  'examPaper',
  'wrongBook',
  'homeworkZip',
  'taskLogo',
  'aiRead',
  'offlineHomework',
] as const
export const UploadFamily = z.enum(uploadFamilies)
export type UploadFamily = z.infer<typeof UploadFamily>

export const UploadGrant = z.object({
  uploadId: UploadId,
  bucket: z.string(),
  region: z.string(),
  /** Only in the local cloud. */
  endpoint: z.string().optional(),
  /** Whole keys, in the order of the files asked for; the browser never builds one. */
  files: z.array(
    z.object({
      key: z.string(),
      fileName: z.string(),
      /** The form's fields that this file is posted with: the store takes the size that was granted and no other. */
      form: z.record(z.string(), z.string()).optional(),
    }),
  ),
  /** What the files are to be tagged with (`x-amz-tagging`): how long they live. */
  tagging: z.string().optional(),
  /** Of scans alone, which come in parts: a key is put once, and held against its granted size by who takes it up. */
  credentials: z
    .object({
      accessKeyId: z.string(),
      secretAccessKey: z.string(),
      sessionToken: z.string(),
      expiration: z.int(),
    })
    .optional(),
})
export type UploadGrant = z.infer<typeof UploadGrant>
