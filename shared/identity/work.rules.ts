/**
 * A proof of work: a number with which the sha256 of a challenge begins with so many zero bits. Finding it takes 2^bits
 * hashes on average, checking it takes one. Our own sha256 of one block: a browser's own is asked and answered hash by
 * hash, which is slower than this, and on a page without TLS there is none.
 */

/** About 32 000 hashes: some 50 ms in a browser. */
export const leastBits = 15
/** About a million: one to two seconds in a browser, some more on a phone. */
export const mostBits = 20

const k = new Int32Array(64)
const h0 = new Int32Array(8)
{
  /** The fraction's first 32 bits of the roots of the primes, as the standard makes its constants (FIPS 180-4, 4.2.2). */
  const fraction = (of: number): number => ((of - Math.floor(of)) * 0x1_0000_0000) | 0
  let found = 0
  for (let n = 2; found < 64; n++) {
    let prime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false
    if (!prime) continue
    k[found] = fraction(Math.cbrt(n))
    if (found < 8) h0[found] = fraction(Math.sqrt(n))
    found++
  }
}

const w = new Int32Array(64)

/** The first word of the hash of the one block that stands in `w`. */
const firstWord = (): number => {
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!
    const b = w[i - 2]!
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = h0 as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[i]! + w[i]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  return (a + h0[0]!) | 0
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
