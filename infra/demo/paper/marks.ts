/** What people do to a cell, one function for each habit. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Ink, Point } from './pen.ts'
import { curve, hatch, stroke } from './pen.ts'
import type { Raster } from './raster.ts'
import type { Dice } from './seed.ts'

export const markStyles = [
  'full',
  'light',
  'offCentre',
  'overfilled',
  'ticked',
  'crossed',
  'half',
  'erased',
  'struck',
  'dot',
  'faint',
  'stained',
] as const
export type MarkStyle = (typeof markStyles)[number]

const grow = (rect: Rect, dx: number, dy = dx): Rect => ({
  x: rect.x - dx,
  y: rect.y - dy,
  w: rect.w + 2 * dx,
  h: rect.h + 2 * dy,
})

const fill = (raster: Raster, dice: Dice, rect: Rect, ink: Ink, pressure = 1) => {
  const area = grow(rect, dice.range(-0.1, 0.12), dice.range(-0.08, 0.1))
  hatch(raster, dice, area, ink, { lean: dice.range(-0.06, 0.06), pressure })
  hatch(raster, dice, grow(area, -0.05), ink, { lean: dice.range(-0.12, 0.12), spacing: 0.85, pressure })
}

const tick = (raster: Raster, dice: Dice, rect: Rect, ink: Ink) => {
  const wobble = () => dice.gauss() * 0.12
  const points: Point[] = [
    { x: rect.x + rect.w * 0.12 + wobble(), y: rect.y + rect.h * 0.5 + wobble() },
    { x: rect.x + rect.w * 0.4 + wobble(), y: rect.y + rect.h * 0.95 + wobble() },
    { x: rect.x + rect.w * 0.65 + wobble(), y: rect.y + rect.h * 0.35 + wobble() },
    { x: rect.x + rect.w * dice.range(0.95, 1.2), y: rect.y - rect.h * dice.range(0, 0.35) },
  ]
  stroke(raster, dice, [points[0]!, ...curve(points.slice(1))], { ...ink, width: Math.max(ink.width, 0.5) })
}

const cross = (raster: Raster, dice: Dice, rect: Rect, ink: Ink, over = 0) => {
  const area = grow(rect, over)
  const wobble = () => dice.gauss() * 0.15
  const at = (u: number, v: number): Point => ({ x: area.x + area.w * u + wobble(), y: area.y + area.h * v + wobble() })
  const pen = { ...ink, width: Math.max(ink.width, 0.5) }
  stroke(raster, dice, curve([at(0.08, 0.05), at(0.5, 0.48), at(0.92, 0.95)]), pen)
  stroke(raster, dice, curve([at(0.92, 0.05), at(0.5, 0.52), at(0.08, 0.95)]), pen)
}

/** Fills, then rubs: a ghost stays, uneven, dragged along the rubbing direction; the print beneath is not rubbed away. */
const erase = (raster: Raster, dice: Dice, rect: Rect, ink: Ink, residue: number) => {
  const k = raster.pxPerMm
  const { channels: ch } = raster
  const reach = 2.2
  const x0 = Math.max(0, Math.floor((rect.x - reach) * k))
  const x1 = Math.min(raster.width - 1, Math.ceil((rect.x + rect.w + reach) * k))
  const y0 = Math.max(0, Math.floor((rect.y - reach) * k))
  const y1 = Math.min(raster.height - 1, Math.ceil((rect.y + rect.h + reach) * k))
  const w = x1 - x0 + 1
  const h = y1 - y0 + 1
  const before = new Uint8Array(w * h * ch)
  const rows = (use: (from: number, to: number, length: number) => void) => {
    for (let y = 0; y < h; y++) use(((y + y0) * raster.width + x0) * ch, y * w * ch, w * ch)
  }
  rows((from, to, length) => before.set(raster.data.subarray(from, from + length), to))
  fill(raster, dice, rect, ink)
  // darkness that the mark added, first channel is enough for a grey ghost
  const added = new Float32Array(w * h)
  rows((from, to) => {
    for (let x = 0; x < w; x++) added[to / ch + x] = before[to + x * ch]! - raster.data[from + x * ch]!
  })
  const dragX = Math.round(dice.range(0.5, 1.6) * k) * (dice.chance(0.5) ? 1 : -1)
  const dragY = Math.round(dice.range(-0.35, 0.35) * k)
  const bands = dice.range(1.6, 3)
  const phase = dice.range(0, 6)
  const taps = 6
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const here = added[y * w + x]!
      let smear = 0
      for (let t = 1; t <= taps; t++) {
        const sx = x - Math.round((dragX * t) / taps)
        const sy = y - Math.round((dragY * t) / taps)
        if (sx >= 0 && sx < w && sy >= 0 && sy < h) smear += added[sy * w + sx]! * (1 - t / (taps + 1))
      }
      const uneven = 0.75 + 0.4 * Math.sin((y / k) * bands + (x / k) * 0.7 + phase)
      const ghost = here * residue * uneven + (smear / taps) * residue * 0.55 * uneven
      const at = ((y + y0) * raster.width + x + x0) * ch
      for (let c = 0; c < ch; c++) {
        raster.data[at + c] = Math.max(0, before[(y * w + x) * ch + c]! - ghost)
      }
    }
  }
}

/** A drop of something on the cell: irregular, darker at its rim. */
export const drop = (
  raster: Raster,
  dice: Dice,
  centre: Point,
  radius: number,
  rgb: readonly number[],
  depth: number,
) => {
  const k = raster.pxPerMm
  const { channels: ch } = raster
  const lobes = [dice.range(0, 6.28), dice.range(0, 6.28), dice.range(0.04, 0.14), dice.range(0.03, 0.1)]
  const reach = radius * 1.35
  const grey = 0.299 * rgb[0]! + 0.587 * rgb[1]! + 0.114 * rgb[2]!
  for (
    let y = Math.max(0, Math.floor((centre.y - reach) * k));
    y < Math.min(raster.height, (centre.y + reach) * k);
    y++
  ) {
    for (
      let x = Math.max(0, Math.floor((centre.x - reach) * k));
      x < Math.min(raster.width, (centre.x + reach) * k);
      x++
    ) {
      const dx = (x + 0.5) / k - centre.x
      const dy = (y + 0.5) / k - centre.y
      const angle = Math.atan2(dy, dx)
      const edge =
        radius * (1 + lobes[2]! * Math.sin(3 * angle + lobes[0]!) + lobes[3]! * Math.sin(5 * angle + lobes[1]!))
      const inside = edge - Math.hypot(dx, dy)
      if (inside <= -0.15) continue
      const rim = Math.exp(-((inside - 0.25) ** 2) / 0.12)
      const alpha = Math.min(1, depth * Math.min(1, (inside + 0.15) / 0.3) * (0.75 + 0.5 * rim))
      const at = (y * raster.width + x) * ch
      for (let c = 0; c < ch; c++) {
        const tint = ch === 1 ? grey : rgb[c]!
        raster.data[at + c] = raster.data[at + c]! * (1 - alpha + (alpha * tint) / 255)
      }
    }
  }
}

/** Puts one mark on a cell. `strength` 0…1 is how marked the habit is: residue of an erasure, share of a half, depth of a stain. */
export const mark = (raster: Raster, dice: Dice, rect: Rect, style: MarkStyle, ink: Ink, strength: number) => {
  switch (style) {
    case 'full':
      return fill(raster, dice, rect, ink)
    case 'light':
      return fill(raster, dice, rect, { ...ink, opacity: ink.opacity * (0.5 + 0.2 * strength) }, 0.85)
    case 'offCentre': {
      const dx = rect.w * dice.range(0.12, 0.24) * (dice.chance(0.5) ? 1 : -1)
      const dy = rect.h * dice.range(0.05, 0.2) * (dice.chance(0.5) ? 1 : -1)
      return fill(raster, dice, { ...rect, x: rect.x + dx, y: rect.y + dy }, ink)
    }
    case 'overfilled':
      return fill(raster, dice, grow(rect, rect.w * 0.1, rect.h * 0.1), ink)
    case 'ticked':
      return tick(raster, dice, rect, ink)
    case 'crossed':
      return cross(raster, dice, rect, ink)
    case 'half': {
      const share = 0.35 + 0.3 * strength
      const left = dice.chance(0.6)
      return fill(raster, dice, left ? { ...rect, w: rect.w * share } : { ...rect, h: rect.h * share }, ink)
    }
    case 'erased':
      return erase(raster, dice, rect, ink, 0.06 + 0.24 * strength)
    case 'struck':
      fill(raster, dice, rect, ink)
      return cross(raster, dice, rect, ink, 0.9)
    case 'dot': {
      const x = rect.x + rect.w * dice.range(0.4, 0.6)
      const y = rect.y + rect.h * dice.range(0.4, 0.6)
      const pen = { ...ink, width: dice.range(0.5, 0.9) }
      return stroke(
        raster,
        dice,
        [
          { x, y },
          { x: x + dice.range(-0.2, 0.2), y: y + 0.1 },
        ],
        pen,
      )
    }
    case 'faint':
      return fill(raster, dice, rect, { ...ink, opacity: ink.opacity * (0.13 + 0.17 * strength) }, 0.7)
    case 'stained': {
      const centre = { x: rect.x + rect.w * dice.range(0.2, 0.8), y: rect.y + rect.h * dice.range(0.2, 0.8) }
      return drop(raster, dice, centre, dice.range(1.4, 2.8), [120, 84, 48], 0.2 + 0.5 * strength)
    }
  }
}
