/** What an address says of who comes from a partner (spec 1 §2 and §7). Nothing in it is believed here. Pure. */
import { ownPath, sessionConfigOf } from '#shared/platform/flag.rules.ts'
import type { SessionConfig } from '#shared/platform/flag.rules.ts'

export type Arrival = {
  /** The last segment of /auth/…: whose door it is. */
  door: string
  /** A configuration's name, where the query has one. */
  partner: string | undefined
  /** What the partner itself said: goes to the server as it is. */
  params: Readonly<Record<string, string>>
  /** Where to go on to; the server judges it for a partner, `ownPath` everywhere else. */
  redirectUrl: string | undefined
  /** A one-use ticket of our own. */
  loginToken: string | undefined
  /** Where the session's end leads: a path of ours only. */
  loginUrl: string | undefined
  device: 'pc' | 'mobile' | undefined
  /** The query's flags and its custom configuration. */
  config: SessionConfig
}

const redirectNames = ['redirectUrl', 'redirectURL', 'redirect_url', 'redirect', 'returnUrl']
const tokenNames = ['loginToken', 'login_token']
const flagNames = [
  'hideHeader',
  'hideLogo',
  'hideUserBtn',
  'hideSettingBtn',
  'hideLogOut',
  'hideLogout',
  'hidehome',
  'hideHome',
  'hideFooter',
  'iframe',
  'homeworkMode',
  'customModule',
  'closePage',
  'title',
  'primeID',
  'whiteList',
]
const ours = new Set([
  ...redirectNames,
  ...tokenNames,
  ...flagNames,
  'partner',
  'device',
  'customConfig',
  'loginUrl',
  'logOut',
])

const firstOf = (query: Readonly<Record<string, string>>, names: readonly string[]): string | undefined =>
  names.map((n) => query[n]).find((v) => v !== undefined && v !== '')

/** A custom configuration: a JSON object of the same names as the query's; everything else of it is passed over. */
const customOf = (text: string | undefined): SessionConfig => {
  if (text === undefined || text.length > 4000) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    const texts = Object.entries(value)
      .filter(([, v]) => typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean')
      .map(([k, v]) => [k, String(v)])
    return sessionConfigOf(Object.fromEntries(texts) as Record<string, string>)
  } catch {
    return {}
  }
}

/** What a fragment says reaches no server and no log: a ticket of ours is best there. */
export const arrivalOf = (pathname: string, search: string, hash = ''): Arrival => {
  const query: Record<string, string> = Object.fromEntries([
    ...new URLSearchParams(search),
    ...[...new URLSearchParams(hash.replace(/^#/, ''))].filter(([name]) => tokenNames.includes(name)),
  ])
  const { device, partner } = query
  return {
    door: pathname.split('/').filter(Boolean)[1] ?? '',
    partner: partner !== undefined && /^[a-z][a-z0-9-]{1,29}$/.test(partner) ? partner : undefined,
    params: Object.fromEntries(Object.entries(query).filter(([name]) => !ours.has(name))),
    redirectUrl: firstOf(query, redirectNames),
    loginToken: firstOf(query, tokenNames),
    loginUrl: ownPath(query['loginUrl']),
    device: device === 'pc' || device === 'mobile' ? device : undefined,
    config: { ...sessionConfigOf(query), ...customOf(query['customConfig']) },
  }
}

/** The mobile site's address for this page: where the brand has one, for a phone or where it is asked for. */
export const mobileAddress = (visit: {
  mobileHost: string | undefined
  device: 'pc' | 'mobile' | undefined
  agent: string
  href: string
}): string | null => {
  if (visit.mobileHost === undefined || visit.device === 'pc') return null
  if (visit.device !== 'mobile' && !/Mobi|Android|iPhone|iPod|HarmonyOS/i.test(visit.agent)) return null
  const url = new URL(visit.href)
  if (url.hostname === visit.mobileHost) return null
  url.hostname = visit.mobileHost
  return url.href
}

/** The host that sent the visitor; undefined for none, and for our own pages. */
export const refererHostOf = (referrer: string, origin: string): string | undefined => {
  try {
    const url = new URL(referrer)
    return url.origin === origin || !/^https?:$/.test(url.protocol) ? undefined : url.host
  } catch {
    return undefined
  }
}

/**
 * Whether who arrives with a ticket is let in unasked: the account that is signed in here; where none is, the one that
 * signed in here last, or the one this browser itself began a sign-in for. Anything else may be another person's link.
 */
export const goesUnasked = (
  { accountName }: { accountName: string },
  of: { begun: boolean; here: string | undefined; last: string | null },
): boolean => (of.here === undefined ? of.begun || of.last === accountName : of.here === accountName)
