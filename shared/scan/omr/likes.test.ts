import { describe, expect, it } from 'vitest'
import type { CellInk } from './ink.types.ts'
import { onlyPrint, unlikeEmpty } from './likes.ts'
import type { ReadRow } from './likes.ts'
import { integrate } from './sample.ts'
import type { Site } from './shape.ts'

const DENSITY = 8
/** Darkness at a place of a cell, in mm from its corner. */
type Paint = (x: number, y: number) => number
const W = 5.4
const H = 3

/** A printed 2 of thin strokes, which lies a little off and is more or less sharp from cell to cell. */
const digit =
  (off: number): Paint =>
  (x, y) =>
    Math.abs(y - 1.5 - 0.6 * Math.sin(2 * (x + off))) < 0.2 && x > 1.5 && x < 3.9 ? 0.45 : 0
const grain: Paint = (x, y) => 0.03 * Math.sin(97.3 * x + 31.7 * y * y)

const siteOf = (paint: Paint): Site => {
  const m = 3
  const [width, height] = [Math.round((W + 2 * m) * DENSITY), Math.round((H + 2 * m) * DENSITY)]
  const data = new Uint8Array(width * height)
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const [x, y] = [(i + 0.5) / DENSITY - m, (j + 0.5) / DENSITY - m]
      data[j * width + i] = Math.round(240 - 200 * Math.min(1, Math.max(-0.05, paint(x, y) + grain(x, y))))
    }
  const sums = integrate({ width, height, data })
  return { sums, left: m * DENSITY, top: m * DENSITY, density: DENSITY, w: W, h: H, white: 240, range: 200 }
}

const sites = new Map<CellInk, Site>()
const cellOf = (row: number, paint: Paint): CellInk => {
  const rect = { x: 20, y: 20 + 5 * row, w: W, h: H }
  const made = { ink: 0, cell: { value: 'A', rect, left: 2, right: 2, top: 2, bottom: 2, group: 1 } } as CellInk
  sites.set(made, siteOf(paint))
  return made
}
const rowOf = (row: number, paint: Paint, marked: boolean): ReadRow => {
  const states = ['empty', 'empty', marked ? 'filled' : 'empty'] as const
  const cells = states.map((state, i) => ({ value: 'ABC'[i]!, state, ink: 0, confidence: 1 }))
  return {
    reading: { questionId: `q${row}`, chosen: marked ? ['C'] : [], cells },
    inks: states.map(() => cellOf(row, paint)),
  }
}

/** Whether a blank row is asked about, of which one cell or all have this beside their digits, on a page of such rows. */
const asks = (beside: Paint, marked = 8, all = false): boolean => {
  const print = digit(0.1)
  const blank = rowOf(0, (x, y) => Math.max(print(x, y), beside(x, y)), false)
  const inks = all ? blank.inks : [blank.inks[0]!, cellOf(0, print), cellOf(0, print)]
  const rows = [
    { ...blank, inks },
    ...Array.from({ length: marked }, (_, i) => rowOf(i + 1, digit((i % 3) * 0.15), true)),
  ]
  return unlikeEmpty(rows, { siteOf: (c) => sites.get(c)! }, { typical: 0.6, low: 0.045 }).has(0)
}

const dot: Paint = (x, y) => (Math.hypot(x - 2.4, y - 1.6) < 0.5 ? 0.75 : 0)
const underline: Paint = (x, y) => (x > -0.3 && x < W + 0.3 && Math.abs(y - H - 0.6) < 0.25 ? 0.5 : 0)
const lightFill: Paint = (x, y) => (x > 0.3 && x < W - 0.3 && y > 0.3 && y < H - 0.3 ? 0.13 : 0)
/** Graphite on the tops of the fibres, a quarter of a millimetre apart; and as much of it, rubbed into the paper. */
const faintFill: Paint = (x, y) => lightFill(x, y) * ((Math.floor(x * 4) + Math.floor(y * 4)) % 2 ? 0.5 : 0)
const rubbedFill: Paint = (x, y) => lightFill(x, y) * 0.25
const slip: Paint = (x, y) => (Math.hypot(x - 4.6, y - 0.6) < 0.25 ? 0.3 : 0)

/** The same where the likes have something as well, each its own, and the row's print may lie off by some millimetres. */
const asksAmong = (beside: Paint, among: (k: number) => Paint, off = 0): boolean => {
  const print: Paint = (x, y) => (off > 0 ? 1.8 : 1) * digit(0)(x, y)
  const blank = rowOf(0, (x, y) => Math.max(print(x, y - off), beside(x, y)), false)
  const rows = Array.from({ length: 8 }, (_, i) => {
    const row = rowOf(i + 1, print, true)
    const inks = row.inks.map((_, k) =>
      cellOf(i + 1, (x, y) => Math.max(print(x, y), among(2 * i + Math.min(k, 1))(x, y))),
    )
    return { ...row, inks }
  })
  return unlikeEmpty(
    [{ ...blank, inks: [blank.inks[0]!, cellOf(0, print), cellOf(0, print)] }, ...rows],
    { siteOf: (c) => sites.get(c)! },
    { typical: 0.6, low: 0.045 },
  ).has(0)
}
const nothing: Paint = () => 0
const smallDot =
  (dark: number, at = 2.4): Paint =>
  (x, y) =>
    Math.hypot(x - at, y - 2.3) < 0.4 ? dark : 0
const lineOf =
  (dark: number): Paint =>
  (x, y) =>
    underline(x, y) > 0 ? dark : 0

describe('a row that seems empty beside its likes', () => {
  it('is asked about for a small dot, unless its likes have such dots, some darker and some lighter', () => {
    expect(asksAmong(smallDot(0.75), () => nothing)).toBe(true)
    expect(asksAmong(smallDot(0.65), (k) => smallDot(0.1 + (k % 8) / 10, 1 + 0.4 * (k % 8)))).toBe(false)
  })

  it('is asked about for a dot and a fill neither of which stands out alone', () => {
    const both =
      (dark: number, fill: number): Paint =>
      (x, y) =>
        Math.max(smallDot(dark)(x, y), fill * lightFill(x, y))
    const among = (k: number) => smallDot(0.25 + 0.03 * (k % 8), 1 + 0.4 * (k % 8))
    expect(asksAmong(both(0.75, 0.3), among)).toBe(true)
    expect(asksAmong(both(0.75, 0), among)).toBe(false)
    expect(asksAmong(both(0, 0.3), among)).toBe(false)
  })

  it('is laid on its likes first: print that lies off is no ink', () => {
    expect(asksAmong(nothing, () => nothing, 0.4)).toBe(false)
  })

  it('is asked about for a plain line where its likes have hardly any', () => {
    expect(asksAmong(lineOf(0.5), (k) => lineOf((k % 8) * 0.03))).toBe(true)
    expect(asksAmong(lineOf(0.18), (k) => lineOf((k % 8) * 0.03))).toBe(false)
  })

  it.each<[string, Paint, boolean]>([
    ['nothing', () => 0, false],
    ['a pencil’s dot on the digit', dot, true],
    ['a line under the cell', underline, true],
    ['a light fill', lightFill, true],
    ['a far lighter one, with the grain of graphite', faintFill, true],
    ['as much of what a rubber left', rubbedFill, false],
    ['a small trace of a resting pen', slip, false],
  ])('shows %s: asked %#', (_, paint, expected) => {
    expect(asks(paint)).toBe(expected)
  })

  it.each([
    ['dark marks', 0.51, 0.04, false],
    ['lighter ones', 0.49, 0.04, true],
    ['dark marks, in a row whose print a lamp’s shine took away', 0.51, 0.02, true],
  ])('where white paper is cut off a faint fill is asked about: beside %s', (_, typical, raw, expected) => {
    const print = digit(0.1)
    const cells = [lightFill, nothing, nothing].map((paint) =>
      cellOf(0, (x, y) => Math.max(print(x, y), 0.37 * paint(x, y))),
    )
    for (const c of cells) Object.assign(c, { raw, ink: raw - 0.04 })
    const rows = [
      { ...rowOf(0, print, false), inks: cells },
      ...Array.from({ length: 8 }, (_, i) => rowOf(i + 1, digit((i % 3) * 0.15), true)),
    ]
    const map = { siteOf: (c: CellInk) => sites.get(c)!, clipped: true }
    expect(unlikeEmpty(rows, map, { typical, low: 0.045 }).has(0)).toBe(expected)
  })

  it('takes what lies along the whole row for a scratch of the glass', () => {
    expect(asks(underline, 8, true)).toBe(false)
    expect(asks(dot, 8, true)).toBe(true)
  })

  it('says nothing where few cells say what is printed', () => {
    expect(asks(dot, 2)).toBe(false)
  })

  it('takes an outline that lies off by half a place for none', () => {
    const outline =
      (off: number): Paint =>
      (x, y) =>
        x > -0.2 && x < W + 0.2 && Math.abs(y - H - off) < 0.13 ? 0.7 : 0
    const page = (beside: Paint, off: number) => {
      const blank = rowOf(0, (x, y) => Math.max(outline(off)(x, y), beside(x, y)), false)
      const inks = [blank.inks[0]!, cellOf(0, outline(0)), cellOf(0, outline(0))]
      const rows = [{ ...blank, inks }, ...Array.from({ length: 8 }, (_, i) => rowOf(i + 1, outline(0), true))]
      return unlikeEmpty(rows, { siteOf: (c) => sites.get(c)! }, { typical: 0.4, low: 0.045 }).has(0)
    }
    expect(page(nothing, 0.09)).toBe(false)
    expect(page(lineOf(0.3), 0.09)).toBe(true)
  })
})

describe('a row in doubt for a spot', () => {
  /** Whether a row in doubt is found to hold nothing but print, of which one cell has this. */
  const isPrint = (
    beside: Paint,
    off: number,
    more: { marked?: number; chosen?: string[]; ink?: number; bold?: number; among?: (row: number) => Paint } = {},
  ) => {
    const printAt =
      (down: number): Paint =>
      (x, y) =>
        (more.bold ?? 1) * digit(0)(x, y - down)
    const print = printAt(off)
    const { reading, inks } = rowOf(0, print, false)
    const odd = cellOf(0, (x, y) => Math.max(print(x, y), beside(x, y)))
    Object.assign(odd, { ink: more.ink ?? 0.01, spot: 8 })
    const asked: ReadRow = {
      reading: { ...reading, doubt: 'faintMark', chosen: more.chosen ?? [] },
      inks: [odd, ...inks.slice(1)],
    }
    const rows = [
      asked,
      ...Array.from({ length: more.marked ?? 8 }, (_, i) => {
        const [usual, own] = [printAt((i % 4) * 0.07), more.among?.(i) ?? nothing]
        return rowOf(i + 1, (x, y) => Math.max(usual(x, y), own(x, y)), true)
      }),
    ]
    return onlyPrint(rows, { siteOf: (c) => sites.get(c)! }, { low: 0.045 }).has(0)
  }

  it('is blank where nothing is left of it on its likes: print that lies off', () => {
    expect(isPrint(nothing, 0.1)).toBe(true)
    expect(isPrint(nothing, 0.3)).toBe(true)
    expect(isPrint(nothing, 0.3, { bold: 1.8 })).toBe(true)
  })

  it.each<[string, Paint]>([
    ['a pencil’s dot on the digit', dot],
    ['a small dot on white paper', smallDot(0.4)],
  ])('stays in doubt for %s', (_, paint) => {
    expect(isPrint(paint, 0)).toBe(false)
    expect(isPrint(paint, 0.1)).toBe(false)
  })

  it('stays in doubt for a lighter one where the likes have nothing of the kind', () => {
    expect(isPrint(smallDot(0.08), 0)).toBe(false)
    expect(isPrint(smallDot(0.03), 0)).toBe(true)
  })

  it('stays in doubt also where its likes have dots of all kinds', () => {
    expect(isPrint(smallDot(0.4), 0, { among: (row) => smallDot(0.1 + row / 10, 1 + 0.3 * row) })).toBe(false)
  })

  it('stays in doubt where few cells say what is printed, and where anything else is seen', () => {
    expect(isPrint(nothing, 0.1, { marked: 2 })).toBe(false)
    expect(isPrint(nothing, 0.1, { chosen: ['A'] })).toBe(false)
    expect(isPrint(nothing, 0.1, { ink: 0.06 })).toBe(false)
  })
})
