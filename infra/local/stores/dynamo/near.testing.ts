/**
 * The tests' own way to the database: a request is judged in the caller's process as the guard judges it, and goes
 * straight to the stand-in. Signatures, which the guard does not look at, and the way over its process were a third of
 * what a test of the stores costs. What is asked, answered and refused is the same (near.test.ts).
 */
import { createSocket } from 'node:dgram'
import { jitter } from '../../process/jitter.ts'
import { judge, refusalText, writes } from '../access/judgement.ts'
import type { Judging } from '../access/judgement.ts'
import { linesTo } from './lines.ts'
import type { Answer } from './lines.ts'

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
  const lines = linesTo(port)
  const tell = teller(told)
  const later = jitter('QINGHE_DAWDLE', 0.2)
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
    await later()
    const response = await lines.ask(head, body)
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
