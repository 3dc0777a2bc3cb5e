import * as z from 'zod'
import { call, self } from '#shared/kit/call.ts'
import { UploadId } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { UploadFamily } from './platform.types.ts'

export const fileExist = call('POST /api/common/file/exist', {
  summary: "Whether uploaded files of the caller's own school or area are there; nothing is said of others'",
  userTypes: [-1, 1, 2, 3, 13, 15, 18, 19],
  scope: self,
  input: () => z.object({ keys: z.array(z.string().max(400)).min(1, '请选择文件').max(2000, '一次最多2000个文件') }),
  /** In the order of the keys. */
  output: () => z.array(z.boolean()),
})

const OwnUpload = z.object({
  uploadId: UploadId,
  family: UploadFamily,
  at: z.int(),
  /** The first file's own name; empty where it is not known any more. */
  firstName: z.string(),
  fileCount: z.int(),
  bytes: z.int(),
  /** How many of them have come; null where there are too many to ask in a list. */
  come: z.int().nullable(),
})

/** Who works on scans and files of a school: spec 2 §2.1 names teachers and the academic office. */
const uploaders = { userTypes: [3, 15], universityTypes: [3, 15] } as const

export const myUploads = call('GET /api/common/my/uploads', {
  summary: 'What the caller has uploaded in the last thirty days, newest first',
  ...uploaders,
  scope: self,
  input: () => z.object({ ...pageFields, family: UploadFamily.optional() }),
  output: () => pageOf(OwnUpload),
  feeds: ['uploads'],
})

export const myUpload = call('GET /api/common/my/upload', {
  summary: "One of the caller's uploads, and which of its files have come",
  ...uploaders,
  scope: self,
  input: () => z.object({ uploadId: UploadId }),
  output: () =>
    OwnUpload.omit({ come: true }).extend({
      /** The first of them: of more no names are kept. */
      files: z.array(
        z.object({
          no: z.int(),
          name: z.string(),
          bytes: z.int(),
          /** What lies there now; null where it has not come, or its time is over. */
          there: z.int().nullable(),
        }),
      ),
      /** Whether the same files may still go on. */
      goesOn: z.boolean(),
    }),
  problems: [commonProblems.notFound],
  feeds: ['uploads'],
})
