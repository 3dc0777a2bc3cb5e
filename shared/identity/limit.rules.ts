/**
 * Limits as token buckets. A bucket of `capacity` tokens, one coming back every `everyMs`, is one number: the moment at
 * which it will be full again (the generic cell rate algorithm). Taking a token moves it on by one interval.
 */
export type Bucket = { capacity: number; everyMs: number }

/** How many tokens are gone at this moment, in whole or begun tokens. */
export const tokensUsed = (fullAt: number, at: number, bucket: Bucket): number =>
  Math.max(0, Math.ceil((fullAt - at) / bucket.everyMs))

/** Milliseconds until a token is there; 0 when one is. */
export const waitFor = (fullAt: number, at: number, bucket: Bucket): number =>
  Math.max(0, Math.max(fullAt, at) + bucket.everyMs - bucket.capacity * bucket.everyMs - at)

/** The bucket's number after one token was taken, or null when there is none. */
export const takeOne = (fullAt: number, at: number, bucket: Bucket): number | null =>
  waitFor(fullAt, at, bucket) > 0 ? null : Math.max(fullAt, at) + bucket.everyMs

const minute = 60_000

/**
 * Wrong passwords. A name is locked for one address after five, for the whole world after thirty; an address is never
 * locked, since a school of two thousand may stand behind it: beyond its bucket every sign-in from there solves a puzzle
 * first. So does every name that begins like the names of a school under attack.
 */
export const wrongPasswordLimits = {
  nameAtAddress: { capacity: 5, everyMs: 2 * minute },
  name: { capacity: 30, everyMs: 2 * minute },
  address: { capacity: 100, everyMs: 6_000 },
  school: { capacity: 300, everyMs: 2_000 },
} as const satisfies Record<string, Bucket>

/** Wrong passwords of a name, from anywhere, after which it solves a puzzle. */
export const slideAfter = 2

export const otherLimits = {
  /** Puzzles drawn for one address: each costs the server some milliseconds. */
  slide: { capacity: 5_000, everyMs: 50 },
  /** Messages to one phone or mailbox, and from one account. */
  codeTo: { capacity: 10, everyMs: 2 * 3_600_000 },
  codeOf: { capacity: 20, everyMs: 3_600_000 },
  /** Looking for a child by name and number. */
  findStudent: { capacity: 20, everyMs: minute },
  /** Codes that did not fit, by address: a class registers in one evening, behind one address, and mistypes. */
  registerWrong: { capacity: 60, everyMs: minute },
  /** Accounts opened by phone, and codes for it, by address. */
  register: { capacity: 300, everyMs: 6_000 },
  /** Sign-ins through partners begun and ended, by address: a school of thousands stands behind one, each asks outside. */
  partner: { capacity: 5_000, everyMs: 50 },
  /** Trying a partner's settings, by who tries. */
  partnerTest: { capacity: 10, everyMs: 30_000 },
} as const satisfies Record<string, Bucket>

/**
 * What the account names of one school have in common: the letters before the number. It is a function of the name
 * alone, so it tells nothing of whether the account exists. null: a name without such letters.
 */
export const schoolOfName = (name: string): string | null => /^([a-z]{2,20})[\d_]/.exec(name)?.[1] ?? null
