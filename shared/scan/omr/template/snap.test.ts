/** Grids are laid on what is printed, no larger: not on the letter beside a box, nor on brackets and the paper about them. */
import { describe, expect, it } from 'vitest'
import type { Grey } from '../omr.types.ts'
import { ink, sheetOf } from '../page.fixture.ts'
import { snapGrid } from './snap.ts'

const DENSITY = 8
const printed = { x: 160, y: 160, w: 30, h: 30, stepX: 102, stepY: 60, rows: 10, columns: 4 }

/** Letters that stand before their boxes: a stem, and bars that differ from option to option. */
const letter = (s: Grey, x: number, y: number, option: number) => {
  const bar = (dx: number, dy: number, w: number, h: number) => ink(s, 1, { x: x - 20 + dx, y: y + 6 + dy, w, h }, 0.8)
  bar(0, 0, 2, 18)
  for (let k = 0; k < 3; k++) if ((option + k) % 3 > 0) bar(0, k * 8, 12, 2)
}
const wall = (s: Grey, x: number, y: number, w: number, h: number) =>
  ink(s, 1, { x: x - 1.2, y: y - 1.2, w: w + 2.4, h: h + 2.4 }, 0.8)
type Print = (s: Grey, x: number, y: number, option: number) => void
const boxes: Print = (s, x, y, option) => {
  letter(s, x, y, option)
  for (const d of [0, 30]) {
    wall(s, x, y + d, 30, 0)
    wall(s, x + d, y, 0, 30)
  }
}
const brackets: Print = (s, x, y, option) => {
  letter(s, x + 30, y, option)
  for (const d of [0, 30]) wall(s, x + d, y, 0, 30)
  for (const d of [0, 30]) for (const e of [0, 24]) wall(s, x + e, y + d, 6, 0)
}

describe.each([
  ['boxes with a letter before them', boxes],
  ['brackets with a letter in them', brackets],
])('%s', (_, print) => {
  const sheet = sheetOf(100, 110, DENSITY)
  for (let r = 0; r < printed.rows; r++)
    for (let c = 0; c < printed.columns; c++)
      print(sheet, printed.x + c * printed.stepX, printed.y + r * printed.stepY, c)

  it.each([
    [0, 0, 1],
    [4, -4, 1],
    [-4, 3, 1.1],
    [3, 3, 0.8],
  ])('a grid drawn %d and %d pixels off, %d times as large, is laid on them', (dx, dy, by) => {
    const [w, h] = [printed.w * by, printed.h * by]
    const drawn = { ...printed, w, h, x: printed.x + dx - (w - printed.w) / 2, y: printed.y + dy - (h - printed.h) / 2 }
    const { grid } = snapGrid(sheet, drawn)
    const far = (key: 'x' | 'y' | 'w' | 'h') => Math.abs(grid[key] - printed[key])
    expect(Math.max(far('x'), far('y'))).toBeLessThan(4)
    expect(Math.max(far('w'), far('h'))).toBeLessThan(7)
  })
})
