import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bucketLocation, createBucket, deleteBucket, headBucket, listBuckets, makeBucket } from './buckets.ts'
import { Catalogue } from '../catalogue.ts'
import { copyObject } from './copying.ts'
import { answerPreflight, markCors } from './cors.ts'
import { eventRecord } from '../events.ts'
import { accessDenied, Failure, notBuilt } from '../failure.ts'
import { listening } from '../listen.ts'
import { listObjects } from './listing.ts'
import {
  abortUpload,
  completeUpload,
  createUpload,
  listParts,
  listUploads,
  uploadPart,
  uploadPartCopy,
} from './multipart.ts'
import { deleteObject, deleteObjects, getObject, objectTagging, putObject } from './objects.ts'
import { postObject } from './postPolicy.ts'
import { removeExpired } from './lifetime.ts'
import type { ExpiryRule } from './lifetime.ts'
import { Shelf } from '../shelf.ts'
import { decodeStrictly, SignatureRefusal, splitTarget, verifySignature } from '../access/signature.ts'
import { localPlace } from '../stores.types.ts'
import { xmlDocument } from '../xml.ts'
import type { S3EventRecord } from '../events.ts'
import type { Exchange, Warehouse } from '../exchange.ts'
import type { Signer } from '../access/signature.ts'
import type { Authorise, Place, Running, SecretOf } from '../stores.types.ts'

export type S3Options = {
  dataDir: string
  port?: number
  host?: string
  secretOf: SecretOf
  /** Judges every act; without it every known key may do everything. */
  authorise?: Authorise
  /** Told of each change after its commit, in order. */
  onEvent?: (event: S3EventRecord) => void
  corsOrigins?: readonly string[]
  place?: Place
  /** UTC milliseconds; tests turn it. */
  now?: () => number
  /** Objects that go of themselves, by the buckets' lifecycle rules. */
  expiry?: readonly ExpiryRule[]
  /** Buckets that exist from the start. */
  buckets?: readonly string[]
}

const expireEveryMs = 15 * 60_000

/** Parts of S3's interface that this one refuses by name rather than ignore. */
const notHere = new Set(
  (
    'accelerate acl analytics attributes cors encryption intelligent-tiering inventory legal-hold lifecycle logging metrics ' +
    'notification object-lock ownershipControls partNumber policy policyStatus publicAccessBlock renameObject replication ' +
    'requestPayment restore retention select torrent versionId versioning versions website session'
  ).split(' '),
)

async function dispatch(house: Warehouse, exchange: Exchange, place: Place): Promise<void> {
  const { bucket, key, query, headers } = exchange
  const method = exchange.request.method ?? ''
  const isPart = key !== '' && method === 'PUT' && query.has('uploadId')
  const strange = [...query.keys()].find((name) => notHere.has(name) && !(isPart && name === 'partNumber'))
  if (strange !== undefined) throw notBuilt(strange)
  const copies = headers['x-amz-copy-source'] !== undefined
  if (bucket === '') {
    if (method === 'GET') return listBuckets(house, exchange, place)
  } else if (key === '') {
    if (query.has('tagging')) throw notBuilt('bucket tagging')
    if (method === 'PUT') return createBucket(house, exchange)
    if (method === 'HEAD') return headBucket(house, exchange, place)
    if (method === 'DELETE') return deleteBucket(house, exchange)
    if (method === 'POST' && query.has('delete')) return deleteObjects(house, exchange)
    if (method === 'GET' && query.has('location')) return bucketLocation(house, exchange, place)
    if (method === 'GET' && query.has('uploads')) return listUploads(house, exchange)
    if (method === 'GET' && query.get('list-type') === '2') return listObjects(house, exchange)
    if (method === 'GET') throw notBuilt('ListObjects (version 1)')
  } else if (query.has('tagging')) {
    if (method === 'GET' || method === 'PUT' || method === 'DELETE') return objectTagging(house, exchange)
  } else if (query.has('uploadId')) {
    if (method === 'PUT') return copies ? uploadPartCopy(house, exchange) : uploadPart(house, exchange)
    if (method === 'POST') return completeUpload(house, exchange)
    if (method === 'DELETE') return abortUpload(house, exchange)
    if (method === 'GET') return listParts(house, exchange)
  } else {
    if (method === 'POST' && query.has('uploads')) return createUpload(house, exchange)
    if (method === 'PUT') return copies ? copyObject(house, exchange) : putObject(house, exchange)
    if (method === 'GET' || method === 'HEAD') return getObject(house, exchange)
    if (method === 'DELETE') return deleteObject(house, exchange)
  }
  throw new Failure('MethodNotAllowed', 'The specified method is not allowed against this resource.', 405)
}

function answerError(request: IncomingMessage, response: ServerResponse, requestId: string, error: unknown): void {
  const known = error instanceof Failure || error instanceof SignatureRefusal
  if (!known) console.error('the local S3 failed', request.method, request.url?.split('?')[0], error)
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const { code, status, message } = known
    ? error
    : { code: 'InternalError', status: 500, message: 'We encountered an internal error. Please try again.' }
  const details = error instanceof Failure ? error.details : {}
  const text = xmlDocument('Error', { Code: code, Message: message, ...details, RequestId: requestId })
  for (const name of response.getHeaderNames()) {
    if (name.startsWith('content-') || name === 'etag') response.removeHeader(name)
  }
  const bodyless = request.method === 'HEAD'
  if (status === 416) response.setHeader('content-range', `bytes */${details.ActualObjectSize ?? 0}`)
  response.writeHead(status, {
    'content-type': 'application/xml',
    'content-length': bodyless ? 0 : Buffer.byteLength(text),
  })
  response.end(bodyless ? undefined : text)
  // What the client still sends is read and dropped, so that it gets to see the answer.
  request.resume()
}

/**
 * Starts the local S3 on `dataDir/s3`, path-style. Bytes stream to files and are renamed into place; what is where is
 * one sqlite file. Killing the process loses no answered write.
 */
export async function startS3(options: S3Options): Promise<Running & { expire: () => Promise<number> }> {
  const folder = join(options.dataDir, 's3')
  const place = options.place ?? localPlace
  const now = options.now ?? Date.now
  const origins = options.corsOrigins ?? []
  const catalogue = new Catalogue(folder)
  const shelf = new Shelf(folder)
  shelf.sweep((file) => catalogue.knowsFile(file))
  let sequence = 0
  const house: Warehouse = {
    catalogue,
    shelf,
    now,
    emit(name, exchange, subject) {
      if (!options.onEvent) return
      const facts = {
        place,
        at: now(),
        sequence: sequence++,
        requestId: exchange.requestId,
        accessKeyId: exchange.signer.accessKeyId,
        address: exchange.request.socket.remoteAddress ?? '',
      }
      try {
        options.onEvent(eventRecord(name, subject, facts))
      } catch (error) {
        // The object is there: a listener's failure is not the writer's.
        console.error('the listener of the local S3 failed', name, error)
      }
    },
  }
  for (const bucket of options.buckets ?? []) if (!catalogue.hasBucket(bucket)) makeBucket(house, bucket)

  const open = (
    request: IncomingMessage,
    response: ServerResponse,
    base: Pick<Exchange, 'requestId' | 'bucket' | 'key' | 'query' | 'headers' | 'signer'>,
  ): Exchange => {
    const may: Exchange['may'] = (action, aim = {}) => {
      const bucket = aim.bucket ?? base.bucket
      const key = aim.key === undefined ? base.key : aim.key
      const resource =
        bucket === '*' ? '*' : `arn:${place.partition}:s3:::${bucket}${key === null || key === '' ? '' : `/${key}`}`
      const { accessKeyId } = base.signer
      return options.authorise?.({ accessKeyId, action, resource, context: aim.context }) ?? true
    }
    const require: Exchange['require'] = (action, aim) => {
      if (!may(action, aim))
        throw accessDenied(`User: ${base.signer.accessKeyId} is not authorized to perform: ${action}`)
    }
    return { ...base, request, response, may, require }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> => {
    if (request.method === 'OPTIONS') return answerPreflight(request, response, origins)
    markCors(request, response, origins)
    const { path, query } = splitTarget(request.url ?? '/')
    const [, bucketText = '', keyText = ''] = /^\/([^/]*)\/?([^]*)$/.exec(path) ?? []
    const bucket = decodeStrictly(bucketText)
    const key = decodeStrictly(keyText)
    if (Buffer.byteLength(key) > 1024) throw new Failure('KeyTooLongError', 'Your key is too long', 400)
    const headers: Record<string, string | undefined> = {}
    for (const [name, value] of Object.entries(request.headers))
      headers[name] = Array.isArray(value) ? value.join(', ') : value
    const base = { requestId, bucket, key, query: new Map(query), headers }
    const isForm =
      request.method === 'POST' && key === '' && /^multipart\/form-data/i.test(headers['content-type'] ?? '')
    if (isForm && query.length === 0) {
      const unsigned: Signer = { accessKeyId: '', payload: 'UNSIGNED-PAYLOAD', presigned: false }
      const exchangeFor = (accessKeyId: string, formKey: string): Exchange =>
        open(request, response, { ...base, key: formKey, signer: { ...unsigned, accessKeyId } })
      return postObject(house, open(request, response, { ...base, signer: unsigned }), {
        secretOf: options.secretOf,
        exchangeFor,
      })
    }
    const signed = { method: request.method ?? '', path, query, headers: request.headers }
    const signer = verifySignature(signed, { service: 's3', secretOf: options.secretOf, now })
    if (signer.presigned) {
      for (const [name, value] of query) if (/^x-amz-/.test(name)) headers[name] ??= value
    }
    return dispatch(house, open(request, response, { ...base, signer }), place)
  }

  const server = createServer((request, response) => {
    const requestId = randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()
    response.setHeader('x-amz-request-id', requestId)
    handle(request, response, requestId).catch((error: unknown) => {
      // A client that went away is no failure of ours.
      if (request.destroyed && !request.complete) response.destroy()
      else if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') response.destroy()
      else answerError(request, response, requestId, error)
    })
  })
  server.requestTimeout = 0
  const expire = (): Promise<number> => removeExpired(house, options.expiry ?? [], now())
  const timer = setInterval(
    () => void expire().catch((error: unknown) => console.error(`lifecycle: ${String(error)}`)),
    expireEveryMs,
  )
  timer.unref()
  const running = await listening(server, options, () => {
    clearInterval(timer)
    catalogue.close()
  })
  return { ...running, expire }
}
