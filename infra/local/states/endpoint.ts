import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { ApiError } from './failure.ts'
import type { Operation } from './operations.ts'
import type { JsonObject } from './states.types.ts'

/** Who may do what; without them every caller may do everything. */
export interface Guards {
  /** The secret of a known access key; undefined for an unknown one. */
  secretOf?: (accessKeyId: string) => string | undefined | Promise<string | undefined>
  authorise?: (request: { accessKeyId: string; action: string; resource: string }) => boolean | Promise<boolean>
}

/** The largest request that the API takes, bytes. */
const BODY_LIMIT = 2 * 1024 * 1024

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new ApiError('ValidationException', 'The request is too large')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as JsonObject
  } catch {
    throw new ApiError('SerializationException', 'The request is not JSON')
  }
}

async function admit(
  request: IncomingMessage,
  guards: Guards,
  name: string,
  operation: Operation,
  body: JsonObject,
): Promise<void> {
  if (!guards.secretOf && !guards.authorise) return
  const accessKeyId = /Credential=([^/,\s]+)\//.exec(request.headers.authorization ?? '')?.[1]
  if (!accessKeyId) throw new ApiError('MissingAuthenticationTokenException', 'Missing Authentication Token')
  if (guards.secretOf && (await guards.secretOf(accessKeyId)) === undefined)
    throw new ApiError('UnrecognizedClientException', 'The security token included in the request is invalid.')
  const action = `states:${name}`
  const resource = operation.resource(body)
  if (guards.authorise && !(await guards.authorise({ accessKeyId, action, resource })))
    throw new ApiError(
      'AccessDeniedException',
      `User: ${accessKeyId} is not authorized to perform: ${action} on resource: ${resource}`,
    )
}

function reply(response: ServerResponse, status: number, body: JsonObject): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(text),
    'x-amzn-requestid': randomUUID(),
  })
  response.end(text)
}

/** Serves the operations as AWS JSON 1.0 on the loopback. */
export async function serve(
  port: number,
  operations: Readonly<Record<string, Operation>>,
  guards: Guards,
): Promise<{ server: Server; port: number }> {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const target = String(request.headers['x-amz-target'] ?? '')
      const name = /^AWSStepFunctions\.(\w+)$/.exec(target)?.[1] ?? ''
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
      const body = await bodyOf(request)
      if (!operation) throw new ApiError('UnknownOperationException', `The operation '${target}' is not supported`)
      await admit(request, guards, name, operation, body)
      reply(response, 200, await operation.run(body))
    } catch (error) {
      if (response.destroyed) return
      if (error instanceof ApiError) {
        reply(response, 400, { __type: `com.amazonaws.swf.service.v2.model#${error.type}`, message: error.message })
      } else {
        console.error(error)
        reply(response, 500, { __type: 'InternalFailure', message: (error as Error).message })
      }
    }
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : port }
}
