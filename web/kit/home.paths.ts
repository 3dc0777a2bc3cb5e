/** Addresses of the product itself, which every room leads to. */
export const homePaths = {
  /** Leads each to the first screen that is theirs. */
  landing: '/v2',
  centre: '/v2/center',
  guide: '/v2/center?guide=1',
  /** After another identity was taken on: nothing of the one before is kept. */
  switched: '/v2?switched=1',
  signIn: '/login',
  /** Whether this computer and its line will do. */
  checks: '/tool',
  notFound: '/v2/error/404',
} as const

/** Who may not see an address is told so there. */
export const forbiddenPath = (at: string): string => `/v2/error/401?at=${encodeURIComponent(at)}`
