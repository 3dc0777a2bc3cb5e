/** Uploads that were granted: their caller sees them for a month, and goes on with one as long as the store keeps its parts. */
import * as z from 'zod'
import { Tenant, UploadId, UserId } from '#shared/kit/ids.ts'
import { UploadFamily } from '#shared/platform/platform.types.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { now } from '#functions/kit/ports.ts'
import { rows } from '#functions/kit/table.ts'

/** As the bucket sweeps parts that were never completed. */
const partsMs = 2 * 86_400_000
const keptMs = 30 * 86_400_000
/** So many files keep their names: the first ones say what an upload was, and thousands would not fit a row. */
const namedFiles = 20

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
  /** The first files' own names, of which their keys are made. */
  names: z.array(z.string()).default([]),
})
type Granted = z.infer<typeof Granted>

export const namesKept = (names: readonly string[]): string[] => names.slice(0, namedFiles)

/** Whether its files may still come, and be taken up. */
export const isOpen = (upload: Pick<Granted, 'at'>): boolean => now() < upload.at + partsMs

export const grantedUploads = rows({
  table: 'TABLE_PLATFORM',
  schema: Granted,
  hangsOn: inTime,
  // A file may be called after whom it is of; it goes with its row.
  personal: 'inTime',
  key: (of: { uploadId: string }) => ({ pk: `upload#${of.uploadId}`, sk: 'upload' }),
  index: (u) => ({ gsi1pk: `uploads#${u.userId}`, gsi1sk: u.uploadId }),
  ttl: (u) => Math.ceil((u.at + keptMs) / 1000),
})
