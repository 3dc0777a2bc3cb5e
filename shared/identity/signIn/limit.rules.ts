import { leastBits, mostBits } from './work.rules.ts'

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
 * Wrong passwords, as budgets of a name, of a network (`networkOf`) and of a school. Beyond `puzzleFrom` of a network's or
 * a school's budget each sign-in solves a puzzle and does work that grows with what is used; a network that has used all
 * of it waits. A school's budget slows and never shuts. Who counts where is `trustOf`.
 */
export const wrongPasswordLimits = {
  nameAtAddress: { capacity: 5, everyMs: 2 * minute },
  name: { capacity: 30, everyMs: 2 * minute },
  address: { capacity: 3_000, everyMs: 6_000 },
  school: { capacity: 5_000, everyMs: 2_000 },
  /** Of a person's known devices together. */
  device: { capacity: 30, everyMs: 2 * minute },
} as const satisfies Record<string, Bucket>

/** How much of a budget is used before its sign-ins solve puzzles. */
export const puzzleFrom = { address: 100, school: 300 } as const

/** Wrong passwords of a name, from anywhere, after which it solves a puzzle. */
export const slideAfter = 2

/**
 * What speaks for a sign-in. `device`: on this device this person, or another of the same school, has signed in before.
 * `place`: from this network several people of the school have. Both get past a name that others have locked from
 * elsewhere, so that strangers cannot shut a school out of its exam: a name is then locked only for that device or
 * network.
 */
export type Trust = 'device' | 'place' | 'none'

/** People of a school who must have signed in from a network before it is a place of the school. */
export const placeFrom = 5
export const placeDays = 60
export const deviceDays = 180

/** How much of each budget is used. */
export type Used = { name: number; address: number; school: number }

const beyond = (used: number, from: number): number => (used < from ? 0 : 1 + Math.floor(Math.log2(used / from)))

/** The bits of work before a sign-in, null where neither puzzle nor work is asked for. It doubles as failures do. */
export const workBefore = ({ name, address, school }: Used, trust: Trust): number | null => {
  // A known device answers for itself: neighbours do not slow it.
  const crowd =
    trust === 'device' ? 0 : Math.max(beyond(address, puzzleFrom.address), beyond(school, puzzleFrom.school))
  if (name < slideAfter && crowd === 0) return null
  return Math.min(mostBits, leastBits + Math.max(crowd, Math.min(2, Math.max(0, name - slideAfter))))
}

/** Codes and messages that cost money, a day of the calendar; `open` are those for people who are not signed in. */
export const codeCaps = { number: 10, address: 300, school: 2_000, open: 14_000, all: 20_000 } as const
/** The part of the caps of a school and of all at which the alarm rings. */
export const codeAlarmAt = 0.8

export const otherLimits = {
  /** Puzzles drawn for one network: each costs the server some milliseconds. */
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
