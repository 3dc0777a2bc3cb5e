import { describe, expect, it } from 'vitest'
import type { CellInk } from '../ink.types.ts'
import type { Pen } from '../judge.ts'
import type { ReadRow } from '../likes.ts'
import type { CellState } from '../omr.types.ts'
import { integrate } from '../sample.ts'
import type { Shape, Site } from '../shape.ts'
import { rubbedRows } from './rubbed.ts'

const DENSITY = 8
const [W, H] = [5.4, 3]
/** Darkness at a place of a cell, in mm from its corner. */
type Paint = (x: number, y: number) => number

const letter: Paint = (x, y) => (Math.abs(x - 2.7) < 0.2 && y > 0.7 && y < 2.3 ? 0.3 : 0)
const noise: Paint = (x, y) => 0.012 * Math.sin(97.3 * x + 31.7 * y * y)
const inside = (x: number, y: number) => x > 0.1 && x < W - 0.1 && y > 0.1 && y < H - 0.1
/** Graphite on the tops of the fibres, a quarter of a millimetre apart; and as much of it, wiped into the paper. */
const graphite =
  (dark: number): Paint =>
  (x, y) =>
    inside(x, y) ? dark * ((Math.floor(x * 4) + Math.floor(y * 4)) % 2 ? 1.4 : 0.6) : 0
const wiped =
  (dark: number): Paint =>
  (x, y) =>
    inside(x, y) ? dark : 0
const nothing: Paint = () => 0

const sites = new Map<CellInk, Site>()
const cellOf = (row: number, paint: Paint, ink: number): CellInk => {
  const m = 3
  const [width, height] = [Math.round((W + 2 * m) * DENSITY), Math.round((H + 2 * m) * DENSITY)]
  const data = new Uint8Array(width * height)
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const [x, y] = [(i + 0.5) / DENSITY - m, (j + 0.5) / DENSITY - m]
      data[j * width + i] = Math.round(240 - 200 * Math.min(1, letter(x, y) + paint(x, y) + noise(x + row, y)))
    }
  const sums = integrate({ width, height, data })
  const rect = { x: 20, y: 20 + 5 * row, w: W, h: H }
  const made = { ink, raw: ink + 0.03, white: 240, cell: { value: 'A', rect, group: 1 } } as CellInk
  sites.set(made, { sums, left: m * DENSITY, top: m * DENSITY, density: DENSITY, w: W, h: H, white: 240, range: 200 })
  return made
}

type Marked = [state: CellState, paint: Paint, ink: number]
const rowOf = (row: number, marked: readonly Marked[], doubt?: 'faintMark' | 'stain'): ReadRow => {
  const all: readonly Marked[] = [...marked, ['empty', nothing, 0], ['empty', nothing, 0]]
  const cells = all.map(([state, , ink], i) => ({ value: 'ABCD'[i]!, state, ink, confidence: 1 }))
  const chosen = cells.filter((c) => c.state === 'filled').map((c) => c.value)
  return {
    reading: { questionId: `q${row}`, chosen, cells, ...(doubt ? { doubt } : {}) },
    inks: all.map(([, paint, ink]) => cellOf(row, paint, ink)),
  }
}

const look: Shape = {
  mean: 0.12,
  most: 0.22,
  dark: 0.18,
  light: 0.06,
  cover: 0,
  wide: 0,
  high: 0,
  rough: 0.3,
  beyond: [0, 0, 0, 0],
  reach: 0,
}
const pen = (shape: Partial<Shape> = {}, of: Partial<Pen> = {}): Pen => ({
  ink: 0.6,
  clipped: false,
  rubs: true,
  shapeOf: () => ({ ...look, ...shape }),
  ...of,
})

/** Whether row 0 was rubbed out, on a page of rows with such a mark. */
const isRubbed = (
  of: readonly Marked[],
  {
    by = pen(),
    mark = graphite(0.5),
    doubt = 'faintMark',
  }: { by?: Pen; mark?: Paint; doubt?: 'faintMark' | 'stain' } = {},
): boolean => {
  const rows = [rowOf(0, of, doubt), ...Array.from({ length: 8 }, (_, i) => rowOf(i + 1, [['filled', mark, 0.5]]))]
  return rubbedRows(rows, { siteOf: (c) => sites.get(c)! }, { low: 0.045 }, by).has(0)
}
const rest: Marked = ['doubt', wiped(0.07), 0.07]
const light: Marked = ['doubt', graphite(0.07), 0.07]

describe('a row in which one cell holds little', () => {
  it('was rubbed out where that is smooth, and not where it has the grain of graphite', () => {
    expect(isRubbed([rest])).toBe(true)
    expect(isRubbed([light])).toBe(false)
  })

  it('is a person’s on a picture whose own marks are smooth: light ones would be too', () => {
    expect(isRubbed([rest], { mark: wiped(0.5) })).toBe(false)
  })

  it('is a person’s where nothing is rubbed out, or a rest is not told from what the picture lost', () => {
    expect(isRubbed([rest], { by: pen({}, { rubs: false }) })).toBe(false)
    expect(isRubbed([['doubt', wiped(0.1), 0.1]])).toBe(false)
    for (const shape of [{ mean: 0.25 }, { most: 0.5 }, { light: -0.2 }, { beyond: [0, 0.1, 0, 0] as Shape['beyond'] }])
      expect(isRubbed([rest], { by: pen(shape) }), JSON.stringify(shape)).toBe(false)
  })

  it('is a person’s where another cell holds something too, or dirt reaches beyond', () => {
    expect(isRubbed([rest, rest])).toBe(false)
    expect(isRubbed([rest, ['filled', graphite(0.5), 0.5]])).toBe(false)
    expect(isRubbed([rest], { doubt: 'stain' })).toBe(false)
  })
})
