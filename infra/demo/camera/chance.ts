/** Chance by name: the same seed gives the same page on every machine. */

export type Chance = {
  /** 0 ≤ x < 1. */
  next: () => number
  between: (from: number, to: number) => number
  /** 0 … n − 1. */
  int: (n: number) => number
  pick: <T>(of: readonly T[]) => T
  /** Mean 0, deviation 1. */
  normal: () => number
  yes: (share: number) => boolean
  shuffled: <T>(of: readonly T[]) => T[]
  /** A stream of its own: what one part draws changes nothing for another. */
  fork: (name: string) => Chance
}

/** Four words of state from a text: FNV-1a per word, each with its own start. */
const stateOf = (seed: string): Uint32Array => {
  const state = new Uint32Array(4)
  for (let k = 0; k < 4; k++) {
    let h = (0x811c9dc5 ^ Math.imul(k + 1, 0x9e3779b9)) >>> 0
    for (let i = 0; i < seed.length; i++) h = Math.imul(h ^ seed.charCodeAt(i), 0x01000193) >>> 0
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
    h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
    state[k] = (h ^ (h >>> 15)) >>> 0
  }
  if (state.every((v) => v === 0)) state[0] = 1
  return state
}

const turn = (x: number, k: number) => ((x << k) | (x >>> (32 - k))) >>> 0

/** xoshiro128**. */
export const chanceOf = (seed: string): Chance => {
  const s = stateOf(seed)
  const next = (): number => {
    const result = Math.imul(turn(Math.imul(s[1]!, 5) >>> 0, 7), 9) >>> 0
    const t = (s[1]! << 9) >>> 0
    s[2] = s[2]! ^ s[0]!
    s[3] = s[3]! ^ s[1]!
    s[1] = s[1]! ^ s[2]!
    s[0] = s[0]! ^ s[3]!
    s[2] = s[2]! ^ t
    s[3] = turn(s[3]!, 11)
    return result / 4294967296
  }
  for (let i = 0; i < 8; i++) next()
  const int = (n: number) => Math.floor(next() * n)
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    int,
    pick: (of) => of[int(of.length)]!,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    yes: (share) => next() < share,
    shuffled: (of) => {
      const list = [...of]
      for (let i = list.length - 1; i > 0; i--) {
        const j = int(i + 1)
        const kept = list[i]!
        list[i] = list[j]!
        list[j] = kept
      }
      return list
    },
    fork: (name) => chanceOf(`${seed}/${name}`),
  }
}

/** Purposes of seeds: what is tuned on and what is reported never meet. */
export type Purpose = 'develop' | 'report' | 'test'
export const seedOf = (purpose: Purpose, what: string, index: number): string => `camera:${purpose}:${what}:${index}`
