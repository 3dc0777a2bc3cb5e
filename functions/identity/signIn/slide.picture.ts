/**
 * The puzzle's picture, drawn from random bytes: hills of light, a hole in the form of a jigsaw piece, and two decoys of
 * other forms, so that the darkest place is not the answer. Only pixels leave; where the hole is stands nowhere in them.
 */
import { encodePng } from './png.ts'

export const puzzleSize = { width: 320, height: 160, pieceSize: 48 } as const
const { width, height, pieceSize: size } = puzzleSize
const shades = 120

/** xorshift32 over the seed's bytes: a picture needs no better chance than this, its seed is the port's. */
const chanceOf = (seed: Uint8Array): (() => number) => {
  let state = seed.reduce((a, b) => Math.imul(a ^ b, 0x01000193) >>> 0, 0x811c9dc5) || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}

/** Whether a point of the piece's square belongs to the piece: a body, two knobs or notches at its sides. */
const pieceForm = (knobs: readonly number[]) => {
  const edge = 9
  const r = 7
  return (x: number, y: number): boolean => {
    let inside = x >= edge && x < size - edge && y >= edge && y < size - edge
    const centres = [
      [size / 2, edge],
      [size - edge, size / 2],
      [size / 2, size - edge],
      [edge, size / 2],
    ] as const
    centres.forEach(([cx, cy], i) => {
      if ((x - cx) ** 2 + (y - cy) ** 2 <= r * r) inside = knobs[i] === 1 ? true : knobs[i] === -1 ? false : inside
    })
    return inside
  }
}

/** Two ramps of one hue after another: as lit, and in the shade of a hole; the first colour of the piece is clear. */
const paletteOf = (hue: number, turn: number): Uint8Array => {
  const palette = new Uint8Array((2 * shades + 1) * 3)
  const paint = (at: number, h: number, l: number): void => {
    const s = 0.45
    for (let c = 0; c < 3; c++) {
      const k = (((h + [0, 8, 4][c]! * 30) / 30) % 12) + 0
      const v = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
      palette[at * 3 + c] = Math.round(255 * Math.max(0, Math.min(1, v)))
    }
  }
  for (let i = 0; i < shades; i++) {
    const t = i / (shades - 1)
    paint(i, hue + turn * t, 0.35 + 0.5 * t)
    paint(shades + i, hue + turn * t, (0.35 + 0.5 * t) * 0.55)
  }
  return palette
}

export type Puzzle = { left: number; top: number; background: string; piece: string }

export const drawPuzzle = (seed: Uint8Array): Puzzle => {
  const chance = chanceOf(seed)
  const whole = (from: number, to: number): number => from + Math.floor(chance() * (to - from + 1))
  // Hills of light over slow waves, with the grain of paper.
  const hills = Array.from({ length: 14 }, () => ({
    x: chance() * width,
    y: chance() * height,
    r: 14 + chance() * 50,
    up: chance() - 0.45,
  }))
  const [fx, fy, phase] = [1 + chance() * 3, 1 + chance() * 2, chance() * 6.3]
  const light = new Float32Array(width * height)
  let low = Infinity
  let high = -Infinity
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let v = 0.35 * Math.sin((fx * 6.3 * x) / width + phase) * Math.cos((fy * 6.3 * y) / height)
      for (const h of hills) {
        const d = ((x - h.x) ** 2 + (y - h.y) ** 2) / (h.r * h.r)
        if (d < 4) v += h.up * Math.exp(-d)
      }
      light[y * width + x] = v
      low = Math.min(low, v)
      high = Math.max(high, v)
    }
  const pixels = new Uint8Array(width * height)
  light.forEach((v, i) => {
    const t = (v - low) / (high - low || 1)
    pixels[i] = Math.max(0, Math.min(shades - 1, Math.round(t * (shades - 1) + (chance() - 0.5) * 5)))
  })

  const knobsOf = (): number[] => Array.from({ length: 4 }, () => whole(-1, 1))
  const knobs = knobsOf()
  const form = pieceForm(knobs)
  const left = whole(size + 16, width - size - 8)
  const top = whole(6, height - size - 6)
  const piece = new Uint8Array(size * size).fill(2 * shades)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (form(x, y)) piece[y * size + x] = pixels[(top + y) * width + left + x]!

  // Decoys lie at other heights: the piece's own height already says which hole is meant to a person.
  const dark = (atX: number, atY: number, of: (x: number, y: number) => boolean): void => {
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const i = (atY + y) * width + atX + x
        if (of(x, y) && pixels[i]! < shades) pixels[i] = pixels[i]! + shades
      }
  }
  dark(left, top, form)
  for (let n = 0; n < 2; n++) {
    const other = knobsOf().map((k, i) => (i === 0 ? -(knobs[0] || 1) : k))
    dark(whole(size, width - size - 4), whole(4, height - size - 4), pieceForm(other))
  }
  const palette = paletteOf(chance() * 360, 30 + chance() * 60)
  const alpha = new Uint8Array(2 * shades + 1).fill(255)
  alpha[2 * shades] = 0
  const url = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`
  return {
    left,
    top,
    background: url(encodePng({ width, height, pixels, palette })),
    piece: url(encodePng({ width: size, height: size, pixels: piece, palette, alpha })),
  }
}
