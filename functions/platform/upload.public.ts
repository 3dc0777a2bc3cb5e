import { objectKey } from '#functions/kit/objects.ts'
import type { UploadFamily } from '#shared/platform/platform.types.ts'
import { suffixOf } from '#shared/platform/platform.rules.ts'

/**
 * The key of an uploaded file (spec 2 §5): prefix, date, upload id, server time, three random digits, cleaned name.
 * Keys are ASCII, so the name's other letters go; the file's own name travels in the batch's manifest.
 */
export const uploadKey = (of: {
  uploadId: string
  tenant: string
  family: UploadFamily
  day: string
  at: number
  name: string
  random: Uint8Array
}): string => {
  const suffix = suffixOf(of.name)
  const stem = of.name
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9_-]/g, '')
    .slice(0, 40)
  const digits = String(((of.random[0]! << 8) | of.random[1]!) % 1000).padStart(3, '0')
  return objectKey(
    of.uploadId,
    of.tenant,
    'uploads',
    of.family,
    of.day,
    of.uploadId,
    `${of.at}-${digits}-${stem}.${suffix}`,
  )
}

/** The tenant that an upload key belongs to, or null for a key of another shape: what a call is given is checked by this. */
export const tenantOfUpload = (key: string): string | null => {
  const m =
    /^[0-9a-f]{2}\/([spa](?:-[a-z]{2}_[0-9a-z]{26})?)\/uploads\/[a-zA-Z]+\/\d{8}\/up_[0-9a-z]{26}\/[A-Za-z0-9_.-]+$/.exec(
      key,
    )
  return m ? m[1]!.replace('-', ':') : null
}
