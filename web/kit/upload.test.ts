/** Files on their way to the store, with the line broken where it hurts: nothing is sent twice that is there. */
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uploadFile } from './upload.ts'
import type { FileTrail } from './upload.ts'

const each = 5000
const bytes = Buffer.alloc(2 * each + 1000, 'abcdefg')
const file = new Blob([bytes])
const hash = createHash('sha256').update(bytes).digest('hex')

/** A store of multipart uploads as S3 is one, and what went wrong on the line. */
const s3 = () => {
  const parts = new Map<string, Map<number, number>>()
  const objects = new Map<string, number>()
  const asked: string[] = []
  /** Parts that arrived. */
  const arrived: string[] = []
  let uploads = 0
  const text = (status: number, body: string, headers = {}) => new Response(body, { status, headers })
  const answer = (method: string, url: URL, size: number, once: boolean): Response => {
    const id = url.searchParams.get('uploadId')
    if (url.searchParams.has('uploads')) {
      parts.set(`u${++uploads}`, new Map())
      return text(200, `<UploadId>u${uploads}</UploadId>`)
    }
    const own = id === null ? undefined : parts.get(id)
    if (id !== null && !own) return text(404, '<Error><Code>NoSuchUpload</Code></Error>')
    if (method === 'PUT' && own) {
      own.set(Number(url.searchParams.get('partNumber')), size)
      arrived.push(url.searchParams.get('partNumber')!)
      return text(200, '', { etag: `"e${url.searchParams.get('partNumber')}"` })
    }
    if (!once) return text(403, '<Error><Code>AccessDenied</Code></Error>')
    if (objects.has(url.pathname)) return text(412, '<Error><Code>PreconditionFailed</Code></Error>')
    if (own) {
      objects.set(
        url.pathname,
        [...own.values()].reduce((a, b) => a + b, 0),
      )
      parts.delete(id!)
      return text(200, '<CompleteMultipartUploadResult/>')
    }
    objects.set(url.pathname, size)
    return text(200, '')
  }
  /** What happens to the n-th request: nothing, never there, or there and the answer lost. */
  const line: { at: (n: number) => 'lost' | 'unheard' | undefined } = { at: () => undefined }
  type Init = { method: string; headers: Record<string, string>; body?: ArrayBuffer | string }
  const fetch = async (to: string, init: Init): Promise<Response> => {
    const url = new URL(to)
    const what = url.searchParams.get('partNumber') ?? (url.searchParams.has('uploads') ? 'begin' : 'end')
    asked.push(what)
    const fate = line.at(asked.length)
    if (fate === 'unheard') throw new TypeError('network')
    const size = typeof init.body === 'string' ? 0 : (init.body?.byteLength ?? 0)
    const once = init.headers['if-none-match'] === '*' && init.headers['authorization']!.includes('if-none-match')
    const done = answer(init.method, url, size, once)
    if (fate === 'lost') throw new TypeError('network')
    return done
  }
  return { parts, objects, asked, arrived, line, fetch }
}

let store = s3()
beforeEach(() => {
  store = s3()
  vi.stubGlobal('fetch', store.fetch)
  // The test does not wait for the line to come back.
  vi.stubGlobal('setTimeout', (run: () => void) => queueMicrotask(run))
})
afterEach(() => vi.unstubAllGlobals())

const credentials = async () => ({ accessKeyId: 'k', secretAccessKey: 's', sessionToken: 't' })
const place = { bucket: 'b', region: 'r', endpoint: 'http://127.0.0.1', credentials, each }
const send = (trail: FileTrail, signal?: AbortSignal, of: Blob = file) => {
  const there = async () => store.objects.has('/b/key')
  return uploadFile(place, of, 'key', trail, {
    sent: () => undefined,
    kept: () => undefined,
    there,
    ...(signal ? { signal } : {}),
  })
}
/** As it lies in the browser's store between two visits. */
const reloaded = (trail: FileTrail): FileTrail => JSON.parse(JSON.stringify(trail)) as FileTrail

it('goes on behind the parts that are there, after the page was left in the middle', async () => {
  const trail: FileTrail = {}
  const left = new AbortController()
  store.line.at = (n) => {
    if (n < 4) return undefined
    left.abort()
    return 'unheard'
  }
  await expect(send(trail, left.signal)).rejects.toThrow()
  expect(Object.keys(trail.multipart!.etags).length).toBe(2)
  store.line.at = () => undefined
  const again = reloaded(trail)
  expect(await send(again)).toBe(hash)
  expect(store.arrived.toSorted()).toEqual(['1', '2', '3'])
  expect(store.asked.filter((what) => what === 'begin').length).toBe(1)
  expect(store.objects.get('/b/key')).toBe(bytes.length)
  // Whole: nothing is asked of the store any more.
  expect(await send(reloaded(again))).toBe(hash)
  expect(store.asked.length).toBe(6)
})

it.each([1, 2, 3, 4, 5])('ends well where the answer to request %i is lost, or the request itself', async (at) => {
  for (const fate of ['lost', 'unheard'] as const) {
    store = s3()
    vi.stubGlobal('fetch', store.fetch)
    store.line.at = (n) => (n === at ? fate : undefined)
    expect(await send({})).toBe(hash)
    expect([...store.objects.values()]).toEqual([bytes.length])
  }
})

it('begins a file anew whose parts were swept, and takes one that was completed as there', async () => {
  const trail: FileTrail = { multipart: { uploadId: 'swept', etags: { 1: '"e1"', 2: '"e2"' } } }
  expect(await send(trail)).toBe(hash)
  expect([store.asked.slice(0, 2), store.arrived.toSorted()]).toEqual([
    ['3', 'begin'],
    ['1', '2', '3'],
  ])
  const told: FileTrail = { multipart: { uploadId: 'u1', etags: { 1: '"e1"', 2: '"e2"', 3: '"e3"' } } }
  store.asked.length = 0
  expect(await send(told)).toBe(hash)
  expect(store.asked).toEqual(['end'])
})

it('sends a small file at once, and once', async () => {
  const small = new Blob([bytes.subarray(0, 1000)])
  const trail: FileTrail = {}
  const own = createHash('sha256').update(bytes.subarray(0, 1000)).digest('hex')
  expect([await send(trail, undefined, small), await send(reloaded(trail), undefined, small)]).toEqual([own, own])
  expect(store.asked).toEqual(['end'])
  // The answer is lost: what is there is not put again, and is what was sent.
  store.objects.clear()
  store.line.at = (n) => (n === 2 ? 'lost' : undefined)
  expect(await send({}, undefined, small)).toBe(own)
  expect([store.asked.length, store.objects.size]).toEqual([3, 1])
})
