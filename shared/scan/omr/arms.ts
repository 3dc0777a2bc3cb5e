/**
 * Whether what reaches out of a full cell are lines. Who shades with slanted strokes leaves a wedge at two opposite corners, wide
 * where it comes out of the cell; who strikes the cell out draws lines that are as thin beyond it as a pen is.
 */
import { median } from './sample.ts'
import type { Raster } from './shape.ts'

/** Side of a place (mm) and how far about the cell arms are looked for. */
export const FINE = { step: 0.2, beyond: 1.4 }
/** What is as wide and as high as so many places belongs to the fill, if this share of it is dark. */
const BODY = 7
const SOLID = 0.85
/** Ink is as dark as this share of the mark's own. */
const INK = 0.5
/** An arm reaches farther than so many places beyond the cell and the fill, and has so many of them in one field. */
const AWAY = 1
const LEAST = 2
/** So many places beside a cell are the fill's own. */
const BESIDE = 2
/** A line has two ends. */
const ENDS = 2

/** Sums of a mask over all rectangles from its first place on. */
const sumsOf = (mask: Uint8Array, across: number, down: number): Int32Array => {
  const line = across + 1
  const sums = new Int32Array(line * (down + 1))
  for (let j = 0; j < down; j++)
    for (let i = 0, row = 0; i < across; i++) {
      row += mask[j * across + i]!
      sums[(j + 1) * line + i + 1] = sums[j * line + i + 1]! + row
    }
  return sums
}

/**
 * In how many of the eight fields about a cell thin ink reaches away from the fill. Of 99 full cells with ink far out on opposite
 * sides 5 have it in opposite fields, of 80 that were struck out 75; all but one have it in some.
 */
const armsOf = ({ across, down, x0, y0, values }: Raster): number => {
  const inner: number[] = []
  for (let j = y0 + 1; j < down - y0 - 1; j++)
    for (let i = x0 + 1; i < across - x0 - 1; i++) inner.push(values[j * across + i]! || 0)
  const limit = INK * median(inner)
  const ink = Uint8Array.from(values, (v) => (v > limit ? 1 : 0))
  const sums = sumsOf(ink, across, down)
  const line = across + 1
  const near = new Uint8Array(ink.length)
  for (let j = 0; j + BODY <= down; j++)
    for (let i = 0; i + BODY <= across; i++) {
      const [a, b] = [j * line + i, (j + BODY) * line + i]
      if (sums[b + BODY]! - sums[b]! - sums[a + BODY]! + sums[a]! < SOLID * BODY * BODY) continue
      const [left, right] = [Math.max(0, i - AWAY), Math.min(across, i + BODY + AWAY)]
      for (let y = Math.max(0, j - AWAY); y < Math.min(down, j + BODY + AWAY); y++)
        near.fill(1, y * across + left, y * across + right)
    }
  const counts = Array.from({ length: 9 }, () => 0)
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      if (!ink[j * across + i] || near[j * across + i]) continue
      const [dy, dx] = [Math.max(y0 - j, j - (down - y0) + 1), Math.max(x0 - i, i - (across - x0) + 1)]
      if (Math.max(dx, dy) <= BESIDE) continue
      counts[(dy <= 0 ? 3 : j < y0 ? 0 : 6) + (dx <= 0 ? 1 : i < x0 ? 0 : 2)]!++
    }
  return counts.filter((n) => n >= LEAST).length
}

export const hasArms = (r: Raster): boolean => armsOf(r) >= ENDS
