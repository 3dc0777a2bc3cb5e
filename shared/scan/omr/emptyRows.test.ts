import { describe, expect, it } from 'vitest'
import type { ChoiceReading } from './omr.types.ts'
import { doubtEmpty } from './emptyRows.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import { thresholdsFor } from './judge.ts'
import type { Zone } from './zones.ts'

type Row = { raw: number; ink?: number; white?: number }
/** A page of rows of four cells; `ink` is that of the first cell. */
const mapOf = (rows: readonly Row[], more: Partial<InkMap> = {}): InkMap => {
  const cells = new Map<Zone, CellInk[]>()
  rows.forEach(({ raw, ink = 0, white = 240 }, index) => {
    const zone = { kind: 'choice', index } as Zone
    const cell = (i: number) => ({ zone, raw: raw + (i ? 0 : ink), ink: i ? 0 : ink, white }) as CellInk
    cells.set(zone, [0, 1, 2, 3].map(cell))
  })
  return { cells, noise: 0.003, bilevel: false, clipped: false, depth: 200, ...more } as InkMap
}
const full = { raw: 0.04, ink: 0.6 }
const empty = { raw: 0.04 }
const readings = (rows: readonly Row[], doubts: Record<number, ChoiceReading['doubt']> = {}): ChoiceReading[] =>
  rows.map((r, i) => ({
    questionId: `q${i}`,
    chosen: (r.ink ?? 0) > 0.2 ? ['A'] : [],
    cells: [],
    ...(doubts[i] ? { doubt: doubts[i] } : {}),
  }))
const doubtsOf = (
  rows: readonly Row[],
  more: Partial<InkMap> = {},
  doubts: Record<number, ChoiceReading['doubt']> = {},
) => {
  const map = mapOf(rows, more)
  return doubtEmpty(readings(rows, doubts), map, thresholdsFor(map, 3)).map((c) => c.doubt)
}
const none = (n: number) => Array<undefined>(n).fill(undefined)

describe('a row that seems empty', () => {
  it('is empty where its print is seen', () => {
    expect(doubtsOf([full, full, full, full, empty, { raw: 0.03 }])).toEqual(none(6))
  })

  it('is in doubt where not even its print is seen', () => {
    expect(doubtsOf([full, full, full, full, empty, { raw: 0.01 }])).toEqual([...none(5), 'stain'])
  })

  it('is not judged by cells in which hardly anything is printed', () => {
    expect(doubtsOf([0.01, 0.01, 0.01, 0.01, 0.002].map((raw) => ({ raw })))).toEqual(none(5))
  })

  it('is in doubt under a shine that cuts light marks off, unless the writer’s are dark', () => {
    const light = { raw: 0.025, ink: 0.3 }
    const thin = { raw: 0.025 }
    const shone = { raw: 0.022, white: 255 }
    const burnt = { raw: 0.017, white: 255 }
    expect(doubtsOf([light, light, light, light, thin, burnt])).toEqual([...none(5), 'faintMark'])
    // White paper alone says nothing where the row's own thin print is seen.
    expect(doubtsOf([light, light, light, light, thin, shone])).toEqual(none(6))
    expect(doubtsOf([full, full, full, full, thin, burnt])).toEqual(none(6))
    expect(doubtsOf([light, light, light, light, empty], { bilevel: true })).toEqual([...none(4), 'faintMark'])
    // Dots keep a mean: what is light stays light.
    expect(doubtsOf([light, light, light, light, empty], { bilevel: true, dotted: true })).toEqual(none(5))
    // What may be left of a mark is no print: it does not vouch for the row that it lies in.
    const rest = { raw: 0.014, ink: 0.02, white: 255 }
    expect(doubtsOf([light, light, light, light, thin, rest])).toEqual([...none(5), 'faintMark'])
  })

  it('is in doubt where most marks of the page are', () => {
    const rows = [full, empty, empty, empty, empty]
    expect(doubtsOf(rows, {}, { 1: 'faintMark', 2: 'faintMark' })).toEqual([
      undefined,
      'faintMark',
      'faintMark',
      'faintMark',
      'faintMark',
    ])
    expect(doubtsOf([full, ...rows], {}, { 2: 'faintMark', 3: 'faintMark' })).toEqual([
      ...none(2),
      'faintMark',
      'faintMark',
      ...none(2),
    ])
  })

  it('is not, where full marks are dark and a light one would be seen: ticks and halves are asked about by their shape', () => {
    const rows = [...Array.from({ length: 8 }, () => full), ...Array.from({ length: 12 }, () => empty)]
    const odd = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [i + 8, 'faintMark' as const]))
    const last = (rows: readonly Row[], more: Partial<InkMap> = {}) => doubtsOf(rows, more, odd).at(-1)
    expect(last(rows)).toBeUndefined()
    for (const more of [{ bilevel: true }, { clipped: true }, { noise: 0.02 }])
      expect(last(rows, more)).toBe('faintMark')
    expect(last(rows.map((r) => (r === full ? { raw: 0.04, ink: 0.35 } : r)))).toBe('faintMark')
    expect(last(rows.map((r, i) => (i === 0 ? empty : r)))).toBe('faintMark')
  })

  it('is not, where the marks in doubt are dark strokes of a pen, seen by their ink', () => {
    const tick = { raw: 0.04, ink: 0.12 }
    const rows = [full, tick, tick, tick, empty]
    const lookOf = (dark: number) => () => {
      const values = new Float32Array(20 * 14)
      for (let i = 5; i < 10; i++) values[7 * 20 + i] = dark
      return { across: 20, down: 14, x0: 3, y0: 3, values }
    }
    const last = (dark: number, more: Partial<InkMap> = {}, of = rows) =>
      doubtsOf(of, { lookOf: lookOf(dark), ...more }, { 1: 'faintMark', 2: 'faintMark', 3: 'faintMark' }).at(-1)
    expect(last(0.5)).toBeUndefined()
    expect(last(0.2)).toBe('faintMark')
    expect(last(0.5, { bilevel: true })).toBe('faintMark')
    expect(last(0.5, { bilevel: true, dotted: true })).toBeUndefined()
    // Ticks so thin that others are read as blank say that one may be missed.
    expect(last(0.5, {}, [full, ...Array.from({ length: 3 }, () => ({ raw: 0.04, ink: 0.06 })), empty])).toBe(
      'faintMark',
    )
  })

  it('is not covered where another picture’s print is all seen about its cells: boxes have nothing printed in them', () => {
    const rows = [full, full, full, full, empty, { raw: 0.01 }]
    const map = mapOf(rows)
    const doubts = (share: number) =>
      doubtEmpty(readings(rows), map, thresholdsFor(map, 3), { lost: false, shareOf: () => share }).map((c) => c.doubt)
    expect(doubts(0.95)).toEqual(none(6))
    expect(doubts(0.4)).toEqual([...none(5), 'stain'])
  })

  it('is in doubt where a picture without greys has thinned the sheet’s own print', () => {
    const rows = [full, full, full, full, empty]
    const map = mapOf(rows, { bilevel: true })
    const doubts = (lost: boolean) =>
      doubtEmpty(readings(rows), map, thresholdsFor(map, 3), { lost, shareOf: () => 1 }).map((c) => c.doubt)
    expect(doubts(false)).toEqual(none(5))
    expect(doubts(true)).toEqual([...none(4), 'faintMark'])
  })

  it('is in doubt where a lamp’s shine takes the print of one of its cells, though the page and the row have kept theirs', () => {
    const light = { raw: 0.15, ink: 0.3 }
    const rows = [light, light, light, light, { raw: 0.15, white: 255 }, { raw: 0.15, white: 255 }]
    const map = mapOf(rows)
    const shone = [...map.cells.values()][5]![1]!
    const kept = { lost: false, shareOf: (c: CellInk) => (c === shone ? 0.4 : 1) }
    const doubts = (print?: typeof kept) =>
      doubtEmpty(readings(rows), map, thresholdsFor(map, 3), print).map((c) => c.doubt)
    expect(doubts(kept)).toEqual([...none(5), 'faintMark'])
    // Less print on paper that is not cut off is a thinner print.
    shone.white = 240
    expect(doubts(kept)).toEqual(none(6))
    // Without another picture the page's own cells of the sign say what is printed there.
    Object.assign(shone, { white: 255, raw: 0.08, ink: -0.07 })
    expect(doubts()).toEqual([...none(5), 'faintMark'])
    Object.assign(shone, { raw: 0.14, ink: -0.01 })
    expect(doubts()).toEqual(none(6))
  })

  it('may be another’s where a picture without greys and thin lines nearly lost the mark of a row', () => {
    const rows = [full, full, full, full, { raw: 0.04, ink: 0.2 }]
    const marked = (): ChoiceReading[] =>
      rows.map((r, i) => ({
        questionId: `q${i}`,
        chosen: ['A'],
        cells: [{ value: 'A', state: 'filled', ink: r.ink, confidence: 1 }],
      }))
    const lost = mapOf(rows, { bilevel: true, placed: { seen: false, unproven: new Set(), margin: 0 } })
    expect(doubtEmpty(marked(), lost, thresholdsFor(lost, 3)).map((c) => c.doubt)).toEqual([...none(4), 'faintMark'])
    const grey = mapOf(rows)
    expect(doubtEmpty(marked(), grey, thresholdsFor(grey, 3)).map((c) => c.doubt)).toEqual(none(5))
  })
})
