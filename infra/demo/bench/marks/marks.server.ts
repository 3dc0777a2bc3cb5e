/**
 * A process with one HTTP server: `bare` parses JSON and answers JSON and does nothing else; `ours` hands the same
 * request to the marking function's handler, over a store that costs next to nothing; `alone` does so without the store's
 * client. Started by marks.bench.ts.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { useMemoryStore } from './memoryStore.ts'
import type { Marker } from './sitting.ts'

export type ServerOrder = { kind: 'timings'; calls: number } | { kind: 'end' }
export type ServerReport =
  | { kind: 'ready'; port: number; markers: Marker[] }
  | { kind: 'timings'; each: number[]; cpu: number; updatesPerMark: number }

const [, , mode, markerCount] = process.argv

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
const reply = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

type Respond = (body: string, authorization: string, path: string) => Promise<{ status: number; text: string }>

const bare: Respond = async (body) => {
  const { attemptId, value } = JSON.parse(body) as { attemptId: string; value: unknown }
  return { status: 200, text: JSON.stringify({ status: 0, data: { attemptId, value }, message: '' }) }
}

const openOurs = async (): Promise<{ respond: Respond; markers: Marker[]; updates: () => number }> => {
  const env = { AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench', AWS_REGION: 'cn-local-1' }
  const rooms = ['exam', 'marking', 'session', 'identity', 'audit', 'scan']
  const tables = Object.fromEntries(rooms.map((r) => [`TABLE_${r.toUpperCase()}`, `qinghe-${r}`]))
  const of = (room: string) => ({ ...env, ...tables, TABLE: `qinghe-${room}` })
  const envs = {
    'exam-api': of('exam'),
    'identity-api': of('identity'),
    'marking-api': of('marking'),
    'marking-work': of('marking'),
  }
  process.env['QINGHE_TEST_CLOUD'] = JSON.stringify({ address: '', envs })
  Object.assign(process.env, envs['marking-api'])
  const { updates } = useMemoryStore(mode === 'alone' ? 'client' : 'connections')
  const { sitMarkers } = await import('./sitting.ts')
  const markers = await sitMarkers(Number(markerCount), 4)
  const { handler } = await import('#functions/marking/marking.api.ts')
  let calls = 0
  const respond: Respond = async (body, authorization, path) => {
    const http = { method: 'POST', path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: '' }
    const answer = await handler(
      {
        version: '2.0',
        routeKey: '$default',
        rawPath: path,
        rawQueryString: '',
        headers: { authorization },
        body,
        isBase64Encoded: false,
        requestContext: {
          accountId: 'bench',
          apiId: 'bench',
          domainName: 'bench',
          domainPrefix: 'bench',
          http,
          requestId: String(++calls),
          routeKey: '$default',
          stage: '$default',
          time: '',
          timeEpoch: 0,
        },
      },
      { functionName: 'bench', awsRequestId: String(calls), getRemainingTimeInMillis: () => 30_000 },
    )
    return { status: answer.statusCode ?? 200, text: answer.body ?? '' }
  }
  return { respond, markers, updates }
}

const tell = (report: ServerReport): void => void process.send!(report)
const ours = mode === 'bare' ? null : await openOurs()
const respond = ours?.respond ?? bare

const server = createServer((request, response) => {
  void bodyOf(request)
    .then((body) => respond(body, request.headers.authorization ?? '', request.url ?? '/'))
    .then(({ status, text }) => reply(response, status, text))
})
server.listen(0, '127.0.0.1', () =>
  tell({ kind: 'ready', port: (server.address() as AddressInfo).port, markers: ours?.markers ?? [] }),
)

process.on('message', (order: ServerOrder) => {
  if (order.kind === 'end') process.exit(0)
  void (async () => {
    const { markPath, markRequest } = await import('./mark.request.ts')
    const each: number[] = []
    const before = ours!.updates()
    const cpu = process.cpuUsage()
    for (let i = 0; i < order.calls; i++) {
      const marker = ours!.markers[i % ours!.markers.length]!
      const { body, authorization } = markRequest(marker)
      const began = performance.now()
      const { text } = await respond(body, authorization, markPath)
      each.push(performance.now() - began)
      if (!text.startsWith('{"status":0,')) throw new Error(text)
    }
    const { user, system } = process.cpuUsage(cpu)
    const updatesPerMark = (ours!.updates() - before) / order.calls
    tell({ kind: 'timings', each, cpu: (user + system) / 1000 / order.calls, updatesPerMark })
  })()
})
