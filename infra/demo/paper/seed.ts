/**
 * Seeded randomness: the same seed gives the same paper, the same pen and the same scanner.
 * sfc32 by Chris Doty-Humphrey (PractRand), seeded from a string by an FNV-like 128-bit mix.
 */
export type Seed = number | string

export type Dice = {
  /** Uniform in [0, 1). */
  next: () => number
  /** Uniform in [low, high). */
  range: (low: number, high: number) => number
  /** Integer in [0, count). */
  int: (count: number) => number
  pick: <T>(items: readonly T[]) => T
  chance: (probability: number) => boolean
  /** Normal with mean 0, standard deviation 1. */
  gauss: () => number
  /** An independent stream; does not advance this one. */
  fork: (label: Seed) => Dice
}

const mix = (text: string): [number, number, number, number] => {
  let a = 1779033703
  let b = 3144134277
  let c = 1013904242
  let d = 2773480762
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ k, 597399067)
    b = c ^ Math.imul(b ^ k, 2869860233)
    c = d ^ Math.imul(c ^ k, 951274213)
    d = a ^ Math.imul(d ^ k, 2716044179)
  }
  return [a ^ (b >>> 15), b ^ (c >>> 13), c ^ (d >>> 16), d ^ (a >>> 14)]
}

/** A raw stream of unsigned 32-bit integers. */
export const sfc32 = (seed: Seed): (() => number) => {
  let [a, b, c, d] = mix(`qinghe:${seed}`)
  const step = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + t) | 0
    return t >>> 0
  }
  for (let i = 0; i < 15; i++) step()
  return step
}

export const diceOf = (seed: Seed): Dice => {
  const raw = sfc32(seed)
  const next = () => raw() / 4294967296
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    int: (count) => Math.floor(next() * count),
    pick: (items) => items[Math.floor(next() * items.length)]!,
    chance: (probability) => next() < probability,
    gauss: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    fork: (label) => diceOf(`${seed}/${label}`),
  }
}
