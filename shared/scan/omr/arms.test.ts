import { describe, expect, it } from 'vitest'
import { FINE, hasArms } from './arms.ts'
import type { Raster } from './shape.ts'

/** A cell of 5.4 × 3 mm in fine places; `isInk` says what is dark, in mm from its top left corner. */
const cellOf = (isInk: (x: number, y: number) => boolean): Raster => {
  const beyond = Math.round(FINE.beyond / FINE.step)
  const [across, down] = [27 + 2 * beyond, 15 + 2 * beyond]
  const values = Float32Array.from({ length: across * down }, (_, k) => {
    const [x, y] = [((k % across) - beyond + 0.5) * FINE.step, (Math.floor(k / across) - beyond + 0.5) * FINE.step]
    return isInk(x, y) ? 0.6 : 0.02
  })
  return { across, down, x0: beyond, y0: beyond, values }
}

const isFull = (x: number, y: number) => x > 0 && x < 5.4 && y > 0 && y < 3
/** Within half a width of the line through two points. */
const line = (x1: number, y1: number, x2: number, y2: number, width: number) => (x: number, y: number) => {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const t = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - x1 - t * dx, y - y1 - t * dy) <= width / 2
}

describe('ink that reaches out of a full cell', () => {
  it.each([
    ['nothing', isFull],
    [
      'the wedges of slanted shading',
      (x: number, y: number) => y > 0 && y < 3 && Math.abs(x - 2.7 - (1.5 - y) * 0.6) < 2.7,
    ],
    ['a careless edge', (x: number, y: number) => y > -0.4 && y < 3.4 && x > -0.3 && x < 5.7],
    ['a fill that lies too far right', (x: number, y: number) => isFull(x - 1, y)],
  ])('is no line: %s', (_, isInk) => expect(hasArms(cellOf(isInk))).toBe(false))

  it.each([
    ['a slanting line', line(-1.1, 3.6, 6.5, -0.6, 0.5)],
    ['a level line', line(-1.2, 1.5, 6.6, 1.6, 0.5)],
    ['a broad one', line(-1.2, 3.4, 6.6, -0.4, 0.8)],
  ])('is one: %s', (_, isLine) => expect(hasArms(cellOf((x, y) => isFull(x, y) || isLine(x, y)))).toBe(true))
})
