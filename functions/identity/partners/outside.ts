/**
 * Requests to partners. Only https by name to a host of the partner's own configuration, at a public address; five
 * seconds in all; no redirect is followed; a bounded answer. Where the local cloud runs, a partner may be on the same
 * machine by http (tests and the demo).
 */
import { lookup } from 'node:dns'
import type { LookupAddress, LookupAllOptions } from 'node:dns'
import { request as plainRequest } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { hostOf, isLoopback, isOutsideUrl } from '#shared/identity/partners/partner.rules.ts'
import { setting } from '#functions/kit/clients.ts'

const patienceMs = 5_000
const longest = 256 * 1024

/** slow and unreachable may pass; refused and strange will not. */
export class OutsideFailure extends Error {
  override name = 'OutsideFailure'
  readonly kind: 'refused' | 'slow' | 'unreachable' | 'strange'
  constructor(kind: OutsideFailure['kind'], detail: string) {
    super(`${kind}: ${detail}`)
    this.kind = kind
  }
}

/** Only the local cloud says so; a deployed function never does. */
export const loopbackAllowed = (): boolean => setting('QINGHE_ENV') === 'local'

const closedTo = (family: 'ipv4' | 'ipv6', nets: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList()
  for (const [net, bits] of nets) list.addSubnet(net, bits, family)
  return list
}
// One list a family: a list of both holds every IPv4 address for one of ::ffff:0:0/96.
const closed = {
  4: closedTo('ipv4', [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ]),
  6: closedTo('ipv6', [
    ['::', 96],
    ['::ffff:0:0', 96],
    ['64:ff9b::', 96],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
  ]),
}

export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !closed[4].check(address, 'ipv4')
  return family === 6 && !closed[6].check(address, 'ipv6')
}

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Resolves a name to its public addresses alone: what is judged here is what is connected to. */
export const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const open = error ? [] : addresses.filter((a) => isPublicAddress(a.address))
      const first = open[0]
      if (error || !first)
        return done(error ?? new OutsideFailure('refused', `${hostname} has no public address`), '', 0)
      if (options.all) return done(null, open)
      return done(null, first.address, first.family)
    })
  }

export type Asking = {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array | undefined
  /** The hosts of the partner's configuration. */
  hosts: readonly string[]
}
export type Answered = { status: number; headers: Record<string, string>; body: Buffer }

const refusalOf = (url: string, hosts: readonly string[]): string | null => {
  if (!isOutsideUrl(url)) return 'only https by name'
  if (isLoopback(url) && !loopbackAllowed()) return 'this machine'
  return hosts.includes(hostOf(url)) ? null : `${hostOf(url)} is not of this partner`
}

/** @throws OutsideFailure for everything but an answer of 200 to 499 that is no redirect. */
export const askOutside = async (url: string, asking: Asking): Promise<Answered> => {
  const barred = refusalOf(url, asking.hosts)
  if (barred !== null) throw new OutsideFailure('refused', barred)
  const own = isLoopback(url)
  const options: RequestOptions = {
    method: asking.method ?? 'GET',
    // One answer, never squeezed: a bound on its bytes is a bound on its text.
    headers: { accept: 'application/json', ...asking.headers, 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(patienceMs),
    agent: false,
    ...(own ? {} : { lookup: publicLookup(lookup) }),
  }
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const sent = (own ? plainRequest : tlsRequest)(url, options, done)
    sent.on('error', (error) => fail(failureOf(error)))
    sent.end(asking.body)
  })
  const status = response.statusCode ?? 0
  if (status >= 300 && status < 400) {
    response.destroy()
    throw new OutsideFailure('refused', `redirect from ${hostOf(url)}`)
  }
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > longest) throw new OutsideFailure('strange', 'too long an answer')
      chunks.push(chunk)
    }
  } catch (error) {
    response.destroy()
    throw failureOf(error)
  }
  if (status >= 500) throw new OutsideFailure('unreachable', `status ${status}`)
  const headers = Object.entries(response.headersDistinct).map(([k, v]) => [k, (v ?? []).join(', ')])
  return { status, headers: Object.fromEntries(headers) as Record<string, string>, body: Buffer.concat(chunks) }
}

const failureOf = (thrown: unknown): OutsideFailure => {
  if (thrown instanceof OutsideFailure) return thrown
  const error = thrown as { name?: string; code?: string; message?: string }
  const slow = error.name === 'AbortError' || error.name === 'TimeoutError' || error.code === 'ETIMEDOUT'
  return new OutsideFailure(slow ? 'slow' : 'unreachable', error.code ?? error.message ?? 'no answer')
}

/** A JSON object at such an address. */
export const askJson = async (url: string, of: Asking): Promise<Record<string, unknown>> => {
  const { status, body } = await askOutside(url, of)
  if (status !== 200 && status !== 201) throw new OutsideFailure('strange', `status ${status}`)
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw new OutsideFailure('strange', 'no JSON object')
}
