/**
 * What the store does of itself by a bucket's lifecycle rules: objects of a tag go after their days. Source: Amazon S3
 * User Guide, "Lifecycle configuration elements" (days are counted from the creation, rounded up to midnight UTC).
 */
import type { Catalogue } from '../catalogue.ts'
import type { Shelf } from '../shelf.ts'

export type ExpiryRule = { bucket: string; days: number; tag: { key: string; value: string } }

type Rule = {
  Status: string
  ExpirationInDays?: number
  TagFilters?: { Key: string; Value: string }[]
  [other: string]: unknown
}
/** What has no meaning here: there are no older versions, and parts that were never completed stay small. */
const ignored = new Set([
  'Id',
  'NoncurrentVersionExpiration',
  'AbortIncompleteMultipartUpload',
  'ExpiredObjectDeleteMarker',
])

/** The rules of a bucket's template. @throws for one that is not understood, rather than keep or remove too much. */
export const expiryRules = (bucket: string, configuration: unknown): ExpiryRule[] =>
  ((configuration as { Rules?: Rule[] } | undefined)?.Rules ?? []).flatMap((rule) => {
    const { Status, ExpirationInDays, TagFilters, ...others } = rule
    const strange = Object.keys(others).find((name) => !ignored.has(name))
    if (strange !== undefined) throw new Error(`the local S3 does not know ${strange} of a lifecycle rule of ${bucket}`)
    if (Status !== 'Enabled' || ExpirationInDays === undefined) return []
    const [tag, more] = TagFilters ?? []
    if (!tag || more) {
      // The logs go whole; no code writes any here.
      if (!tag) return []
      throw new Error(`the local S3 knows lifecycle rules of one tag, not those of ${bucket}`)
    }
    return [{ bucket, days: ExpirationInDays, tag: { key: tag.Key, value: tag.Value } }]
  })

const dayMs = 86_400_000

/** Removes what is past its days; answers how many objects went. */
export const removeExpired = async (
  { catalogue, shelf }: { catalogue: Catalogue; shelf: Shelf },
  rules: readonly ExpiryRule[],
  now: number,
): Promise<number> => {
  let gone = 0
  for (const { bucket, days, tag } of rules) {
    const lastMadeAt = Math.floor(now / dayMs) * dayMs - days * dayMs
    for (const key of catalogue.taggedBefore(bucket, tag, lastMadeAt)) {
      const freed = catalogue.transaction(() => catalogue.removeObject(bucket, key))
      await shelf.discard(freed)
      gone++
    }
  }
  return gone
}
