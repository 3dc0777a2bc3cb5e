/** What is said of partners without I/O: addresses outside, JSON pointers, templates, tenants. Pure. */

/** A name in lower case that ends in letters (never a number), a port, a path: what an https address of ours may be. */
const httpsPattern = /^https:\/\/((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24})(:\d{1,5})?(\/[^\s\\#]*)?$/
/** A provider on the same machine: tests and the demo only, where the server is told to allow it. */
const loopbackPattern = /^http:\/\/127\.0\.0\.1(:\d{1,5})?(\/[^\s\\#]*)?$/

export const isLoopback = (url: string): boolean => loopbackPattern.test(url)
/** An address that the server may be told to ask: https by name, or this machine. Never a user name, never a number. */
export const isOutsideUrl = (url: string): boolean => url.length <= 500 && (httpsPattern.test(url) || isLoopback(url))

/** Host and port of such an address; empty for any other. */
export const hostOf = (url: string): string => {
  const found = httpsPattern.exec(url)
  if (found) return `${found[1]}${found[2] === ':443' ? '' : (found[2] ?? '')}`
  const own = loopbackPattern.exec(url)
  return own ? `127.0.0.1${own[1] ?? ''}` : ''
}

/** Where the pages of ours stand: scheme, host and port, nothing after. */
export const isOrigin = (text: string): boolean =>
  text.length <= 200 && (/^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(text) || isOwnMachine(text))
/** `localhost`, a name under it, or 127.0.0.1. */
export const isOwnMachine = (origin: string): boolean =>
  /^http:\/\/(127\.0\.0\.1|(?:[a-z0-9-]+\.)*localhost)(:\d{1,5})?$/.test(origin)

const machineOf = (origin: string): string => origin.replace(/:\d+$/, '')

/** Whether a partner is used from this address of ours; on the own machine any port is meant. */
export const usedFrom = (origins: readonly string[], origin: string): boolean =>
  isOrigin(origin) &&
  origins.some((o) => o === origin || (isOwnMachine(o) && isOwnMachine(origin) && machineOf(o) === machineOf(origin)))

/** What a JSON pointer (RFC 6901) finds; undefined for what is not there. Only own members count. */
export const pointed = (value: unknown, pointer: string): unknown => {
  if (pointer === '') return value
  if (!pointer.startsWith('/')) return undefined
  let at: unknown = value
  for (const raw of pointer.slice(1).split('/')) {
    const name = raw.replace(/~1/g, '/').replace(/~0/g, '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

/** A subject or a name as text; a number only where it is exact. null for everything else. */
export const textAt = (value: unknown, pointer: string, max = 200): string | null => {
  const found = pointed(value, pointer)
  const text = typeof found === 'number' && Number.isSafeInteger(found) ? String(found) : found
  if (typeof text !== 'string' || text.trim() === '' || text.length > max) return null
  return text
}

export type Holes = Readonly<Record<string, string>>

/** Fills `{holes}`; a hole without a value is an error of the configuration, said by its name. */
export const filled = (template: string, holes: Holes): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(holes, name) ? holes[name] : undefined
    if (value === undefined) throw new Error(`no value for {${name}}`)
    return value
  })

/** The holes that a template names. */
export const holesIn = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!)

/** An address of this product, without the host: never another site's. */
export const isOwnPath = (text: string): boolean => text.length <= 1000 && /^\/(?![/\\])[^\s\\]*$/.test(text)

/** Where one may be sent back to: a path of ours, or https at one of the listed hosts. */
export const mayReturnTo = (url: string, hosts: readonly string[]): boolean =>
  isOwnPath(url) || (url.length <= 1000 && isOutsideUrl(url) && hosts.includes(hostOf(url)))

type Placed = { readonly tenant: string; readonly areaId?: string | undefined; readonly closedAt?: number | undefined }

/** Whether an identity lies within a tenant: the platform holds all, an area its own people and its schools'. */
export const within = (tenant: string, user: Placed): boolean => {
  if (user.closedAt !== undefined) return false
  if (tenant === 'p' || user.tenant === tenant) return true
  return tenant.startsWith('a:') && user.tenant.startsWith('s:') && user.areaId === tenant.slice(2)
}
