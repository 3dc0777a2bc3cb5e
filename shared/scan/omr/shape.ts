/**
 * What the new ink in one cell looks like, for cells that are neither plainly empty nor plainly full: measured on a raster
 * of 0.4 mm over the cell and 1 mm about it, after what the blank card prints there is taken off.
 */
import { boxMean } from './sample.ts'
import type { Integral } from './sample.ts'

/** Side of a raster place in mm. */
const STEP = 0.4
/** How far the raster reaches beyond the cell (mm), at most. */
const BEYOND = 1

/** Where a cell lies in its straightened piece: its top left corner in pixels, its size in mm, its paper and depth in grey levels. */
export type Site = {
  sums: Integral
  left: number
  top: number
  density: number
  w: number
  h: number
  white: number
  range: number
}

/** Darkness (0 paper … 1 black) of each place, row by row; the cell itself begins at (x0, y0). NaN: outside of the picture. */
export type Raster = { across: number; down: number; x0: number; y0: number; values: Float32Array }

/** Measures a cell and its surroundings, print included. */
export const rasterOf = (s: Site, step = STEP, beyond = BEYOND): Raster => {
  const nx = Math.max(1, Math.round(s.w / step))
  const ny = Math.max(1, Math.round(s.h / step))
  const m = Math.round(beyond / step)
  const across = nx + 2 * m
  const down = ny + 2 * m
  const values = new Float32Array(across * down)
  const px = Int32Array.from({ length: across + 1 }, (_, i) => Math.round(s.left + ((i - m) * s.w * s.density) / nx))
  const py = Int32Array.from({ length: down + 1 }, (_, j) => Math.round(s.top + ((j - m) * s.h * s.density) / ny))
  // A place is at least a pixel wide.
  const after = (p: Int32Array, i: number) => Math.max(p[i]! + 1, p[i + 1]!)
  for (let j = 0, k = 0; j < down; j++)
    for (let i = 0; i < across; i++, k++)
      values[k] = (s.white - boxMean(s.sums, px[i]!, py[j]!, after(px, i), after(py, j))) / s.range
  return { across, down, x0: m, y0: m, values }
}

/** What is printed in and about a cell of this kind: at each place the `share` quantile of several cells' rasters. */
export const usualRaster = (rasters: readonly Raster[], share: number): Raster => {
  const first = rasters[0]!
  const column = new Float32Array(rasters.length)
  const values = first.values.map((_, k) => {
    let n = 0
    for (const r of rasters) {
      const v = r.values[k]!
      if (!Number.isNaN(v)) column[n++] = v
    }
    // A typed array sorts by value.
    const sorted = column.subarray(0, n).sort()
    return sorted[Math.floor(n * share)] ?? 0
  })
  return { ...first, values }
}

/** New ink in one cell, in shares of the writer's own pen. */
export type Shape = {
  /** Mean over the cell. */
  mean: number
  /** The darkest and the lightest tenth of the cell's places. */
  dark: number
  light: number
  /** The darkest place. */
  most: number
  /** Share of the cell's places that are as dark as half of the pen. */
  cover: number
  /** How far dark places reach across the cell and down it, in shares of its size (their 5th to 95th percentile). */
  wide: number
  high: number
  /** Unevenness at 1.2 mm, against the mean: a light fill is even, what a rubber leaves is not. */
  rough: number
  /** Ink just beyond the left or the right side, against that within it: dragged by rubbing, or a drop. */
  drag: number
  /** Ink 0.4…1 mm beyond each side (left, right, top, bottom): mean, and the darkest place. */
  beyond: [number, number, number, number]
  reach: number
}

const sortedOf = (values: number[]): number[] => values.sort((a, b) => a - b)
const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0
const meanOf = (values: readonly number[]): number =>
  values.length ? values.reduce((a, b) => a + b, 0) / values.length : 0

/** Measures a raster against the darkness of the writer's full cells. */
export const shapeOf = (r: Raster, pen: number): Shape => {
  const nx = r.across - 2 * r.x0
  const ny = r.down - 2 * r.y0
  const get = (i: number, j: number) => {
    const v = r.values[(j + r.y0) * r.across + i + r.x0]
    return v === undefined || Number.isNaN(v) ? 0 : v / pen
  }
  const block = (i0: number, j0: number, i1: number, j1: number): number[] => {
    const out: number[] = []
    for (let j = j0; j < j1; j++) for (let i = i0; i < i1; i++) out.push(get(i, j))
    return out
  }
  // The printed outline lies on the rim: one place is left out on each side.
  const inner = block(1, 1, nx - 1, ny - 1)
  const sorted = sortedOf(inner.slice())
  const mean = meanOf(inner)
  // A hand rounds a cell's corners off: two places at either end are left out.
  const smooth: number[] = []
  for (let j = 1; j + 3 < ny; j++) for (let i = 2; i + 4 < nx; i++) smooth.push(meanOf(block(i, j, i + 3, j + 3)))
  sortedOf(smooth)
  const xs: number[] = []
  const ys: number[] = []
  const limit = Math.max(0.3, 0.5 * quantile(sorted, 0.98))
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++)
      if (get(i, j) > limit) {
        xs.push(i)
        ys.push(j)
      }
  sortedOf(xs)
  sortedOf(ys)
  const m = r.x0
  const sides: [number[], number[], number[], number[]] = [
    block(-m, 0, -1, ny),
    block(nx + 1, 0, nx + m, ny),
    block(0, -m, nx, -1),
    block(0, ny + 1, nx, ny + m),
  ]
  const near = [block(-1, 1, 0, ny - 1), block(nx, 1, nx + 1, ny - 1)].map(meanOf)
  const within = [block(1, 1, 3, ny - 1), block(nx - 3, 1, nx - 1, ny - 1)].map(meanOf)
  return {
    mean,
    most: sorted[sorted.length - 1] ?? 0,
    dark: quantile(sorted, 0.93),
    light: quantile(sorted, 0.1),
    cover: inner.filter((v) => v > 0.5).length / Math.max(1, inner.length),
    wide: xs.length ? (quantile(xs, 0.95) - quantile(xs, 0.05) + 1) / nx : 0,
    high: ys.length ? (quantile(ys, 0.95) - quantile(ys, 0.05) + 1) / ny : 0,
    rough: (quantile(smooth, 0.9) - quantile(smooth, 0.1)) / Math.max(0.02, mean),
    drag: Math.max(near[0]! / Math.max(0.02, within[0]!), near[1]! / Math.max(0.02, within[1]!)),
    beyond: sides.map(meanOf) as [number, number, number, number],
    reach: Math.max(...sides.flat()),
  }
}
