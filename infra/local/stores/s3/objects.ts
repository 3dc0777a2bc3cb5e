import { pipeline } from 'node:stream/promises'
import { claimOf, receiveFile, receiveText } from './body.ts'
import { judgeRead, judgeWrite, readRange } from '../dynamo/conditions.ts'
import { checkTags, checksumHeaders, describe, making, readXml, s3Namespace, sendEmpty, sendXml } from '../exchange.ts'
import { accessDenied, invalidArgument, malformedXml, noSuchBucket, noSuchKey } from '../failure.ts'
import { childrenOf, textOf, xmlDocument } from '../xml.ts'
import type { Description, StoredObject } from '../catalogue.ts'
import type { Exchange, Warehouse } from '../exchange.ts'
import type { Segment } from '../shelf.ts'

/** Answers `PUT /bucket/key`. Source: AmazonS3 API_PutObject. */
export async function putObject(house: Warehouse, exchange: Exchange): Promise<void> {
  const { bucket, key, headers } = exchange
  exchange.require('s3:PutObject', making(headers))
  if (headers['x-amz-tagging']) exchange.require('s3:PutObjectTagging')
  if (!house.catalogue.hasBucket(bucket)) throw noSuchBucket(bucket)
  const description = describe(headers)
  const incoming = house.shelf.incoming()
  const received = await receiveFile(exchange.request, incoming, claimOf(headers, exchange.signer.payload))
  const stored = await commitFile(house, exchange, { incoming, bucket, key, description, received })
  house.emit('ObjectCreated:Put', exchange, stored)
  sendEmpty(exchange, 200, { etag: `"${stored.etag}"`, ...checksumHeaders(stored.checksum) })
}

/** Puts received bytes in place as one object, if the conditions of the write hold at this moment. */
export async function commitFile(
  house: Warehouse,
  exchange: Pick<Exchange, 'headers'>,
  file: {
    incoming: string
    bucket: string
    key: string
    description: Description
    received: Awaited<ReturnType<typeof receiveFile>>
  },
): Promise<StoredObject> {
  const { bucket, key, received } = file
  const segments: Segment[] = [{ file: house.shelf.keep(file.incoming, bucket, key), size: received.size }]
  const stored: StoredObject = {
    ...file.description,
    bucket,
    key,
    etag: received.md5,
    size: received.size,
    modified: house.now(),
    parts: 0,
    checksum: received.checksum && { ...received.checksum, type: 'FULL_OBJECT' },
    segments,
  }
  await commitObject(house, exchange.headers, stored)
  return stored
}

/** Writes an object's row; on any refusal its files go, on success those that it replaces. */
export async function commitObject(
  house: Warehouse,
  headers: Record<string, string | undefined>,
  stored: StoredObject,
): Promise<void> {
  let freed: Segment[]
  try {
    freed = house.catalogue.transaction(() => {
      if (!house.catalogue.hasBucket(stored.bucket)) throw noSuchBucket(stored.bucket)
      judgeWrite(headers, stored.key, house.catalogue.object(stored.bucket, stored.key))
      return house.catalogue.putObject(stored)
    })
  } catch (error) {
    await house.shelf.discard(stored.segments)
    throw error
  }
  await house.shelf.discard(freed)
}

/** Finds an object for a reader. One who may not list is not told that a key is missing: AccessDenied, as S3 does. */
export function findObject(
  house: Warehouse,
  exchange: Exchange,
  action: string,
  bucket: string,
  key: string,
): StoredObject {
  exchange.require(action, { bucket, key })
  if (!house.catalogue.hasBucket(bucket)) throw noSuchBucket(bucket)
  const stored = house.catalogue.object(bucket, key)
  if (stored) return stored
  if (!exchange.may('s3:ListBucket', { bucket, key: null })) throw accessDenied()
  throw noSuchKey(key)
}

const overrides = [
  'content-type',
  'content-language',
  'expires',
  'cache-control',
  'content-disposition',
  'content-encoding',
]

function answerHeaders(exchange: Exchange, stored: StoredObject): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'binary/octet-stream',
    ...stored.headers,
    etag: `"${stored.etag}"`,
    'last-modified': new Date(stored.modified).toUTCString(),
    'accept-ranges': 'bytes',
  }
  for (const [name, value] of Object.entries(stored.metadata)) headers[`x-amz-meta-${name}`] = value
  const tags = Object.keys(stored.tags).length
  if (tags > 0) headers['x-amz-tagging-count'] = String(tags)
  for (const name of overrides) {
    const value = exchange.query.get(`response-${name}`)
    if (value === undefined) continue
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw invalidArgument(`response-${name} is not a header value`)
    headers[name] = value
  }
  return headers
}

/** Answers `GET` and `HEAD /bucket/key`. Source: AmazonS3 API_GetObject, API_HeadObject. */
export async function getObject(house: Warehouse, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  const stored = findObject(house, exchange, 's3:GetObject', exchange.bucket, exchange.key)
  const headers = answerHeaders(exchange, stored)
  if (judgeRead(exchange.headers, stored) === 'unchanged') {
    const { etag, 'last-modified': modified } = headers
    return sendEmpty(exchange, 304, { etag: etag as string, 'last-modified': modified as string })
  }
  const range = readRange(exchange.headers.range, stored.size)
  const { start, length } = range ?? { start: 0, length: stored.size }
  headers['content-length'] = String(length)
  if (range) headers['content-range'] = `bytes ${start}-${start + length - 1}/${stored.size}`
  else if (exchange.headers['x-amz-checksum-mode'] === 'ENABLED')
    Object.assign(headers, checksumHeaders(stored.checksum))
  response.writeHead(range ? 206 : 200, headers)
  if (request.method === 'HEAD' || length === 0) return void response.end()
  house.shelf.pin(stored.segments)
  try {
    await pipeline(house.shelf.read(stored.segments, start, length), response)
  } finally {
    house.shelf.unpin(stored.segments)
  }
}

/** Answers `DELETE /bucket/key`: a key that is not there is deleted too. Source: AmazonS3 API_DeleteObject. */
export async function deleteObject(house: Warehouse, exchange: Exchange): Promise<void> {
  exchange.require('s3:DeleteObject')
  if (!house.catalogue.hasBucket(exchange.bucket)) throw noSuchBucket(exchange.bucket)
  await removeOne(house, exchange, exchange.key)
  sendEmpty(exchange, 204)
}

async function removeOne(house: Warehouse, exchange: Exchange, key: string): Promise<void> {
  const { bucket, headers } = exchange
  const freed = house.catalogue.transaction(() => {
    const existing = house.catalogue.object(bucket, key)
    if (headers['if-match'] !== undefined) judgeWrite({ 'if-match': headers['if-match'] }, key, existing)
    return existing ? house.catalogue.removeObject(bucket, key) : null
  })
  if (!freed) return
  await house.shelf.discard(freed)
  house.emit('ObjectRemoved:Delete', exchange, { bucket, key })
}

/** Answers `POST /bucket?delete`. Source: AmazonS3 API_DeleteObjects. */
export async function deleteObjects(house: Warehouse, exchange: Exchange): Promise<void> {
  const claim = claimOf(exchange.headers, exchange.signer.payload)
  const root = readXml(await receiveText(exchange.request, claim), 'Delete')
  if (!house.catalogue.hasBucket(exchange.bucket)) throw noSuchBucket(exchange.bucket)
  const keys = childrenOf(root, 'Object').map((object) => textOf(object, 'Key') ?? '')
  if (keys.length === 0 || keys.length > 1000 || keys.includes('')) throw malformedXml()
  const quiet = textOf(root, 'Quiet') === 'true'
  const deleted: string[] = []
  const errors: Array<{ Key: string; Code: string; Message: string }> = []
  for (const key of keys) {
    if (exchange.may('s3:DeleteObject', { key })) {
      await removeOne(house, { ...exchange, headers: {} }, key)
      deleted.push(key)
    } else errors.push({ Key: key, Code: 'AccessDenied', Message: 'Access Denied' })
  }
  const Deleted = quiet ? [] : deleted.map((Key) => ({ Key }))
  sendXml(exchange, 200, xmlDocument('DeleteResult', { Deleted, Error: errors }, s3Namespace))
}

/** Answers `?tagging` on an object. Source: AmazonS3 API_GetObjectTagging, API_PutObjectTagging, API_DeleteObjectTagging. */
export async function objectTagging(house: Warehouse, exchange: Exchange): Promise<void> {
  const { bucket, key, request } = exchange
  if (request.method === 'GET') {
    const { tags } = findObject(house, exchange, 's3:GetObjectTagging', bucket, key)
    const Tag = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))
    return sendXml(exchange, 200, xmlDocument('Tagging', { TagSet: { Tag } }, s3Namespace))
  }
  const action = request.method === 'PUT' ? 's3:PutObjectTagging' : 's3:DeleteObjectTagging'
  findObject(house, exchange, action, bucket, key)
  const tags: Record<string, string> = {}
  if (request.method === 'PUT') {
    const root = readXml(await receiveText(request, claimOf(exchange.headers, exchange.signer.payload)), 'Tagging')
    for (const tag of childrenOf(root, 'TagSet').flatMap((set) => childrenOf(set, 'Tag'))) {
      const name = textOf(tag, 'Key') ?? ''
      if (name in tags) throw invalidArgument('Cannot provide multiple Tags with the same key')
      tags[name] = textOf(tag, 'Value') ?? ''
    }
    checkTags(tags)
  }
  house.catalogue.transaction(() => {
    const stored = house.catalogue.object(bucket, key)
    if (!stored) throw noSuchKey(key)
    house.catalogue.describe(bucket, key, { headers: stored.headers, metadata: stored.metadata, tags })
  })
  sendEmpty(exchange, request.method === 'PUT' ? 200 : 204)
}
