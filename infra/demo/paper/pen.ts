/**
 * Pens and how they leave ink: every mark is strokes with jitter and pressure, never a flat rectangle.
 * Lengths are millimetres on the page; the raster's pxPerMm turns them into pixels.
 */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Raster } from './raster.ts'
import { luma } from './raster.ts'
import type { Dice } from './seed.ts'
import { diceOf } from './seed.ts'

export type Point = { x: number; y: number }
export type Rgb = readonly [number, number, number]

export type Ink = {
  name: 'black' | 'blue' | 'red' | 'pencil'
  rgb: Rgb
  /** How much of the paper one pass covers, 0…1. */
  opacity: number
  /** How much the paper's tooth shows through, 0 (gel) … 1 (hard pencil). */
  grain: number
  /** Line width in mm. */
  width: number
}

export const inks = {
  black: { name: 'black', rgb: [26, 26, 32], opacity: 0.93, grain: 0.08, width: 0.55 },
  blue: { name: 'blue', rgb: [34, 52, 138], opacity: 0.88, grain: 0.12, width: 0.5 },
  red: { name: 'red', rgb: [196, 32, 40], opacity: 0.9, grain: 0.1, width: 0.6 },
  pencil: { name: 'pencil', rgb: [64, 64, 68], opacity: 0.74, grain: 0.42, width: 0.75 },
} as const satisfies Record<string, Ink>

/** The paper's tooth: a smooth-ish noise tile, 0…1, that lets grains of a pencil miss the hollows. */
const toothSize = 256
const tooth = (() => {
  const dice = diceOf('tooth')
  const raw = Float32Array.from({ length: toothSize * toothSize }, () => dice.next())
  return Float32Array.from(raw, (v, i) => {
    const x = i % toothSize
    const y = (i - x) / toothSize
    const right = raw[y * toothSize + ((x + 1) % toothSize)]!
    const below = raw[((y + 1) % toothSize) * toothSize + x]!
    return Math.min(1, Math.max(0, 0.5 + (v + 0.7 * right + 0.7 * below - 1.2) * 0.75))
  })
})()

/** Lays ink of `alpha` on one pixel; ink never makes anything lighter. */
const lay = (raster: Raster, offset: number, rgb: Rgb, grey: number, alpha: number) => {
  const { data } = raster
  if (raster.channels === 1) {
    const v = data[offset]!
    if (grey < v) data[offset] = v - (v - grey) * alpha
    return
  }
  for (let c = 0; c < 3; c++) {
    const v = data[offset + c]!
    if (rgb[c]! < v) data[offset + c] = v - (v - rgb[c]!) * alpha
  }
}

/** One straight piece of a stroke; pressure runs linearly from p0 to p1. A joined piece has no cap at its start, where ink is already. */
const capsule = (raster: Raster, a: Point, b: Point, ink: Ink, p0: number, p1: number, joined: boolean) => {
  const k = raster.pxPerMm
  const ax = a.x * k
  const ay = a.y * k
  const dx = b.x * k - ax
  const dy = b.y * k - ay
  const length2 = dx * dx + dy * dy || 1e-9
  const half = (ink.width * k) / 2
  const reach = half * Math.max(p0, p1, 1) + 1
  const left = Math.max(0, Math.floor(Math.min(ax, ax + dx) - reach))
  const right = Math.min(raster.width - 1, Math.ceil(Math.max(ax, ax + dx) + reach))
  const top = Math.max(0, Math.floor(Math.min(ay, ay + dy) - reach))
  const bottom = Math.min(raster.height - 1, Math.ceil(Math.max(ay, ay + dy) + reach))
  const grey = luma(ink.rgb[0], ink.rgb[1], ink.rgb[2])
  for (let y = top; y <= bottom; y++) {
    const py = y + 0.5 - ay
    const toothRow = (y & 255) * toothSize
    for (let x = left; x <= right; x++) {
      const px = x + 0.5 - ax
      const along = (px * dx + py * dy) / length2
      if (joined && along <= 0) continue
      const t = Math.min(1, Math.max(0, along))
      const ex = px - t * dx
      const ey = py - t * dy
      const pressure = p0 + (p1 - p0) * t
      const cover = half * (0.6 + 0.4 * pressure) + 0.5 - Math.sqrt(ex * ex + ey * ey)
      if (cover <= 0) continue
      const grain = 1 - ink.grain * tooth[toothRow + (x & 255)]!
      const alpha = Math.min(1, ink.opacity * Math.min(1, cover) * grain * (0.55 + 0.45 * pressure))
      lay(raster, (y * raster.width + x) * raster.channels, ink.rgb, grey, alpha)
    }
  }
}

/** A stroke through the points, with the pressure wandering along it. */
export const stroke = (raster: Raster, dice: Dice, points: readonly Point[], ink: Ink, pressure = 1) => {
  let p = pressure * dice.range(0.85, 1.1)
  if (points.length === 1) {
    const [only] = points
    capsule(raster, only!, { x: only!.x + 0.05, y: only!.y }, ink, p, p, false)
  }
  for (let i = 1; i < points.length; i++) {
    const q = Math.min(1.25, Math.max(0.4, p + dice.range(-0.12, 0.12) + (pressure - p) * 0.3))
    capsule(raster, points[i - 1]!, points[i]!, ink, p, q, i > 1)
    p = q
  }
}

/** A smooth path through the given points (Catmull-Rom), `steps` pieces between two of them. */
export const curve = (points: readonly Point[], steps = 4): Point[] => {
  if (points.length < 3) return [...points]
  const out: Point[] = [points[0]!]
  for (let i = 0; i + 1 < points.length; i++) {
    const p0 = points[Math.max(0, i - 1)]!
    const p1 = points[i]!
    const p2 = points[i + 1]!
    const p3 = points[Math.min(points.length - 1, i + 2)]!
    for (let s = 1; s <= steps; s++) {
      const t = s / steps
      const at = (a: number, b: number, c: number, d: number) =>
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
      out.push({ x: at(p0.x, p1.x, p2.x, p3.x), y: at(p0.y, p1.y, p2.y, p3.y) })
    }
  }
  return out
}

/** Fills a rectangle as a hand does: a zigzag from top to bottom, rounded at the corners. */
export const hatch = (
  raster: Raster,
  dice: Dice,
  rect: Rect,
  ink: Ink,
  how: { spacing?: number; slop?: number; lean?: number; pressure?: number } = {},
) => {
  const { spacing = 0.62, slop = 0.12, lean = 0, pressure = 1 } = how
  const inset = ink.width / 2
  const top = rect.y + inset
  const height = Math.max(0.05, rect.h - 2 * inset)
  const rows = Math.max(2, Math.ceil(height / (ink.width * spacing)))
  const points: Point[] = []
  for (let i = 0; i <= rows; i++) {
    const share = i / rows
    const y = top + height * share
    // corners are rounded: the first and the last row are shorter
    const edge = Math.abs(share - 0.5) * 2
    const shorten = rect.w * 0.1 * edge * edge * edge
    const jitter = () => dice.gauss() * slop * 0.6
    const from = { x: rect.x + inset + shorten + jitter(), y: y + jitter() * 0.4 - lean * rect.h }
    const to = { x: rect.x + rect.w - inset - shorten + jitter(), y: y + jitter() * 0.4 + lean * rect.h }
    if (i % 2 === 0) points.push(from, to)
    else points.push(to, from)
  }
  stroke(raster, dice, points, ink, pressure)
}
