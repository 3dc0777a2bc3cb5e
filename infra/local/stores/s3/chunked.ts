import { Transform } from 'node:stream'
import type { TransformCallback } from 'node:stream'
import { Failure } from '../failure.ts'

/**
 * Decodes `Content-Encoding: aws-chunked` with a trailer, as the SDKs send streams:
 * `hex-size[;extension]CRLF bytes CRLF … 0 CRLF trailer: value CRLF CRLF`.
 * Source: AmazonS3 "Signature calculations for streaming with trailing headers (STREAMING-UNSIGNED-PAYLOAD-TRAILER)".
 */
export class AwsChunkedDecoder extends Transform {
  readonly trailers = new Map<string, string>()
  #state: 'size' | 'data' | 'gap' | 'trailer' | 'done' = 'size'
  #line = ''
  #left = 0

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    try {
      let at = 0
      while (at < chunk.length) at = this.#state === 'data' ? this.#takeData(chunk, at) : this.#takeLine(chunk, at)
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    const ended = this.#state === 'done' || (this.#state === 'trailer' && this.#line === '')
    done(ended ? null : new Failure('IncompleteBody', 'The request body terminated unexpectedly.', 400))
  }

  #takeData(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#left)
    this.push(chunk.subarray(at, end))
    this.#left -= end - at
    if (this.#left === 0) this.#state = 'gap'
    return end
  }

  #takeLine(chunk: Buffer, at: number): number {
    const feed = chunk.indexOf(0x0a, at)
    this.#line += chunk.toString('latin1', at, feed < 0 ? chunk.length : feed)
    if (this.#line.length > 8192) throw new Failure('InvalidRequest', 'A line of the chunked body is too long.', 400)
    if (feed < 0) return chunk.length
    const line = this.#line.replace(/\r$/, '')
    this.#line = ''
    this.#readLine(line)
    return feed + 1
  }

  #readLine(line: string): void {
    if (this.#state === 'gap') {
      if (line !== '') throw new Failure('InvalidRequest', 'A chunk is longer than it says.', 400)
      this.#state = 'size'
    } else if (this.#state === 'size') {
      const size = /^([0-9a-fA-F]{1,12})(;.*)?$/.exec(line)?.[1]
      if (size === undefined) throw new Failure('InvalidRequest', 'A chunk has no size.', 400)
      this.#left = parseInt(size, 16)
      this.#state = this.#left === 0 ? 'trailer' : 'data'
    } else if (this.#state === 'trailer') {
      const colon = line.indexOf(':')
      if (line === '') this.#state = 'done'
      else if (colon > 0) this.trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
    }
  }
}
