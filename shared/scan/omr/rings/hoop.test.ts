import { describe, expect, it } from 'vitest'
import type { CellInk } from '../ink.types.ts'
import { hoopedRows } from './hoop.ts'
import type { ReadRow } from '../likes.ts'
import { integrate } from '../sample.ts'
import type { Site } from '../shape.ts'

const DENSITY = 5
const [W, H, ABOUT] = [4.4, 2.8, 3]
/** Darkness at a place of a cell, in mm from its middle. */
type Paint = (x: number, y: number) => number
const paper: Paint = () => 0
/** How far a place lies from an oval that runs so far outside of the cell. */
const fromOval = (x: number, y: number, out: number): number => {
  const [a, b] = [W / 2 + out, H / 2 + out]
  return Math.abs(Math.hypot(x / a, y / b) - 1) * ((a + b) / 2)
}
/** An oval is printed, a little off from cell to cell, and a stroke stands in it. */
const print =
  (off: number): Paint =>
  (x, y) =>
    fromOval(x - off, y, 0) < 0.12 || (Math.abs(x - off) < 0.15 && Math.abs(y) < 0.8) ? 0.4 : 0
const pale =
  (dark: number, out = 0.6): Paint =>
  (x, y) =>
    fromOval(x, y, out) < 0.35 ? dark : 0
/** Less than a ring has. */
const FAINT = 0.036
const grain: Paint = (x, y) => 0.02 * Math.sin(97.3 * x + 31.7 * y * y)

const siteOf = (paint: Paint): Site => {
  const [width, height] = [Math.round((W + 2 * ABOUT) * DENSITY), Math.round((H + 2 * ABOUT) * DENSITY)]
  const data = new Uint8Array(width * height)
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const [x, y] = [(i + 0.5) / DENSITY - ABOUT - W / 2, (j + 0.5) / DENSITY - ABOUT - H / 2]
      data[j * width + i] = Math.round(240 - 200 * Math.max(-0.05, paint(x, y) + grain(x, y)))
    }
  const sums = integrate({ width, height, data })
  return { sums, left: ABOUT * DENSITY, top: ABOUT * DENSITY, density: DENSITY, w: W, h: H, white: 240, range: 200 }
}

/** Which of a page's rows are heard: a blank one with this beside its cells, above eight marked ones. */
const heard = (beside: readonly Paint[], marked = 8, doubt?: 'stain', sign = 1): number[] => {
  const sites = new Map<CellInk, Site>()
  const cellOf = (row: number, paint: Paint, off: number): CellInk => {
    const rect = { x: 20, y: 20 + 5 * row, w: W, h: H }
    const made = {
      ink: 0,
      cell: { value: 'A', rect, left: 2, right: 2, top: 2, bottom: 2, group: row === 0 ? sign : 1 },
    } as CellInk
    sites.set(
      made,
      siteOf((x, y) => Math.max(print(off)(x, y), paint(x, y))),
    )
    return made
  }
  const rowOf = (row: number, paints: readonly Paint[], isMarked: boolean): ReadRow => {
    const states = paints.map((_, i) =>
      isMarked && i === paints.length - 1 ? ('filled' as const) : ('empty' as const),
    )
    return {
      reading: {
        questionId: `q${row}`,
        chosen: isMarked ? ['D'] : [],
        cells: states.map((state, i) => ({ value: 'ABCD'[i]!, state, ink: 0, confidence: 1 })),
        ...(doubt && !isMarked ? { doubt } : {}),
      },
      inks: paints.map((paint, i) => cellOf(row, paint, ((row + i) % 3) * 0.1)),
    }
  }
  const others = Array.from({ length: marked }, (_, i) => rowOf(i + 1, [paper, paper, paper, paper], true))
  return [...hoopedRows([rowOf(0, beside, false), ...others], { siteOf: (c) => sites.get(c)! })]
}

describe('a thin stroke all round a cell', () => {
  it.each([0.08, 0.12, 0.3])('is heard, however pale: %f', (dark) => {
    expect(heard([paper, pale(dark), paper, paper])).toEqual([0])
    expect(heard([paper, paper, pale(dark, 0.9), paper])).toEqual([0])
  })

  it('is nothing where there is none, or next to none', () => {
    expect(heard([paper, paper, paper, paper])).toEqual([])
    expect(heard([paper, pale(0.02), paper, paper])).toEqual([])
    expect(heard([paper, pale(FAINT), paper, paper])).toEqual([])
  })

  it('is heard where it does not lie right about its cell', () => {
    const aside: Paint = (x, y) => pale(0.1)(x - 0.5, y + 0.5)
    expect(heard([paper, aside, paper, paper])).toEqual([0])
  })

  it.each<[string, Paint]>([
    ['half of one', (x, y) => (y > 0 ? pale(0.3)(x, y) : 0)],
    ['a line under the cell', (x, y) => (Math.abs(y - H / 2 - 0.5) < 0.3 && Math.abs(x) < 3 ? 0.3 : 0)],
    ['a shade over all of it', () => 0.1],
  ])('is not %s', (_, paint) => {
    expect(heard([paper, paint, paper, paper])).toEqual([])
  })

  it('is seen beside cells of other signs where too few of its own are known: they have the same outline', () => {
    const bar: Paint = (x, y) => (Math.abs(y) < 0.15 && Math.abs(x) < 0.9 ? 0.4 : 0)
    expect(heard([bar, (x, y) => Math.max(bar(x, y), pale(0.12)(x, y))], 8, undefined, 2)).toEqual([0])
    expect(heard([bar, bar], 8, undefined, 2)).toEqual([])
  })

  it('is no ring where two cells of the row have it, or the row is in doubt, or too few cells say what is printed', () => {
    expect(heard([paper, pale(0.12), pale(0.12), paper])).toEqual([])
    expect(heard([paper, pale(0.12), paper, paper], 8, 'stain')).toEqual([])
    expect(heard([paper, pale(0.12), paper, paper], 1)).toEqual([])
  })
})
