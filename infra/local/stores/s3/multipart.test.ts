import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { crc32 } from 'node:zlib'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { againstAws, clientOptions, localSecrets, refusalOf, temporaryFolder } from '../conformance.ts'
import { startS3 } from './S3.ts'
import type { CompletedPart } from '@aws-sdk/client-s3'
import type { Running } from '../stores.types.ts'

const home = temporaryFolder()
const Bucket = `qinghe-parts-${randomBytes(4).toString('hex')}`
const mebibyte = 1024 * 1024
const names: string[] = []
let running: Running
let client: S3Client

beforeAll(async () => {
  running = await startS3({
    dataDir: home.folder,
    secretOf: localSecrets,
    onEvent: (event) => void names.push(event.eventName),
  })
  client = new S3Client({ ...clientOptions(running.endpoint), forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket }))
})

afterAll(async () => {
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket }))
  for (const { Key } of Contents ?? []) await client.send(new DeleteObjectCommand({ Bucket, Key }))
  const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
  for (const { Key, UploadId } of Uploads ?? [])
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  await client.send(new DeleteBucketCommand({ Bucket }))
  client.destroy()
  await running.close()
  home.remove()
})

const begin = async (Key: string, more: object = {}) => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))
  return { Bucket, Key, UploadId }
}
type At = Awaited<ReturnType<typeof begin>>
const send = async (at: At, PartNumber: number, Body: Uint8Array): Promise<CompletedPart> => {
  const { ETag, ChecksumCRC32, ChecksumSHA256 } = await client.send(new UploadPartCommand({ ...at, PartNumber, Body }))
  return { PartNumber, ETag, ChecksumCRC32, ChecksumSHA256 }
}
const complete = (at: At, Parts: CompletedPart[], more: object = {}) =>
  client.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts }, ...more }))

describe('uploads in parts', () => {
  it('become one object; ranges cross the seams; its copy is one piece', async () => {
    // AmazonS3 API_CreateMultipartUpload, API_UploadPart, API_CompleteMultipartUpload, API_UploadPartCopy, API_ListParts
    const first = randomBytes(5 * mebibyte)
    const second = randomBytes(mebibyte)
    const at = await begin('joined', { ContentType: 'image/tiff', Metadata: { page: '1' } })
    const two = await send(at, 7, second)
    await send(at, 2, second)
    const one = await send(at, 2, first) // the same number again: the last one counts
    const listed = await client.send(new ListPartsCommand({ ...at, MaxParts: 1 }))
    expect(listed).toMatchObject({ IsTruncated: true, Parts: [{ PartNumber: 2, Size: first.length }] })
    const rest = await client.send(new ListPartsCommand({ ...at, PartNumberMarker: listed.NextPartNumberMarker }))
    expect(rest).toMatchObject({ IsTruncated: false, Parts: [{ PartNumber: 7 }] })
    const done = await complete(at, [one, two])
    const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest()
    expect(done.ETag).toBe(`"${md5(Buffer.concat([md5(first), md5(second)])).toString('hex')}-2"`)
    const whole = Buffer.concat([first, second])
    const read = async (Key: string, Range?: string) => {
      const got = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
      return { ...got, bytes: Buffer.from((await got.Body?.transformToByteArray()) as Uint8Array) }
    }
    const got = await read('joined')
    expect(got).toMatchObject({ ContentType: 'image/tiff', Metadata: { page: '1' }, ContentLength: whole.length })
    expect(got.bytes.equals(whole)).toBe(true)
    const seam = first.length
    expect(
      (await read('joined', `bytes=${seam - 3}-${seam + 2}`)).bytes.equals(whole.subarray(seam - 3, seam + 3)),
    ).toBe(true)
    expect((await read('joined', 'bytes=-5')).bytes.equals(whole.subarray(-5))).toBe(true)

    const copied = await client.send(new CopyObjectCommand({ Bucket, Key: 'copied', CopySource: `${Bucket}/joined` }))
    expect(copied.CopyObjectResult?.ETag).toBe(`"${md5(whole).toString('hex')}"`)

    const again = await begin('from-parts')
    const part = async (PartNumber: number, CopySourceRange?: string): Promise<CompletedPart> => {
      const ask = { ...again, PartNumber, CopySource: `${Bucket}/joined`, CopySourceRange }
      const { CopyPartResult } = await client.send(new UploadPartCopyCommand(ask))
      return { PartNumber, ETag: CopyPartResult?.ETag, ChecksumCRC32: CopyPartResult?.ChecksumCRC32 }
    }
    const parts = [await part(1), await part(2, `bytes=${seam - 2}-${seam + 1}`)]
    expect((await refusalOf(part(3, `bytes=0-${whole.length}`))).status).toBe(400)
    await complete(again, parts)
    expect((await read('from-parts')).bytes.equals(Buffer.concat([whole, whole.subarray(seam - 2, seam + 2)]))).toBe(
      true,
    )
  })

  it('are refused when a part is missing, small, out of order, without its checksum', async () => {
    // AmazonS3 API_CompleteMultipartUpload, "Errors": InvalidPart, InvalidPartOrder, EntityTooSmall, NoSuchUpload
    const at = await begin('bad', { ChecksumAlgorithm: 'CRC32' })
    const parts = [await send(at, 1, randomBytes(10)), await send(at, 2, randomBytes(10))] as const
    expect(await refusalOf(complete(at, [...parts]))).toEqual({ name: 'EntityTooSmall', status: 400 })
    expect(await refusalOf(complete(at, [parts[1], parts[0]]))).toEqual({ name: 'InvalidPartOrder', status: 400 })
    expect(await refusalOf(complete(at, [{ ...parts[0], ETag: '"0"' }]))).toEqual({ name: 'InvalidPart', status: 400 })
    expect(await refusalOf(complete(at, [{ PartNumber: 1, ETag: parts[0].ETag }]))).toEqual({
      name: 'InvalidRequest',
      status: 400,
    })
    await client.send(new AbortMultipartUploadCommand(at))
    // AmazonS3 API_AbortMultipartUpload
    expect(await refusalOf(send(at, 3, randomBytes(10)))).toEqual({ name: 'NoSuchUpload', status: 404 })
    expect(await refusalOf(complete(at, [...parts]))).toEqual({ name: 'NoSuchUpload', status: 404 })
    expect((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).toEqual([])
  })

  it('are completed under a condition, and stay when it fails', async () => {
    // AmazonS3 API_CompleteMultipartUpload, parameters IfNoneMatch, IfMatch
    await client.send(new PutObjectCommand({ Bucket, Key: 'taken', Body: 'first' }))
    const at = await begin('taken')
    const part = await send(at, 1, randomBytes(10))
    expect(await refusalOf(complete(at, [part], { IfNoneMatch: '*' }))).toEqual({
      name: 'PreconditionFailed',
      status: 412,
    })
    const { ETag } = await client.send(new HeadObjectCommand({ Bucket, Key: 'taken' }))
    names.length = 0
    await complete(at, [part], { IfMatch: ETag })
    if (!againstAws) expect(names).toEqual(['ObjectCreated:CompleteMultipartUpload'])
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'taken' }))).ContentLength).toBe(10)
  })

  it('have a checksum of checksums, or one of the whole', async () => {
    // AmazonS3 User Guide "Checking object integrity": COMPOSITE and FULL_OBJECT
    const [one, two] = [randomBytes(5 * mebibyte), randomBytes(1234)]
    const sums = await begin('sums', { ChecksumAlgorithm: 'SHA256' })
    const parts: CompletedPart[] = []
    for (const [index, Body] of [one, two].entries()) {
      const PartNumber = index + 1
      const { ETag, ChecksumSHA256 } = await client.send(
        new UploadPartCommand({ ...sums, PartNumber, Body, ChecksumAlgorithm: 'SHA256' }),
      )
      parts.push({ PartNumber, ETag, ChecksumSHA256 })
    }
    const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
    const expected = `${sha(Buffer.concat([sha(one), sha(two)])).toString('base64')}-2`
    expect(await complete(sums, parts)).toMatchObject({ ChecksumSHA256: expected, ChecksumType: 'COMPOSITE' })
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'sums', ChecksumMode: 'ENABLED' }))
    expect(head.ChecksumSHA256).toBe(expected)

    const whole = await begin('whole', { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' })
    const pieces = [await send(whole, 1, one), await send(whole, 2, two)]
    const value = Buffer.alloc(4)
    value.writeUInt32BE(crc32(Buffer.concat([one, two])))
    const wrong = { ChecksumCRC32: 'AAAAAA==', ChecksumType: 'FULL_OBJECT' }
    expect((await refusalOf(complete(whole, pieces, wrong))).status).toBe(400)
    const right = { ChecksumCRC32: value.toString('base64'), ChecksumType: 'FULL_OBJECT' }
    expect(await complete(whole, pieces, right)).toMatchObject(right)
  })

  it('stream 200 MB up in parts and down again with flat memory', async () => {
    // AmazonS3 API_UploadPart with STREAMING-UNSIGNED-PAYLOAD-TRAILER, API_GetObject
    const piece = randomBytes(mebibyte)
    const total = 200
    const body = () =>
      Readable.from(
        (function* () {
          for (let n = 0; n < total / 2; n++) yield piece
        })(),
        { objectMode: false },
      )
    // What is held, not what waits to be collected.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const held = () => {
      collect()
      const { arrayBuffers, heapUsed } = process.memoryUsage()
      return arrayBuffers + heapUsed
    }
    const before = held()
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, held())), 100)
    const at = await begin('large')
    const parts: CompletedPart[] = []
    for (const PartNumber of [1, 2]) {
      const ask = { ...at, PartNumber, Body: body(), ContentLength: (total / 2) * mebibyte }
      const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand(ask))
      parts.push({ PartNumber, ETag, ChecksumCRC32 })
    }
    await complete(at, parts)
    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'large' }))
    const sum = createHash('md5')
    let size = 0
    for await (const chunk of got.Body as AsyncIterable<Buffer>) {
      size += chunk.length
      sum.update(chunk)
    }
    clearInterval(watch)
    const expected = createHash('md5')
    for (let n = 0; n < total; n++) expected.update(piece)
    expect(size).toBe(total * mebibyte)
    expect(sum.digest('hex')).toBe(expected.digest('hex'))
    expect((peak - before) / mebibyte).toBeLessThan(60)
  })
})
