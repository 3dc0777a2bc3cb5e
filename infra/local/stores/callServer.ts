import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { listening } from './listen.ts'
import { SignatureRefusal, splitTarget, verifySignature } from './access/signature.ts'
import type { Running, SecretOf } from './stores.types.ts'

/** The small services that take one signed POST a call: KMS (JSON 1.1) and STS (query and XML). */

/** A refusal in the service's words. */
export class CallFailure extends Error {
  readonly code: string
  readonly status: number
  constructor(code: string, message: string, status = 400) {
    super(message)
    this.name = 'CallFailure'
    this.code = code
    this.status = status
  }
}

export type Call = { accessKeyId: string; request: IncomingMessage; body: string; requestId: string }

export type CallServer = {
  service: string
  port?: number
  host?: string
  secretOf: SecretOf
  now: () => number
  contentType: string
  handle(call: Call): string
  fail(failure: { code: string; message: string; status: number }, requestId: string): string
}

// The names by which each of these services refuses what S3 calls otherwise.
const signatureCodes: Record<string, string> = {
  InvalidAccessKeyId: 'UnrecognizedClientException',
  InvalidToken: 'UnrecognizedClientException',
  SignatureDoesNotMatch: 'InvalidSignatureException',
  RequestTimeTooSkewed: 'InvalidSignatureException',
  AccessDenied: 'MissingAuthenticationTokenException',
  AuthorizationHeaderMalformed: 'IncompleteSignatureException',
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > 1024 * 1024) throw new CallFailure('RequestEntityTooLargeException', 'The request is too large', 413)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Starts such a service: the signature is proven with the body's hash, then the call is handled. */
export async function startCallServer(options: CallServer): Promise<Running> {
  const answer = async (request: IncomingMessage, requestId: string): Promise<{ status: number; text: string }> => {
    try {
      const bytes = await readBody(request)
      const { path, query } = splitTarget(request.url ?? '/')
      const payloadHash = createHash('sha256').update(bytes).digest('hex')
      const signed = { method: request.method ?? '', path, query, headers: request.headers }
      const { service, secretOf, now } = options
      const { accessKeyId } = verifySignature(signed, { service, secretOf, now, payloadHash })
      return { status: 200, text: options.handle({ accessKeyId, request, body: bytes.toString('utf8'), requestId }) }
    } catch (error) {
      const { message } = error as Error
      if (error instanceof CallFailure) {
        return {
          status: error.status,
          text: options.fail({ code: error.code, message, status: error.status }, requestId),
        }
      }
      if (error instanceof SignatureRefusal) {
        const code = signatureCodes[error.code] ?? error.code
        return { status: 403, text: options.fail({ code, message, status: 403 }, requestId) }
      }
      console.error(`the local ${options.service} failed`, error)
      return { status: 500, text: options.fail({ code: 'InternalFailure', message, status: 500 }, requestId) }
    }
  }
  const server = createServer((request, response) => {
    const requestId = randomUUID()
    void answer(request, requestId).then(({ status, text }) => {
      response.writeHead(status, {
        'content-type': options.contentType,
        'content-length': Buffer.byteLength(text),
        'x-amzn-requestid': requestId,
      })
      response.end(text)
    })
  })
  return listening(server, options)
}
