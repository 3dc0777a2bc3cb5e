/** What the blank card prints in and about its cells, place by place, learnt from the page's own empty cells. */
import type { CellInk } from './ink.types.ts'
import { once } from './remember.ts'
import { floats } from './sample.ts'
import { usualRaster } from './shape.ts'
import type { Raster } from './shape.ts'

/** So many cells say what is printed in cells of their kind, with anything in one of them. */
const ENOUGH = 4
const MOST = 15

const isEmpty = (c: CellInk) => c.ink < 0.03 && c.spot < 3

/** Gives each cell's raster without what is printed there. Nothing is computed before it is asked for, nor twice. */
export const rastersBeyondPrint = (
  all: readonly CellInk[],
  byGroup: ReadonlyMap<number, readonly CellInk[]>,
  darkOf: (c: CellInk) => Raster,
): ((c: CellInk) => Raster) => {
  const blanks = new Map<number, Raster>()
  const blankOf = (group: number): Raster => {
    const known = blanks.get(group)
    if (known) return known
    const list = byGroup.get(group)!
    const { zone, cell } = list[0]!
    const own = list.filter(isEmpty)
    // Where a sign is hardly ever left empty, other signs in cells of its size stand in: all of them are thin strokes.
    const empties =
      own.length >= ENOUGH
        ? own
        : all.filter((c) => isEmpty(c) && c.zone.kind === zone.kind && Math.abs(c.cell.rect.w - cell.rect.w) < 0.2)
    const rasters = (of: readonly CellInk[]) => of.map(darkOf)
    const blank =
      empties.length >= ENOUGH ? usualRaster(rasters(empties.slice(0, MOST)), 0.5) : usualRaster(rasters(list), 0)
    blanks.set(group, blank)
    return blank
  }
  return once((c: CellInk) => {
    const own = darkOf(c)
    const blank = blankOf(c.cell.group)
    const values = floats(own.values.length)
    for (let i = 0; i < values.length; i++) values[i] = own.values[i]! - blank.values[i]!
    return { ...own, values }
  })
}
