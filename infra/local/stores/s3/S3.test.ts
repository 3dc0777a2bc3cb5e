import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  againstAws,
  clientOptions,
  localKey,
  localSecrets,
  otherKey,
  refusalOf,
  temporaryFolder,
} from '../conformance.ts'
import { startS3 } from './S3.ts'
import type { S3EventRecord } from '../events.ts'
import type { Access, Running } from '../stores.types.ts'

const home = temporaryFolder()
const Bucket = `qinghe-conformance-${randomBytes(4).toString('hex')}`
const events: S3EventRecord[] = []
let judge: (access: Access) => boolean = () => true
let now = Date.now
let running: Running
let client: S3Client

beforeAll(async () => {
  running = await startS3({
    dataDir: home.folder,
    secretOf: localSecrets,
    authorise: (access) => judge(access),
    onEvent: (event) => void events.push(event),
    corsOrigins: ['http://localhost:5173'],
    now: () => now(),
  })
  client = new S3Client({ ...clientOptions(running.endpoint), forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket }))
})

afterAll(async () => {
  for (;;) {
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket }))
    if (!Contents?.length) break
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: Contents.map(({ Key }) => ({ Key })) } }))
  }
  await client.send(new DeleteBucketCommand({ Bucket }))
  client.destroy()
  await running.close()
  home.remove()
})

const put = (Key: string, Body: string | Uint8Array, more: object = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }))
const read = async (Key: string, more: object = {}) => {
  const answer = await client.send(new GetObjectCommand({ Bucket, Key, ...more }))
  return { ...answer, text: await (answer.Body?.transformToString() ?? '') }
}

describe('buckets', () => {
  it('are there, are not there, are not deleted while full', async () => {
    // AmazonS3 API_HeadBucket, API_DeleteBucket, API_CreateBucket
    await client.send(new HeadBucketCommand({ Bucket }))
    expect(await refusalOf(client.send(new HeadBucketCommand({ Bucket: Bucket + '-none' })))).toEqual({
      name: 'NotFound',
      status: 404,
    })
    await put('stays', 'x')
    expect(await refusalOf(client.send(new DeleteBucketCommand({ Bucket })))).toEqual({
      name: 'BucketNotEmpty',
      status: 409,
    })
    expect(await refusalOf(client.send(new CreateBucketCommand({ Bucket: 'No' })))).toMatchObject({
      name: 'InvalidBucketName',
    })
  })
})

describe('objects', () => {
  it('come back as they were put, with headers and metadata', async () => {
    // AmazonS3 API_PutObject, API_GetObject, API_HeadObject
    const Key = "2026/青禾 a+b&c'(1)*!~/../x?.txt"
    const { ETag } = await put(Key, '你好', {
      ContentType: 'text/plain; charset=utf-8',
      ContentDisposition: "attachment; filename*=UTF-8''%E9%9D%92.txt",
      CacheControl: 'max-age=60',
      Metadata: { room: 'scan', 'two-words': 'a b' },
    })
    expect(ETag).toBe(`"${createHash('md5').update('你好').digest('hex')}"`)
    const got = await read(Key)
    expect(got).toMatchObject({ text: '你好', ETag, ContentLength: 6, CacheControl: 'max-age=60' })
    expect(got).toMatchObject({
      ContentType: 'text/plain; charset=utf-8',
      Metadata: { room: 'scan', 'two-words': 'a b' },
    })
    expect(await client.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({
      ETag,
      ContentLength: 6,
      AcceptRanges: 'bytes',
    })
    const changed = await read(Key, { ResponseContentType: 'text/csv', ResponseContentDisposition: 'inline' })
    expect(changed).toMatchObject({ ContentType: 'text/csv', ContentDisposition: 'inline' })
    expect(await refusalOf(read('none'))).toEqual({ name: 'NoSuchKey', status: 404 })
    expect(await refusalOf(client.send(new HeadObjectCommand({ Bucket, Key: 'none' })))).toEqual({
      name: 'NotFound',
      status: 404,
    })
  })

  it('give ranges, from the end too', async () => {
    // AmazonS3 API_GetObject, parameter Range
    await put('range', '0123456789')
    expect(await read('range', { Range: 'bytes=2-4' })).toMatchObject({
      text: '234',
      ContentRange: 'bytes 2-4/10',
      ContentLength: 3,
    })
    expect((await read('range', { Range: 'bytes=7-' })).text).toBe('789')
    expect((await read('range', { Range: 'bytes=-3' })).text).toBe('789')
    expect((await read('range', { Range: 'bytes=-99' })).text).toBe('0123456789')
    expect((await read('range', { Range: 'bytes=8-99' })).text).toBe('89')
    expect(await refusalOf(read('range', { Range: 'bytes=10-12' }))).toEqual({ name: 'InvalidRange', status: 416 })
  })

  it('are read under conditions', async () => {
    // AmazonS3 API_GetObject, parameters IfMatch, IfNoneMatch, IfModifiedSince, IfUnmodifiedSince
    const { ETag } = await put('conditional', 'one')
    expect((await read('conditional', { IfMatch: ETag })).text).toBe('one')
    expect(await refusalOf(read('conditional', { IfMatch: '"no"' }))).toEqual({
      name: 'PreconditionFailed',
      status: 412,
    })
    expect((await refusalOf(read('conditional', { IfNoneMatch: ETag }))).status).toBe(304)
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'conditional' }))
    const modified = head.LastModified as Date
    expect((await refusalOf(read('conditional', { IfModifiedSince: modified }))).status).toBe(304)
    const before = new Date(modified.getTime() - 5000)
    expect((await read('conditional', { IfModifiedSince: before })).text).toBe('one')
    expect((await refusalOf(read('conditional', { IfUnmodifiedSince: before }))).status).toBe(412)
  })

  it('are written under conditions', async () => {
    // AmazonS3 API_PutObject, parameters IfNoneMatch, IfMatch
    const Key = `new-${randomBytes(4).toString('hex')}`
    expect(await refusalOf(put(Key, 'x', { IfMatch: '"0"' }))).toMatchObject({ status: 404 })
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => put(Key, `writer ${n}`, { IfNoneMatch: '*' })))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    const { ETag } = await read(Key)
    await put(Key, 'two', { IfMatch: ETag })
    expect(await refusalOf(put(Key, 'three', { IfMatch: ETag }))).toEqual({ name: 'PreconditionFailed', status: 412 })
    expect((await read(Key)).text).toBe('two')
  })

  it('carry checksums that are verified', async () => {
    // AmazonS3 API_PutObject, parameters ChecksumAlgorithm, ChecksumSHA256, ContentMD5; API_GetObject ChecksumMode
    const sha = createHash('sha256').update('abc').digest('base64')
    await put('sum', 'abc', { ChecksumSHA256: sha })
    expect(await read('sum', { ChecksumMode: 'ENABLED' })).toMatchObject({
      ChecksumSHA256: sha,
      ChecksumType: 'FULL_OBJECT',
    })
    const wrong = createHash('sha256').update('abd').digest('base64')
    expect(await refusalOf(put('sum', 'abc', { ChecksumSHA256: wrong }))).toEqual({ name: 'BadDigest', status: 400 })
    expect(
      await refusalOf(put('sum', 'abc', { ContentMD5: createHash('md5').update('b').digest('base64') })),
    ).toMatchObject({ status: 400 })
    // The SDK's own: CRC32 in the header of a string, and in the trailer of an aws-chunked stream.
    expect((await put('sum', 'abc')).ChecksumCRC32).toBe('NSRBwg==')
    const bytes = randomBytes(300_000)
    const Body = Readable.from([bytes.subarray(0, 7), bytes.subarray(7, 200_000), bytes.subarray(200_000)])
    for (const ChecksumAlgorithm of ['SHA256', 'CRC32', 'SHA1'] as const) {
      const source = ChecksumAlgorithm === 'SHA256' ? Body : Readable.from([bytes])
      await client.send(
        new PutObjectCommand({ Bucket, Key: 'stream', Body: source, ContentLength: bytes.length, ChecksumAlgorithm }),
      )
      const got = await client.send(new GetObjectCommand({ Bucket, Key: 'stream', ChecksumMode: 'ENABLED' }))
      expect(Buffer.compare((await got.Body?.transformToByteArray()) as Uint8Array, bytes)).toBe(0)
      expect(got.ContentEncoding).toBeUndefined()
      expect(got[`Checksum${ChecksumAlgorithm}`]).toBeDefined()
    }
  })

  it('are copied, with their description or a new one', async () => {
    // AmazonS3 API_CopyObject
    const { ETag } = await put('source 源', 'abc', { Metadata: { a: '1' }, ContentType: 'text/x', Tagging: 'k=v' })
    const CopySource = `${Bucket}/${encodeURIComponent('source 源')}`
    const copied = await client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource }))
    expect(copied.CopyObjectResult?.ETag).toBe(ETag)
    expect(await read('copy')).toMatchObject({ text: 'abc', Metadata: { a: '1' }, ContentType: 'text/x', TagCount: 1 })
    await client.send(
      new CopyObjectCommand({
        Bucket,
        Key: 'copy',
        CopySource,
        MetadataDirective: 'REPLACE',
        Metadata: { b: '2' },
        ContentType: 'text/y',
      }),
    )
    expect(await read('copy')).toMatchObject({ Metadata: { b: '2' }, ContentType: 'text/y' })
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'source 源' }))
    expect((await read('copy')).text).toBe('abc')
    const self = new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/copy` })
    expect(await refusalOf(client.send(self))).toEqual({ name: 'InvalidRequest', status: 400 })
    const stale = new CopyObjectCommand({ Bucket, Key: 'c2', CopySource: `${Bucket}/copy`, CopySourceIfMatch: '"0"' })
    expect(await refusalOf(client.send(stale))).toMatchObject({ status: 412 })
  })

  it('are deleted, alone and together; a missing one is no error', async () => {
    // AmazonS3 API_DeleteObject, API_DeleteObjects
    await Promise.all(['d/1', 'd/2', 'd/3'].map((key) => put(key, 'x')))
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'd/1' }))
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'd/1' }))
    const Objects = ['d/2', 'd/3', 'd/4 & <é>'].map((Key) => ({ Key }))
    const { Deleted, Errors } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect(Deleted?.map(({ Key }) => Key).sort()).toEqual(['d/2', 'd/3', 'd/4 & <é>'])
    expect(Errors).toBeUndefined()
    expect((await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'd/' }))).KeyCount).toBe(0)
  })

  it('carry tags', async () => {
    // AmazonS3 API_PutObjectTagging, API_GetObjectTagging, API_DeleteObjectTagging
    const Key = 'tagged'
    const tags = async () => (await client.send(new GetObjectTaggingCommand({ Bucket, Key }))).TagSet
    await put(Key, 'x', { Tagging: 'kind=scan&n=1%202' })
    expect(await tags()).toEqual([
      { Key: 'kind', Value: 'scan' },
      { Key: 'n', Value: '1 2' },
    ])
    await client.send(new PutObjectTaggingCommand({ Bucket, Key, Tagging: { TagSet: [{ Key: 'a', Value: '<&>' }] } }))
    expect(await tags()).toEqual([{ Key: 'a', Value: '<&>' }])
    await client.send(new DeleteObjectTaggingCommand({ Bucket, Key }))
    expect(await tags()).toEqual([])
  })
})

describe('lists', () => {
  it('page past a thousand keys, in byte order, with prefix, delimiter and start', async () => {
    // AmazonS3 API_ListObjectsV2
    const names = Array.from({ length: 1205 }, (_, n) => `many/${String(n % 7)}/${String(n).padStart(4, '0')}`)
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => put(name, 'x')))
    const seen: string[] = []
    let ContinuationToken: string | undefined
    const sizes: number[] = []
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'many/', ContinuationToken }))
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key as string))
      sizes.push(page.KeyCount ?? 0)
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
    expect(sizes).toEqual([1000, 205])
    expect(seen).toEqual([...names].sort())
    const folders = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'many/', Delimiter: '/', MaxKeys: 3 }))
    expect(folders).toMatchObject({ IsTruncated: true, KeyCount: 3 })
    expect(folders.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['many/0/', 'many/1/', 'many/2/'])
    const rest = await client.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix: 'many/',
        Delimiter: '/',
        ContinuationToken: folders.NextContinuationToken,
      }),
    )
    expect(rest.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['many/3/', 'many/4/', 'many/5/', 'many/6/'])
    const late = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'many/', StartAfter: 'many/6/1196' }))
    expect(late.Contents?.map(({ Key }) => Key)).toEqual(['many/6/1203'])
  })
})

describe('signatures', () => {
  it('refuse a wrong secret, an unknown key and no signature', async () => {
    // AmazonS3 API "Error responses": SignatureDoesNotMatch, InvalidAccessKeyId, AccessDenied
    const { endpoint } = clientOptions(running.endpoint)
    const as = (credentials: typeof localKey) =>
      refusalOf(
        new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials }).send(
          new GetObjectCommand({ Bucket, Key: 'x' }),
        ),
      )
    expect(await as({ accessKeyId: 'AKIAUNKNOWN000000000', secretAccessKey: 'x' })).toEqual({
      name: 'InvalidAccessKeyId',
      status: 403,
    })
    if (againstAws) return
    expect(await as({ ...localKey, secretAccessKey: 'wrong' })).toEqual({ name: 'SignatureDoesNotMatch', status: 403 })
    expect((await fetch(`${running.endpoint}/${Bucket}/stays`)).status).toBe(403)
  })

  it('are carried by URLs that expire', async () => {
    // AmazonS3 "Authenticating Requests: Using Query Parameters"
    const plain = new S3Client({
      ...clientOptions(running.endpoint),
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
    const Key = 'signed/a b+青.txt'
    const up = await getSignedUrl(plain, new PutObjectCommand({ Bucket, Key, ContentType: 'text/plain' }), {
      expiresIn: 60,
    })
    expect((await fetch(up, { method: 'PUT', body: 'by url', headers: { 'content-type': 'text/plain' } })).status).toBe(
      200,
    )
    const down = await getSignedUrl(
      plain,
      new GetObjectCommand({ Bucket, Key, ResponseContentDisposition: 'inline' }),
      { expiresIn: 60 },
    )
    const got = await fetch(down, { headers: { range: 'bytes=3-' } })
    expect([got.status, await got.text(), got.headers.get('content-disposition')]).toEqual([206, 'url', 'inline'])
    expect((await fetch(down, { method: 'DELETE' })).status).toBe(403)
    expect((await fetch(down.replace('signed', 'other'))).status).toBe(403)
    expect((await fetch(down.replace('Expires=60', 'Expires=600'))).status).toBe(403)
    if (againstAws) return
    now = () => Date.now() + 61_000
    const late = await fetch(down)
    now = Date.now
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')])
  })
})

describe.runIf(!againstAws)('our own hooks', () => {
  it('deny by policy, and hide from those who may not list that a key is missing', async () => {
    // AmazonS3 API_GetObject, "Permissions": without s3:ListBucket a missing key is 403
    const asked: string[] = []
    judge = ({ accessKeyId, action, resource }) => {
      asked.push(`${accessKeyId} ${action} ${resource}`)
      return action === 's3:GetObject' && resource === `arn:aws:s3:::${Bucket}/mine/x`
    }
    const other = new S3Client({ ...clientOptions(running.endpoint, otherKey), forcePathStyle: true })
    try {
      expect(await refusalOf(other.send(new PutObjectCommand({ Bucket, Key: 'mine/x', Body: 'x' })))).toEqual({
        name: 'AccessDenied',
        status: 403,
      })
      expect(await refusalOf(other.send(new GetObjectCommand({ Bucket, Key: 'mine/x' })))).toEqual({
        name: 'AccessDenied',
        status: 403,
      })
      expect(asked).toContain(`LOCALOTHER s3:PutObject arn:aws:s3:::${Bucket}/mine/x`)
      expect(asked).toContain(`LOCALOTHER s3:ListBucket arn:aws:s3:::${Bucket}`)
      const both = { Objects: [{ Key: 'mine/x' }] }
      const { Errors } = await other.send(new DeleteObjectsCommand({ Bucket, Delete: both }))
      expect(Errors).toMatchObject([{ Key: 'mine/x', Code: 'AccessDenied' }])
    } finally {
      judge = () => true
    }
  })

  it('tell of what was created and removed, after it is there', async () => {
    // AmazonS3 User Guide "Event message structure"
    events.length = 0
    await put('event/a b', 'xyz')
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'event/a b' }))
    await client.send(new DeleteObjectCommand({ Bucket, Key: 'event/a b' }))
    expect(events.map(({ eventName, s3 }) => [eventName, s3.bucket.name, s3.object.key, s3.object.size])).toEqual([
      ['ObjectCreated:Put', Bucket, 'event/a+b', 3],
      ['ObjectRemoved:Delete', Bucket, 'event/a+b', undefined],
    ])
  })

  it('answer preflights of configured origins only', async () => {
    // AmazonS3 RESTOPTIONSobject
    const ask = (origin: string) =>
      fetch(`${running.endpoint}/${Bucket}/x`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-amz-date' },
      })
    const good = await ask('http://localhost:5173')
    expect([
      good.status,
      good.headers.get('access-control-allow-origin'),
      good.headers.get('access-control-allow-headers'),
    ]).toEqual([200, 'http://localhost:5173', 'x-amz-date'])
    expect((await ask('http://elsewhere')).status).toBe(403)
  })

  it('keep what was answered when the process starts again', async () => {
    await put('durable', 'still here', { Metadata: { a: 'b' } })
    await running.close()
    running = await startS3({ dataDir: home.folder, secretOf: localSecrets })
    client = new S3Client({ ...clientOptions(running.endpoint), forcePathStyle: true })
    expect(await read('durable')).toMatchObject({ text: 'still here', Metadata: { a: 'b' } })
  })
})
