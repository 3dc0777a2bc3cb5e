/** Uploads that were granted: the caller of one may go on with it, as long as the store keeps its parts. */
import * as z from 'zod'
import { Tenant, UploadId, UserId } from '#shared/kit/ids.ts'
import { UploadFamily } from '#shared/platform/platform.types.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'

/** As the bucket sweeps parts that were never completed. */
const keptMs = 2 * 86_400_000

const Granted = z.object({
  schema: z.literal(1),
  uploadId: UploadId,
  userId: UserId,
  tenant: Tenant,
  family: UploadFamily,
  at: z.int(),
  /** The three random digits that its keys count on from. */
  digits: z.int(),
  /** Bytes of each file, in the order of its keys. */
  sizes: z.array(z.int()),
})

export const grantedUploads = rows({
  table: 'TABLE_PLATFORM',
  schema: Granted,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { uploadId: string }) => ({ pk: `upload#${of.uploadId}`, sk: 'upload' }),
  ttl: (u) => Math.ceil((u.at + keptMs) / 1000),
})
