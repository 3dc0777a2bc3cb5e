/**
 * Objects in the data bucket. Keys are ASCII: two hex digits that spread them, the tenant, the room, then the rest.
 * New content is a new key: `put` never replaces silently unless `replace` says so. How long an object lives is said by
 * its key (`lifeOfKey`); it is tagged so when it is made, and the bucket's rules do the rest. A key may name a piece of an
 * object (`shared/kit/piece.ts`): it is read, measured and signed as an object of its own would be.
 */
import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { lifeOfKey, lifeTag } from '#shared/kit/lifetime.ts'
import type { Life } from '#shared/kit/lifetime.ts'
import { pieceAddress, pieceKey, pieceOf, rangeHeader } from '#shared/kit/piece.ts'
import { attachment } from '#shared/kit/text.ts'
import { env, s3 } from './clients.ts'

export const bucket = (): string => env('DATA_BUCKET')

const segment = /^[A-Za-z0-9_.=-]{1,120}$/

/** `<2 hex>/<tenant>/<room>/<path…>`; refuses any segment that is no plain word, so nothing climbs out. */
export const objectKey = (spread: string, tenant: string, room: string, ...path: string[]): string => {
  const hex = hash('sha256', spread, 'hex').slice(0, 2)
  const parts = [tenant.replace(':', '-'), room, ...path]
  for (const part of parts) {
    if (!segment.test(part) || part.startsWith('.')) throw new Error(`not a key segment: ${JSON.stringify(part)}`)
  }
  return [hex, ...parts].join('/')
}

/** What the keys of such a folder begin with. */
export const folderOf = (spread: string, tenant: string, room: string, ...path: string[]): string =>
  `${objectKey(spread, tenant, room, ...path)}/`

/**
 * What a job lays aside for its later steps, and removes when it is done: it may remove nothing else of its room's. `of`
 * is the object that it works on, so that erasing that finds it.
 */
export const asideKey = (jobId: string, tenant: string, room: string, of: string, ...path: string[]): string =>
  objectKey(jobId, tenant, room, of, 'export', 'aside', jobId, ...path)

/** What an object of this key is tagged with when it is made. */
export const taggingOf = (key: string): { Tagging?: string } => {
  const life = lifeOfKey(key)
  return life ? { Tagging: `${lifeTag}=${life}` } : {}
}

/** Tells an object that came without its life, of a client that knows of none. */
export const keepLife = async (key: string): Promise<void> => {
  const life = lifeOfKey(key)
  if (life) await endLife(key, life)
}

/** Gives an object a life from now on: what a call may not remove, the store does. One that is gone needs none. */
export const endLife = async (key: string, life: Life): Promise<void> => {
  const { PutObjectTaggingCommand } = await import('@aws-sdk/client-s3')
  const TagSet = [{ Key: lifeTag, Value: life }]
  await (
    await s3()
  )
    .send(new PutObjectTaggingCommand({ Bucket: bucket(), Key: key, Tagging: { TagSet } }))
    .catch((error: unknown) => {
      if (!missing(error)) throw error
    })
}

export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

export class ObjectMissing extends Error {
  override name = 'ObjectMissing'
}

/** Stores bytes; false when the key is taken (and `replace` is not set). The store checks the sha256. */
export const putObject = async (
  key: string,
  body: Uint8Array | string,
  options: { type?: string; replace?: boolean; name?: string } = {},
): Promise<boolean> => {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3')
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  try {
    await (
      await s3()
    ).send(
      new PutObjectCommand({
        Bucket: bucket(),
        Key: key,
        Body: bytes,
        ContentType: options.type ?? 'application/octet-stream',
        ChecksumSHA256: hash('sha256', bytes, 'base64'),
        ...taggingOf(key),
        ...(options.name ? { ContentDisposition: attachment(options.name) } : {}),
        ...(options.replace ? {} : { IfNoneMatch: '*' }),
      }),
    )
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'PreconditionFailed') return false
    throw error
  }
}

export const putJson = (key: string, value: unknown, options: { replace?: boolean } = {}): Promise<boolean> =>
  putObject(key, JSON.stringify(value), { ...options, type: 'application/json' })

/** A manifest of an `each`: one JSON value a line. */
export const putLines = (key: string, items: readonly unknown[]): Promise<boolean> =>
  putObject(key, items.map((i) => JSON.stringify(i)).join('\n'), { type: 'application/jsonl', replace: true })

/**
 * Stores pieces one after the other as one object; answers the key of each. The same bytes, meant twice, are one piece. The
 * object's name follows from its bytes (`keyFor` is given their digest), so an older object's pieces stay what they are.
 */
export const putPieces = async (
  pieces: readonly Uint8Array[],
  keyFor: (digest: string) => string,
): Promise<(piece: Uint8Array) => string> => {
  const whole = [...new Set(pieces)]
  const bytes = Buffer.concat(whole)
  const key = keyFor(sha256(bytes).slice(0, 16))
  if (bytes.length > 0) await putObject(key, bytes, { replace: true })
  const keys = new Map<Uint8Array, string>()
  let from = 0
  for (const piece of whole) {
    keys.set(piece, pieceKey(key, { from, to: from + piece.length - 1 }))
    from += piece.length
  }
  return (piece) => {
    const own = keys.get(piece)
    if (own === undefined) throw new Error(`no such piece of ${key}`)
    return own
  }
}

/**
 * A function may list only its own rooms' prefixes, and to such a caller S3 answers 403, not 404, for a key that is not
 * there: inside the own prefixes the two mean the same.
 */
const missing = (error: unknown): boolean =>
  error instanceof Error &&
  (['NoSuchKey', 'NotFound', 'AccessDenied', 'Forbidden', '403'].includes(error.name) ||
    // The answer to HEAD has no body that would name it.
    (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 403)

/** The object's key and the Range of what is asked of it. */
const objectOf = (key: string, range = pieceOf(key).range): { Bucket: string; Key: string; Range?: string } => ({
  Bucket: bucket(),
  Key: pieceOf(key).object,
  ...(range ? { Range: rangeHeader(range) } : {}),
})

export const getObject = async (key: string): Promise<Buffer> => {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3')
  try {
    const answer = await (await s3()).send(new GetObjectCommand(objectOf(key)))
    return Buffer.from(await answer.Body!.transformToByteArray())
  } catch (error) {
    if (missing(error)) throw new ObjectMissing(key)
    throw error
  }
}

/** A stream of an object's bytes, or of a part of them (inclusive offsets). */
export const openObject = async (key: string, range?: { from: number; to: number }): Promise<Readable> => {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3')
  try {
    const answer = await (await s3()).send(new GetObjectCommand(objectOf(key, range)))
    return answer.Body as Readable
  } catch (error) {
    if (missing(error)) throw new ObjectMissing(key)
    throw error
  }
}

export const getJson = async <T>(key: string): Promise<T> => JSON.parse((await getObject(key)).toString('utf8')) as T

/** Size in bytes, or null. */
export const sizeOf = async (key: string): Promise<number | null> => {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3')
  try {
    const answer = await (await s3()).send(new HeadObjectCommand(objectOf(key)))
    return answer.ContentLength ?? 0
  } catch (error) {
    if (missing(error)) return null
    throw error
  }
}

/** An upload is said to be what its reader found in it; the sender's type is not asked. */
const typeOfUpload = (key: string): { ResponseContentType?: string } => {
  const [, suffix] = /\/uploads\/.*\.(jpe?g|png)$/.exec(key) ?? []
  return suffix ? { ResponseContentType: suffix === 'png' ? 'image/png' : 'image/jpeg' } : {}
}

/**
 * A signed URL to read one object, or a piece of one, for some seconds; with a name it downloads under that name. That of
 * a piece is good for its bytes alone: a request for others is refused.
 */
export const signedUrl = async (key: string, options: { name?: string; seconds?: number } = {}): Promise<string> => {
  const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const { range } = pieceOf(key)
  const address = await getSignedUrl(
    await s3(),
    new GetObjectCommand({
      ...objectOf(key),
      ...typeOfUpload(key),
      ...(options.name ? { ResponseContentDisposition: attachment(options.name) } : {}),
    }),
    { expiresIn: options.seconds ?? 600 },
  )
  return range ? pieceAddress(address, range) : address
}
