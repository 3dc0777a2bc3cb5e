/** What an erasure needs of the stores beside rows: what lies under a room's part of the bucket, and its removal. */
import { anonymous } from '#shared/kit/anonymous.ts'
import type { Known } from '#shared/kit/anonymous.ts'
import { pieceOf } from '#shared/kit/piece.ts'
import { s3 } from './clients.ts'
import { bucket, getObject, ObjectMissing, putObject } from './objects.ts'
import { inTurns, inPieces } from './turns.ts'
import { zipMembers } from './zip.reader.ts'

const spreads = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

/** The keys that begin so, in one spread. */
export const keysFrom = async (prefix: string): Promise<string[]> => {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
  const client = await s3()
  const found: string[] = []
  let token: string | undefined
  do {
    const answer = await client.send(
      new ListObjectsV2Command({ Bucket: bucket(), Prefix: prefix, ...(token ? { ContinuationToken: token } : {}) }),
    )
    for (const o of answer.Contents ?? []) if (o.Key) found.push(o.Key)
    token = answer.NextContinuationToken
  } while (token)
  return found
}

/** The keys under `<2 hex>/<tenant>/<path…>`, of all 256 spreads. */
export const keysUnder = async (tenant: string, ...path: string[]): Promise<string[]> => {
  const within = [tenant.replace(':', '-'), ...path].join('/')
  return (await inTurns(spreads, 16, (hex) => keysFrom(`${hex}/${within}/`))).flat()
}

/** One object (whole where a piece is named), all whose keys begin so, or all of a tenant's folder in every spread. */
export type ObjectsAt =
  | { readonly key: string }
  | { readonly prefix: string }
  | { readonly tenant: string; readonly folder: readonly string[] }

const keysAt = async (at: ObjectsAt): Promise<string[]> => {
  if ('key' in at) return [pieceOf(at.key).object]
  return 'prefix' in at ? keysFrom(at.prefix) : keysUnder(at.tenant, ...at.folder)
}

/** Removes all that lies there, a thousand by a request; what is gone already is gone. */
export const removeAt = async (places: readonly ObjectsAt[]): Promise<void> => {
  if (places.length === 0) return
  const { DeleteObjectsCommand } = await import('@aws-sdk/client-s3')
  const client = await s3()
  const keys = [...new Set((await inTurns(places, 32, keysAt)).flat())]
  for (const piece of inPieces(keys, 1000)) {
    const Objects = piece.map((Key) => ({ Key }))
    const { Errors } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket(), Delete: { Objects, Quiet: true } }),
    )
    if (Errors?.length) throw new Error(`${Errors.length} objects could not be removed: ${Errors[0]!.Code}`)
  }
}

/** Removes objects, whole where a piece is named; one that is gone already is gone. The bucket's older versions follow in 30 days. */
export const removeObjects = async (named: readonly string[]): Promise<void> => {
  const keys = [...new Set(named.map((key) => pieceOf(key).object))]
  const { DeleteObjectCommand } = await import('@aws-sdk/client-s3')
  const client = await s3()
  await inTurns(keys, 16, (Key) => client.send(new DeleteObjectCommand({ Bucket: bucket(), Key })))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * JSON, or lines of it, without the student; null where nothing had to be taken out; undefined where it is neither. Not a
 * byte moves: lines are read by their offsets.
 */
const withoutIn = (text: string, known: Known): string | null | undefined => {
  const whole = parsed(text)
  if (whole !== undefined) {
    const clean = anonymous(whole, known)
    return clean === whole ? null : JSON.stringify(clean)
  }
  let changed = false
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const value = line === '' ? null : parsed(line)
    if (value === undefined) return undefined
    const clean = anonymous(value, known)
    changed ||= clean !== value
    lines.push(clean === value ? line : JSON.stringify(clean))
  }
  return changed ? lines.join('\n') : null
}

/** Takes a student's name and number out of a JSON object, in place. @throws for an object that is no JSON. */
export const anonymiseObject = async (key: string, known: Known): Promise<boolean> => {
  let text: string
  try {
    text = (await getObject(key)).toString('utf8')
  } catch (error) {
    if (error instanceof ObjectMissing) return false
    throw error
  }
  const clean = withoutIn(text, known)
  if (clean === undefined)
    throw new Error(`${key.split('/').slice(2, 4).join('/')}: not JSON, a student cannot be taken out`)
  if (clean === null) return false
  return putObject(key, clean, { type: 'application/json', replace: true })
}

/** Whether pieces hold one of the texts, across their ends too. */
const piecesHold = async (pieces: AsyncIterable<Buffer>, texts: readonly string[]): Promise<boolean> => {
  const overlap = Math.max(0, ...texts.map((t) => Buffer.byteLength(t) - 1))
  let before = Buffer.alloc(0)
  for await (const piece of pieces) {
    const both = Buffer.concat([before, piece])
    if (texts.some((t) => both.includes(t, 0, 'utf8'))) return true
    before = both.subarray(Math.max(0, both.length - overlap))
  }
  return false
}

/** Whether the bytes hold one of the texts, also inside of a zip (xlsx is one). */
export const bytesHold = async (bytes: Buffer, texts: readonly string[]): Promise<boolean> => {
  if (texts.some((t) => bytes.includes(t, 0, 'utf8'))) return true
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') {
    const text = new TextDecoder('gb18030').decode(bytes)
    return texts.some((t) => text.includes(t))
  }
  for await (const member of zipMembers(bytes)) if (await piecesHold(member.pieces(), texts)) return true
  return false
}
