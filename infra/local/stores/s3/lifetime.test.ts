import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goesAt } from '#shared/kit/lifetime.ts'
import { clientOptions, localSecrets, temporaryFolder } from '../conformance.ts'
import { expiryRules } from './lifetime.ts'
import { startS3 } from './S3.ts'

const configuration = {
  Rules: [
    { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 }, Status: 'Enabled' },
    {
      Id: 'life-week',
      Status: 'Enabled',
      ExpirationInDays: 7,
      TagFilters: [{ Key: 'life', Value: 'week' }],
      NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    },
    { Id: 'off', Status: 'Disabled', ExpirationInDays: 1, TagFilters: [{ Key: 'life', Value: 'month' }] },
  ],
}

describe('lifecycle rules of a bucket', () => {
  const { folder, remove } = temporaryFolder()
  let at = 0
  let store: Awaited<ReturnType<typeof startS3>>
  let client: S3Client
  beforeAll(async () => {
    const expiry = expiryRules('data', configuration)
    store = await startS3({ dataDir: folder, secretOf: localSecrets, buckets: ['data', 'logs'], now: () => at, expiry })
    client = new S3Client({ ...clientOptions(store.endpoint), forcePathStyle: true })
  })
  afterAll(async () => {
    client.destroy()
    await store.close()
    remove()
  })
  const put = (Bucket: string, Key: string, Tagging?: string) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body: Key, ...(Tagging ? { Tagging } : {}) }))
  const there = (Bucket: string, Key: string) =>
    client.send(new GetObjectCommand({ Bucket, Key })).then(
      () => true,
      () => false,
    )

  it('take what is tagged, at the midnight after its days, and nothing else', async () => {
    // The client signs by the real clock.
    at = Date.now()
    const made = at
    await put('data', 'roster', 'life=week&other=x')
    await put('data', 'kept')
    await put('data', 'disabled', 'life=month')
    await put('data', 'like-it', 'other=week')
    await put('logs', 'roster', 'life=week')
    at = goesAt('week', made) - 1
    expect(await store.expire()).toBe(0)
    at = goesAt('week', made)
    expect(await store.expire()).toBe(1)
    at = made
    expect(await there('data', 'roster')).toBe(false)
    for (const key of ['kept', 'disabled', 'like-it']) expect(await there('data', key)).toBe(true)
    expect(await there('logs', 'roster')).toBe(true)
    expect(await store.expire()).toBe(0)
  })

  it('that are not understood stop the start', () => {
    const rule = { Status: 'Enabled', ExpirationInDays: 1, Prefix: 'x/' }
    expect(() => expiryRules('data', { Rules: [rule] })).toThrow('does not know Prefix')
    const two = [
      { Key: 'a', Value: '1' },
      { Key: 'b', Value: '2' },
    ]
    expect(() =>
      expiryRules('data', { Rules: [{ Status: 'Enabled', ExpirationInDays: 1, TagFilters: two }] }),
    ).toThrow()
  })
})
