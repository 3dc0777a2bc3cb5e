/**
 * An answer as signs from left to right, each told by its shape: a histogram of the directions of its edges over a grid of
 * zones, and its place and size in the line. Bytes, so that a thousand answers are two megabytes.
 */
import type { Piece } from './ink.rules.ts'

/** An answer's signs, left to right, `signBytes` each. */
export type Shape = readonly Uint8Array[]

/** Longer answers are looked at one by one. */
export const mostSigns = 14
const zones = 4
const directions = 8
const edgeBytes = zones * zones * directions
/** Bays and holes: paper that is open to one side alone, to two, or to none. */
const bays = 6
const bayZones = 3
const bayBytes = bayZones * bayZones * bays
const shapeBytes = edgeBytes + bayBytes
export const signBytes = shapeBytes + 3
/** Side of the square in which a sign is looked at. */
const side = 24

/** Pieces that lie over each other are one sign: =, ÷, i, a fraction. */
export const signsOf = (pieces: readonly Piece[]): Piece[] => {
  const signs: Piece[] = []
  for (const p of [...pieces].sort((a, b) => a.x - b.x)) {
    const over = signs.find((s) => {
      const shared = Math.min(s.x + s.w, p.x + p.w) - Math.max(s.x, p.x)
      return shared > 0.55 * Math.min(s.w, p.w)
    })
    if (!over) {
      signs.push({ ...p, pixels: [...p.pixels] })
      continue
    }
    const x = Math.min(over.x, p.x)
    const y = Math.min(over.y, p.y)
    over.w = Math.max(over.x + over.w, p.x + p.w) - x
    over.h = Math.max(over.y + over.h, p.y + p.h) - y
    over.x = x
    over.y = y
    for (const i of p.pixels) over.pixels.push(i)
  }
  return signs.sort((a, b) => a.x + a.w / 2 - b.x - b.w / 2)
}

/** How far the writing leans: the shear under which its pieces' columns stand closest together. */
const leanOf = (signs: readonly Piece[], width: number): number => {
  let best = 0
  let most = -1
  for (let k = -4; k <= 8; k++) {
    const lean = k * 0.08
    let score = 0
    for (const s of signs) {
      const offset = Math.ceil(Math.abs(lean) * s.h) + 2
      const columns = new Uint32Array(s.w + 2 * offset)
      for (const i of s.pixels) {
        const x = i % width
        const y = (i - x) / width
        columns[Math.round(x - s.x + offset + lean * (y - s.y - s.h / 2))]!++
      }
      for (const n of columns) score += n * n
    }
    // Upright is believed unless another is clearly better.
    const fair = score * (1 - 0.01 * Math.abs(k))
    if (fair > most) {
      most = fair
      best = lean
    }
  }
  return best
}

/** A sign upright on a square field, as much ink as there is at each place; its longer side fills the field. */
const fieldOf = (s: Piece, width: number, lean: number): { field: Float32Array; w: number; h: number } => {
  let [x0, x1] = [Infinity, -Infinity]
  const xs: number[] = []
  const ys: number[] = []
  for (const i of s.pixels) {
    const px = i % width
    const y = (i - px) / width - s.y
    const x = px - s.x + lean * (y - s.h / 2)
    xs.push(x)
    ys.push(y)
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x)
  }
  const w = x1 - x0 + 1
  const { h } = s
  const scale = (side - 4) / Math.max(w, h)
  const [left, top] = [(side - w * scale) / 2, (side - h * scale) / 2]
  const field = new Float32Array(side * side)
  // A small sign is drawn with several points a pixel, so that no gaps open in it.
  const dots = Math.max(1, Math.ceil(scale * 1.5))
  for (let k = 0; k < xs.length; k++)
    for (let a = 0; a < dots; a++)
      for (let b = 0; b < dots; b++) {
        const fx = left + (xs[k]! - x0 + (a + 0.5) / dots) * scale - 0.5
        const fy = top + (ys[k]! + (b + 0.5) / dots) * scale - 0.5
        const ix = Math.floor(fx)
        const iy = Math.floor(fy)
        const [u, v] = [fx - ix, fy - iy]
        const lay = (x: number, y: number, n: number): void => {
          if (x >= 0 && y >= 0 && x < side && y < side) field[y * side + x]! += (n * scale * scale) / (dots * dots)
        }
        lay(ix, iy, (1 - u) * (1 - v))
        lay(ix + 1, iy, u * (1 - v))
        lay(ix, iy + 1, (1 - u) * v)
        lay(ix + 1, iy + 1, u * v)
      }
  for (let i = 0; i < field.length; i++) field[i] = Math.min(1, field[i]!)
  return { field, w, h }
}

const smooth = (field: Float32Array): Float32Array => {
  const out = new Float32Array(field.length)
  for (let y = 1; y < side - 1; y++)
    for (let x = 1; x < side - 1; x++) {
      let sum = 0
      for (let v = -1; v <= 1; v++)
        for (let u = -1; u <= 1; u++) sum += field[(y + v) * side + x + u]! * (u && v ? 1 : u || v ? 2 : 4)
      out[y * side + x] = sum / 16
    }
  return out
}

/** Directions of edges by zones, of length one. */
const edgesOf = (raw: Float32Array): Float32Array => {
  const field = smooth(smooth(raw))
  const sums = new Float32Array(edgeBytes)
  for (let y = 1; y < side - 1; y++)
    for (let x = 1; x < side - 1; x++) {
      const gx = field[y * side + x + 1]! - field[y * side + x - 1]!
      const gy = field[(y + 1) * side + x]! - field[(y - 1) * side + x]!
      const size = Math.hypot(gx, gy)
      if (size < 1e-3) continue
      const turn = ((Math.atan2(gy, gx) / (2 * Math.PI) + 1) % 1) * directions
      const d = Math.floor(turn)
      const zx = ((x + 0.5) / side) * zones - 0.5
      const zy = ((y + 0.5) / side) * zones - 0.5
      for (let b = 0; b < 2; b++)
        for (let v = 0; v < 2; v++)
          for (let u = 0; u < 2; u++) {
            const [ix, iy] = [Math.floor(zx) + u, Math.floor(zy) + v]
            if (ix < 0 || iy < 0 || ix >= zones || iy >= zones) continue
            const share = (1 - Math.abs(zx - ix)) * (1 - Math.abs(zy - iy)) * (b ? turn - d : 1 - turn + d)
            sums[(iy * zones + ix) * directions + ((d + b) % directions)]! += size * share
          }
    }
  let all = 0
  for (const n of sums) all += n
  // Roots weigh a short stroke beside a long one: the bar of a 7 is what tells it from a 1.
  return sums.map((n) => Math.sqrt(n / (all || 1)))
}

/**
 * Where the paper within a sign is closed in, by zones: a 3 is open to the left where an 8 has holes. A hole is what no way
 * leads out of; the rest is told by the sides to which it is open.
 */
const baysOf = (raw: Float32Array): Float32Array => {
  const field = smooth(raw)
  const ink = (i: number): boolean => field[i]! > 0.3
  const outside = new Uint8Array(field.length)
  const way = [0]
  outside[0] = 1
  for (let k = 0; k < way.length; k++) {
    const i = way[k]!
    const x = i % side
    for (const [j, there] of [
      [i - 1, x > 0],
      [i + 1, x < side - 1],
      [i - side, i >= side],
      [i + side, i < field.length - side],
    ] as const)
      if (there && !outside[j] && !ink(j)) {
        outside[j] = 1
        way.push(j)
      }
  }
  // Bit by bit: ink lies to the left, to the right, above, below.
  const sees = new Uint8Array(field.length)
  for (let a = 0; a < side; a++) {
    let [left, right, above, below] = [0, 0, 0, 0]
    for (let b = 0; b < side; b++) {
      const at = [a * side + b, a * side + side - 1 - b, b * side + a, (side - 1 - b) * side + a] as const
      if (ink(at[0])) left = 1
      if (ink(at[1])) right = 2
      if (ink(at[2])) above = 4
      if (ink(at[3])) below = 8
      sees[at[0]]! |= left
      sees[at[1]]! |= right
      sees[at[2]]! |= above
      sees[at[3]]! |= below
    }
  }
  const kindOf = (i: number): number => {
    if (ink(i)) return -1
    if (!outside[i]) return 0
    switch (sees[i]) {
      case 14:
        return 1
      case 13:
        return 2
      case 11:
        return 3
      case 7:
        return 4
      case 15:
        return 5
      default:
        return -1
    }
  }
  const sums = new Float32Array(bayBytes)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const kind = kindOf(y * side + x)
      if (kind < 0) continue
      const zx = ((x + 0.5) / side) * bayZones - 0.5
      const zy = ((y + 0.5) / side) * bayZones - 0.5
      for (let v = 0; v < 2; v++)
        for (let u = 0; u < 2; u++) {
          const ix = Math.min(bayZones - 1, Math.max(0, Math.floor(zx) + u))
          const iy = Math.min(bayZones - 1, Math.max(0, Math.floor(zy) + v))
          sums[(iy * bayZones + ix) * bays + kind]! +=
            (1 - Math.abs(zx - Math.floor(zx) - u)) * (1 - Math.abs(zy - Math.floor(zy) - v))
        }
    }
  // Roots: that there is a small hole weighs more than how large it is.
  return sums.map((n) => Math.sqrt(n / (side * side)))
}

/** Signs of an answer as bytes; null where there are too many to say anything of. Nothing written has no signs. */
export const shapeOf = (pieces: readonly Piece[], width: number): Shape | null => {
  const signs = signsOf(pieces)
  if (signs.length > mostSigns) return null
  const lean = leanOf(signs, width)
  const top = Math.min(...signs.map((s) => s.y))
  const tall = Math.max(...signs.map((s) => s.y + s.h)) - top
  return signs.map((s) => {
    const { field, w, h } = fieldOf(s, width, lean)
    const bytes = new Uint8Array(signBytes)
    edgesOf(field).forEach((n, i) => (bytes[i] = Math.min(255, Math.round(n * 400))))
    baysOf(field).forEach((n, i) => (bytes[edgeBytes + i] = Math.min(255, Math.round(n * bayWeight))))
    // Its form, size and place: a minus is no full stop, a power no factor.
    bytes[shapeBytes] = Math.round(127.5 + 60 * Math.max(-2, Math.min(2, Math.log(w / h))))
    bytes[shapeBytes + 1] = Math.round((255 * h) / tall)
    bytes[shapeBytes + 2] = Math.round((255 * (s.y + h / 2 - top)) / tall)
    return bytes
  })
}

/** What bays weigh beside edges, as bytes. */
const bayWeight = 500
/** What form, size and place weigh beside the edges. */
const weights = [0.5, 0.35, 0.35]

const signDistance = (a: Uint8Array, b: Uint8Array, enough: number): number => {
  let sum = 0
  for (let i = 0; i < shapeBytes; i++) {
    const d = a[i]! - b[i]!
    sum += d * d
  }
  for (let i = 0; i < 3; i++) {
    const d = (a[shapeBytes + i]! - b[shapeBytes + i]!) * weights[i]!
    sum += d * d
  }
  return sum > enough * enough * 160_000 ? enough : Math.sqrt(sum) / 400
}

/**
 * How different two answers are: as their most different signs, since one other digit makes another answer. `enough` where
 * it is that or more, and where they have not as many signs.
 */
export const distance = (a: Shape, b: Shape, enough: number): number => {
  if (a.length !== b.length) return enough
  let most = 0
  for (let i = 0; i < a.length && most < enough; i++) most = Math.max(most, signDistance(a[i]!, b[i]!, enough))
  return Math.min(most, enough)
}
