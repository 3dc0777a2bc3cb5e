/**
 * SHA-256 (FIPS 180-4) in steps and by the block: for files too big to hash at once, since WebCrypto digests only whole
 * buffers, and for proofs of work, which hash one block a million times.
 */

const k = new Int32Array(64)
/** What every digest begins with. */
export const startState = new Int32Array(8)
{
  // The constants are the fractional parts of the cube and square roots of the first primes (FIPS 180-4, 4.2.2, 5.3.3).
  const frac = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0
  let n = 0
  for (let p = 2; n < 64; p++) {
    let prime = true
    for (let d = 2; d * d <= p; d++) if (p % d === 0) prime = false
    if (!prime) continue
    if (n < 8) startState[n] = frac(Math.sqrt(p))
    k[n++] = frac(Math.cbrt(p))
  }
}

/** Takes one block into the state: its sixteen words stand at the beginning of `w`, whose other places are used. */
export const takeBlock = (s: Int32Array, w: Int32Array): void => {
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = s as unknown as [number, number, number, number, number, number, number, number]
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
  s[0]! += a
  s[1]! += b
  s[2]! += c
  s[3]! += d
  s[4]! += e
  s[5]! += f
  s[6]! += g
  s[7]! += h
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

export class Sha256 {
  readonly #state = startState.slice()
  readonly #words = new Int32Array(64)
  readonly #rest = new Uint8Array(64)
  #held = 0
  #length = 0

  update(bytes: Uint8Array): this {
    this.#length += bytes.length
    let offset = 0
    if (this.#held > 0) {
      offset = Math.min(64 - this.#held, bytes.length)
      this.#rest.set(bytes.subarray(0, offset), this.#held)
      this.#held += offset
      if (this.#held < 64) return this
      this.#block(this.#rest, 0)
      this.#held = 0
    }
    for (; offset + 64 <= bytes.length; offset += 64) this.#block(bytes, offset)
    this.#rest.set(bytes.subarray(offset), 0)
    this.#held = bytes.length - offset
    return this
  }

  /** The digest in hex; the object is spent after it. */
  digest(): string {
    const bits = this.#length * 8
    const tail = new Uint8Array(this.#held < 56 ? 64 - this.#held : 128 - this.#held)
    tail[0] = 0x80
    const view = new DataView(tail.buffer)
    view.setUint32(tail.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(tail.length - 4, bits >>> 0)
    this.update(tail)
    const out = new DataView(new ArrayBuffer(32))
    this.#state.forEach((w, i) => out.setUint32(i * 4, w))
    return hex(new Uint8Array(out.buffer))
  }

  #block(m: Uint8Array, at: number): void {
    const w = this.#words
    for (let i = 0; i < 16; i++) {
      const j = at + i * 4
      w[i] = (m[j]! << 24) | (m[j + 1]! << 16) | (m[j + 2]! << 8) | m[j + 3]!
    }
    takeBlock(this.#state, w)
  }
}
