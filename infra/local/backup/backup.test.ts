import { createServer } from 'node:http'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionUser, signIn, signOut } from '#shared/identity/identity.calls.ts'
import { sealKey } from '#shared/identity/signIn/signIn.calls.ts'
import { handler as walk } from '#functions/identity/identity.canary.ts'
import { startCloud } from '../Cloud.ts'
import { compare, restoreAll, saveAll } from './backup.ts'
import { storesOf, wipe } from './drill.testing.ts'
import type { Cloud } from '../Cloud.ts'
import type { Stores } from './backup.ts'

const dir = mkdtempSync(join(tmpdir(), 'qinghe-backup-'))
const webDir = join(dir, 'web')
const password = 'a-password-of-24-letters'
let cloud: Cloud
let stores: Stores

beforeAll(async () => {
  mkdirSync(webDir)
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><div id="root"></div>')
  cloud = await startCloud({ dataDir: join(dir, 'data'), port: 0, demo: false, quiet: true, webDir })
  // A first call builds and loads the room's function; the canary's patience is for the cloud.
  await Promise.all(['/timestamp', '/api/no/such/call'].map((path) => fetch(`${cloud.address}${path}`)))
  Object.assign(process.env, { ADDRESS: cloud.address, CANARY_PASSWORD: password })
  stores = storesOf(cloud)
})
afterAll(async () => {
  stores.dynamo.destroy()
  stores.s3.destroy()
  await cloud.close()
  rmSync(dir, { recursive: true, force: true })
})

it('the canary walks the main path, and says at which step it stopped', async () => {
  for (let i = 0; i < 3; i++) await expect(walk()).rejects.toThrow('the canary stopped at signing in')
  // What it failed at before it was opened is forgotten, or it would be asked for puzzles.
  const open = () => cloud.invoke('identity-work', { order: 'openCanary', password })
  expect(await open()).toEqual({ done: true })
  expect(await walk()).toEqual({ walked: true })
  expect(await open()).toEqual({ done: true })
  expect(await walk()).toEqual({ walked: true })
  writeFileSync(join(webDir, 'index.html'), 'nothing')
  await expect(walk()).rejects.toThrow('the canary stopped at the document')
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><div id="root"></div>')
  expect(cloud.denials).toEqual([])
})

/** The site as an edge that has one fault: what this answers for a request stands for the site's answer. */
const faulty = async (answers: (path: string, body: string) => { status?: number; body?: string } | null) => {
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? ''
      const init = { method: request.method!, headers: { ...(request.headers as Record<string, string>) } }
      delete init.headers['connection']
      const sent = await buffer(request)
      const real = await fetch(`${cloud.address}${path}`, { ...init, ...(sent.length > 0 ? { body: sent } : {}) })
      const body = await real.text()
      const other = answers(path, body)
      response.writeHead(other?.status ?? real.status, { 'content-type': real.headers.get('content-type') ?? '' })
      response.end(other?.body ?? body)
    })()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  process.env['ADDRESS'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await walk().then(
      () => 'walked',
      (error: Error) => /stopped at ([^:]+)/.exec(error.message)?.[1],
    )
  } finally {
    process.env['ADDRESS'] = cloud.address
    server.close()
  }
}

it('the canary sees what breaks at each of its steps', async () => {
  const at = (call: { path: string }, answer: { status?: number; body?: string }) => (path: string) =>
    path.startsWith(call.path) ? answer : null
  const fails = { status: 500, body: '{"status":20500,"data":null,"message":"x"}' }
  expect(await faulty(() => null)).toBe('walked')
  expect(await faulty(at({ path: '/sign-in' }, { body: '<p>maintenance</p>' }))).toBe('the document')
  expect(await faulty(at({ path: '/sign-in' }, { status: 503 }))).toBe('the document')
  // An edge that answers every 404 with the document hides what the API says.
  expect(await faulty(at({ path: '/api/no/such/call' }, { status: 200 }))).toBe('an unknown call')
  expect(await faulty(at(sealKey, fails))).toBe('signing in')
  expect(await faulty(at(signIn, fails))).toBe('signing in')
  expect(await faulty(at(sessionUser, fails))).toBe('reading')
  const another = (path: string, body: string) =>
    path.startsWith(sessionUser.path) ? { body: body.replaceAll(/"canary[0-9a-f]+"/g, '"root"') } : null
  expect(await faulty(another)).toBe('reading')
  expect(await faulty(at(signOut, fails))).toBe('signing out')
})

it('the drill: all is saved, wiped and put back, to the byte, and people sign in as before', async () => {
  const order = { order: 'openRoot', accountName: 'root', password }
  expect(await cloud.invoke('identity-work', order)).toEqual({ done: true })
  expect(await cloud.invoke('identity-work', { order: 'openCanary', password })).toEqual({ done: true })
  const { dynamo, s3, bucket: Bucket } = stores
  // Every kind of value that a row may have, and more rows than a batch.
  const odd = { B: new Uint8Array([0, 255, 7]), SS: ['b', 'a'], L: [{ N: '1.50' }, { NULL: true }, { BOOL: false }] }
  for (let i = 0; i < 60; i++)
    await dynamo.send(
      new PutItemCommand({
        TableName: 'qinghe-exam',
        Item: {
          pk: { S: `drill#${i % 3}` },
          sk: { S: `row#${i}` },
          of: { M: { b: { B: odd.B }, s: { SS: odd.SS }, l: { L: odd.L }, 汉: { S: '𠮷' } } },
        },
      }),
    )
  const page = {
    ...{ Bucket, Key: 'ab/s:1/scan/页.jpg', ContentType: 'image/jpeg', Metadata: { page: '1' } },
    ...{ ContentDisposition: 'attachment; filename="a.jpg"', ContentEncoding: 'identity', CacheControl: 'no-store' },
  }
  await s3.send(new PutObjectCommand({ ...page, Body: Buffer.alloc(70_000, 5), Tagging: 'keep=30' }))
  await s3.send(new PutObjectCommand({ Bucket, Key: 'cd/p/empty', Body: '' }))
  await cloud.waitIdle()

  const copy = join(dir, 'copy')
  const manifest = await saveAll(stores, copy)
  expect(manifest.objects.count).toBe(2)
  expect(manifest.tables['exam']!.rows).toBe(60)
  expect(manifest.tables['identity']!.rows).toBeGreaterThan(3)
  expect(await compare(stores, copy)).toEqual([])
  await expect(restoreAll(stores, copy)).rejects.toThrow('is not empty')

  await wipe(stores)
  // One object is as bad as one row: two truths are worse than none.
  await s3.send(new PutObjectCommand({ Bucket, Key: 'cd/p/other', Body: 'x' }))
  await expect(restoreAll(stores, copy)).rejects.toThrow('the bucket is not empty: cd/p/other')
  await wipe(stores)
  // Half a copy, or one of another product, writes nothing.
  const manifestFile = join(copy, 'manifest.json')
  const told = readFileSync(manifestFile, 'utf8')
  rmSync(manifestFile)
  await expect(restoreAll(stores, copy)).rejects.toThrow('manifest.json')
  writeFileSync(manifestFile, told.replace('"exam":', '"exams":'))
  await expect(restoreAll(stores, copy)).rejects.toThrow('the copy has a table exams that is not here')
  writeFileSync(manifestFile, told)
  // And one that could not be made whole is half a copy.
  const broken = { ...stores, bucket: 'no-such-bucket' }
  await expect(saveAll(broken, join(dir, 'half'))).rejects.toThrow()
  await expect(restoreAll(stores, join(dir, 'half'))).rejects.toThrow('manifest.json')
  expect(await compare(stores, copy)).toContain('exam: 0 rows instead of 60')
  expect(await compare(stores, copy)).toContain('0 objects instead of 2')
  expect(await restoreAll(stores, copy)).toEqual([])

  // What is not as it was is found: one value, one byte, one tag.
  await s3.send(new PutObjectCommand({ ...page, Body: Buffer.alloc(70_000, 5), Tagging: 'keep=31' }))
  expect(await compare(stores, copy)).toEqual(['an object is not what it was'])
  await dynamo.send(
    new PutItemCommand({ TableName: 'qinghe-exam', Item: { pk: { S: 'drill#0' }, sk: { S: 'row#0' }, x: { N: '1' } } }),
  )
  expect(await compare(stores, copy)).toEqual(['exam: a row is not what it was', 'an object is not what it was'])

  // The keys in KMS were never in the copy: what they wrap opens as before.
  expect(await walk()).toEqual({ walked: true })
  expect(await cloud.invoke('identity-work', order)).toEqual({ done: false })
})
