import { describe, expect, it } from 'vitest'
import type { CellInk, InkMap } from '../ink.types.ts'
import { ringedRows } from './halo.ts'
import type { Raster } from '../shape.ts'
import type { Zone } from '../zones.ts'

const [across, down, x0, y0] = [12, 10, 3, 3]
/** A raster with an outline of this darkness, and this much on the places about the cell. */
const raster = (outline: number, about: number): Raster => {
  const values = new Float32Array(across * down)
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      const within = i >= x0 && i < across - x0 && j >= y0 && j < down - y0
      const rim = within && (i === x0 || i === across - x0 - 1 || j === y0 || j === down - y0 - 1)
      values[j * across + i] = rim ? outline : within ? 0 : about
    }
  return { across, down, x0, y0, values }
}

type Cell = { outline?: number; about?: number; ink?: number; white?: number }
/** A page of rows with four cells each; of the sheet's own picture outlines are twice as pale, and one row's are heavier. */
const pageOf = (rows: readonly (readonly Cell[])[], print: (row: number) => number = () => 0.2) => {
  const dark = new Map<CellInk, Raster>()
  const shown = new Map<CellInk['cell'], Raster>()
  const cells = new Map<Zone, CellInk[]>()
  rows.forEach((row, index) => {
    const list = row.map(({ outline = 2 * print(index), about = 0, ink = 0, white = 240 }, k) => {
      const cell = {
        value: 'ABCD'[k]!,
        rect: { x: 0, y: 0, w: 2.4, h: 1.6 },
        left: 2,
        right: 2,
        top: 2,
        bottom: 2,
        group: k,
      }
      const c = { cell, ink, white } as CellInk
      dark.set(c, raster(outline, about))
      shown.set(cell, raster(print(index), 0))
      return c
    })
    cells.set({ kind: 'choice', index } as Zone, list)
  })
  const map = { cells, darkOf: (c: CellInk) => dark.get(c)!, siteOf: () => ({ range: 200 }) }
  return { map: map as unknown as InkMap, shown }
}
const plain: Cell[] = [{}, {}, {}, {}]
const ringed = (rows: readonly (readonly Cell[])[], known = true, print?: (row: number) => number) => {
  const { map, shown } = pageOf(rows, print)
  return [...ringedRows(map, known ? shown : undefined)]
}

describe('rings about cells', () => {
  it.each([true, false])('are heard where one cell of a row has more about it (another picture known: %s)', (known) => {
    expect(ringed([plain, plain, [{}, { about: 0.05 }, {}, {}], plain], known)).toEqual([2])
    expect(ringed([plain, plain, plain], known)).toEqual([])
    expect(ringed([plain, plain, [{}, { about: 0.016 }, {}, {}]], known)).toEqual([])
  })

  it('are heard on own cards when they are paler than print of other makers lies alike', () => {
    const pale = [plain, plain, [{}, { about: 0.02 }, {}, {}]]
    expect([ringed(pale, false), ringed(pale)]).toEqual([[2], []])
  })

  it('are heard about two cells where they are plain, and not where all of a row is dim', () => {
    expect(ringed([plain, plain, [{}, { about: 0.12 }, { about: 0.12 }, {}]])).toEqual([2])
    const dim = [{ about: 0.05 }, { about: 0.045 }, { about: 0.05 }, { about: 0.045 }]
    expect(ringed([plain, plain, plain, dim])).toEqual([])
  })

  it('are heard where the ring lies on the paper that its cell is held against', () => {
    const ring = [{}, { about: 0.01, white: 230 }, {}, {}]
    expect(ringed([plain, plain, ring])).toEqual([2])
    const shaded = [{ white: 248 }, { white: 243 }, { white: 238 }, { white: 233 }]
    expect(ringed([plain, shaded, plain, ring])).toEqual([3])
  })

  it('are heard so in a row of two cells', () => {
    const two = (white: number): Cell[] => [{ about: 0.005, white }, {}]
    expect(ringed([...Array.from({ length: 6 }, () => plain), two(230)])).toEqual([6])
    expect(ringed([...Array.from({ length: 6 }, () => plain), two(240)])).toEqual([])
  })

  it('are no heavier outlines, where the sheet’s own picture has them too', () => {
    const heavy = (row: number) => (row === 1 ? 0.35 : 0.2)
    expect(ringed([plain, plain, plain, plain], true, heavy)).toEqual([])
    expect(ringed([plain, plain, plain, plain, [{}, {}, { outline: 0.7 }, {}]], true)).toEqual([4])
  })
})
