import { describe, expect, it } from 'vitest'
import type { CellInk, InkMap } from './ink.types.ts'
import type { Thresholds } from './judge.ts'
import { judge, penOf, readChoice, thresholdsFor } from './judge.ts'
import type { Shape } from './shape.ts'
import { readStudent } from './student.ts'
import type { Zone } from './zones.ts'

const zone: Zone = { kind: 'choice', index: 0, rect: { x: 0, y: 0, w: 5, h: 3 }, cells: [], outlined: true }
const t: Thresholds = {
  low: 0.045,
  high: 0.3,
  shone: 0.03,
  spot: 6.5,
  dot: 3.5,
  trace: 0.025,
  line: 0.02,
  typical: 0.7,
  dirt: 0.3,
  arm: 0.11,
  whole: 0,
}

const cell = (value: string, ink: number, more: Partial<CellInk> = {}): CellInk => ({
  zone,
  cell: { value, rect: zone.rect, left: 2, right: 2, top: 2, bottom: 2, group: 0 },
  white: 240,
  raw: ink + 0.05,
  ink,
  quarters: [ink, ink],
  ring: [0, 0, 0, 0],
  corners: [0, 0, 0, 0],
  spot: 0,
  peak: 0,
  crossed: false,
  ...more,
})
const verdict = (ink: number, more: Partial<CellInk> = {}) => {
  const { state, stained } = judge(cell('A', ink, more), t)
  return stained ? 'stained' : state
}

describe('judge', () => {
  it('has a band between empty and filled', () => {
    expect([0, 0.045, 0.046, 0.299, 0.3, 0.9].map((ink) => verdict(ink))).toEqual([
      'empty',
      'empty',
      'doubt',
      'doubt',
      'filled',
      'filled',
    ])
  })

  it('takes less ink for something where a lamp shines on grey paper', () => {
    const shone = { white: 254 }
    expect([0, 0.03, 0.031, 0.087].map((ink) => verdict(ink, shone))).toEqual(['empty', 'empty', 'doubt', 'doubt'])
    expect(judge(cell('A', 0.04, shone), { ...t, shone: Infinity }).state).toBe('empty')
  })

  it('takes what a streak adds for nothing, and no more than that', () => {
    expect(verdict(0.09, { crossed: true, streak: 0.09 })).toBe('empty')
    expect(verdict(0.09, { crossed: true })).toBe('doubt')
  })

  it('lets a pen slip out of a filled cell on one side, or a little on two that meet', () => {
    expect(verdict(0.6, { ring: [0.9, 0, 0, 0] })).toBe('filled')
    expect(verdict(0.6, { ring: [0, 0.9, 0.9, 0] })).toBe('filled')
    expect(verdict(0.6, { ring: [0.45, 0.45, 0, 0] })).toBe('filled')
  })

  it('takes a filled cell with dirt on three sides, or on both of a pair, for a blot', () => {
    expect(verdict(0.6, { ring: [0.35, 0.35, 0.35, 0] })).toBe('stained')
    expect(verdict(0.6, { ring: [0.6, 0.6, 0, 0] })).toBe('stained')
    expect(verdict(0.6, { ring: [0, 0, 0.6, 0.6] })).toBe('stained')
    const row = { questionId: 'q1', number: '1', unitType: 1 as const, cells: [] }
    const inks = [cell('A', 0.6, { ring: [0, 0, 0.6, 0.6] }), cell('B', 0)]
    expect(readChoice(row, inks, t)).toMatchObject({ chosen: [], doubt: 'stain' })
  })

  it('takes a dark place in an empty row for a dot where spot and peak both see it', () => {
    const row = { questionId: 'q', number: '1', unitType: 1 as const, cells: [] }
    const pen = { ink: 0.7, clipped: false, rubs: false, shapeOf: () => ({ most: 0.35 }) as Shape }
    const doubt = (more: Partial<CellInk>) => readChoice(row, [cell('A', 0), cell('B', 0, more)], t, pen).doubt
    expect(doubt({ spot: 3, peak: 2.6 })).toBe('faintMark')
    expect(doubt({ spot: 1.9, peak: 4.3 })).toBeUndefined()
    // What print, noise and registration do to a letter shows at its own places only.
    expect(doubt({ spot: 4.6, peak: 1.6 })).toBeUndefined()
    expect(doubt({ spot: 2, peak: 3 })).toBeUndefined()
    expect(doubt({ spot: 3, peak: 2.6, crossed: true })).toBeUndefined()
  })

  it('takes an even, light patch that runs out of its cell for a drop', () => {
    const drop = {
      quarters: [0.42, 0.36] as [number, number],
      ring: [0, 0, 0, 0.3] as [number, number, number, number],
    }
    expect(verdict(0.4, drop)).toBe('stained')
    expect(verdict(0.4, { ...drop, ring: [0, 0, 0, 0.05] })).toBe('filled')
    expect(verdict(0.4, { ...drop, quarters: [0.6, 0.2] })).toBe('filled')
    expect(verdict(0.6, { ...drop, quarters: [0.62, 0.58] })).toBe('filled')
  })

  it('doubts a half-filled cell, unless the missing ink lies beside it', () => {
    expect(verdict(0.4, { quarters: [0.8, 0.01] })).toBe('doubt')
    expect(verdict(0.4, { quarters: [0.8, 0.01], ring: [0, 0.4, 0, 0] })).toBe('filled')
  })

  it('takes a dark spot in an empty cell for a dot only where it is no stroke of the sign', () => {
    expect(verdict(0.01, { spot: 4, peak: 4 })).toBe('doubt')
    expect(verdict(0.01, { spot: 4, peak: 1 })).toBe('empty')
    expect(verdict(0.01, { spot: 2.5, peak: 7 })).toBe('doubt')
    expect(verdict(0.01, { spot: 1, peak: 9 })).toBe('empty')
    expect(verdict(0.01, { spot: 7 })).toBe('doubt')
  })
})

describe('readStudent', () => {
  const column = (digit: number, ink: number, traces: Record<number, CellInk> = {}) =>
    Array.from({ length: 10 }, (_, d) => traces[d] ?? cell(String(d), d === digit ? ink : 0))

  it('takes a plain digit beside a trace', () => {
    const { reading, doubt } = readStudent([column(3, 0.6, { 7: cell('7', 0.1) }), column(4, 0.5)], t)
    expect([reading.value, doubt]).toEqual(['34', undefined])
  })

  it.each([
    ['a light digit beside a trace', column(3, 0.35, { 7: cell('7', 0.06) })],
    ['a rival that is more than a trace', column(3, 0.7, { 7: cell('7', 0.2) })],
    ['a trace alone', column(-1, 0, { 7: cell('7', 0.1) })],
    ['two marks', column(3, 0.6, { 7: cell('7', 0.6) })],
    ['a blot', column(3, 0.6, { 7: cell('7', 0.1, { ring: [0.4, 0.4, 0.4, 0] }) })],
    ['no mark', column(-1, 0)],
  ])('gives no number for %s', (_, faulty) => {
    const { reading, doubt } = readStudent([faulty, column(4, 0.6)], t)
    expect(reading.value).toBeNull()
    expect(doubt).toContain('第1位')
  })

  const stroke = { dark: 0.6, wide: 0.5, high: 0.9 } as Shape
  const by = (faulty: CellInk[], shape: Partial<Shape> = {}, look = true) =>
    readStudent([faulty, column(4, 0.6)], t, undefined, undefined, look ? () => ({ ...stroke, ...shape }) : undefined)
      .reading.value
  it('takes the only ink of a column for its digit, where it looks like a stroke', () => {
    const light = column(3, 0.08, { 7: cell('7', 0.01) })
    expect(by(light)).toBe('34')
    expect(by(light, {}, false)).toBeNull()
    for (const less of [{ dark: 0.36 }, { wide: 0.2 }, { high: 0.2 }]) expect(by(light, less)).toBeNull()
    expect(by(column(3, 0.08, { 7: cell('7', 0.02) }))).toBeNull()
    expect(by(column(3, 0.08, { 7: cell('7', 0.01, { spot: 7 }) }))).toBeNull()
    expect(by(column(3, 0.08, { 3: cell('3', 0.08, { ring: [0.4, 0.4, 0, 0] }) }))).toBeNull()
    // A full digit in doubt was struck out.
    expect(by(column(3, 0.6, { 3: cell('3', 0.6, { corners: [0.2, 0, 0.2, 0] }) }))).toBeNull()
    expect(by(column(3, 0.019))).toBeNull()
  })
})

describe('without greys', () => {
  const row: Parameters<typeof readChoice>[0] = { questionId: 'q', number: '1', unitType: 2, cells: [] }
  const doubtOf = (bilevel: boolean, ...inks: number[]) => {
    const marks = Array.from({ length: 20 }, () => cell('A', 0.76))
    const map = { cells: new Map([[zone, marks]]), noise: 0.01, bilevel } as unknown as InkMap
    return readChoice(
      row,
      inks.map((ink) => cell('A', ink)),
      thresholdsFor(map),
    ).doubt
  }
  it('asks about a row’s only mark that has holes: a rubber leaves as black ones', () => {
    expect(doubtOf(true, 0, 0.48, 0)).toBe('faintMark')
    expect(doubtOf(true, 0, 0.6, 0)).toBeUndefined()
    expect(doubtOf(false, 0, 0.48, 0)).toBeUndefined()
    expect(doubtOf(true, 0.5, 0.5, 0)).toBeUndefined()
  })
})

describe('an empty cell', () => {
  it.each([
    [false, 0.2, 0.045],
    [true, 0.2, 0.04],
    [true, 0.15, 0.03],
    [true, 0.7, 0.045],
  ])('on cut-off paper (%s), marks of %d: has at most %d of ink', (clipped, mark, low) => {
    const cells = new Map([[zone, Array.from({ length: 10 }, () => cell('A', mark))]])
    const map = { cells, noise: 0.003, bilevel: false, clipped } as unknown as InkMap
    expect(thresholdsFor(map).low).toBeCloseTo(low)
  })
})

describe('a stroke', () => {
  const row: Parameters<typeof readChoice>[0] = { questionId: 'q', number: '1', unitType: 1, cells: [] }
  const tick = {
    mean: 0.27,
    light: 0,
    dark: 0.64,
    most: 0.7,
    cover: 0.16,
    wide: 0.69,
    high: 0.86,
    beyond: [0, 0, 0, 0],
  }
  it.each([
    [0.25, { part: 0.16 }, []],
    [0.25, undefined, ['B']],
    [0.15, { part: 0.16 }, ['B']],
  ])(
    'beside usual marks of %d: a far lighter one is what a rubber left, on sheets of other makers',
    (typical, others, chosen) => {
      const pen = { ink: typical, clipped: false, rubs: false, shapeOf: () => tick as unknown as Shape }
      const read = readChoice(row, [cell('A', 0), cell('B', 0.057)], { ...t, typical, ...(others && { others }) }, pen)
      expect(read.doubt ? [] : read.chosen).toEqual(chosen)
    },
  )
})

describe('a blot in a part of a cell', () => {
  const row: Parameters<typeof readChoice>[0] = { questionId: 'q', number: '1', unitType: 1, cells: [] }
  const blot: Partial<Shape> = { light: 0, cover: 0.56, wide: 0.9, high: 0.62, beyond: [0, 0, 0.9, 0] }
  it.each([
    ['is asked about on a sheet of another maker', blot, 0.37, 'faintMark'],
    ['is a mark on own cards', blot, undefined, undefined],
    ['is none where it is over the whole cell', { ...blot, high: 0.95 }, 0.37, undefined],
    ['is none where it keeps within the cell', { ...blot, beyond: [0, 0, 0.1, 0] }, 0.37, undefined],
    ['is none where it has a whole mark’s ink', blot, 0.3, undefined],
  ] as const)('%s', (_, shape, part, doubt) => {
    const pen = { ink: 0.6, clipped: false, rubs: false, shapeOf: () => shape as Shape }
    const inks = [cell('A', 0), cell('B', 0.34, { quarters: [0.6, 0.1] })]
    expect(readChoice(row, inks, { ...t, ...(part && { others: { part } }) }, pen).doubt).toBe(doubt)
  })
})

describe('a dot on a letter', () => {
  const row: Parameters<typeof readChoice>[0] = { questionId: 'q', number: '1', unitType: 1, cells: [] }
  const look = (most: number) => ({ ink: 0.7, clipped: false, rubs: false, shapeOf: () => ({ most }) as Shape })
  it.each([
    ['is asked about on a sheet whose marks are not told by their look', 3, 2.5, look(0.4), 'faintMark'],
    ['is none where no place is as dark as a pen', 3, 2.5, look(0.2), undefined],
    ['is none where the place is as dark in other cells', 3, 1.5, look(0.4), undefined],
    ['is not known without a pen', 3, 2.5, undefined, undefined],
  ] as const)('%s', (_, spot, peak, pen, doubt) => {
    const inks = [cell('A', 0), cell('B', 0.01, { spot, peak }), cell('C', 0)]
    expect(readChoice(row, inks, { ...t, plainOnly: true }, undefined, pen).doubt).toBe(doubt)
  })

  it.each([
    ['is asked about where one measure sees less of it, and the other more', 1.9, 4.3, 'faintMark'],
    ['is none where one of both sees hardly any', 1.4, 6, undefined],
    ['is none where both see a little', 2.2, 2.4, undefined],
  ] as const)('of a sheet of another maker %s', (_, spot, peak, doubt) => {
    const inks = [cell('A', 0), cell('B', 0.01, { spot, peak })]
    expect(readChoice(row, inks, { ...t, others: { part: 0.3 } }, look(0.4)).doubt).toBe(doubt)
  })
})

describe('a tick over a sign that most rows have ticked', () => {
  const row: Parameters<typeof readChoice>[0] = { questionId: 'q', number: '1', unitType: 3, cells: [] }
  const tick = { mean: 0.25, dark: 0.68, light: -0.01, most: 0.97, cover: 0.17, wide: 0.71, high: 1 }
  it.each([
    ['is asked about', {}, 'faintMark'],
    ['is none where it does not go down the cell', { high: 0.7 }, undefined],
    ['is none where it is too light for the pen', { dark: 0.5 }, undefined],
    ['is none where there is hardly any', { mean: 0.15 }, undefined],
    ['is not known where the print is not', { light: -0.2 }, undefined],
  ] as const)('%s', (_, more, doubt) => {
    const shapeOf = (c: CellInk) => ({ ...(c.cell.value === 'F' ? { ...tick, ...more } : { mean: 0 }) }) as Shape
    const look = { ink: 0.46, clipped: true, rubs: false, shapeOf }
    expect(readChoice(row, [cell('T', 0.004), cell('F', -0.007)], t, look).doubt).toBe(doubt)
  })
})

describe('a trace where white paper is cut off', () => {
  const row: Parameters<typeof readChoice>[0] = { questionId: 'q', number: '1', unitType: 1, cells: [] }
  const look = (clipped: boolean) => ({ ink: 0.7, clipped, rubs: false, shapeOf: () => ({ most: 0.36 }) as Shape })
  it.each([
    ['is asked about, as the overexposed light fill it may be', 0.012, true, 0.54, 'faintMark'],
    ['is none with less ink', 0.008, true, 0.54, undefined],
    ['is none where light ink is seen', 0.012, false, 0.54, undefined],
    ['is none by this rule beside light marks', 0.012, true, 0.4, undefined],
  ] as const)('%s', (_, ink, clipped, typical, doubt) => {
    const inks = [cell('A', 0), cell('B', ink, { spot: 1.8, peak: 4 }), cell('C', 0)]
    expect(readChoice(row, inks, { ...t, typical }, look(clipped)).doubt).toBe(doubt)
  })
})

describe('what a rubber left where white paper is cut off', () => {
  const row: Parameters<typeof readChoice>[0] = { questionId: 'q', number: '1', unitType: 1, cells: [] }
  const veil = { mean: 0.08, dark: 0.15, light: 0.03, most: 0.2, cover: 0, wide: 0, high: 0, beyond: [0, 0, 0, 0] }
  const pen = (rubs: boolean) => ({ ink: 0.7, clipped: true, rubs, shapeOf: () => veil as unknown as Shape })

  it.each([
    ['is none in a row that shows its print', 0.04, true, undefined],
    ['is asked about where a lamp’s shine took a part of the print away', 0.02, true, 'faintMark'],
    ['is asked about where the row has no print to show', 0.005, true, 'faintMark'],
    ['is asked about beside a light pencil’s marks', 0.04, false, 'faintMark'],
  ] as const)('%s', (_, raw, rubs, doubt) => {
    const beside = raw < 0.01 ? { raw } : { raw, ink: raw - 0.04 }
    const inks = [cell('A', 0.06, { raw: 0.1 }), cell('B', 0, beside), cell('C', 0, { raw: Math.max(raw, 0.005) })]
    const read = readChoice(row, inks, t, pen(rubs))
    expect(read.doubt).toBe(doubt)
    expect(read.chosen).toEqual([])
  })

  it.each([
    [0.7, true, 0.8, true],
    [0.45, true, 0.6, false],
    [0.45, false, 0.6, true],
    [0.9, false, 0.9, false],
    // A gel pen between whose strokes paper shows.
    [0.72, false, 0.91, false],
    [0.72, false, 0.89, true],
  ])(
    'is looked for where marks of %d are a pencil’s, and dark where white is cut off (%s): %#',
    (ink, clipped, black, rubs) => {
      const cells = Array.from({ length: 30 }, (_, i) =>
        i % 3 === 0 ? cell('A', ink, { quarters: [ink, ink] }) : cell('B', 0, { raw: 0.04 }),
      )
      const lookOf = () => ({ across: 7, down: 7, x0: 2, y0: 2, values: new Float32Array(49).fill(black) })
      const map = {
        bilevel: false,
        clipped,
        lookOf,
        cells: new Map([[{ kind: 'choice' }, cells]]),
      } as unknown as InkMap
      expect(penOf(map, t)).toMatchObject({ ink, clipped, rubs })
    },
  )
})
