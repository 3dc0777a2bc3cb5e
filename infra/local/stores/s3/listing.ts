import { invalidArgument, noSuchBucket } from '../failure.ts'
import { sendXml } from '../exchange.ts'
import { encodeStrictly } from '../access/signature.ts'
import { xmlDocument } from '../xml.ts'
import type { ListedObject } from '../catalogue.ts'
import type { Exchange, Warehouse } from '../exchange.ts'

/** ListObjectsV2. Source: AmazonS3 API_ListObjectsV2. */

/** Where a page begins: at a key or just after it, in the order of UTF-8 bytes. */
export type Start = { from: string; inclusive: boolean }

export type Page<Item> = { contents: Item[]; commonPrefixes: string[]; next: Start | null }

export type Seek<Item> = (start: Start, upTo: string | null, limit: number) => Item[]

/** The first string after all that begin with a prefix; null when there is none (the empty prefix, or the last code point). */
export function successor(prefix: string): string | null {
  const points = [...prefix]
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) as number
    if (point === 0x10ffff) continue
    // The surrogates are no characters: UTF-8 goes from U+D7FF to U+E000.
    return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1)
  }
  return null
}

/** Order of two keys by their UTF-8 bytes. */
export const byBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right))

/**
 * One page: keys with the prefix, those with the delimiter after it rolled up to one common prefix each.
 * Keys and prefixes both count towards `limit`. A rolled-up folder is jumped over by one seek, at any number of keys.
 */
export function listPage<Item extends { key: string }>(
  seek: Seek<Item>,
  options: { prefix: string; delimiter: string; start: Start | null; limit: number },
): Page<Item> {
  const { prefix, delimiter, limit } = options
  const page: Page<Item> = { contents: [], commonPrefixes: [], next: null }
  const upTo = prefix === '' ? null : successor(prefix)
  const early = options.start === null || byBytes(options.start.from, prefix) < 0
  let start: Start = early || options.start === null ? { from: prefix, inclusive: true } : options.start
  if (limit === 0) return page
  let last: Start | null = start
  const room = (): number => limit - page.contents.length - page.commonPrefixes.length
  for (;;) {
    const wanted = room() + 1
    const items = seek(start, upTo, wanted)
    let jumped = false
    for (const item of items) {
      if (room() === 0) return { ...page, next: last }
      const cut = delimiter === '' ? -1 : item.key.indexOf(delimiter, prefix.length)
      if (cut < 0) {
        page.contents.push(item)
        last = { from: item.key, inclusive: false }
        start = last
        continue
      }
      const folder = item.key.slice(0, cut + delimiter.length)
      page.commonPrefixes.push(folder)
      const after = successor(folder)
      if (after === null) return page
      last = { from: after, inclusive: true }
      start = last
      jumped = true
      break
    }
    if (!jumped && items.length < wanted) return page
  }
}

const toToken = (start: Start): string =>
  Buffer.from((start.inclusive ? '=' : '>') + start.from, 'utf8').toString('base64url')

function fromToken(token: string): Start {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  if (!/^[=>]/.test(text)) throw invalidArgument('The continuation token provided is incorrect')
  return { from: text.slice(1), inclusive: text.startsWith('=') }
}

/** Answers `GET /bucket?list-type=2`. */
export function listObjects(house: Warehouse, exchange: Exchange): void {
  const { bucket, query } = exchange
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const context: Record<string, string> = { 's3:prefix': prefix }
  if (delimiter) context['s3:delimiter'] = delimiter
  exchange.require('s3:ListBucket', { key: null, context })
  if (!house.catalogue.hasBucket(bucket)) throw noSuchBucket(bucket)
  const asked = Number(query.get('max-keys') ?? 1000)
  if (!Number.isInteger(asked) || asked < 0)
    throw invalidArgument('Argument maxKeys must be an integer between 0 and 2147483647')
  const token = query.get('continuation-token')
  const startAfter = query.get('start-after')
  const limit = Math.min(asked, 1000)
  const encodes = query.get('encoding-type') === 'url'
  const name = (text: string): string => (encodes ? encodeStrictly(text).replace(/%2F/g, '/') : text)
  const start = token ? fromToken(token) : startAfter ? { from: startAfter, inclusive: false } : null
  const seek: Seek<ListedObject> = (at, upTo, count) =>
    house.catalogue.listObjects(bucket, at.from, at.inclusive, upTo, count)
  const page = listPage(seek, { prefix, delimiter, start, limit })
  sendXml(
    exchange,
    200,
    xmlDocument(
      'ListBucketResult',
      {
        Name: bucket,
        Prefix: name(prefix),
        Delimiter: delimiter ? name(delimiter) : undefined,
        StartAfter: startAfter === undefined ? undefined : name(startAfter),
        MaxKeys: limit,
        EncodingType: encodes ? 'url' : undefined,
        KeyCount: page.contents.length + page.commonPrefixes.length,
        IsTruncated: page.next !== null,
        ContinuationToken: token,
        NextContinuationToken: page.next ? toToken(page.next) : undefined,
        Contents: page.contents.map((item) => ({
          Key: name(item.key),
          LastModified: new Date(item.modified).toISOString(),
          ETag: `"${item.etag}"`,
          ChecksumAlgorithm: item.checksum?.algorithm,
          ChecksumType: item.checksum?.type,
          Size: item.size,
          StorageClass: 'STANDARD',
        })),
        CommonPrefixes: page.commonPrefixes.map((folder) => ({ Prefix: name(folder) })),
      },
      'http://s3.amazonaws.com/doc/2006-03-01/',
    ),
  )
}
