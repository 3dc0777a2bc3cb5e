/** What the first script does with an address: the sign-in, a public page, the product, or another address. Pure. */
import { entryOf, isLocalHost } from '#shared/platform/brand.rules.ts'
import type { Brand } from '#shared/platform/brand.types.ts'
import { bareOf } from './paths.ts'
import { sitePaths } from './site.pages.ts'

export const entries: readonly string[] = ['/', '/login', '/v2/system/login']
/** Screens of the product that need no session. */
const open: readonly string[] = [
  '/v2/error/',
  '/v2/system/',
  '/auth/',
  '/third-party-login',
  '/tool',
  '/test-vue',
  '/outbox',
  // A candidate's evidence is verified without an account.
  '/v2/evidence',
  // Opened by a printer with a ticket.
  '/answer-card/',
  '/v2/answer-card-image',
  '/score-answer-card-render',
]

export type Boot =
  | { kind: 'signIn' }
  | { kind: 'site' }
  /** The product; `to` is put in the address first. */
  | { kind: 'product'; to?: string }
  /** Signs out first (?logOut). */
  | { kind: 'signOut' }
  /** Loads another address. */
  | { kind: 'leave'; to: string }

export type Arrival = {
  pathname: string
  search: string
  signedIn: boolean
  brand: Brand
}

/** Where the user wanted to go before signing in; only an address of this product. */
export const wantedOf = (search: string): string => {
  const from = new URLSearchParams(search).get('from') ?? ''
  return /^\/(v2|tool)\/(?!\/)[^\s\\]*$/.test(from) && !entries.includes(from.split('?')[0]!) ? from : '/v2'
}

/** Where one signs in, on the way to an address. */
export const signInPath = (brand: Brand, from: string): string =>
  `${brand.entry.kind === 'thirdParty' ? '/third-party-login' : '/login'}?from=${encodeURIComponent(from)}`

export const bootOf = ({ pathname: path, search, signedIn, brand }: Arrival): Boot => {
  const pathname = bareOf(path)
  const query = Object.fromEntries(new URLSearchParams(search))
  if (signedIn && 'logOut' in query) return { kind: 'signOut' }
  if (sitePaths.includes(pathname)) return { kind: 'site' }
  if (entries.includes(pathname)) {
    if (signedIn) return { kind: 'product', to: wantedOf(search) }
    const door = pathname === '/' ? entryOf(brand, query) : null
    return door === null ? { kind: 'signIn' } : { kind: 'leave', to: door }
  }
  if (signedIn || open.some((p) => `${pathname}/`.startsWith(p.endsWith('/') ? p : `${p}/`))) return { kind: 'product' }
  return { kind: 'leave', to: signInPath(brand, path + search) }
}

/** Where an expired session leads: a deployment's own page, the partner's door, or the sign-in; each with the way back. */
export const expiryEnd = (of: { brand: Brand; thirdParty: boolean; here: string }): string => {
  const back = `from=${encodeURIComponent(of.here)}`
  const own = of.brand.sessionOver
  if (own) return `${own}${own.includes('?') ? '&' : '?'}${back}`
  return of.thirdParty ? `/third-party-login?${back}` : signInPath(of.brand, of.here)
}

/** How often a computer's address is asked for; null: never, as on a computer of one's own. */
export const clientIpEvery = (host: string): number | null => (isLocalHost(host) ? null : 600_000)
