import { createHash, randomUUID } from 'node:crypto'
import { claimedChecksum, claimOf, receiveFile, receiveText } from './body.ts'
import { judgeWrite, readCopyRange } from '../dynamo/conditions.ts'
import { copySource } from './copying.ts'
import { checksumOfParts } from './digest.ts'
import { describe, making, makingNone, readXml, s3Namespace, sendEmpty, sendXml } from '../exchange.ts'
import { Failure, invalidArgument, invalidRequest, malformedXml, noSuchBucket, noSuchUpload } from '../failure.ts'
import { childrenOf, textOf, xmlDocument } from '../xml.ts'
import type { Readable } from 'node:stream'
import type { Part, StoredObject, Upload } from '../catalogue.ts'
import type { Checksum, ChecksumType } from './digest.ts'
import type { Aim, Exchange, Warehouse } from '../exchange.ts'
import type { BodyClaim } from './body.ts'

const smallestPart = 5 * 1024 * 1024

function findUpload(house: Warehouse, exchange: Exchange, action: string, aim?: Aim): Upload {
  exchange.require(action, aim)
  if (!house.catalogue.hasBucket(exchange.bucket)) throw noSuchBucket(exchange.bucket)
  const upload = house.catalogue.upload(exchange.query.get('uploadId') ?? '')
  if (!upload || upload.bucket !== exchange.bucket || upload.key !== exchange.key) throw noSuchUpload()
  return upload
}

/** Answers `POST /bucket/key?uploads`. Source: AmazonS3 API_CreateMultipartUpload. */
export function createUpload(house: Warehouse, exchange: Exchange): void {
  const { bucket, key, headers } = exchange
  exchange.require('s3:PutObject', makingNone)
  if (headers['x-amz-tagging']) exchange.require('s3:PutObjectTagging')
  if (!house.catalogue.hasBucket(bucket)) throw noSuchBucket(bucket)
  const checksum = claimedChecksum({ 'x-amz-checksum-algorithm': headers['x-amz-checksum-algorithm'] })
  const type: ChecksumType = headers['x-amz-checksum-type'] === 'FULL_OBJECT' ? 'FULL_OBJECT' : 'COMPOSITE'
  if (type === 'FULL_OBJECT' && checksum?.algorithm.startsWith('SHA')) {
    throw invalidRequest(
      `The FULL_OBJECT checksum type cannot be used with the ${checksum.algorithm.toLowerCase()} checksum algorithm.`,
    )
  }
  const upload: Upload = {
    ...describe(headers),
    id: randomUUID().replaceAll('-', ''),
    bucket,
    key,
    created: house.now(),
    algorithm: checksum?.algorithm ?? null,
    type,
  }
  house.catalogue.addUpload(upload)
  if (upload.algorithm) {
    exchange.response.setHeader('x-amz-checksum-algorithm', upload.algorithm)
    exchange.response.setHeader('x-amz-checksum-type', type)
  }
  const answer = { Bucket: bucket, Key: key, UploadId: upload.id }
  sendXml(exchange, 200, xmlDocument('InitiateMultipartUploadResult', answer, s3Namespace))
}

async function takePart(
  house: Warehouse,
  exchange: Exchange,
  upload: Upload,
  source: Readable,
  claim: BodyClaim,
): Promise<Part> {
  const number = Number(exchange.query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive')
  }
  const { algorithm } = upload
  if (algorithm && claim.checksum && claim.checksum.algorithm !== algorithm) {
    throw invalidRequest(
      `Checksum Type mismatch occurred, expected checksum Type: ${algorithm.toLowerCase()}, actual checksum Type: ${claim.checksum.algorithm.toLowerCase()}`,
    )
  }
  const incoming = house.shelf.incoming()
  const received = await receiveFile(source, incoming, {
    ...claim,
    checksum: claim.checksum ?? (algorithm && { algorithm }),
  })
  const part: Part = {
    number,
    etag: received.md5,
    size: received.size,
    file: house.shelf.keep(incoming, upload.bucket, upload.key),
    checksum: algorithm ? (received.checksum?.value ?? null) : null,
    modified: house.now(),
  }
  const own = [{ file: part.file, size: part.size }]
  const freed = house.catalogue.transaction(() =>
    // The upload may have ended while its part was coming.
    house.catalogue.upload(upload.id) ? house.catalogue.putPart(upload.id, part) : null,
  )
  await house.shelf.discard(freed ?? own)
  if (!freed) throw noSuchUpload()
  return part
}

/** Answers `PUT /bucket/key?partNumber&uploadId`. Source: AmazonS3 API_UploadPart. */
export async function uploadPart(house: Warehouse, exchange: Exchange): Promise<void> {
  const upload = findUpload(house, exchange, 's3:PutObject', makingNone)
  const claim = claimOf(exchange.headers, exchange.signer.payload)
  const part = await takePart(house, exchange, upload, exchange.request, claim)
  const headers: Record<string, string> = { etag: `"${part.etag}"` }
  if (upload.algorithm && part.checksum) headers[`x-amz-checksum-${upload.algorithm.toLowerCase()}`] = part.checksum
  sendEmpty(exchange, 200, headers)
}

/** Answers the same with x-amz-copy-source. Source: AmazonS3 API_UploadPartCopy. */
export async function uploadPartCopy(house: Warehouse, exchange: Exchange): Promise<void> {
  const upload = findUpload(house, exchange, 's3:PutObject', makingNone)
  const source = copySource(house, exchange)
  const range = readCopyRange(exchange.headers['x-amz-copy-source-range'], source.size) ?? {
    start: 0,
    length: source.size,
  }
  house.shelf.pin(source.segments)
  let part: Part
  try {
    const bytes = house.shelf.read(source.segments, range.start, range.length)
    const claim = { payload: 'UNSIGNED-PAYLOAD', contentLength: range.length, checksum: null }
    part = await takePart(house, exchange, upload, bytes, claim)
  } finally {
    house.shelf.unpin(source.segments)
  }
  const answer = {
    ETag: `"${part.etag}"`,
    LastModified: new Date(part.modified).toISOString(),
    ...(upload.algorithm && { [`Checksum${upload.algorithm}`]: part.checksum }),
  }
  sendXml(exchange, 200, xmlDocument('CopyPartResult', answer, s3Namespace))
}

/** Answers `GET /bucket/key?uploadId`. Source: AmazonS3 API_ListParts. */
export function listParts(house: Warehouse, exchange: Exchange): void {
  const upload = findUpload(house, exchange, 's3:ListMultipartUploadParts')
  const after = Number(exchange.query.get('part-number-marker') ?? 0)
  const most = Math.min(Number(exchange.query.get('max-parts') ?? 1000), 1000)
  if (!Number.isInteger(after) || !Number.isInteger(most) || most < 0)
    throw invalidArgument('max-parts is not a number')
  const parts = house.catalogue.parts(upload.id, after, most + 1)
  const shown = parts.slice(0, most)
  const answer = {
    Bucket: upload.bucket,
    Key: upload.key,
    UploadId: upload.id,
    PartNumberMarker: after,
    NextPartNumberMarker: shown.at(-1)?.number ?? after,
    MaxParts: most,
    IsTruncated: parts.length > most,
    ChecksumAlgorithm: upload.algorithm,
    ChecksumType: upload.algorithm ? upload.type : null,
    Part: shown.map((part) => ({
      PartNumber: part.number,
      LastModified: new Date(part.modified).toISOString(),
      ETag: `"${part.etag}"`,
      Size: part.size,
      ...(upload.algorithm && { [`Checksum${upload.algorithm}`]: part.checksum }),
    })),
  }
  sendXml(exchange, 200, xmlDocument('ListPartsResult', answer, s3Namespace))
}

/** Answers `GET /bucket?uploads`. Source: AmazonS3 API_ListMultipartUploads; the first thousand. */
export function listUploads(house: Warehouse, exchange: Exchange): void {
  const { bucket, query } = exchange
  exchange.require('s3:ListBucketMultipartUploads', { key: null })
  if (!house.catalogue.hasBucket(bucket)) throw noSuchBucket(bucket)
  const prefix = query.get('prefix') ?? ''
  const uploads = house.catalogue.uploads(bucket, prefix)
  const answer = {
    Bucket: bucket,
    Prefix: prefix,
    MaxUploads: 1000,
    IsTruncated: uploads.length > 1000,
    Upload: uploads.slice(0, 1000).map((upload) => ({
      Key: upload.key,
      UploadId: upload.id,
      Initiated: new Date(upload.created).toISOString(),
      StorageClass: 'STANDARD',
    })),
  }
  sendXml(exchange, 200, xmlDocument('ListMultipartUploadsResult', answer, s3Namespace))
}

/** Answers `DELETE /bucket/key?uploadId`. Source: AmazonS3 API_AbortMultipartUpload. */
export async function abortUpload(house: Warehouse, exchange: Exchange): Promise<void> {
  const upload = findUpload(house, exchange, 's3:AbortMultipartUpload')
  await house.shelf.discard(house.catalogue.transaction(() => house.catalogue.removeUpload(upload.id)))
  sendEmpty(exchange, 204)
}

type NamedPart = { number: number; etag: string; checksum: string | undefined }

async function readNamedParts(exchange: Exchange, upload: Upload): Promise<NamedPart[]> {
  // The checksum in the headers is the object's, not this document's.
  const claim = { ...claimOf(exchange.headers, exchange.signer.payload), checksum: null }
  const root = readXml(await receiveText(exchange.request, claim), 'CompleteMultipartUpload')
  const parts = childrenOf(root, 'Part').map((part) => ({
    number: Number(textOf(part, 'PartNumber')),
    etag: (textOf(part, 'ETag') ?? '').replace(/^"(.*)"$/, '$1'),
    checksum: upload.algorithm ? textOf(part, `Checksum${upload.algorithm}`) : undefined,
  }))
  if (parts.length === 0 || parts.some((part) => !Number.isInteger(part.number))) throw malformedXml()
  if (parts.some((part, index) => index > 0 && part.number <= (parts[index - 1] as NamedPart).number)) {
    throw new Failure(
      'InvalidPartOrder',
      'The list of parts was not in ascending order. Parts must be ordered by part number.',
      400,
    )
  }
  return parts
}

function matchParts(named: readonly NamedPart[], kept: readonly Part[], upload: Upload): Part[] {
  const byNumber = new Map(kept.map((part) => [part.number, part]))
  const chosen = named.map((name) => {
    const part = byNumber.get(name.number)
    if (part && upload.algorithm && upload.type === 'COMPOSITE' && name.checksum === undefined) {
      throw invalidRequest(
        `The upload was created using a ${upload.algorithm.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${name.number} in the request.`,
      )
    }
    if (!part || part.etag !== name.etag || (name.checksum !== undefined && part.checksum !== name.checksum)) {
      throw new Failure('InvalidPart', 'One or more of the specified parts could not be found.', 400, {
        PartNumber: String(name.number),
      })
    }
    return part
  })
  if (chosen.slice(0, -1).some((part) => part.size < smallestPart)) {
    throw new Failure('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', 400)
  }
  return chosen
}

function wholeChecksum(upload: Upload, parts: readonly Part[], headers: Exchange['headers']): Checksum | null {
  const { algorithm, type } = upload
  if (!algorithm) return null
  const values = parts.map((part) => ({ value: part.checksum ?? '', size: part.size }))
  const value = checksumOfParts(algorithm, type, values)
  const said = headers[`x-amz-checksum-${algorithm.toLowerCase()}`]
  if (said !== undefined && said !== value && said !== value.replace(/-\d+$/, '')) {
    throw new Failure('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`, 400)
  }
  return { algorithm, value, type }
}

/**
 * Answers `POST /bucket/key?uploadId`. The parts' files become the object's: nothing is copied, and one transaction
 * turns the upload into the object. A condition that fails leaves the upload as it was.
 * Source: AmazonS3 API_CompleteMultipartUpload.
 */
export async function completeUpload(house: Warehouse, exchange: Exchange): Promise<void> {
  const upload = findUpload(house, exchange, 's3:PutObject', making(exchange.headers))
  const named = await readNamedParts(exchange, upload)
  const { bucket, key, headers } = exchange
  const { stored, freed } = house.catalogue.transaction(() => {
    if (!house.catalogue.upload(upload.id)) throw noSuchUpload()
    const parts = matchParts(named, house.catalogue.parts(upload.id, 0, 10_001), upload)
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    if (headers['x-amz-mp-object-size'] !== undefined && Number(headers['x-amz-mp-object-size']) !== size) {
      throw invalidRequest('The provided x-amz-mp-object-size header does not match what was computed.')
    }
    judgeWrite(headers, key, house.catalogue.object(bucket, key))
    const digests = Buffer.concat(parts.map((part) => Buffer.from(part.etag, 'hex')))
    const object: StoredObject = {
      headers: upload.headers,
      metadata: upload.metadata,
      tags: upload.tags,
      bucket,
      key,
      etag: `${createHash('md5').update(digests).digest('hex')}-${parts.length}`,
      size,
      modified: house.now(),
      parts: parts.length,
      checksum: wholeChecksum(upload, parts, headers),
      segments: parts.map(({ file, size: bytes }) => ({ file, size: bytes })),
    }
    const chosen = new Set(parts.map((part) => part.file))
    const left = house.catalogue.removeUpload(upload.id).filter((part) => !chosen.has(part.file))
    return { stored: object, freed: [...left, ...house.catalogue.putObject(object)] }
  })
  await house.shelf.discard(freed)
  house.emit('ObjectCreated:CompleteMultipartUpload', exchange, stored)
  const answer = {
    Location: `http://${exchange.request.headers.host ?? ''}/${bucket}/${key}`,
    Bucket: bucket,
    Key: key,
    ETag: `"${stored.etag}"`,
    ...(stored.checksum && { [`Checksum${stored.checksum.algorithm}`]: stored.checksum.value }),
    ChecksumType: stored.checksum?.type,
  }
  sendXml(exchange, 200, xmlDocument('CompleteMultipartUploadResult', answer, s3Namespace))
}
