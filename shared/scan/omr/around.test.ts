import { describe, expect, it } from 'vitest'
import { aroundOf } from './around.ts'
import { full, line, readRow, several, single } from './row.fixture.ts'
import type { Mark } from './row.fixture.ts'
import type { ZoneCell } from './zones.ts'

const crossedOut: Mark = (s, x, y, w, h) => {
  full(s, x, y, w, h)
  line(s, x - 1.4, y - 0.9, x + w + 1.4, y + h + 0.9)
  line(s, x - 1.4, y + h + 0.9, x + w + 1.4, y - 0.9)
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
/** A scratch of the glass that runs through the page below the row. */
const streak: Mark = (s, _x, y, _w, h) => line(s, 5, y + h + 0.5, 205, y + h + 0.5, 0.6, 0.3)

describe('ink about the cells', () => {
  it.each<[string, Record<string, Mark>]>([
    ['a full cell that is crossed out', { A: full, C: crossedOut }],
    ['a full cell with one line through it', { A: full, C: slashed }],
    ['a full cell that is ruled out', { A: full, B: full, D: ruledOut }],
    ['a line under an empty cell', { B: underline }],
    ['a ring about an empty cell', { D: ring }],
    ['a full cell and a ring about another', { A: full, C: ring }],
  ])('asks about %s where several may be marked', (_, marks) => {
    expect(readRow(several, marks).doubt).toBe('faintMark')
  })

  it.each<[string, Record<string, Mark>, boolean]>([
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
    expect(aroundOf({ cell }, raster, 0.16).sides[3]).toBe(0)
    for (let i = 0; i < 20; i++) values[10 * 20 + i] = 0
    expect(aroundOf({ cell }, raster, 0.16).sides[3]).toBe(1)
  })
})
