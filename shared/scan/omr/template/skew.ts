/** How a page is turned, told from its lines: words and boxes stand in rows, and rows are sharpest when they are level. */
import type { Grey } from '../omr.types.ts'
import { shrink } from '../sample.ts'
import { darkMask, shapesOf } from './shapes.ts'

/** Sum of squared differences of neighbouring rows' ink when the page is sheared by an angle. */
const sharpness = (mask: Uint8Array, width: number, height: number, degrees: number): number => {
  const slope = Math.tan((degrees * Math.PI) / 180)
  const rows = new Float64Array(height + 1)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (mask[y * width + x]) {
        const r = Math.round(y - (x - width / 2) * slope)
        if (r >= 0 && r <= height) rows[r]!++
      }
  let sum = 0
  for (let y = 1; y <= height; y++) sum += (rows[y]! - rows[y - 1]!) ** 2
  return sum
}

/** Degrees, clockwise, that a page's lines are off the level, within ±8. */
export const skewOf = (grey: Grey): number => {
  const f = Math.max(1, Math.round(Math.max(grey.width, grey.height) / 900))
  const small = shrink(grey, f)
  const mask = darkMask(small, Math.round(small.width / 12), 0.15)
  let best = { degrees: 0, at: sharpness(mask, small.width, small.height, 0) * 1.002 }
  const look = (from: number, to: number, step: number) => {
    for (let d = from; d <= to + 1e-9; d += step) {
      const at = sharpness(mask, small.width, small.height, d)
      if (at > best.at) best = { degrees: d, at }
    }
  }
  look(-8, 8, 0.5)
  look(best.degrees - 0.4, best.degrees + 0.4, 0.1)
  return Math.round(best.degrees * 100) / 100
}

/** Letters are smaller than this share of the page's longer side. */
const LETTER = { least: 0.004, most: 0.016 }

/**
 * Whether lines of words run down the picture instead of across it: a letter's nearest neighbour stands in its own line.
 * Which of the two sides is up, letters alone do not tell.
 */
export const liesOnSide = (grey: Grey): boolean => {
  const f = Math.max(1, Math.round(Math.max(grey.width, grey.height) / 1600))
  const small = shrink(grey, f)
  const long = Math.max(small.width, small.height)
  const letters = shapesOf(darkMask(small, Math.round(long / 20), 0.15), small.width, small.height, 5).filter(
    (s) => Math.max(s.w, s.h) > LETTER.least * long && Math.max(s.w, s.h) < LETTER.most * long,
  )
  let across = 0
  let down = 0
  for (const a of letters) {
    let least = Infinity
    let level = true
    for (const b of letters) {
      if (a === b) continue
      const [dx, dy] = [Math.abs(a.cx - b.cx), Math.abs(a.cy - b.cy)]
      const far = Math.hypot(dx, dy)
      if (far < least) {
        least = far
        level = dx > dy
      }
    }
    if (least > 2.5 * LETTER.most * long) continue
    if (level) across++
    else down++
  }
  return down + across >= 20 && down > 1.4 * across
}
