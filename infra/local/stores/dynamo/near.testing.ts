/**
 * The tests' own way to the database: a request is judged in the caller's process as the guard judges it, and goes
 * straight to the stand-in. Signatures, which the guard does not look at, and the way over its process were a third of
 * what a test of the stores costs. What is asked, answered and refused is the same (near.test.ts).
 */
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { judge, refusalText, writes } from '../access/judgement.ts'
import type { Judging } from '../access/judgement.ts'

type Answer = { statusCode: number; headers: Record<string, string>; body: Uint8Array }
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

const headEnd = '\r\n\r\n'

/** One connection, one request at a time. */
class Line {
  readonly #socket: Socket
  #got: Buffer = Buffer.alloc(0)
  #waiting: Waiting | null = null
  open = true

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#hear(chunk))
    this.#socket.on('error', (error) => this.#end(error))
    this.#socket.on('close', () => this.#end(Object.assign(new Error('the database hung up'), { code: 'ECONNRESET' })))
  }

  ask(head: string, body: Buffer): Promise<Answer> {
    this.#socket.ref()
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(Buffer.concat([Buffer.from(`${head}content-length: ${body.length}${headEnd}`), body]))
    })
  }

  #hear(chunk: Buffer): void {
    this.#got = this.#got.length === 0 ? chunk : Buffer.concat([this.#got, chunk])
    const at = this.#got.indexOf(headEnd)
    if (at < 0) return
    const [first = '', ...lines] = this.#got.toString('latin1', 0, at).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((l) => [l.slice(0, l.indexOf(':')).toLowerCase(), l.slice(l.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers['content-length'])
    if (!Number.isInteger(length)) return this.#end(new Error(`no length is told in "${first}"`))
    const body = this.#got.subarray(at + headEnd.length)
    if (body.length < length) return
    const waiting = this.#waiting
    this.#got = Buffer.alloc(0)
    this.#waiting = null
    // An idle connection does not keep the process.
    this.#socket.unref()
    waiting?.resolve({ statusCode: Number(first.split(' ')[1]), headers, body })
  }

  #end(error: Error): void {
    this.open = false
    this.#socket.destroy()
    this.#waiting?.reject(error)
    this.#waiting = null
  }
}

/** What another process needs to find the database. */
export type NearPlace = {
  /** The stand-in's own port. */
  port: number
  /** Where tables that were written to are told, so that what reads their streams looks. */
  told: number
}

/** What is written within so long of a first write is told with it, ms. */
const tellMs = 20

const teller = (port: number): ((tables: Iterable<string>) => void) => {
  const socket = createSocket('udp4').unref()
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  return (tables) => {
    for (const table of tables) waiting.add(table)
    timer ??= setTimeout(() => {
      timer = undefined
      socket.send([...waiting].join('\n'), port, '127.0.0.1')
      waiting.clear()
    }, tellMs)
  }
}

/** Hears what `teller` tells; answers the port. */
export const hearWrites = async (
  wrote: (table: string) => void,
): Promise<{ port: number; close: () => Promise<void> }> => {
  const socket = createSocket('udp4')
  socket.on('message', (text) => text.toString().split('\n').forEach(wrote))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { port: socket.address().port, close: () => new Promise((resolve) => socket.close(() => resolve())) }
}

type Request = { headers: Record<string, string>; body?: string | Uint8Array }
const bytesOf = ({ body = '' }: Request): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)

/** How a client of the SDK is configured that goes this way, for the credentials of the process as it is made. */
export const nearDynamo = (judging: Judging, { port, told }: NearPlace) => {
  const idle: Line[] = []
  const tell = teller(told)
  const handle = async (request: Request): Promise<{ response: Answer }> => {
    const body = bytesOf(request)
    const found = judge(judging, { headers: request.headers, body: body.toString('utf8') })
    if ('type' in found) {
      const headers = { 'content-type': 'application/x-amz-json-1.0' }
      return { response: { statusCode: 400, headers, body: Buffer.from(refusalText(found)) } }
    }
    // The stand-in wants the form of a signature, not a signature.
    const head = [
      'POST / HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      'content-type: application/x-amz-json-1.0',
      `x-amz-target: ${request.headers['x-amz-target']}`,
      'x-amz-date: 20260101T000000Z',
      'authorization: AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      '',
    ].join('\r\n')
    const line = idle.pop() ?? new Line(port)
    const response = await line.ask(head, body)
    if (line.open) idle.push(line)
    if (writes(found.operation)) tell(found.tables)
    return { response }
  }
  return () => {
    const { AWS_ACCESS_KEY_ID, AWS_SESSION_TOKEN } = process.env
    const sign = <R extends Request>(request: R): Promise<R> => {
      request.headers['authorization'] = `AWS4-HMAC-SHA256 Credential=${AWS_ACCESS_KEY_ID}/`
      if (AWS_SESSION_TOKEN) request.headers['x-amz-security-token'] = AWS_SESSION_TOKEN
      return Promise.resolve(request)
    }
    return { requestHandler: { handle }, signer: { sign } }
  }
}
