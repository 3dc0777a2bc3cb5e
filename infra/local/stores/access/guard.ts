import { Agent, createServer, request as send } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { accessesOf } from '../dynamo/dynamoAccess.ts'
import type { HashKeyOf } from '../dynamo/dynamoAccess.ts'
import { listening } from '../listen.ts'
import { localPlace } from '../stores.types.ts'
import type { Authorise, Place, Running, SecretOf } from '../stores.types.ts'

export type GuardOptions = {
  /** DynamoDB's own endpoint. */
  target: string
  port?: number
  host?: string
  secretOf: SecretOf
  authorise: Authorise
  place?: Place
  /** Told the capacity units of every request, by whose key; DynamoDB is then asked for them each time. */
  observe?: (accessKeyId: string, units: Units) => void
  /** Told the table of every write that was answered. */
  wrote?: (table: string) => void
  /** Gives `dynamodb:LeadingKeys` to the policies when a table's partition key is known. */
  hashKeyOf?: HashKeyOf
}

/** Read and write request units, as they are paid for. */
export type Units = { read: number; write: number }

const readOperations = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems'])

/** The units in an answer: one record, or one a table. */
const unitsOf = (operation: string, answer: Buffer): Units => {
  type Consumed = { CapacityUnits?: number }
  const { ConsumedCapacity } = JSON.parse(answer.toString('utf8') || '{}') as {
    ConsumedCapacity?: Consumed | Consumed[]
  }
  const units = [ConsumedCapacity ?? []].flat().reduce((sum, c) => sum + (c.CapacityUnits ?? 0), 0)
  return readOperations.has(operation) ? { read: units, write: 0 } : { read: 0, write: units }
}

/** DynamoDB refuses more than 16 MB in one request. */
const mostBytes = 17 * 1024 * 1024

function refuse(response: ServerResponse, type: string, message: string): void {
  const text = JSON.stringify({ __type: `com.amazon.coral.service#${type}`, message, Message: message })
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** By events, not by iteration: this is on every call's path. */
function readBody(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= mostBytes) chunks.push(chunk)
    })
    request.once('end', () =>
      resolve(size > mostBytes ? null : chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    )
    request.once('error', reject)
  })
}

/**
 * Starts the guard before DynamoDB: a known key, a body that names its tables, a policy that allows each, then the pipe.
 * It refuses as AWS does, with HTTP 400 and a JSON 1.0 `__type`. It does not compute the signature: that is S3's, KMS's
 * and STS's test; here each call would pay for it.
 */
export async function startGuard(options: GuardOptions): Promise<Running> {
  const target = new URL(options.target)
  const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'lifo' })
  const place = options.place ?? localPlace

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    if (!body) return refuse(response, 'ValidationException', 'Request size exceeded')
    const accessKeyId = /Credential=([^/,\s]+)\//.exec(request.headers.authorization ?? '')?.[1]
    if (accessKeyId === undefined)
      return refuse(response, 'MissingAuthenticationTokenException', 'Missing Authentication Token')
    const secret = options.secretOf(accessKeyId)
    const token = request.headers['x-amz-security-token'] ?? ''
    if (!secret || (secret.sessionToken ?? '') !== token) {
      return refuse(response, 'UnrecognizedClientException', 'The security token included in the request is invalid.')
    }
    const operation = String(request.headers['x-amz-target'] ?? '').replace(/^.*\./, '')
    let parsed: Record<string, unknown>
    try {
      parsed = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    } catch {
      return refuse(response, 'SerializationException', 'The body is not JSON')
    }
    const accesses = accessesOf(operation, parsed, place, options.hashKeyOf)
    const denied = accesses.find((access) => !options.authorise({ accessKeyId, ...access }))
    if (denied || accesses.length === 0) {
      const act = denied ? `${denied.action} on resource: ${denied.resource}` : `dynamodb:${operation}`
      return refuse(response, 'AccessDeniedException', `User: ${accessKeyId} is not authorized to perform: ${act}`)
    }
    const { observe, wrote } = options
    if (!observe) await forward(request, response, body)
    else {
      const asking = Buffer.from(JSON.stringify({ ...parsed, ReturnConsumedCapacity: 'TOTAL' }))
      await forward(request, response, asking, (answer) => observe(accessKeyId, unitsOf(operation, answer)))
    }
    if (wrote && !readOperations.has(operation))
      for (const table of new Set(accesses.map((a) => a.resource.slice(a.resource.indexOf('table/') + 6)))) wrote(table)
  }

  const forward = (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    heard?: (answer: Buffer) => void,
    retried = false,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { ...request.headers, host: target.host, 'content-length': String(body.length) }
      delete headers['transfer-encoding']
      delete headers.connection
      const onward = send({
        agent,
        host: target.hostname,
        port: target.port,
        method: request.method,
        path: request.url,
        headers,
      })
      onward.once('error', (error: NodeJS.ErrnoException) => {
        // A kept connection that the other side has just closed: once more on a new one.
        if (!retried && onward.reusedSocket && error.code === 'ECONNRESET') {
          resolve(forward(request, response, body, heard, true))
        } else reject(error)
      })
      onward.once('response', (answer) => {
        const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = answer.headers
        response.writeHead(answer.statusCode ?? 502, kept)
        answer.once('error', reject)
        // A caller that went away must not hold the connection.
        response.once('close', () => {
          answer.destroy()
          resolve()
        })
        if (heard) {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('end', () => heard(Buffer.concat(chunks)))
        }
        answer.pipe(response)
      })
      onward.end(body)
    })

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else {
        const text = JSON.stringify({
          __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
          message: String(error),
        })
        response.writeHead(500, { 'content-type': 'application/x-amz-json-1.0' }).end(text)
      }
    })
  })
  return listening(server, options, () => agent.destroy())
}
