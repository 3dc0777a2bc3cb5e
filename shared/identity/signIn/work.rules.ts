/**
 * A proof of work: a number with which the sha256 of a challenge begins with so many zero bits. Finding it takes 2^bits
 * hashes on average, checking it takes one. Our own sha256, of one block: a browser's own is asked and answered hash by
 * hash, which is slower than this, and on a page without TLS there is none.
 */

import { startState, takeBlock } from '#shared/kit/sha256.ts'

/** About 32 000 hashes: some 50 ms in a browser. */
export const leastBits = 15
/** About a million: one to two seconds in a browser, some more on a phone. */
export const mostBits = 20

const w = new Int32Array(64)
const state = new Int32Array(8)

/** The first word of the hash of the one block that stands in `w`. */
const firstWord = (): number => {
  state.set(startState)
  takeBlock(state, w)
  return state[0]!
}

/** Puts an ASCII text of at most 55 characters into the block. */
const lay = (text: string): void => {
  w.fill(0, 0, 16)
  for (let i = 0; i < text.length; i++) w[i >> 2]! |= text.charCodeAt(i) << (24 - 8 * (i & 3))
  w[text.length >> 2]! |= 0x80 << (24 - 8 * (text.length & 3))
  w[15] = text.length * 8
}

const textOf = (challenge: string, nonce: number): string => `${challenge}.${nonce}`

/** The first 32 bits of the challenge's hash with this number. */
export const workWord = (challenge: string, nonce: number): number => {
  lay(textOf(challenge, nonce))
  return firstWord() >>> 0
}

/** Challenges are short ASCII texts: with the number they fit one block. */
const isChallenge = (challenge: string): boolean => /^[\x21-\x7e]{1,40}$/.test(challenge)

export const isWorkDone = (challenge: string, bits: number, nonce: number): boolean =>
  isChallenge(challenge) &&
  Number.isSafeInteger(nonce) &&
  nonce >= 0 &&
  nonce < 1e10 &&
  Math.clz32(workWord(challenge, nonce)) >= bits

/** The first number from `from` on that does it, within `tries`; null: go on from there. */
export const searchWork = (challenge: string, bits: number, from: number, tries: number): number | null => {
  if (!isChallenge(challenge)) throw new Error('not a challenge')
  for (let nonce = from; nonce < from + tries; nonce++) if (Math.clz32(workWord(challenge, nonce)) >= bits) return nonce
  return null
}
