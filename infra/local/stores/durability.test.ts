import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { randomBytes } from 'node:crypto'
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { againstAws, localKey, localSecrets, temporaryFolder } from './conformance.ts'
import { startS3 } from './s3/S3.ts'
import type { Running } from './stores.types.ts'

// What only the stand-in has to prove: its files.
const home = temporaryFolder()
const Bucket = 'files'
let running: Running
let client: S3Client

const clientOf = ({ endpoint }: { endpoint: string }) =>
  new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: localKey,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
const start = async () => {
  running = await startS3({ dataDir: home.folder, secretOf: localSecrets, buckets: [Bucket] })
  client = clientOf(running)
}
const stop = async () => {
  client.destroy()
  await running.close()
}
const kept = () =>
  readdirSync(join(home.folder, 's3/files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length
const incoming = () => readdirSync(join(home.folder, 's3/incoming')).length

describe.runIf(!againstAws)('the files of the local S3', () => {
  beforeAll(start)
  afterAll(async () => {
    await stop()
    home.remove()
  })

  it('stay for a reader that began before they were replaced, then go', async () => {
    const Key = 'read'
    const bytes = randomBytes(11 * 1024 * 1024)
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    const Parts = []
    for (const PartNumber of [1, 2]) {
      const Body = bytes.subarray((PartNumber - 1) * 6_000_000, PartNumber === 1 ? 6_000_000 : bytes.length)
      const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
      Parts.push({ PartNumber, ETag })
    }
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'new' }))
    expect(kept()).toBe(3)
    expect(Buffer.compare((await Body?.transformToByteArray()) as Uint8Array, bytes)).toBe(0)
    await expect.poll(kept).toBe(1)
    await client.send(new DeleteObjectCommand({ Bucket, Key }))
    expect(kept()).toBe(0)
  })

  it('of an upload that broke off are not there', async () => {
    const Key = 'broken'
    const url = new URL(await getSignedUrl(client, new PutObjectCommand({ Bucket, Key })))
    const socket = createConnection(running.port, '127.0.0.1')
    socket.write(
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 1000\r\n\r\nten bytes.`,
    )
    await expect.poll(incoming).toBe(1)
    socket.destroy()
    await expect.poll(incoming).toBe(0)
    expect(kept()).toBe(0)
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
  })

  it('never lie outside the folder, at any key', async () => {
    const keys = ['../../../outside', '..', '/etc/passwd', 'a/../../b', 'C:\\x', 'nul\u0001']
    for (const Key of keys) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
    const listed = await client.send(new ListObjectsV2Command({ Bucket }))
    expect(listed.Contents?.map(({ Key }) => Key)).toEqual([...keys].sort())
    expect(kept()).toBe(keys.length)
    expect(existsSync(join(home.folder, 'outside'))).toBe(false)
    for (const Key of keys) await client.send(new DeleteObjectCommand({ Bucket, Key }))
  })

  it('that no row names are swept at the next start', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'named', Body: 'x' }))
    await stop()
    writeFileSync(join(home.folder, 's3/files/ab', 'ab'.repeat(32)), 'left by a killed process')
    await start()
    expect(kept()).toBe(1)
    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'named' }))
    expect(await got.Body?.transformToString()).toBe('x')
  })

  it('and their rows outlive a kill', async () => {
    await stop()
    const script = `
      import { startS3 } from ${JSON.stringify(fileURLToPath(new URL('s3/S3.ts', import.meta.url)))}
      const s3 = await startS3({ dataDir: ${JSON.stringify(home.folder)}, secretOf: () => (${JSON.stringify(localKey)}) })
      console.log(s3.endpoint)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const remote = clientOf({ endpoint: line.toString().trim() })
    let written = 0
    const writing = (async () => {
      for (; ; written++)
        await remote.send(new PutObjectCommand({ Bucket, Key: `kill/${written}`, Body: `body ${written}` }))
    })().catch(() => undefined)
    while (written < 10) await sleep(20)
    child.kill('SIGKILL')
    await writing
    remote.destroy()
    await start()
    expect(written).toBeGreaterThan(0)
    for (let n = 0; n < written; n++) {
      const got = await client.send(new GetObjectCommand({ Bucket, Key: `kill/${n}` }))
      expect(await got.Body?.transformToString()).toBe(`body ${n}`)
    }
  })
})
