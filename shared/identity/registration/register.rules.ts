/** Codes that a school hands out to parents: what they are made of and how they are read. Pure. */

export const invitePlaces = 5000
export const inviteDays = 180
/** Codes of one school that are open at once. */
export const invitesKept = 50

/** Nothing that is taken for something else when it is read aloud: no 0 and O, no 1 and I. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 10

/** A code of ten letters, fifty bits, from ten random bytes. */
export const inviteCodeOf = (random: Uint8Array): string =>
  Array.from(random.subarray(0, length), (byte) => letters[byte & 31]).join('')

/** As it is handed out. */
export const shownInviteCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** As it is typed, in any case and width, with any signs between. */
export const tidyInviteCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, length + 1)

export const isInviteCode = (code: string): boolean =>
  code.length === length && [...code].every((letter) => letters.includes(letter))

type Open = {
  readonly places: number
  readonly used: number
  readonly until: number
  readonly closedAt?: number | undefined
}

/** Why a code is good no more; null while it is. */
export const inviteEnd = (of: Open, at: number): '已停用' | '已过期' | '已用完' | null =>
  of.closedAt !== undefined ? '已停用' : of.until <= at ? '已过期' : of.used >= of.places ? '已用完' : null
