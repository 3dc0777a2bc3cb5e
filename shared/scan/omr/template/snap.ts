/** Lays a grid of cells on the bubbles or boxes that are printed: it was drawn near, not exactly. */
import type { CellGrid } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from '../omr.types.ts'
import { boxMean, cut, integrate } from '../sample.ts'
import type { Integral } from '../sample.ts'

/** A printed outline counts as much as a filled bubble: darker than this (of 1) is no darker. */
const CLIP = 0.22

/** Clipped darkness against the paper about it, 0…255, for sums over boxes. */
export const darkness = (grey: Grey, radius: number): Integral => {
  const paper = integrate(grey)
  const { width, height, data } = grey
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const white = boxMean(paper, x - radius, y - radius, x + radius + 1, y + radius + 1)
      const d = (white - data[y * width + x]!) / Math.max(40, white)
      out[y * width + x] = Math.min(CLIP, Math.max(0, d)) * (255 / CLIP)
    }
  return integrate({ width, height, data: out })
}

/**
 * How much darker cells are than what lies between them, 0…255; higher where the grid is on its bubbles. Half of it is the
 * worst row's or column's: a grid that is a row off has one on white paper or on a heading.
 */
const contrastOf = (m: Integral, g: CellGrid): number => {
  const ox = ((g.columns > 1 ? g.stepX : g.w * 1.8) - g.w) / 2
  const oy = ((g.rows > 1 ? g.stepY : g.h * 1.8) - g.h) / 2
  const columns = new Float64Array(g.columns)
  let sum = 0
  let worst = Infinity
  for (let r = 0; r < g.rows; r++) {
    let row = 0
    for (let c = 0; c < g.columns; c++) {
      const x = g.x + c * g.stepX
      const y = g.y + r * g.stepY
      const inner = boxMean(m, Math.round(x), Math.round(y), Math.round(x + g.w), Math.round(y + g.h))
      const X0 = Math.round(x - ox)
      const Y0 = Math.round(y - oy)
      const X1 = Math.round(x + g.w + ox)
      const Y1 = Math.round(y + g.h + oy)
      const all = boxMean(m, X0, Y0, X1, Y1)
      const share = Math.min(0.9, (g.w * g.h) / Math.max(1, (X1 - X0) * (Y1 - Y0)))
      // The correlation of darkness with being in the box: a box as large as the bubble has the most.
      const one = Number.isNaN(inner) || Number.isNaN(all) ? -40 : (inner - all) * Math.sqrt(share / (1 - share))
      row += one
      columns[c]! += one
    }
    sum += row
    worst = Math.min(worst, row / g.columns)
  }
  for (const c of columns) worst = Math.min(worst, c / g.rows)
  return (sum / (g.rows * g.columns) + worst) / 2
}

/** Contrast below this is no bubble: the grid lies on white paper or beside what is printed. */
export const LEAST_CONTRAST = 8

type Snapped = { grid: CellGrid; contrast: number }

/** Print so much farther about a grid than paper is averaged over is never asked for, in steps and in shares of its extent. */
const BESIDE = { steps: 2, stretch: 0.1 }

/** The grid moved (by less than half a step) and stretched (by up to 5 %) to where its cells are printed. */
export const snapGrid = (picture: Grey, grid: CellGrid): Snapped => {
  const radius = Math.round(1.5 * Math.max(grid.h, grid.rows > 1 ? grid.stepY : grid.h))
  const [across, down] = [(grid.columns - 1) * grid.stepX + grid.w, (grid.rows - 1) * grid.stepY + grid.h]
  const rim = (step: number, size: number, extent: number) =>
    radius + BESIDE.steps * Math.max(step, 2.2 * size) + BESIDE.stretch * extent
  const [rimX, rimY] = [rim(grid.stepX, grid.w, across), rim(grid.stepY, grid.h, down)]
  // Only what lies about the grid is looked at: a page has a dozen of them.
  const x0 = Math.max(0, Math.floor(grid.x - rimX))
  const y0 = Math.max(0, Math.floor(grid.y - rimY))
  const x1 = Math.min(picture.width, Math.ceil(grid.x + across + rimX))
  const y1 = Math.min(picture.height, Math.ceil(grid.y + down + rimY))
  // Beside the picture nothing is printed.
  if (x1 <= x0 || y1 <= y0) return { grid, contrast: 0 }
  const m = darkness(cut(picture, { x0, y0, x1, y1 }), radius)
  const at = { ...grid, x: grid.x - x0, y: grid.y - y0 }
  const { grid: near, contrast } = snapOn(m, at)
  const found = isFilled(m, near) ? near : toOutlines(m, near, at)
  return { grid: { ...found, x: found.x + x0, y: found.y + y0 }, contrast }
}

/** A cell so much darker within than the middle one (of 255) is marked; where so many are, their marks hide where outlines set in. */
const MARKED = 60
const MANY = 1 / 10
const isFilled = (m: Integral, { x, y, w, h, stepX, stepY, rows, columns }: CellGrid): boolean => {
  const within = Array.from({ length: rows * columns }, (_, k) => {
    const [cx, cy] = [x + (k % columns) * stepX + w / 2, y + Math.floor(k / columns) * stepY + h / 2]
    const at = (v: number) => Math.round(v)
    return boxMean(m, at(cx - w / 4), at(cy - h / 4), at(cx + w / 4), at(cy + h / 4)) || 0
  }).sort((p, q) => p - q)
  const middle = within[within.length >> 1]!
  return within.filter((v) => v > middle + MARKED).length > MANY * within.length
}

/** An outline is looked for with so many pixels on either side of its outer edge. */
const EDGE = 2
/** Darkness that sets in at a cell's side, of 255, is an outline there; letters that differ from cell to cell have less. */
const OUTLINE = 35
/** So much less is it worth at a cell's size from where it was drawn. */
const FARTHER = 0.8

/** Half of an outline is no more than this share of a cell: circles and tints set in slowly. */
const THICKEST = 0.04

type Side = { at: number; rise: number }

/** Of one direction: where darkness sets in and where it ends, about and within all cells of a grid taken together. */
const sidesOf = (
  dark: (from: number) => number,
  size: number,
  room: number,
  drawn: { from: number; to: number },
): { from: Side; to: Side } => {
  const profile = Array.from({ length: Math.ceil(size + 2 * room) + 2 * EDGE }, (_, i) => dark(i - EDGE - room))
  const mean = (k: number) => profile.slice(k, k + EDGE).reduce((a, b) => a + b, 0) / EDGE
  const rises = Array.from({ length: profile.length - 2 * EDGE + 1 }, (_, i) => mean(i + EDGE) - mean(i))
  const middle = rises.length >> 1
  // Not the darkest alone: the stem of the letter within or beside it may be darker than a thin outline.
  const clearest = (list: readonly number[], expected: number) => {
    const worth = list.map((v, i) => v * Math.max(0, 1 - (FARTHER * Math.abs(i - room - expected)) / size))
    const i = worth.indexOf(Math.max(...worth))
    return { i, rise: list[i]! }
  }
  const from = clearest(rises.slice(0, middle), drawn.from)
  const to = clearest(
    rises
      .slice(middle)
      .reverse()
      .map((v) => -v),
    size - drawn.to,
  )
  const last = rises.length - 1 - to.i
  const first = from.i
  // A cell reaches to the middle of its outline.
  const half = (edge: number, inward: 1 | -1) => {
    const at = (n: number) => profile[edge + EDGE + (inward > 0 ? n : -1 - n)] ?? 0
    const dark = Math.max(at(0), at(1), at(2)) / 2
    let n = 0
    while (n < 2 * THICKEST * size && at(n) > dark) n++
    return Math.min(n / 2, THICKEST * size)
  }
  return {
    from: { at: first - room + half(first, 1), rise: from.rise },
    to: { at: last - room - half(last, -1), rise: to.rise },
  }
}

/**
 * The cells made as large as the outlines that are printed: darkness alone takes the letter beside a box in. Of all cells of
 * a grid together, what sets in at the same place in each is an outline; where none is seen on both sides, nothing is known.
 */
const toOutlines = (m: Integral, grid: CellGrid, drawn: CellGrid): CellGrid => {
  const { rows, columns } = grid
  const mean = (of: (x: number, y: number) => number) => {
    let sum = 0
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) sum += of(grid.x + c * grid.stepX, grid.y + r * grid.stepY) || 0
    return sum / (rows * columns)
  }
  const room = (step: number, size: number, many: number) => Math.min(size / 2, many > 1 ? (step - size) / 2 : size / 4)
  const at = Math.round
  // Of the middle cell: steps may have been drawn a little off.
  const offX = drawn.x - grid.x + ((columns - 1) * (drawn.stepX - grid.stepX)) / 2
  const offY = drawn.y - grid.y + ((rows - 1) * (drawn.stepY - grid.stepY)) / 2
  const across = sidesOf(
    (dx) => mean((x, y) => boxMean(m, at(x + dx), at(y), at(x + dx) + 1, at(y + grid.h))),
    grid.w,
    room(grid.stepX, grid.w, columns),
    { from: offX, to: offX + drawn.w },
  )
  const isOutlined = ({ from, to }: typeof across) => Math.min(from.rise, to.rise) >= OUTLINE
  const wide = isOutlined(across) ? { x: grid.x + across.from.at, w: across.to.at - across.from.at } : {}
  const { x, w } = { ...grid, ...wide }
  const down = sidesOf(
    (dy) => mean((cx, y) => boxMean(m, at(cx + x - grid.x), at(y + dy), at(cx + x - grid.x + w), at(y + dy) + 1)),
    grid.h,
    room(grid.stepY, grid.h, rows),
    { from: offY, to: offY + drawn.h },
  )
  const high = isOutlined(down) ? { y: grid.y + down.from.at, h: down.to.at - down.from.at } : {}
  return { ...grid, ...wide, ...high }
}

const snapOn = (m: Integral, grid: CellGrid): Snapped => {
  const reachX = 0.48 * (grid.columns > 1 ? grid.stepX : 1.2 * grid.w)
  const reachY = 0.48 * (grid.rows > 1 ? grid.stepY : 1.2 * grid.h)
  let best = { grid, contrast: contrastOf(m, grid) - 0.5 }
  const consider = (g: CellGrid, from: number) => {
    // A little in favour of what was drawn.
    const contrast = contrastOf(m, g) - from
    if (contrast > best.contrast) best = { grid: g, contrast }
  }
  const fine = Math.max(0.5, Math.min(grid.w, grid.h) / 8)
  // A person who draws a grid may draw its cells much smaller than the bubbles are.
  const sizes = [1, 1.3, 1.7, 2.2]
  for (const fw of sizes)
    for (const fh of sizes) {
      const w = Math.min(grid.w * fw, grid.columns > 1 ? 0.9 * grid.stepX : Infinity)
      const h = Math.min(grid.h * fh, grid.rows > 1 ? 0.9 * grid.stepY : Infinity)
      if ((fw > 1 && w < grid.w * 1.1) || (fh > 1 && h < grid.h * 1.1)) continue
      const from = { x: grid.x - (w - grid.w) / 2, y: grid.y - (h - grid.h) / 2 }
      for (let dx = -reachX; dx <= reachX; dx += fine * fw)
        for (let dy = -reachY; dy <= reachY; dy += fine * fh) {
          const far = 3 * Math.hypot(dx / reachX, dy / reachY) ** 2
          consider({ ...grid, w, h, x: from.x + dx, y: from.y + dy }, far)
        }
    }
  for (let pass = 0; pass < 3; pass++) {
    const { stepX, stepY } = best.grid
    const at = best.grid
    for (let k = -8; k <= 8; k++) {
      // Stretched about the middle.
      const sx = stepX * (1 + (k * 0.05) / (8 * (pass + 1)))
      const sy = stepY * (1 + (k * 0.05) / (8 * (pass + 1)))
      consider({ ...at, stepX: sx, x: at.x - ((sx - stepX) * (at.columns - 1)) / 2 }, 0)
      consider({ ...at, stepY: sy, y: at.y - ((sy - stepY) * (at.rows - 1)) / 2 }, 0)
    }
    // As large as the bubble is printed.
    const sized = best.grid
    for (let k = -3; k <= 10; k++) {
      const w = Math.min(sized.w * (1 + k * 0.05), sized.columns > 1 ? 0.9 * sized.stepX : Infinity)
      const h = Math.min(sized.h * (1 + k * 0.05), sized.rows > 1 ? 0.9 * sized.stepY : Infinity)
      consider({ ...sized, w, x: sized.x - (w - sized.w) / 2 }, 0)
      consider({ ...sized, h, y: sized.y - (h - sized.h) / 2 }, 0)
      consider({ ...sized, w, h, x: sized.x - (w - sized.w) / 2, y: sized.y - (h - sized.h) / 2 }, 0)
    }
    const now = best.grid
    for (let i = -6; i <= 6; i++)
      for (let j = -6; j <= 6; j++)
        consider({ ...now, x: now.x + (i * fine) / (3 * (pass + 1)), y: now.y + (j * fine) / (3 * (pass + 1)) }, 0)
  }
  return best
}
