/**
 * What the new ink in one cell looks like, for cells that are neither plainly empty nor plainly full: measured on a raster
 * of 0.4 mm over the cell and 1 mm about it, after what the blank card prints there is taken off.
 */
import { boxMean, floats, sortFew } from './sample.ts'
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

/** Where the places of one raster begin and end (pixels): from, to of each column, then of each row. */
let edges = new Int32Array(512)
/** Sets the edges of `n` places along one side, `m` of them before the cell; a place is at least a pixel wide. */
const setEdges = (at: number, n: number, m: number, from: number, size: number, density: number, share: number) => {
  let begin = Math.round(from + (-m * size * density) / share)
  for (let i = 0; i < n; i++) {
    const next = Math.round(from + ((i + 1 - m) * size * density) / share)
    edges[at + 2 * i] = begin
    edges[at + 2 * i + 1] = Math.max(begin + 1, next)
    begin = next
  }
}

/** Measures a cell and its surroundings, print included. */
export const rasterOf = (s: Site, step = STEP, beyond = BEYOND): Raster => {
  const nx = Math.max(1, Math.round(s.w / step))
  const ny = Math.max(1, Math.round(s.h / step))
  const m = Math.round(beyond / step)
  const across = nx + 2 * m
  const down = ny + 2 * m
  const values = floats(across * down)
  const rows = 2 * across
  if (edges.length < rows + 2 * down) edges = new Int32Array(2 * (rows + 2 * down))
  setEdges(0, across, m, s.left, s.w, s.density, nx)
  setEdges(rows, down, m, s.top, s.h, s.density, ny)
  const { sums, white, range } = s
  const { sum, width } = sums
  const line = width + 1
  const within =
    edges[0]! >= 0 && edges[rows]! >= 0 && edges[rows - 1]! <= width && edges[rows + 2 * down - 1]! <= sums.height
  for (let j = 0, k = 0; j < down; j++) {
    const y0 = edges[rows + 2 * j]!
    const y1 = edges[rows + 2 * j + 1]!
    const [above, below] = [y0 * line, y1 * line]
    for (let i = 0; i < across; i++, k++) {
      const x0 = edges[2 * i]!
      const x1 = edges[2 * i + 1]!
      const mean = within
        ? (sum[below + x1]! - sum[above + x1]! - sum[below + x0]! + sum[above + x0]!) / ((x1 - x0) * (y1 - y0))
        : boxMean(sums, x0, y0, x1, y1)
      values[k] = (white - mean) / range
    }
  }
  return { across, down, x0: m, y0: m, values }
}

/** What is printed in and about a cell of this kind: at each place the `share` quantile of several cells' rasters. */
export const usualRaster = (rasters: readonly Raster[], share: number): Raster => {
  const first = rasters[0]!
  const column = floats(rasters.length)
  const values = floats(first.values.length)
  for (let k = 0; k < values.length; k++) {
    let n = 0
    for (const r of rasters) {
      const v = r.values[k]!
      if (!Number.isNaN(v)) column[n++] = v
    }
    if (n === 0) continue
    sortFew(column, n)
    values[k] = column[Math.floor(n * share)]!
  }
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
  return {
    mean,
    most: sorted[sorted.length - 1] ?? 0,
    dark: quantile(sorted, 0.93),
    light: quantile(sorted, 0.1),
    cover: inner.filter((v) => v > 0.5).length / Math.max(1, inner.length),
    wide: xs.length ? (quantile(xs, 0.95) - quantile(xs, 0.05) + 1) / nx : 0,
    high: ys.length ? (quantile(ys, 0.95) - quantile(ys, 0.05) + 1) / ny : 0,
    rough: (quantile(smooth, 0.9) - quantile(smooth, 0.1)) / Math.max(0.02, mean),
    beyond: sides.map(meanOf) as [number, number, number, number],
    reach: Math.max(...sides.flat()),
  }
}
