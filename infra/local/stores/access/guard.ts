import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { linesTo } from '../dynamo/lines.ts'
import { listening } from '../listen.ts'
import type { Running } from '../stores.types.ts'
import { judge, refusalText, writes } from './judgement.ts'
import type { Judging, Refusal } from './judgement.ts'

export type GuardOptions = Judging & {
  /** DynamoDB's own endpoint. */
  target: string
  port?: number
  host?: string
  /** Told the capacity units of every request, by whose key; DynamoDB is then asked for them each time. */
  observe?: (accessKeyId: string, units: Units) => void
  /** Told the table of every write that was answered. */
  wrote?: (table: string) => void
}

/** Read and write request units, as they are paid for. */
export type Units = { read: number; write: number }

/** The units in an answer: one record, or one a table. */
const unitsOf = (operation: string, answer: Uint8Array): Units => {
  type Consumed = { CapacityUnits?: number }
  const { ConsumedCapacity } = JSON.parse(Buffer.from(answer).toString('utf8') || '{}') as {
    ConsumedCapacity?: Consumed | Consumed[]
  }
  const units = [ConsumedCapacity ?? []].flat().reduce((sum, c) => sum + (c.CapacityUnits ?? 0), 0)
  return writes(operation) ? { read: 0, write: units } : { read: units, write: 0 }
}

/** DynamoDB refuses more than 16 MB in one request. */
const mostBytes = 17 * 1024 * 1024

function refuse(response: ServerResponse, refusal: Refusal): void {
  const text = refusalText(refusal)
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

/** Of one connection alone. */
const ofTheLine: ReadonlySet<string> = new Set(['host', 'connection', 'transfer-encoding', 'content-length', 'expect'])

/**
 * Starts the guard before DynamoDB: a known key, a body that names its tables, a policy that allows each, then the pipe.
 * It refuses as AWS does, with HTTP 400 and a JSON 1.0 `__type`. It does not compute the signature: that is S3's, KMS's
 * and STS's test; here each call would pay for it.
 */
export async function startGuard(options: GuardOptions): Promise<Running> {
  const target = new URL(options.target)
  const lines = linesTo(Number(target.port), target.hostname)

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    if (!body) return refuse(response, { type: 'ValidationException', message: 'Request size exceeded' })
    const { headers } = request
    const found = judge(options, { headers, body: body.toString('utf8') })
    if ('type' in found) return refuse(response, found)
    const { accessKeyId, operation, parsed, tables } = found
    const { observe, wrote } = options
    if (!observe) await forward(request, response, body)
    else {
      const asking = Buffer.from(JSON.stringify({ ...parsed, ReturnConsumedCapacity: 'TOTAL' }))
      await forward(request, response, asking, (answer) => observe(accessKeyId, unitsOf(operation, answer)))
    }
    if (wrote && writes(operation)) for (const table of tables) wrote(table)
  }

  const forward = async (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    heard?: (answer: Uint8Array) => void,
  ): Promise<void> => {
    let head = `${request.method} ${request.url} HTTP/1.1\r\nhost: ${target.host}\r\n`
    for (const [name, value] of Object.entries(request.headers))
      if (value !== undefined && !ofTheLine.has(name)) head += `${name}: ${String(value)}\r\n`
    const answer = await lines.ask(head, body)
    const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = answer.headers
    response.writeHead(answer.statusCode, kept).end(answer.body)
    heard?.(answer.body)
  }

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
  return listening(server, options, lines.close)
}
