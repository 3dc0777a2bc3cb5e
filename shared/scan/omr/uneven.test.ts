import { describe, expect, it } from 'vitest'
import type { CellReading, CellState, ChoiceReading } from './omr.types.ts'
import type { CellInk } from './ink.types.ts'
import type { Shape } from './shape.ts'
import { doubtUneven } from './uneven.ts'

type Cell = {
  ink: number
  state?: CellState
  raw?: number
  corner?: number
  corners?: [number, number, number, number]
  group?: number
  out?: [number, number]
}
const row = (cells: readonly Cell[]) => {
  const read = cells.map(({ ink, state = ink > 0.09 ? 'filled' : 'empty' }, k): CellReading => ({
    value: 'ABCDE'[k]!,
    state,
    ink: Math.max(0, ink),
    confidence: 1,
  }))
  const reading: ChoiceReading = {
    questionId: 'q',
    chosen: read.flatMap((c) => (c.state === 'filled' ? [c.value] : [])),
    cells: read,
  }
  const inks = cells.map(
    ({ ink, raw = ink + 0.15, corner = 0, corners, group, out: [spot, peak] = [0, 0] }, k) =>
      ({
        ink,
        raw,
        spot,
        peak,
        corners: corners ?? [corner, corner, corner, corner],
        cell: { group: group ?? k },
      }) as CellInk,
  )
  return { reading, inks }
}
const doubts = (rows: readonly ReturnType<typeof row>[], own = true, shape?: Partial<Shape>, single = true) =>
  doubtUneven(
    rows.map((r) => r.reading),
    (i) => rows[i]!.inks,
    own,
    shape && (() => ({ beyond: [0, 0, 0, 0], ...shape }) as Shape),
    () => single,
  ).map((c) => c.doubt !== undefined)

const plain = [{ ink: 0.003 }, { ink: 0 }, { ink: -0.004 }, { ink: 0.006 }]

describe('a row beside the page’s others', () => {
  it('knows a cell that was filled less hard than its neighbours from what a rubber left', () => {
    const rows = [row([0.48, 0, 0.25, 0.3].map((ink) => ({ ink })))]
    const whole = { mean: 0.85, light: 0.6, cover: 0.97, rough: 0.3 }
    expect(doubts(rows)).toEqual([true])
    expect(doubts(rows, true, whole)).toEqual([false])
    for (const less of [{ mean: 0.64 }, { light: 0.35 }, { cover: 0.76 }, { rough: 0.7 }])
      expect(doubts(rows, true, { ...whole, ...less })).toEqual([true])
    expect(doubts([row([0.446, 0.124].map((ink) => ({ ink })))], true, whole)).toEqual([true])
  })

  it.each([
    ['the places of a tick that a fax lost', [3.1, 4.1], 0.74, false, true],
    ['the same where one mark is allowed', [3.1, 4.1], 0.74, true, false],
    ['places of which one measure sees less', [2.9, 4.1], 0.74, false, false],
    ['places too light for a pen', [3.1, 4.1], 0.2, false, false],
  ] as const)('sees beside marks of several %s', (_, out, most, single, asked) => {
    const rows = [row([{ ink: 0.028, state: 'empty', out: [...out] }, { ink: 0 }, { ink: 0.12 }, { ink: 0.13 }])]
    expect(doubts(rows, false, { most }, single)).toEqual([asked])
    const judged = [row([{ ink: 0.08, state: 'empty', out: [...out] }, { ink: 0.12 }, { ink: 0.13 }])]
    expect(doubts(judged, false, { most }, single)).toEqual([false])
    const blank = [row([{ ink: 0.028, state: 'empty', out: [...out] }, { ink: 0 }])]
    expect(doubts(blank, false, { most }, single)).toEqual([false])
  })

  it('sees beside marks of several a fill that is lighter than what is a mark on the page', () => {
    const rows = [row([{ ink: 0 }, { ink: 0.041, state: 'empty' }, { ink: 0.113 }])]
    const fill = { most: 0.2, mean: 0.5, cover: 0.51 }
    expect(doubts(rows, true, fill, false)).toEqual([true])
    expect(doubts(rows, true, fill, true)).toEqual([false])
    for (const less of [{ mean: 0.35 }, { cover: 0.2 }])
      expect(doubts(rows, true, { ...fill, ...less }, false)).toEqual([false])
  })

  it('takes what is left beside a full cell for no mark that hides in print', () => {
    const blank = { ink: 0, raw: 0.15, group: 1 }
    const beside = (ink: number, mark: number) => [
      row([blank, { ink: 0.6, group: 2 }]),
      row([
        { ink, group: 1, state: 'empty' },
        { ink: mark, group: 2, state: 'filled' },
      ]),
    ]
    expect(doubts(beside(0.1, 0.65))).toEqual([false, false])
    expect(doubts(beside(0.1, 0.3))).toEqual([false, true])
  })

  it.each([
    // What three pages showed: a rubbed cell that is darker than this writer's lightest strokes.
    [[0.124, 0.446, 0, 0], true],
    [[0.533, 0.519, 0.092, 0.487], true],
    [[0.69, 0.209, 0.74, 0], true],
    // What a copier left of a rubbed cell beside a full one, and half of a neighbour that the pen ran over into.
    [[0.982, 0, 0.393, 0], true],
    [[0.63, 0.35, 0, 0], true],
    [[0.12, 0.09, 0, 0], false],
    [[0.4, 0.55, 0, 0], false],
    [[0.1, 0, 0, 0], false],
  ])('is in doubt where one of its marks is a ghost: %j', (inks, expected) => {
    const rows = [row(inks.map((ink) => ({ ink, state: ink > 0.08 ? 'filled' : 'empty' })))]
    expect(doubts(rows)).toEqual([expected])
    expect(doubts(rows, false)).toEqual([expected])
  })

  const ticked = (ink: number, more: Partial<Cell> = {}) => row([{ ink, ...more }, { ink: 0.002 }])
  it('is in doubt where a blank cell of its sign has so much less that what most have is no print', () => {
    // Seven of ten 对 are ticked: their ticks count as print, and the three blank ones lie below it.
    const ticks = [0.022, 0.027, 0.018, 0.031, 0.024, 0.02, 0.026].map((ink) => ticked(ink))
    const blank = [-0.07, -0.067, -0.067].map((ink) => ticked(ink, { raw: 0.11 }))
    expect(doubts([...ticks, ...blank])).toEqual([...ticks.map(() => true), ...blank.map(() => false)])
    // By a blank template the print is known.
    expect(doubts([...ticks, ...blank], false)).toEqual([...ticks, ...blank].map(() => false))
  })

  it('is not, where that cell lies under correction tape, or dirt darkens its paper', () => {
    const others = [0.002, 0.004, 0.01, 0].map((ink) => ticked(ink))
    expect(doubts([...others, ticked(-0.08, { raw: 0.004 })])).not.toContain(true)
    expect(doubts([...others, ticked(-0.08, { corner: 0.06 })])).not.toContain(true)
  })

  it('is not in doubt by a sign that many cells have: of those the print is known', () => {
    const many = Array.from({ length: 14 }, (_, i) => ticked(i < 10 ? 0.02 : -0.07, { raw: 0.1 }))
    expect(doubts(many)).not.toContain(true)
  })

  it('is in doubt where a blank cell is lighter than its print and its corners than paper: within a ring', () => {
    const ringed = row([...plain.slice(0, 3), { ink: -0.048, corner: -0.05 }])
    expect(doubts([row(plain), ringed, row(plain)])).toEqual([false, true, false])
    expect(doubts([row([...plain.slice(0, 3), { ink: -0.02, corner: -0.02 }])])).toEqual([false])
    expect(doubts([row([{ ink: 0.6 }, ...plain.slice(0, 2), { ink: -0.048, corner: -0.05 }])])).toEqual([false])
    expect(doubts([row([{ ink: 0.01, corner: -0.05 }, ...plain])])).toEqual([false])
    expect(doubts([ringed], false)).toEqual([false])
    // On sheets of other makers only where it is far lighter.
    expect(doubts([row([...plain.slice(0, 3), { ink: -0.12 }])], false)).toEqual([true])
    expect(doubts([row([{ ink: 0.6 }, ...plain.slice(0, 2), { ink: -0.12 }])], false)).toEqual([false])
  })
})

describe('a line, a stroke or arms that a row’s other cells have not', () => {
  // What three pages showed where outlines lay off: an underline, a ring's lower half.
  it.each([
    [
      'a line under an option',
      [
        [0, 0, 0.18, 0.215],
        [0, 0.05, 0, 0.01],
      ],
      true,
    ],
    [
      'a line over it',
      [
        [0.145, 0.285, 0, 0],
        [0, 0, 0.005, 0.011],
      ],
      true,
    ],
    [
      'ink beyond one corner',
      [
        [0, 0, 0.02, 0.22],
        [0, 0, 0, 0],
      ],
      false,
    ],
    [
      'ink beside the cell',
      [
        [0.2, 0, 0.2, 0],
        [0, 0, 0, 0],
      ],
      false,
    ],
    [
      'a line along the whole row',
      [
        [0, 0, 0.18, 0.2],
        [0, 0, 0.12, 0.13],
      ],
      false,
    ],
    [
      'hardly any',
      [
        [0, 0, 0.1, 0.11],
        [0, 0, 0, 0],
      ],
      false,
    ],
  ] as [string, [number, number, number, number][], boolean][])('%s is heard in a blank row: %#', (_, all, asked) => {
    for (const own of [true, false])
      expect(doubts([row(all.map((corners) => ({ ink: 0.01, corners })))], own)).toEqual([asked])
    const marked = row([{ ink: 0.6 }, ...all.map((corners) => ({ ink: 0.01, corners }))])
    expect(doubts([marked])).toEqual([false])
  })

  it.each([
    [1.26, 9.3, true],
    [0.5, 9.3, false],
    [1.9, 7.5, false],
  ])('a stroke is seen in an empty cell by its darkest place (spot %d, peak %d)', (spot, peak, asked) => {
    expect(doubts([row([{ ink: 0.021, out: [spot, peak] }, { ink: 0 }])])).toEqual([asked])
    expect(doubts([row([{ ink: 0.021, out: [spot, peak] }, { ink: 0.6 }])])).toEqual([false])
    // A scratch of the glass lies in all of them.
    expect(doubts([row([0, 1].map(() => ({ ink: 0.021, out: [spot, peak] })))])).toEqual([false])
  })

  const marks = (...corners: [number, number, number, number][]) =>
    row([...corners.map((c) => ({ ink: 0.7, corners: c })), { ink: 0 }])
  it('one of several marks was struck out where ink goes beyond two of its corners and not of another', () => {
    const crossed = marks([-0.06, -0.01, 0.52, 0.28], [-0.02, 0.35, 0, -0.01])
    expect(doubts([crossed], false, undefined, false)).toEqual([true])
    expect(doubts([crossed], false, undefined, true)).toEqual([false])
    expect(doubts([marks([0, 0, 0.3, 0.3], [0.2, 0, 0, 0.2])], false, undefined, false)).toEqual([false])
    expect(doubts([marks([0, 0, 0.3, 0.1], [0, 0, 0, 0])], false, undefined, false)).toEqual([false])
  })

  it('one of several marks was struck out where ink goes beyond opposite sides of it and not of another', () => {
    const of = (...beyond: [number, number, number, number][]) => {
      const { reading, inks } = marks(...beyond.map((): [number, number, number, number] => [0, 0, 0, 0]))
      const shapeOf = (c: CellInk) =>
        ({ mean: c.ink, light: c.ink, cover: c.ink, rough: 0.2, most: 1, beyond: beyond[inks.indexOf(c)] }) as Shape
      const at = (single: boolean) =>
        doubtUneven(
          [reading],
          () => inks,
          false,
          shapeOf,
          () => single,
        )[0]!.doubt
      expect(at(true)).toBeUndefined()
      return at(false)
    }
    expect(of([0.19, 0.196, 0, 0], [0, 0.15, 0, 0.04])).toBe('faintMark')
    expect(of([0, 0, 0.19, 0.196], [0, 0, 0, 0])).toBe('faintMark')
    expect(of([0.19, 0.1, 0, 0], [0, 0, 0, 0])).toBeUndefined()
    expect(of([0.19, 0.196, 0, 0], [0.1, 0.1, 0, 0])).toBeUndefined()
  })
})
