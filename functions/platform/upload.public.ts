import { dayKey } from '#shared/kit/time.ts'
import { getObject, objectKey, ObjectMissing, sizeOf } from '#functions/kit/objects.ts'
import type { UploadId } from '#shared/kit/ids.ts'
import { UploadFamily } from '#shared/platform/platform.types.ts'
import { suffixOf, uploadRules } from '#shared/platform/platform.rules.ts'
import { grantedUploads, isOpen } from './upload.store.ts'

/**
 * The keys of one upload's files (spec 2 §5): prefix, date, upload id, server time, three random digits, cleaned name.
 * Keys are ASCII, so the name's other letters go; the file's own name travels in the batch's manifest. Names that differ
 * only in letters that go (a class of 张三.jpg and 李四.jpg) must not meet under one key: the digits count on from random
 * ones, and the time with them.
 */
export const uploadKeys = (upload: {
  uploadId: string
  tenant: string
  family: UploadFamily
  at: number
  digits: number
  names: readonly string[]
}): string[] =>
  upload.names.map((name, i) => {
    const stem = name
      .replace(/\.[^.]*$/, '')
      .replace(/[^A-Za-z0-9_-]/g, '')
      .slice(0, 40)
    const digits = String((upload.digits + i) % 1000).padStart(3, '0')
    const file = `${upload.at + Math.floor(i / 1000)}-${digits}-${stem}.${suffixOf(name)}`
    return objectKey(upload.uploadId, upload.tenant, 'uploads', upload.family, dayKey(upload.at), upload.uploadId, file)
  })

/** The tenant that an upload key belongs to, or null for a key of another shape: what a call is given is checked by this. */
export const tenantOfUpload = (key: string): string | null => {
  const m =
    /^[0-9a-f]{2}\/([spa](?:-[a-z]{2}_[0-9a-z]{26})?)\/uploads\/[a-zA-Z]+\/\d{8}\/up_[0-9a-z]{26}\/[A-Za-z0-9_.-]+$/.exec(
      key,
    )
  return m ? m[1]!.replace('-', ':') : null
}

/**
 * What each of these files was granted to this person, in bytes; null for one that no upload of theirs still known was
 * granted for: a key alone, which who sees a page is shown, makes no other's file one's own. Credentials
 * cannot be told a size: the reader of the files holds them against this, and then they stay as they are, for a key is put
 * once.
 */
export const grantedSizes = async (keys: readonly string[], userId: string): Promise<(number | null)[]> => {
  const named = keys.map((key) => /\/(up_[0-9a-z]{26})\/(\d+)-(\d{3})-[^/]*$/.exec(key))
  const ids = [...new Set(named.flatMap((m) => m?.[1] ?? []))]
  const byId = new Map(
    (await grantedUploads.getMany(ids.map((uploadId) => ({ uploadId })))).map((u) => [u.uploadId, u]),
  )
  return named.map((m, i) => {
    const of = m && byId.get(m[1] as UploadId)
    if (!of || of.userId !== userId || !isOpen(of) || tenantOfUpload(keys[i]!) !== of.tenant) return null
    const nth = (Number(m[2]) - of.at) * 1000 + ((Number(m[3]) - of.digits + 1000) % 1000)
    return of.sizes[nth] ?? null
  })
}

/** More bytes than were granted came: the store's own credentials cannot be told a size. */
export class UploadTooLarge extends Error {
  override name = 'UploadTooLarge'
}

/**
 * The bytes of an uploaded file, whose size is asked first: what is larger than its family may be is never read.
 * @throws UploadTooLarge, or ObjectMissing.
 */
export const readUpload = async (key: string): Promise<Buffer> => {
  const family = UploadFamily.parse(key.split('/')[3])
  const size = await sizeOf(key)
  if (size === null) throw new ObjectMissing(key)
  if (size > uploadRules[family].maxBytes) throw new UploadTooLarge(key)
  return getObject(key)
}
