import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { AwsChunkedDecoder } from './chunked.ts'
import { checksumAlgorithms, startChecksum } from './digest.ts'
import { Failure, invalidRequest, notBuilt } from '../failure.ts'
import type { ChecksumAlgorithm } from './digest.ts'

/** What a sender says that its body is. Values are as they come in headers. */
export type BodyClaim = {
  /** x-amz-content-sha256, or the payload of the signature. */
  payload: string
  contentMd5?: string
  contentLength?: number
  decodedLength?: number
  checksum: { algorithm: ChecksumAlgorithm; value?: string } | null
}

export type Received = { size: number; md5: string; checksum: { algorithm: ChecksumAlgorithm; value: string } | null }

const fiveGibibytes = 5 * 1024 ** 3

function algorithmOf(name: string): ChecksumAlgorithm {
  const found = checksumAlgorithms.find((algorithm) => algorithm === name.toUpperCase())
  if (!found) throw notBuilt(`the checksum algorithm ${name}`)
  return found
}

/** The checksum that a request names: by value, by trailer or by algorithm only. */
export function claimedChecksum(headers: Record<string, string | undefined>): BodyClaim['checksum'] {
  const given = Object.keys(headers).filter(
    (name) => /^x-amz-checksum-(?!algorithm|mode|type)/.test(name) && headers[name] !== undefined,
  )
  if (given.length > 1)
    throw invalidRequest('Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.')
  const [name] = given
  if (name) return { algorithm: algorithmOf(name.slice('x-amz-checksum-'.length)), value: headers[name] as string }
  const trailer = headers['x-amz-trailer']
  if (trailer) return { algorithm: algorithmOf(trailer.trim().toLowerCase().replace('x-amz-checksum-', '')) }
  const algorithm = headers['x-amz-sdk-checksum-algorithm'] ?? headers['x-amz-checksum-algorithm']
  return algorithm ? { algorithm: algorithmOf(algorithm) } : null
}

/** Reads the claims of a PUT's headers. */
export function claimOf(headers: Record<string, string | undefined>, payload: string): BodyClaim {
  const length = headers['content-length']
  const decoded = headers['x-amz-decoded-content-length']
  return {
    payload,
    contentMd5: headers['content-md5'],
    contentLength: length === undefined ? undefined : Number(length),
    decodedLength: decoded === undefined ? undefined : Number(decoded),
    checksum: claimedChecksum(headers),
  }
}

/**
 * Streams a body into a sink, proving on the way what was claimed of it (length, MD5, sha256, checksum).
 * Throws BadDigest, XAmzContentSHA256Mismatch, IncompleteBody, EntityTooLarge.
 */
async function drain(source: Readable, sink: Writable, claim: BodyClaim): Promise<Received> {
  const md5 = createHash('md5')
  const sha256 = /^[0-9a-f]{64}$/.test(claim.payload) ? createHash('sha256') : null
  const running = claim.checksum ? startChecksum(claim.checksum.algorithm) : null
  let size = 0
  const meter = new Transform({
    highWaterMark: 256 * 1024,
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > fiveGibibytes) {
        return done(new Failure('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed object size.', 400))
      }
      md5.update(chunk)
      sha256?.update(chunk)
      running?.update(chunk)
      done(null, chunk)
    },
  })
  let trailers: ReadonlyMap<string, string> = new Map()
  if (claim.payload.startsWith('STREAMING-')) {
    if (claim.payload !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') throw notBuilt(claim.payload)
    const decoder = new AwsChunkedDecoder()
    trailers = decoder.trailers
    await pipeline(source, decoder, meter, sink)
  } else await pipeline(source, meter, sink)

  const expectedSize = claim.payload.startsWith('STREAMING-') ? claim.decodedLength : claim.contentLength
  if (expectedSize !== undefined && expectedSize !== size) {
    throw new Failure(
      'IncompleteBody',
      'You did not provide the number of bytes specified by the Content-Length HTTP header',
      400,
    )
  }
  const md5Bytes = md5.digest()
  if (claim.contentMd5 !== undefined && claim.contentMd5 !== md5Bytes.toString('base64')) {
    throw new Failure('BadDigest', 'The Content-MD5 you specified did not match what we received.', 400)
  }
  if (sha256 && sha256.digest('hex') !== claim.payload) {
    throw new Failure(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
      400,
    )
  }
  if (!claim.checksum || !running) return { size, md5: md5Bytes.toString('hex'), checksum: null }
  const { algorithm } = claim.checksum
  const value = running.value().toString('base64')
  const said = claim.checksum.value ?? trailers.get(`x-amz-checksum-${algorithm.toLowerCase()}`)
  if (said !== undefined && said !== value) {
    throw new Failure('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`, 400)
  }
  return { size, md5: md5Bytes.toString('hex'), checksum: { algorithm, value } }
}

/** Streams a body into a file; the file is gone again when anything fails. */
export async function receiveFile(source: Readable, path: string, claim: BodyClaim): Promise<Received> {
  try {
    return await drain(source, createWriteStream(path, { highWaterMark: 1024 * 1024 }), claim)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Reads a small body (an XML document) whole. Throws MaxMessageLengthExceeded over 2 MB. */
export async function receiveText(source: Readable, claim: BodyClaim): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > 2 * 1024 * 1024) return done(new Failure('MaxMessageLengthExceeded', 'Your request was too big.', 400))
      chunks.push(chunk)
      done()
    },
  })
  await drain(source, sink, claim)
  return Buffer.concat(chunks).toString('utf8')
}
