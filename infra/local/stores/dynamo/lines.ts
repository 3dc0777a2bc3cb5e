/**
 * Kept connections to the database's stand-in, one request at a time on each. Node's own client costs a request several
 * times what the stand-in does, and every row of the local cloud goes this way.
 */
import { connect } from 'node:net'
import type { Socket } from 'node:net'

export type Answer = { statusCode: number; headers: Record<string, string>; body: Uint8Array }
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void }
type Head = Pick<Answer, 'statusCode' | 'headers'> & { length: number }

const headEnd = '\r\n\r\n'

/** The head of a request to the stand-in, which wants the form of a signature, not a signature. */
export const standInHead = (port: number, target: string): string =>
  [
    'POST / HTTP/1.1',
    `host: 127.0.0.1:${port}`,
    'content-type: application/x-amz-json-1.0',
    `x-amz-target: ${target}`,
    'x-amz-date: 20260101T000000Z',
    'authorization: AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    '',
  ].join('\r\n')

const hungUp = (): Error => Object.assign(new Error('the database hung up'), { code: 'ECONNRESET' })

const headOf = (text: string): Head => {
  const [first = '', ...fields] = text.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((l) => [l.slice(0, l.indexOf(':')).toLowerCase(), l.slice(l.indexOf(':') + 1).trim()]),
  )
  return { statusCode: Number(first.split(' ')[1]), headers, length: Number(headers['content-length']) }
}

class Line {
  readonly #socket: Socket
  #chunks: Buffer[] = []
  #size = 0
  #head: Head | null = null
  #waiting: Waiting | null = null
  open = true
  /** Whether an answer came over it before. */
  used = false

  constructor(port: number, host: string) {
    this.#socket = connect({ port, host, noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#hear(chunk))
    this.#socket.on('error', (error) => this.end(error))
    this.#socket.on('close', () => this.end(hungUp()))
  }

  ask(request: Buffer): Promise<Answer> {
    this.#socket.ref()
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  #hear(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#head === null) {
      const got = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
      const at = got.indexOf(headEnd)
      this.#chunks = [got]
      if (at < 0) return
      this.#head = headOf(got.toString('latin1', 0, at))
      if (!Number.isInteger(this.#head.length)) return this.end(new Error('the database tells no length'))
      this.#chunks = [got.subarray(at + headEnd.length)]
      this.#size = got.length - at - headEnd.length
    }
    const { statusCode, headers, length } = this.#head
    if (this.#size < length) return
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    const waiting = this.#waiting
    this.#chunks = []
    this.#size = 0
    this.#head = null
    this.#waiting = null
    this.used = true
    // An idle connection does not keep the process.
    this.#socket.unref()
    waiting?.resolve({ statusCode, headers, body })
  }

  end(error: Error): void {
    this.open = false
    this.#socket.destroy()
    this.#waiting?.reject(error)
    this.#waiting = null
  }
}

type Lines = {
  /** Sends a request, its head without length and end. */
  ask: (head: string, body: Buffer) => Promise<Answer>
  close: () => void
}

export const linesTo = (port: number, host = '127.0.0.1'): Lines => {
  const idle: Line[] = []
  const all = new Set<Line>()
  const fresh = (): Line => {
    const line = new Line(port, host)
    all.add(line)
    return line
  }
  const over = async (line: Line, request: Buffer): Promise<Answer> => {
    const wasUsed = line.used
    try {
      const answer = await line.ask(request)
      idle.push(line)
      return answer
    } catch (error) {
      all.delete(line)
      // A kept connection that the other side has just closed: once more on a new one.
      if (wasUsed && (error as NodeJS.ErrnoException).code === 'ECONNRESET') return over(fresh(), request)
      throw error
    }
  }
  const free = (): Line => {
    for (let line = idle.pop(); line; line = idle.pop()) {
      if (line.open) return line
      all.delete(line)
    }
    return fresh()
  }
  return {
    ask: (head, body) =>
      over(free(), Buffer.concat([Buffer.from(`${head}content-length: ${body.length}${headEnd}`), body])),
    close: () => {
      for (const line of all) line.end(hungUp())
      all.clear()
    },
  }
}
