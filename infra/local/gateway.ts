import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolveRoute } from '../routes.ts'
import { serveSite } from './site.ts'
import type { LocalRoute } from './inventory.ts'
import type { Invocation } from './lambda.types.ts'

/** API Gateway's limits for HTTP APIs (Developer Guide, "Quotas for configuring and running an HTTP API"). */
const mostBytes = 10 * 1024 * 1024
const patienceMs = 30_000

/** Thrown when another process listens at the port; the message is one line for people. */
export class PortBusy extends Error {
  override name = 'PortBusy'
  constructor(port: number, variable: string) {
    super(`Port ${port} is in use by another program. Choose another one: ${variable}=${port + 100} npm start`)
  }
}

/** Listens; `variable` is what PortBusy tells people to set. */
export const listen = (server: Server, port: number, host: string, variable = 'PORT'): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortBusy(port, variable) : error),
    )
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })

/** A body, or null as soon as it is above the limit. */
const bodyOf = async (request: IncomingMessage): Promise<Buffer | null> => {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const queryOf = (raw: string): Record<string, string> | undefined => {
  if (raw === '') return undefined
  const values: Record<string, string> = {}
  for (const pair of raw.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decoded(at < 0 ? pair : pair.slice(0, at))
    const value = at < 0 ? '' : decoded(pair.slice(at + 1))
    // Repeated names are joined by commas in payload 2.0.
    values[name] = name in values ? `${values[name]},${value}` : value
  }
  return values
}

const isText = (type: string): boolean => type === '' || /^text\/|json|xml|javascript|x-www-form-urlencoded/i.test(type)

/** Source: API Gateway Developer Guide, "Payload format version" 2.0. */
const eventOf = (
  request: IncomingMessage,
  route: LocalRoute,
  rawPath: string,
  rawQueryString: string,
  body: Buffer,
) => {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'cookie') headers[name] = Array.isArray(value) ? value.join(',') : value
  }
  const sourceIp = (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '')
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], sourceIp].filter(Boolean).join(', ')
  headers['x-forwarded-proto'] ??= 'http'
  const cookies = request.headers.cookie?.split(/; */).filter((c) => c !== '')
  const query = queryOf(rawQueryString)
  const asText = isText(headers['content-type'] ?? '')
  const now = Date.now()
  return {
    version: '2.0',
    routeKey: `${route.method} ${route.path}`,
    rawPath,
    rawQueryString,
    ...(cookies && cookies.length > 0 ? { cookies } : {}),
    headers,
    ...(query ? { queryStringParameters: query } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers['host'] ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method: request.method ?? 'GET',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: `${route.method} ${route.path}`,
      stage: '$default',
      time: new Date(now).toUTCString(),
      timeEpoch: now,
    },
    ...(body.length > 0 ? { body: body.toString(asText ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: body.length > 0 && !asText,
  }
}

const say = (response: ServerResponse, status: number, message: string): void => {
  if (response.headersSent) return void response.destroy()
  const text = JSON.stringify({ message })
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

type LambdaAnswer = {
  statusCode?: number
  headers?: Record<string, string | number | boolean>
  cookies?: string[]
  body?: string
  isBase64Encoded?: boolean
}

const send = (response: ServerResponse, outcome: Invocation, headers: Record<string, string>): void => {
  if (!outcome.ok) return say(response, 500, 'Internal Server Error')
  const parsed = JSON.parse(outcome.payload) as LambdaAnswer | null
  const answer: LambdaAnswer =
    typeof parsed === 'object' && parsed !== null && parsed.statusCode !== undefined
      ? parsed
      : { statusCode: 200, headers: { 'content-type': 'application/json' }, body: outcome.payload }
  const { body: text = '' } = answer
  // A text goes out with its head in one piece.
  const body = answer.isBase64Encoded ? Buffer.from(text, 'base64') : text
  for (const [name, value] of Object.entries({ ...headers, ...answer.headers })) response.setHeader(name, String(value))
  if (answer.cookies && answer.cookies.length > 0) response.setHeader('set-cookie', answer.cookies)
  response.writeHead(answer.statusCode ?? 200, { 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

export type GatewayOptions = {
  port: number
  host: string
  routes: readonly LocalRoute[]
  invoke: (functionArn: string, event: string, over?: AbortSignal) => Promise<Invocation>
  /** The built SPA; without it everything but the API is 404. */
  webDir: string | undefined
  /** What the distribution puts on every answer. */
  headers: Record<string, string>
  /** After which an unanswered call is 503. */
  timeoutMs?: number
}

/** Paths that CloudFront hands to the API; everything else is the SPA. */
export const isApiPath = (path: string): boolean =>
  /^\/+api(\/|$)/.test(path) || path === '/timestamp' || path === '/ip'

/** CloudFront and the HTTP API in one server. */
export const startGateway = async (options: GatewayOptions): Promise<{ port: number; close: () => Promise<void> }> => {
  const site = serveSite(options.webDir, options.headers)
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? '/'
    const mark = target.indexOf('?')
    const rawPath = mark < 0 ? target : target.slice(0, mark)
    if (!isApiPath(rawPath)) return site(request, response, rawPath)
    const route = resolveRoute(options.routes, request.method ?? 'GET', rawPath)
    if (!route) return say(response, 404, 'Not Found')
    const body = await bodyOf(request)
    if (!body) {
      response.setHeader('connection', 'close')
      return say(response, 413, 'Request Entity Too Large')
    }
    const event = JSON.stringify(eventOf(request, route, rawPath, mark < 0 ? '' : target.slice(mark + 1), body))
    const patience = new AbortController()
    const timer = setTimeout(() => {
      patience.abort()
      say(response, 503, 'Service Unavailable')
    }, options.timeoutMs ?? patienceMs)
    const outcome = await options.invoke(route.functionArn, event, patience.signal)
    clearTimeout(timer)
    if (!response.headersSent) send(response, outcome, options.headers)
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => say(response, 500, 'Internal Server Error'))
  })
  server.keepAliveTimeout = 60_000
  const port = await listen(server, options.port, options.host)
  return {
    port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
