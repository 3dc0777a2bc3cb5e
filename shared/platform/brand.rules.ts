/** Which brand stands on a host, and what it says. Pure. */
import { brands } from './brand.config.ts'
import type { Brand, Jump } from './brand.types.ts'

/** A host as it is compared: without port, without the last dot, in lower case. */
const bare = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

const takes = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : pattern === host

/** The brand of a host; an unknown host has the first. */
export const brandOf = (host: string): Brand => {
  const name = bare(host)
  return brands.find((b) => b.hosts.some((h) => takes(h, name))) ?? brands[0]
}

/** A computer of one's own: its address is not asked for every ten minutes. */
export const isLocalHost = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/.test(bare(host))

/** Where a jump leads: by user type, with the session's values in its holes. */
export const jumpTo = (jump: Jump, userType: number, values: Readonly<Record<string, string>>): string => {
  const to = typeof jump.to === 'string' ? jump.to : (jump.to.byType[userType] ?? jump.to.other)
  return to.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** What stands in the entry of a brand for who comes without a token: null shows our own sign-in. */
export const entryOf = (brand: Brand, query: Readonly<Record<string, string>>): string | null => {
  switch (brand.entry.kind) {
    case 'own':
      return null
    case 'thirdParty':
      return '/third-party-login'
    case 'external':
      return 'adviser' in query ? null : brand.entry.url
  }
}
