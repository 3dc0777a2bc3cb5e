/**
 * The near way to the database: a request is judged in the caller's own thread as the guard judges it, and goes straight to
 * the stand-in. Signatures, which the guard does not look at, and the way over its thread are a third of what a request costs.
 * What is asked, answered and refused is the same (near.test.ts).
 */
import { jitter } from '../../process/jitter.ts'
import { judge, refusalText, writes } from '../access/judgement.ts'
import type { Judging } from '../access/judgement.ts'
import { linesTo, standInHead } from './lines.ts'
import type { Answer } from './lines.ts'

type Request = { headers: Record<string, string>; body?: string | Uint8Array }
const bytesOf = ({ body = '' }: Request): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength)

/** What is written within so long of a first write is told with it, ms. */
const tellMs = 20

/** Tells tables that were written to, those of some milliseconds together. */
export const gathered = (tell: (tables: string[]) => void): ((tables: Iterable<string>) => void) => {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  return (tables) => {
    for (const table of tables) waiting.add(table)
    timer ??= setTimeout(() => {
      timer = undefined
      tell([...waiting])
      waiting.clear()
    }, tellMs)
  }
}

/**
 * How a client of the SDK is configured that goes this way, for the credentials of the process as it is made; `wrote` is told
 * the tables of each write.
 */
export const nearDynamo = (judging: Judging, port: number, wrote: (tables: Iterable<string>) => void) => {
  const lines = linesTo(port)
  const later = jitter('QINGHE_DAWDLE', 0.2)
  const handle = async (request: Request): Promise<{ response: Answer }> => {
    const body = bytesOf(request)
    const found = judge(judging, { headers: request.headers, body: body.toString('utf8') })
    if ('type' in found) {
      const headers = { 'content-type': 'application/x-amz-json-1.0' }
      return { response: { statusCode: 400, headers, body: Buffer.from(refusalText(found)) } }
    }
    await later()
    const response = await lines.ask(standInHead(port, String(request.headers['x-amz-target'])), body)
    if (writes(found.operation)) wrote(found.tables)
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
