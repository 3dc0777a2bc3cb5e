import { receiveFile } from './body.ts'
import { judgeRead } from '../dynamo/conditions.ts'
import { describe, making, s3Namespace, sendXml } from '../exchange.ts'
import { invalidArgument, invalidRequest, noSuchBucket, notBuilt } from '../failure.ts'
import { commitFile, commitObject, findObject } from './objects.ts'
import { decodeStrictly } from '../access/signature.ts'
import { xmlDocument } from '../xml.ts'
import { claimedChecksum } from './body.ts'
import type { StoredObject } from '../catalogue.ts'
import type { Exchange, Warehouse } from '../exchange.ts'

/** Finds the object that x-amz-copy-source names, and judges the conditions on it. */
export function copySource(house: Warehouse, exchange: Exchange): StoredObject {
  const source = exchange.headers['x-amz-copy-source'] ?? ''
  if (source.includes('?')) throw notBuilt('a version in x-amz-copy-source')
  const [, bucket, key] = /^\/?([^/]+)\/([^]+)$/.exec(decodeStrictly(source)) ?? []
  if (!bucket || !key)
    throw invalidArgument('Copy Source must mention the source bucket and key: sourcebucket/sourcekey')
  const stored = findObject(house, exchange, 's3:GetObject', bucket, key)
  judgeRead(exchange.headers, stored, 'x-amz-copy-source-')
  return stored
}

/**
 * Answers `PUT /bucket/key` with x-amz-copy-source. An object of one file is shared, not copied; one made of parts is
 * read through, since its copy is one piece with an MD5 of its own. Source: AmazonS3 API_CopyObject.
 */
export async function copyObject(house: Warehouse, exchange: Exchange): Promise<void> {
  const { bucket, key, headers } = exchange
  exchange.require('s3:PutObject', making(headers))
  const source = copySource(house, exchange)
  if (!house.catalogue.hasBucket(bucket)) throw noSuchBucket(bucket)
  const described = describe(headers)
  const replaces = headers['x-amz-metadata-directive'] === 'REPLACE'
  const replacesTags = headers['x-amz-tagging-directive'] === 'REPLACE'
  if (replacesTags) exchange.require('s3:PutObjectTagging')
  if (source.bucket === bucket && source.key === key && !replaces && !replacesTags) {
    throw invalidRequest(
      'This copy request is illegal because it is trying to copy an object to itself without changing it.',
    )
  }
  const description = {
    headers: replaces ? described.headers : source.headers,
    metadata: replaces ? described.metadata : source.metadata,
    tags: replacesTags ? described.tags : source.tags,
  }
  const [only] = source.segments
  const asked = claimedChecksum({ 'x-amz-checksum-algorithm': headers['x-amz-checksum-algorithm'] })
  const shares = only && source.parts === 0 && (!asked || asked.algorithm === source.checksum?.algorithm)
  // The write's own conditions; a copy's source was judged above.
  const conditions = { 'if-match': headers['if-match'], 'if-none-match': headers['if-none-match'] }
  let stored: StoredObject
  house.shelf.pin(source.segments)
  try {
    if (shares) {
      const segments = [{ file: await house.shelf.share(only.file, bucket, key), size: only.size }]
      stored = { ...source, ...description, bucket, key, modified: house.now(), segments }
      await commitObject(house, conditions, stored)
    } else {
      const incoming = house.shelf.incoming()
      const checksum = asked ?? (source.checksum && { algorithm: source.checksum.algorithm })
      const claim = { payload: 'UNSIGNED-PAYLOAD', contentLength: source.size, checksum }
      const received = await receiveFile(house.shelf.read(source.segments, 0, source.size), incoming, claim)
      stored = await commitFile(house, { headers: conditions }, { incoming, bucket, key, description, received })
    }
  } finally {
    house.shelf.unpin(source.segments)
  }
  house.emit('ObjectCreated:Copy', exchange, stored)
  sendXml(
    exchange,
    200,
    xmlDocument(
      'CopyObjectResult',
      {
        ETag: `"${stored.etag}"`,
        LastModified: new Date(stored.modified).toISOString(),
        ...(stored.checksum && { [`Checksum${stored.checksum.algorithm}`]: stored.checksum.value }),
        ChecksumType: stored.checksum?.type,
      },
      s3Namespace,
    ),
  )
}
