/**
 * What a picture of the unfilled sheet shows in and about each cell, and what a page has beyond it. Words, frames and table
 * lines stand beside single cells of other makers' sheets; only the sheet's own picture tells them from a writer's.
 */
import type { CellInk, InkMap } from './ink.types.ts'
import { median } from './sample.ts'
import type { Raster } from './shape.ts'
import { usualRaster } from './shape.ts'
import type { ZoneCell } from './zones.ts'

export type Shown = ReadonlyMap<ZoneCell, Raster>

/** A cell of the sheet's picture with more ink than others of its sign was filled there. */
const FILLED = 0.15

/** The darkness about every cell of the sheet's own picture; where a cell is filled there, its like stand in for it. */
export const shownBy = (map: Pick<InkMap, 'cells' | 'darkOf'>): Shown => {
  const out = new Map<ZoneCell, Raster>()
  const all = [...map.cells.values()].flat()
  const usual = new Map<number, Raster>()
  const likeOf = (c: CellInk): Raster => {
    const known = usual.get(c.cell.group)
    if (known) return known
    const size = (o: CellInk) => Math.hypot(o.cell.rect.w - c.cell.rect.w, o.cell.rect.h - c.cell.rect.h)
    const like = all.filter((o) => o.ink < FILLED && o.zone.kind === c.zone.kind && size(o) < 0.2)
    const own = like.filter((o) => o.cell.group === c.cell.group)
    const from = own.length > 0 ? own : like
    const made = from.length > 0 ? usualRaster(from.map(map.darkOf), 0.5) : map.darkOf(c)
    usual.set(c.cell.group, made)
    return made
  }
  for (const c of all) out.set(c.cell, c.ink < FILLED ? map.darkOf(c) : likeOf(c))
  return out
}

/** Print of so much darkness on the sheet's picture says how dark the page shows it. */
const PRINT = 0.12
/** A copy prints darker, a washed-out scan lighter; beyond this it is not the same print. */
const LEAST_GAIN = 0.8
const MOST_GAIN = 2.5

const total = ({ values }: Raster): number => {
  let sum = 0
  for (const v of values) if (!Number.isNaN(v)) sum += Math.max(0, v)
  return sum
}

/** How much darker the page shows what is printed about its cells: of cells without a mark, the middle one. */
const gainOf = (pages: readonly (readonly [CellInk, Raster])[], shown: Shown): number => {
  const ratios: number[] = []
  for (const [c, own] of pages) {
    const before = shown.get(c.cell)
    const print = before ? total(before) : 0
    if (c.ink < FILLED && print > PRINT * 10) ratios.push(total(own) / print)
  }
  return ratios.length === 0 ? 1 : Math.min(MOST_GAIN, Math.max(LEAST_GAIN, median(ratios)))
}

/** A raster without what the sheet's picture has there or one place (0.4 mm) beside it: so far a page may lie off. */
const beyond = (own: Raster, before: Raster, gain: number): Raster => {
  const { across, down } = own
  const values = own.values.map((v, k) => {
    if (Number.isNaN(v)) return v
    const [i, j] = [k % across, Math.floor(k / across)]
    let most = 0
    for (let y = Math.max(0, j - 1); y <= Math.min(down - 1, j + 1); y++)
      for (let x = Math.max(0, i - 1); x <= Math.min(across - 1, i + 1); x++)
        most = Math.max(most, before.values[y * across + x]! || 0)
    return Math.max(0, v - gain * most)
  })
  return { ...own, values }
}

/** Every choice cell's raster beyond what the sheet's picture shows. */
export const rastersBeyond = (map: Pick<InkMap, 'cells' | 'darkOf'>, shown: Shown): (readonly [CellInk, Raster])[] => {
  const own = [...map.cells].flatMap(([zone, list]) =>
    zone.kind === 'choice' ? list.map((c) => [c, map.darkOf(c)] as const) : [],
  )
  const gain = gainOf(own, shown)
  return own.map(([c, raster]) => {
    const before = shown.get(c.cell)
    return [c, before && before.values.length === raster.values.length ? beyond(raster, before, gain) : raster]
  })
}
