/**
 * A sheet that does not lie flat: a profile of slopes across it (paper bends, it does not stretch, so lengths along the
 * profile are kept), a second one across the first, and small dents. Sheet: millimetres from its middle; space: X right,
 * Y down, Z toward the camera.
 */
import { lattice, smoothstep } from './raster.ts'

export type Space = readonly [x: number, y: number, z: number]

/** The slope θ(s) in radians at `s` mm from the middle along `direction` (radians from X). */
export type Profile = { direction: number; slope: (s: number) => number }

export type Surface = {
  /** Where a point of the sheet lies in space. */
  at: (u: number, v: number) => Space
}

const step = 0.5

/** Integrates slopes: how far along the ground, and how high, each point of the paper is. */
const tableOf = (slope: (s: number) => number, half: number) => {
  const n = Math.ceil((half * 2) / step) + 1
  const ground = new Float64Array(n)
  const height = new Float64Array(n)
  for (let i = 1; i < n; i++) {
    const angle = slope(-half + (i - 0.5) * step)
    ground[i] = ground[i - 1]! + Math.cos(angle) * step
    height[i] = height[i - 1]! + Math.sin(angle) * step
  }
  const middle = ground[(n - 1) >> 1]!
  const lowest = height.reduce((a, b) => Math.min(a, b), Infinity)
  return (s: number): [number, number] => {
    const at = Math.min(n - 1.001, Math.max(0, (s + half) / step))
    const i = at | 0
    const f = at - i
    return [
      ground[i]! + (ground[i + 1]! - ground[i]!) * f - middle,
      height[i]! + (height[i + 1]! - height[i]!) * f - lowest,
    ]
  }
}

export type Dents = { depth: number; size: number; salt: number }

/** Ridges as crumpled paper has them: folded noise at two sizes. */
const dentAt = ({ depth, size, salt }: Dents, u: number, v: number): number => {
  const ridge = (k: number, s: number) => Math.abs(lattice((u + 400) / k, (v + 400) / k, s) - 0.5) * 2
  return depth * (ridge(size, salt) * 0.7 + ridge(size / 2.3, salt + 1) * 0.3)
}

export const surfaceOf = (width: number, height: number, profiles: readonly Profile[], dents?: Dents): Surface => {
  const half = Math.hypot(width, height) / 2 + 5
  const tables = profiles.map(({ direction, slope }) => ({
    c: Math.cos(direction),
    s: Math.sin(direction),
    at: tableOf(slope, half),
  }))
  return {
    at: (u, v) => {
      let [x, y, z] = [u, v, 0]
      for (const t of tables) {
        const along = x * t.c + y * t.s
        const aside = y * t.c - x * t.s
        const [ground, rise] = t.at(along)
        x = ground * t.c - aside * t.s
        y = ground * t.s + aside * t.c
        z += rise
      }
      return [x, y, dents ? z + dentAt(dents, u, v) : z]
    },
  }
}

/** An arc whose middle stands `sagitta` mm above (or below) the ends of a `length`. */
export const bow = (direction: number, length: number, sagitta: number): Profile => ({
  direction,
  slope: (s) => (-8 * sagitta * s) / (length * length),
})

/** A book's page: steep at the spine, flat after some centimetres. */
export const spine = (direction: number, from: number, steepness: number, reach: number): Profile => ({
  direction,
  slope: (s) => steepness * Math.exp(-Math.max(0, s - from) / reach),
})

export const waves = (direction: number, length: number, height: number, phase: number): Profile => ({
  direction,
  slope: (s) => Math.atan(((2 * Math.PI * height) / length) * Math.cos((2 * Math.PI * s) / length + phase)),
})

/** Creases: the paper goes on at another angle; a crease is about a millimetre wide. */
export const creases = (direction: number, at: readonly { s: number; angle: number }[]): Profile => ({
  direction,
  slope: (s) => at.reduce((sum, c) => sum + c.angle * (smoothstep(c.s - 0.8, c.s + 0.8, s) - 0.5), 0),
})
