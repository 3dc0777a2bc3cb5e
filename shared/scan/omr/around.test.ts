import { describe, expect, it } from 'vitest'
import type { CellInk } from './ink.types.ts'
import { QUIET, aroundOf } from './around.ts'
import type { Around } from './around.ts'
import { even, full, line, readRow, several, single } from './row.fixture.ts'
import type { Mark } from './row.fixture.ts'
import type { ChoiceReading } from './omr.types.ts'
import { aroundsOf, doubtArounds, grainOf, speaksAround } from './surroundings.ts'
import type { Zone, ZoneCell } from './zones.ts'

const crossedOut: Mark = (s, x, y, w, h) => {
  full(s, x, y, w, h)
  line(s, x - 1.4, y - 0.9, x + w + 1.4, y + h + 0.9)
  line(s, x - 1.4, y + h + 0.9, x + w + 1.4, y - 0.9)
}
/** Two lines side by side, which are one of twice their width. */
const ruledTwice: Mark = (s, x, y, w, h) => {
  full(s, x, y, w, h)
  for (const d of [-0.4, 0.4]) line(s, x - 1.5, y + h / 2 + d, x + w + 1.5, y + h / 2 + d, 0.8, 0.8)
}
const slashed: Mark = (s, x, y, w, h) => {
  full(s, x, y, w, h)
  line(s, x - 1.2, y + h + 0.6, x + w + 1.2, y - 0.6)
}
const ruledOut: Mark = (s, x, y, w, h) => {
  full(s, x, y, w, h)
  line(s, x - 1.3, y + h * 0.4, x + w + 1.3, y + h * 0.4)
}
/** A careless hand goes over both ends of the cell by a third of a millimetre. */
const careless: Mark = (s, x, y, w, h) => full(s, x - 0.35, y - 0.2, w + 0.7, h + 0.4)
const underline: Mark = (s, x, y, w, h) => line(s, x - 0.3, y + h + 0.4, x + w + 0.3, y + h + 0.4, 0.6, 0.4)
const ring: Mark = (s, x, y, w, h) => {
  const at = (k: number): [number, number] => [
    x + w / 2 + (w / 2 + 0.6) * Math.cos((k * Math.PI) / 12),
    y + h / 2 + (h / 2 + 0.6) * Math.sin((k * Math.PI) / 12),
  ]
  for (let k = 0; k < 24; k++) line(s, ...at(k), ...at(k + 1), 0.6, 0.4)
}
/** A pen that went to and fro over a full cell and its surroundings, no darker than the other mark. */
const scratchedOver: Mark = (s, x, y, w, h) => full(s, x - 0.8, y - 0.7, w + 1.6, h + 1.4)
/** Two light fills, one of them gone over to and fro along its middle, which is thicker than a line and leaves most of it light. */
const light: Mark = (s, x, y, w, h) => even(s, x, y, w, h)
const scrawled: Mark = (s, x, y, w, h) => {
  light(s, x, y, w, h)
  for (const d of [-0.5, 0, 0.5]) line(s, x - 1.6, y + h / 2 + d, x + w + 1.6, y + h / 2 + d, 0.5, 0.7)
}
/** A scratch of the glass that runs through the page below the row. */
const streak: Mark = (s, _x, y, _w, h) => line(s, 5, y + h + 0.5, 205, y + h + 0.5, 0.6, 0.3)

describe('ink about the cells', () => {
  it.each<[string, Record<string, Mark>]>([
    ['a full cell that is crossed out', { A: full, C: crossedOut }],
    ['a full cell with one line through it', { A: full, C: slashed }],
    ['a full cell that is scratched over', { A: full, C: scratchedOver }],
    ['a full cell that is ruled out', { A: full, B: full, D: ruledOut }],
    ['a full cell that is ruled out twice', { A: full, B: full, D: ruledTwice }],
    ['a line under an empty cell', { B: underline }],
    ['a ring about an empty cell', { D: ring }],
    ['a full cell and a ring about another', { A: full, C: ring }],
  ])('asks about %s where several may be marked', (_, marks) => {
    expect(readRow(several, marks).doubt).toBe('faintMark')
  })

  it.each<[string, Record<string, Mark>, boolean]>([
    ['a light mark that is gone over by a thick line, beside another light one', { A: scrawled, C: light }, false],
    ['a line under an empty cell', { B: underline }, false],
    ['a ring about an empty cell', { A: ring }, false],
    ['a ring about an empty cell, without greys', { C: ring }, true],
    ['a line under an empty cell, without greys', { D: underline }, true],
    ['a mark that is struck out and nothing else', { B: crossedOut }, false],
  ])('asks about %s in a row of one mark', (_, marks, bits) => {
    expect(readRow(single, marks, 0.94, bits).doubt).toBe('faintMark')
  })

  it.each<[string, Record<string, Mark>, string[]]>([
    ['full cells of a careless hand', { A: careless, B: careless }, ['A', 'B']],
    ['nothing but a scratch of the glass', { A: streak }, []],
  ])('is not disturbed by %s', (_, marks, chosen) => {
    expect(readRow(several, marks)).toMatchObject({ chosen })
    expect(readRow(several, marks).doubt).toBeUndefined()
  })

  it('tells a printed outline that lies off from a line', () => {
    // 14 × 8 places of a cell with three about it; the outline shows on one side and is lacking on the other.
    const values = new Float32Array(20 * 14)
    const cell: ZoneCell = {
      value: 'A',
      rect: { x: 0, y: 0, w: 5.4, h: 3 },
      left: 2,
      right: 2,
      top: 2,
      bottom: 2,
      group: 0,
    }
    const raster = { across: 20, down: 14, x0: 3, y0: 3, values }
    for (let i = 0; i < 20; i++) {
      values[11 * 20 + i] = 0.3
      values[10 * 20 + i] = -0.25
    }
    expect(aroundOf({ cell }, raster, { dark: 0.16 }).sides[3]).toBe(0)
    for (let i = 0; i < 20; i++) values[10 * 20 + i] = 0
    expect(aroundOf({ cell }, raster, { dark: 0.16 }).sides[3]).toBe(1)
  })

  it('asks on sheets of other makers how much more ink than print a side has, wherever both lie', () => {
    const values = new Float32Array(20 * 14)
    const net = new Float32Array(20 * 14)
    const at: ZoneCell = {
      value: 'A',
      rect: { x: 0, y: 0, w: 5.4, h: 3 },
      left: 2,
      right: 2,
      top: 2,
      bottom: 2,
      group: 0,
    }
    const [of, raster] = [{ cell: at }, { across: 20, down: 14, x0: 3, y0: 3, values }]
    const below = () => aroundOf(of, raster, { dark: 0.1, bare: true, net: { ...raster, values: net } }).sides[3]
    for (let i = 0; i < 20; i++) {
      values[12 * 20 + i] = 0.2
      net[12 * 20 + i] = 0.4
      net[10 * 20 + i] = -0.4
    }
    expect(below()).toBe(0)
    for (let i = 0; i < 20; i++) net[10 * 20 + i] = 0
    expect(below()).toBe(1)
  })

  const cell = (ink: number, about: Partial<Around> = {}) => ({ filled: ink > 0.3, ink, about: { ...QUIET, ...about } })
  const seen = { faded: false, alone: true }
  const faded = { faded: true, alone: true }
  const lined = { sides: [0, 0, 0, 1] as Around['sides'] }

  it.each<[string, Parameters<typeof speaksAround>, boolean]>([
    ['a ring about a round cell', [[cell(0, { sides: [0.3, 0.4, 0.4, 0.4], ringed: 1.5 }), cell(0)], seen], true],
    ['a little of two sides', [[cell(0, { sides: [0.4, 0, 0.4, 0], ringed: 0.8 }), cell(0)], seen], false],
    ['a long underline', [[cell(0), cell(0, { ...lined, through: [false, false, false, true] })], seen], true],
    [
      'a streak below the row',
      [[0, 1].map(() => cell(0, { ...lined, through: [false, false, false, true] })), seen],
      false,
    ],
    ['ink of the next row below a blank one', [[cell(0, { ...lined, overrunBy: [false, true] }), cell(0)], seen], true],
    ['ink of the next row beside a mark', [[cell(0, { ...lined, overrunBy: [false, true] }), cell(0.7)], seen], false],
    ['an outline printed thicker beside a mark', [[cell(0, lined), cell(0), cell(0.7)], seen], false],
    ['lines on two sides beside a mark', [[cell(0, { sides: [0, 0, 1, 1] }), cell(0), cell(0.7)], seen], true],
    ['one of two marks gone over again', [[cell(0.9, { over: 6 }), cell(0.6, { over: 3 })], seen], true],
    ['one of two light marks gone over again', [[cell(0.46, { over: 6 }), cell(0.35, { over: 3 })], seen], true],
    ['one of two marks over the edge all round', [[cell(0.7, { over: 8 }), cell(0.65, { over: 1 })], seen], true],
    ['two marks over the edge', [[cell(0.7, { over: 6 }), cell(0.65, { over: 4 })], seen], false],
    ['one mark over the edge', [[cell(0.7, { over: 8 }), cell(0)], seen], false],
    ['a line through one of two marks', [[cell(0.57, { overrun: true }), cell(0.46)], { ...seen, alone: false }], true],
    [
      'the same on an own card, where careless filling does it',
      [[cell(0.57, { overrun: true }), cell(0.46)], seen],
      false,
    ],
    [
      'a line that ran over from one of two like marks',
      [[cell(0.5, { overrun: true }), cell(0.46)], { ...seen, alone: false }],
      false,
    ],
    ['two unlike marks where thin lines are lost', [[cell(0.9), cell(0.75)], faded], true],
    ['a struck mark on a fax that made one blot of it', [[cell(0.738), cell(0.81)], faded], true],
    ['two like marks where thin lines are lost', [[cell(0.9), cell(0.86)], faded], false],
    ['what a fax left of a strike’s arms', [[cell(0.98), cell(0.99, { over: 2 })], faded], true],
    ['a bit beside each of two marks', [[cell(0.98, { over: 1 }), cell(0.99, { over: 2 })], faded], false],
    ['the same where thin lines are seen', [[cell(0.98), cell(0.99, { over: 2 })], seen], false],
    ['a blank row of which nothing can be said', [[cell(0, { unknown: true }), cell(0)], seen], true],
    [
      'a ring about the option below',
      [[{ ...cell(0, { ...lined, nearer: [false, true] }), next: [false, true] }, cell(0)], seen],
      false,
    ],
    [
      'a line nearer to a row below that says nothing itself',
      [[{ ...cell(0, { ...lined, nearer: [false, true] }), next: [false, false] }, cell(0)], seen],
      true,
    ],
    ['a line nearer to itself', [[{ ...cell(0, lined), next: [false, true] }, cell(0)], seen], true],
    ['two lines through one of two marks', [[cell(0.6, { far: true }), cell(0.54)], seen], true],
    ['a line out of one of two like marks', [[cell(0.56, { far: true }), cell(0.54)], seen], true],
    ['a line out of the lighter of two marks', [[cell(0.61, { far: true }), cell(0.67)], seen], true],
    ['careless filling of both', [[cell(0.56, { far: true }), cell(0.54, { far: true })], seen], false],
    [
      'a mark that was struck out beside a lighter one',
      [[cell(0.54, { struck: true }), cell(0.16)], { ...seen, alone: false }],
      true,
    ],
    [
      'thick lines through a mark beside a light one',
      [[cell(0.34, { far: true }), cell(0), cell(0.18)], { ...seen, alone: false }],
      true,
    ],
    [
      'careless filling beside what a rubber left',
      [[cell(0.54, { far: true }), cell(0.1)], { ...seen, alone: false }],
      false,
    ],
    ['ink far out of the only mark', [[cell(0.54, { struck: true }), cell(0.04)], { ...seen, alone: false }], false],
    ['what a ring left where thin lines are lost', [[cell(0, { specks: 3 }), cell(0)], faded], true],
    ['the dots of a halftone', [[cell(0, { specks: 20 }), cell(0)], { ...faded, grain: 10 }], false],
    ['a ring among the dots of a halftone', [[cell(0, { specks: 30 }), cell(0)], { ...faded, grain: 10 }], true],
    ['a pale line whose specks no other cell has', [[cell(0, { specks: 22 }), cell(0, { specks: 2 })], seen], true],
    ['specks about every cell', [[cell(0, { specks: 22 }), cell(0, { specks: 9 })], seen], false],
    [
      'the specks of a scratch that goes on',
      [[cell(0, { specks: 22, through: [true, false, false, false] }), cell(0)], seen],
      false,
    ],
    ['few specks', [[cell(0, { specks: 15 }), cell(0)], seen], false],
    [
      'specks on a sheet whose print is not known',
      [[cell(0, { specks: 22 }), cell(0)], { ...seen, alone: false }],
      false,
    ],
    [
      'one of two marks scratched over to a blot',
      [[cell(0.89, { ringed: 2.8 }), cell(1)], { ...seen, alone: false }],
      true,
    ],
    ['the same on an own card, where careless filling does it', [[cell(0.89, { ringed: 2.8 }), cell(1)], seen], false],
    [
      'two marks with ink about them',
      [[cell(0.89, { ringed: 2.8 }), cell(1, { ringed: 1 })], { ...seen, alone: false }],
      false,
    ],
    ['a marked row of which nothing else can be said', [[cell(0, { unknown: true }), cell(0.7)], seen], false],
  ])('hears %s: %#', (_, row, expected) => {
    expect(speaksAround(...row)).toBe(expected)
  })

  it('takes a page’s grain from cells that are surely unmarked, and from many of them', () => {
    const row = [cell(0.7), cell(0, { specks: 90 }), cell(0, { specks: 10 }), cell(0, { specks: 10 })]
    expect(grainOf(Array.from({ length: 10 }, () => row))).toBe(10)
    expect(grainOf(Array.from({ length: 9 }, () => row))).toBe(0)
  })

  /** A page of rows of four cells, of which the first is full but in blank rows; `valueAt` says what lies where about each. */
  const aboutOf = (
    blank: readonly number[],
    valueAt: (row: number, cell: number, i: number, j: number) => number,
    more: { clipped?: boolean } = {},
  ) => {
    const cells = new Map<Zone, CellInk[]>()
    const values = new Map<CellInk, Float32Array>()
    for (let row = 0; row < 30; row++) {
      const zone: Zone = {
        kind: 'choice',
        index: row,
        rect: { x: 0, y: 9 * row, w: 30, h: 3 },
        cells: [],
        outlined: true,
      }
      const of = (n: number) => {
        const rect = { x: 8 * n, y: 9 * row, w: 5.4, h: 3 }
        const c = {
          zone,
          ink: n === 0 && !blank.includes(row) ? 0.7 : 0,
          cell: { value: 'ABCD'[n]!, rect, left: 2, right: 2, top: 2, bottom: 2, group: n },
        } as CellInk
        values.set(
          c,
          Float32Array.from({ length: 20 * 14 }, (_, k) => valueAt(row, n, k % 20, Math.floor(k / 20))),
        )
        return c
      }
      cells.set(zone, [0, 1, 2, 3].map(of))
    }
    const rasterOf = (c: CellInk) => ({ across: 20, down: 14, x0: 3, y0: 3, values: values.get(c)! })
    const siteOf = (): never => {
      throw new Error('not asked for')
    }
    const map = { cells, rasterOf, darkOf: rasterOf, siteOf, bilevel: false, clipped: false, ...more }
    const about = aroundsOf(map)
    return (row: number, says = (a: Around) => a.sides[3] >= 0.7) =>
      [...cells.values()][row]!.map((c) => (says(about.get(c)!) ? 1 : 0))
  }

  it('sees a light line through a cell where outlines are ragged: no outline lies where its ends are', () => {
    const page = aboutOf([], (row, n, i, j) =>
      j === 2 ? (i % 2 ? 0.1 : -0.1) : row === 3 && n === 0 && j === 7 ? 0.25 : 0,
    )
    expect(page(3, (a) => a.far)).toEqual([1, 0, 0, 0])
    // On paper as dark as that it is none.
    const speckled = aboutOf([], (row, n, i, j) =>
      j <= 2 ? (i % 2 ? 0.1 : -0.1) : row === 3 && n === 0 && j === 7 ? 0.25 : 0,
    )
    expect(speckled(3, (a) => a.far)).toEqual([0, 0, 0, 0])
  })

  it('sees a line where a picture made every outline ragged', () => {
    // Bits of an outline, there and not there, and a line under the first cell.
    const below = aboutOf([0], (row, n, i, j) =>
      row === 0 && n === 0 && j >= 11 ? 0.95 : j === 2 ? (i % 2 ? 0.4 : -0.4) : 0,
    )
    expect(below(0)).toEqual([1, 0, 0, 0])
  })

  it('takes for a line about a blank row what hardly any cell has that is surely unmarked', () => {
    // Outlines that are printed darker below in every fifth row, and two blank rows.
    const valueAt = (row: number, n: number, i: number, j: number) =>
      i < 3 || i > 16 ? 0 : row === 5 && n === 1 && j >= 11 ? 0.4 : row % 5 === 0 && n > 1 && j === 11 ? 0.2 : 0
    const below = aboutOf([0, 5], valueAt)
    expect([below(0), below(5)]).toEqual([
      [0, 0, 0, 0],
      [0, 1, 0, 0],
    ])
    // Where light ink is cut off, a light mark may have left as much.
    expect(aboutOf([0, 5], valueAt, { clipped: true })(0)).toEqual([0, 0, 1, 1])
    // One of all is a writer's.
    expect(aboutOf([0, 5], (row, n, i, j) => (row === 0 ? valueAt(row, n, i, j) : 0))(0)).toEqual([0, 0, 1, 1])
  })

  it('hears ink that goes on to a mark of the next row as that mark’s', () => {
    const values = new Float32Array(20 * 14)
    for (let j = 11; j < 14; j++) values.fill(0.5, j * 20 + 3, j * 20 + 17)
    const zoneCell = { value: 'A', rect: { x: 0, y: 0, w: 5.4, h: 3 }, left: 2, right: 2, top: 2, bottom: 2, group: 0 }
    const raster = { across: 20, down: 14, x0: 3, y0: 3, values }
    const by = (above: boolean, below: boolean) =>
      aroundOf({ cell: zoneCell }, raster, { dark: 0.16 }, () => [above, below]).overrunBy
    expect(by(true, true)).toEqual([false, true])
    expect(by(false, false)).toEqual([false, false])
  })

  it.each([
    [11, false],
    [13, true],
  ])('tells whose a line below is by where it is darkest: in row %i of the places', (row, next) => {
    const values = new Float32Array(20 * 14)
    values.fill(0.6, row * 20 + 3, row * 20 + 17)
    // The gap of 1.8 mm is nearly five places.
    const rect = { x: 0, y: 0, w: 5.4, h: 3 }
    const zoneCell = { value: 'A', rect, left: 2, right: 2, top: 1.8, bottom: 1.8, group: 0 }
    const raster = { across: 20, down: 14, x0: 3, y0: 3, values }
    expect(aroundOf({ cell: zoneCell }, raster, { dark: 0.16, bare: true }).nearer).toEqual([false, next])
  })

  it.each([
    ['is asked about alone', [], [0, 0, 0, 0], true],
    ['is the one’s that it lies nearer to', [1], [0, 0, 0.3, 0], false],
    ['is asked about beside an underlined cell', [1], [0, 0, 0.3, 0.2], true],
  ] as const)('a line between two blank rows %s', (_, doubted, corners, asked) => {
    const inks = [0, 1].map((row) =>
      ['A', 'B'].map((value, i) => {
        const rect = { x: 10 + 8 * i, y: 5 * row, w: 5.4, h: 3 }
        const cell = { value, rect, left: 2, right: 2, top: 2, bottom: 2, group: i }
        return { cell, corners: i === 1 && row === 0 ? corners : [0, 0, 0, 0] } as unknown as CellInk
      }),
    )
    const about = new Map(inks.flat().map((c) => [c, QUIET]))
    about.set(inks[0]![0]!, { ...QUIET, ...lined, nearer: [false, true] })
    const readings = inks.map((cells, row): ChoiceReading => ({
      questionId: `q${row}`,
      chosen: [],
      cells: cells.map((c) => ({ value: c.cell.value, state: 'empty', ink: 0, confidence: 1 })),
      ...(doubted.some((d) => d === row) && { doubt: 'faintMark' }),
    }))
    const read = (loses: boolean) => doubtArounds(readings, (row) => inks[row]!, about, { ...seen, loses })[0]!.doubt
    expect(read(false)).toBe(asked ? 'faintMark' : undefined)
    expect(read(true)).toBe('faintMark')
  })

  it('sees a pencil’s ring whose own ink darkens the paper that it is held against', () => {
    // All of the cell seems lighter than paper by a tenth, and the ring hardly darker: what a heavy ring does to its own measure.
    const values = new Float32Array(20 * 14).fill(-0.1)
    for (let i = 2; i < 18; i++) values[20 + i] = values[12 * 20 + i] = 0.14
    for (let j = 2; j < 12; j++) values[j * 20 + 1] = values[j * 20 + 18] = 0.14
    const zoneCell = { value: 'A', rect: { x: 0, y: 0, w: 5.4, h: 3 }, left: 2, right: 2, top: 2, bottom: 2, group: 0 }
    const { sides } = aroundOf({ cell: zoneCell }, { across: 20, down: 14, x0: 3, y0: 3, values }, { dark: 0.07 })
    expect(Math.min(...sides)).toBeGreaterThanOrEqual(0.7)
  })
})
