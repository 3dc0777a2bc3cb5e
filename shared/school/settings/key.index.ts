/**
 * Texts of a whole file by a digest of 64 bits, each with a number: 16 bytes a text, so that a file of any length is
 * judged in slices and still knows what came before. That two texts of a hundred thousand share a digest has a chance of
 * 3 in 10 000 000 000; the rows are written under the texts themselves.
 */
export type KeyIndex = {
  get: (text: string) => number | undefined
  set: (text: string, value: number) => void
  readonly size: number
}

/** cyrb53 (public domain, bryc), with both of its halves kept. */
const digest = (text: string, out: Uint32Array): void => {
  let [a, b] = [0xdead_beef, 0x41c6_ce57]
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 2_654_435_761)
    b = Math.imul(b ^ c, 1_597_334_677)
  }
  const [x, y] = [a, b]
  a = Math.imul(x ^ (x >>> 16), 2_246_822_507) ^ Math.imul(y ^ (y >>> 13), 3_266_489_909)
  b = Math.imul(y ^ (y >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  out[0] = a
  out[1] = b
}

export const keyIndex = (): KeyIndex => {
  let capacity = 1024
  /** Two halves of the digest, the number, and whether the place is taken. */
  let cells = new Uint32Array(capacity * 4)
  let size = 0
  const words = new Uint32Array(2)
  /** Where the digest is, or would be. */
  const placeOf = (within: Uint32Array, count: number): number => {
    let at = (words[0]! & (count - 1)) * 4
    while (within[at + 3] !== 0 && (within[at] !== words[0] || within[at + 1] !== words[1]))
      at = (at + 4) % within.length
    return at
  }
  const grow = (): void => {
    const larger = new Uint32Array(cells.length * 2)
    for (let at = 0; at < cells.length; at += 4) {
      if (cells[at + 3] === 0) continue
      words[0] = cells[at]!
      words[1] = cells[at + 1]!
      larger.set(cells.subarray(at, at + 4), placeOf(larger, capacity * 2))
    }
    cells = larger
    capacity *= 2
  }
  return {
    get: (text) => {
      digest(text, words)
      const at = placeOf(cells, capacity)
      return cells[at + 3] === 0 ? undefined : cells[at + 2]
    },
    set: (text, value) => {
      if (size * 4 > capacity * 3) grow()
      digest(text, words)
      const at = placeOf(cells, capacity)
      if (cells[at + 3] === 0) size++
      cells.set([words[0]!, words[1]!, value, 1], at)
    },
    get size() {
      return size
    },
  }
}
