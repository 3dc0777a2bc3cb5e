import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalogue, Description, StoredObject } from './catalogue.ts'
import type { S3Event } from './events.ts'
import type { Shelf } from './shelf.ts'
import type { Signer } from './access/signature.ts'
import { invalidArgument } from './failure.ts'
import { parseXml } from './xml.ts'
import { malformedXml } from './failure.ts'
import type { Element } from './xml.ts'

/** What every handler of the local S3 works on. */
export type Warehouse = {
  catalogue: Catalogue
  shelf: Shelf
  now(): number
  emit(name: S3Event, exchange: Exchange, object: { bucket: string; key: string; size?: number; etag?: string }): void
}

export type Aim = { bucket?: string; key?: string | null; context?: Record<string, string | string[]> }

/** One request with its proven signer. */
export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  bucket: string
  key: string
  query: ReadonlyMap<string, string>
  /** Headers, and for a presigned URL the x-amz-* that it carries in its query. */
  headers: Record<string, string | undefined>
  signer: Signer
  /** Whether the signer may do something here; `key: null` means the bucket itself. */
  may(action: string, aim?: Aim): boolean
  /** The same, answering 403 AccessDenied. */
  require(action: string, aim?: Aim): void
}

/**
 * What policies are told of a request that makes an object: that it does, and its condition. Source: Service
 * Authorization Reference, "Condition keys for Amazon S3", s3:ObjectCreationOperation, s3:if-none-match, s3:if-match.
 */
export const making = (headers: Exchange['headers']): Aim => ({
  context: {
    's3:ObjectCreationOperation': 'true',
    ...(headers['if-none-match'] === undefined ? {} : { 's3:if-none-match': headers['if-none-match'] }),
    ...(headers['if-match'] === undefined ? {} : { 's3:if-match': headers['if-match'] }),
  },
})
/** Of one that begins an upload, or brings a part of it. */
export const makingNone: Aim = { context: { 's3:ObjectCreationOperation': 'false' } }

export const s3Namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'

export function sendXml(exchange: Pick<Exchange, 'response'>, status: number, text: string): void {
  const { response } = exchange
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

export function sendEmpty(
  exchange: Pick<Exchange, 'response'>,
  status: number,
  headers: Record<string, string> = {},
): void {
  exchange.response.writeHead(
    status,
    status === 204 || status === 304 ? headers : { ...headers, 'content-length': '0' },
  )
  exchange.response.end()
}

/** Parses a body; what is not well formed is S3's MalformedXML. */
export function readXml(text: string, name: string): Element {
  try {
    const root = parseXml(text)
    if (root.name === name) return root
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw malformedXml()
}

const keptHeaders = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
]

/** Checks a set of tags: at most ten, keys to 128, values to 256 characters. */
export function checkTags(tags: Record<string, string>): Record<string, string> {
  const pairs = Object.entries(tags)
  if (pairs.length > 10) throw invalidArgument('Object tags cannot be greater than 10')
  if (pairs.some(([key, value]) => key === '' || key.length > 128 || value.length > 256)) {
    throw invalidArgument('The TagKey or TagValue you have provided is invalid')
  }
  return tags
}

/** The content headers, metadata and tags that a writer sends. */
export function describe(headers: Record<string, string | undefined>): Description {
  const objectHeaders: Record<string, string> = {}
  for (const name of keptHeaders) {
    const value = headers[name]
    if (value) objectHeaders[name] = value
  }
  const encodings = (objectHeaders['content-encoding'] ?? '').split(',').map((part) => part.trim())
  const left = encodings.filter((part) => part !== '' && part !== 'aws-chunked')
  if (left.length > 0) objectHeaders['content-encoding'] = left.join(',')
  else delete objectHeaders['content-encoding']
  const metadata: Record<string, string> = {}
  let bytes = 0
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith('x-amz-meta-') || value === undefined) continue
    metadata[name.slice('x-amz-meta-'.length)] = value
    bytes += name.length - 'x-amz-meta-'.length + Buffer.byteLength(value)
  }
  if (bytes > 2048) throw invalidArgument('Your metadata headers exceed the maximum allowed metadata size')
  return {
    headers: objectHeaders,
    metadata,
    tags: checkTags(Object.fromEntries(new URLSearchParams(headers['x-amz-tagging'] ?? ''))),
  }
}

/** The checksum headers of an answer. */
export function checksumHeaders(checksum: StoredObject['checksum']): Record<string, string> {
  if (!checksum) return {}
  return {
    [`x-amz-checksum-${checksum.algorithm.toLowerCase()}`]: checksum.value,
    'x-amz-checksum-type': checksum.type,
  }
}
