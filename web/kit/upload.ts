/**
 * Files straight to S3 under granted credentials: small ones at once, big ones in parts, a few at a time, each tried
 * again when the line breaks. A key is put once: what is there under it was sent before, and its answer lost. What is done is kept by the caller, so that the same files go on where they stopped.
 */
import { serverNow, wait } from './ports.ts'
import { Sha256 } from '#shared/kit/sha256.ts'
import { sha256, signS3 } from './sigv4.ts'
import type { Credentials } from './sigv4.ts'

export type Place = {
  bucket: string
  region: string
  endpoint?: string | undefined
  /** Asked for before each request: an upload may outlive those that it began with. */
  credentials: () => Promise<Credentials>
  /** The fields of the form that the file is posted with, where it is not put under credentials. */
  form?: (() => Promise<Readonly<Record<string, string>>>) | undefined
  /** What the object is tagged with: how long it lives. */
  tagging?: string | undefined
  /** Bytes of a part, if not the usual. */
  each?: number
}
/** What is known of a file's way so far; plain data, kept between attempts. */
export type FileTrail = { sha256?: string; multipart?: { uploadId: string; etags: Record<number, string> } }

const partSize = 8 * 1024 * 1024
const tries = 6

/** An answer of S3 that trying again does not mend. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
}

const origin = ({ bucket, region, endpoint }: Place): { origin: string; prefix: string } =>
  endpoint
    ? { origin: endpoint.replace(/\/$/, ''), prefix: `/${bucket}` }
    : {
        origin: `https://${bucket}.s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
        prefix: '',
      }

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

type Send = {
  method: string
  key: string
  query?: Record<string, string>
  body?: ArrayBuffer | string
  hash?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}
/** Asks so often as there is hope; the request is made anew each time, with what it is allowed by then. */
const persistently = async (request: () => Promise<[url: string, init: RequestInit]>, signal?: AbortSignal) => {
  for (let attempt = 1; ; attempt++) {
    const [url, init] = await request()
    try {
      const response = await fetch(url, { ...init, signal })
      if (response.ok) return response
      // 409: another request of ours for the same key has not ended.
      if (response.status < 500 && ![408, 409, 429].includes(response.status))
        throw new UploadRefused(`S3 ${response.status}: ${await response.text()}`)
    } catch (error) {
      if (error instanceof UploadRefused || signal?.aborted || attempt === tries) throw error
    }
    if (attempt === tries) throw new Error('S3 does not answer')
    await wait(Math.min(16_000, 500 * 2 ** attempt), signal)
  }
}

const send = (place: Place, spec: Send): Promise<Response> => {
  const to = origin(place)
  return persistently(async () => {
    const signed = await signS3({
      method: spec.method,
      origin: to.origin,
      path: `${to.prefix}/${spec.key}`,
      query: spec.query,
      headers: spec.headers,
      payloadHash: spec.hash ?? emptyHash,
      region: place.region,
      credentials: await place.credentials(),
      // S3 refuses a computer whose clock is wrong.
      at: serverNow(),
    })
    return [signed.url, { ...signed, body: spec.body }]
  }, spec.signal)
}

const base64 = (digest: string): string =>
  btoa(String.fromCharCode(...(digest.match(/../g) ?? []).map((two) => parseInt(two, 16))))

/** A file of a form: the store holds it against its digest, and against the size that was granted. */
const post = async (place: Place, fields: () => Promise<Readonly<Record<string, string>>>, file: Blob, on: On) => {
  const to = origin(place)
  const hash = await sha256(await file.arrayBuffer())
  await persistently(async () => {
    const body = new FormData()
    for (const [name, value] of Object.entries(await fields())) body.append(name, value)
    body.append('x-amz-checksum-sha256', base64(hash))
    // Fields behind the file are not read.
    body.append('file', file)
    return [`${to.origin}${to.prefix === '' ? '/' : to.prefix}`, { method: 'POST', body }]
  }, on.signal)
  return hash
}

const tagged = ({ tagging }: Place): Record<string, string> => (tagging ? { 'x-amz-tagging': tagging } : {})

type On = {
  /** The bytes that are there. */
  sent: (bytes: number) => void
  kept: () => void
  /** Whether the object is there, whole. */
  there: () => Promise<boolean>
  signal?: AbortSignal
}

/** S3 makes an object only where none is: the grant allows nothing else. */
const once = { 'if-none-match': '*' }
/** It is there: an answer was lost. Whether it is what was meant is seen by its digest when it is read. */
const isThere = (error: unknown): boolean => error instanceof UploadRefused && error.message.startsWith('S3 412')

/** The parts of the upload are no more: it was completed, or swept. */
const isGone = (error: unknown): boolean => error instanceof UploadRefused && error.message.includes('NoSuchUpload')

/**
 * Uploads one file under its key; answers its sha256 in hex. `trail` is read and written as parts arrive (`kept` is
 * called after each).
 */
export const uploadFile = async (place: Place, file: Blob, key: string, trail: FileTrail, on: On): Promise<string> => {
  if (trail.sha256) {
    on.sent(file.size)
    return trail.sha256
  }
  try {
    return await sendFile(place, file, key, trail, on)
  } catch (error) {
    if (!isGone(error) || !trail.multipart) throw error
    // What is not completed for days is swept: the file begins anew.
    delete trail.multipart
    on.kept()
    return sendFile(place, file, key, trail, on)
  }
}

const sendFile = async (place: Place, file: Blob, key: string, trail: FileTrail, on: On): Promise<string> => {
  const { signal } = on
  const each = place.each ?? partSize
  if (place.form || file.size <= each) {
    const put = async (): Promise<string> => {
      const body = await file.arrayBuffer()
      const hash = await sha256(body)
      const headers = { ...tagged(place), ...once }
      await send(place, { method: 'PUT', key, body, hash, headers, signal }).catch((error: unknown) => {
        if (!isThere(error)) throw error
      })
      return hash
    }
    const hash = await (place.form ? post(place, place.form, file, on) : put())
    trail.sha256 = hash
    on.sent(file.size)
    on.kept()
    return hash
  }
  if (!trail.multipart) {
    const answer = await send(place, { method: 'POST', key, query: { uploads: '' }, headers: tagged(place), signal })
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text())?.[1]
    if (!uploadId) throw new UploadRefused('no upload id')
    trail.multipart = { uploadId, etags: {} }
    on.kept()
  }
  const { uploadId, etags } = trail.multipart
  const count = Math.ceil(file.size / each)
  const whole = new Sha256()
  let there = 0
  const flying = new Set<Promise<void>>()
  const put = async (n: number): Promise<void> => {
    // Read in order, since the whole file's hash needs it; three parts are on their way at a time.
    const body = await file.slice((n - 1) * each, n * each).arrayBuffer()
    whole.update(new Uint8Array(body))
    const arrived = (): void => on.sent((there += body.byteLength))
    if (etags[n]) return arrived()
    const part = sha256(body)
      .then((hash) =>
        send(place, { method: 'PUT', key, query: { partNumber: String(n), uploadId }, body, hash, signal }),
      )
      .then((answer) => {
        etags[n] = answer.headers.get('etag') ?? ''
        arrived()
        on.kept()
      })
    const flight: Promise<void> = part.finally(() => flying.delete(flight))
    flight.catch(() => undefined)
    flying.add(flight)
    if (flying.size >= 3) await Promise.race(flying)
  }
  try {
    for (let n = 1; n <= count; n++) await put(n)
    await Promise.all(flying)
  } catch (error) {
    // None of them writes into what comes after.
    await Promise.allSettled(flying)
    throw error
  }
  const list = Array.from(
    { length: count },
    (_, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etags[i + 1]!.replaceAll('"', '&quot;')}</ETag></Part>`,
  ).join('')
  const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list}</CompleteMultipartUpload>`
  const hash = await sha256(new TextEncoder().encode(body))
  try {
    const answer = await send(place, { method: 'POST', key, query: { uploadId }, body, hash, headers: once, signal })
    // S3 may answer 200 and say in the body that it failed: the parts are there, and it may be asked again.
    const said = await answer.text()
    if (said.includes('<Error>')) throw new Error(said)
  } catch (error) {
    // A first answer may have been lost: then the upload is no more, and the object is there.
    if (!isThere(error) && (!isGone(error) || !(await on.there()))) throw error
  }
  trail.sha256 = whole.digest()
  on.kept()
  return trail.sha256
}
