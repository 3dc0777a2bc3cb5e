/** Areas of a template found in its picture: rows of bubbles or boxes, locating marks, what lies under a click. Pure. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { CellGrid } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from '../omr.types.ts'
import { darkMask, shapesOf } from './shapes.ts'
import type { Shape } from './shapes.ts'
import { LEAST_CONTRAST, snapGrid } from './snap.ts'

/** A piece of a picture. */
export const piece = (grey: Grey, r: Rect): Grey => {
  const x0 = Math.max(0, Math.round(r.x))
  const y0 = Math.max(0, Math.round(r.y))
  const width = Math.max(1, Math.min(grey.width, Math.round(r.x + r.w)) - x0)
  const height = Math.max(1, Math.min(grey.height, Math.round(r.y + r.h)) - y0)
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    data.set(grey.data.subarray((y0 + y) * grey.width + x0, (y0 + y) * grey.width + x0 + width), y * width)
  return { width, height, data }
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

type Lane = { at: number; count: number }

/** Values that lie together, as their middles, in order; stragglers are no lane. */
const lanes = (values: readonly number[], apart: number): Lane[] => {
  const sorted = [...values].sort((a, b) => a - b)
  const groups: number[][] = []
  for (const v of sorted) {
    const last = groups.at(-1)
    if (last && v - last.at(-1)! <= apart) last.push(v)
    else groups.push([v])
  }
  const usual = median(groups.map((g) => g.length).filter((n) => n > 1))
  return groups.filter((g) => g.length >= 0.5 * usual).map((g) => ({ at: median(g), count: g.length }))
}

/** Lanes at even distances; a wider gap begins another block. */
const runs = (all: readonly Lane[], least: number): { from: number; step: number; count: number }[] => {
  if (all.length === 0) return []
  const gaps = all.slice(1).map((v, i) => v.at - all[i]!.at)
  const step = Math.max(least, [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length * 0.35)] ?? least)
  const out: number[][] = []
  for (const { at } of all) {
    const last = out.at(-1)
    if (last && Math.abs(at - last.at(-1)! - step) < 0.14 * step) last.push(at)
    else out.push([at])
  }
  return out.map((r) => ({
    from: r[0]!,
    step: r.length > 1 ? (r.at(-1)! - r[0]!) / (r.length - 1) : step,
    count: r.length,
  }))
}

type Found = { grid: CellGrid; filled: number }

/** Grids made by shapes of one size. */
const gridsOf = (shapes: readonly Shape[], w: number, h: number): Found[] => {
  const xs = lanes(
    shapes.map((s) => s.x + s.w / 2),
    0.35 * w,
  )
  const out: Found[] = []
  for (const across of runs(xs, 1.05 * w)) {
    const [x0, x1] = [across.from - w, across.from + (across.count - 1) * across.step + w]
    const own = shapes.filter((s) => s.x + s.w / 2 > x0 && s.x + s.w / 2 < x1)
    const ys = lanes(
      own.map((s) => s.y + s.h / 2),
      0.35 * h,
    )
    for (const down of runs(ys, 1.05 * h)) {
      const [y0, y1] = [down.from - h, down.from + (down.count - 1) * down.step + h]
      const filled = own.filter((s) => s.y + s.h / 2 > y0 && s.y + s.h / 2 < y1).length
      const places = across.count * down.count
      if (places < 2 || filled < 0.6 * places) continue
      const grid: CellGrid = {
        x: across.from - w / 2,
        y: down.from - h / 2,
        w,
        h,
        stepX: across.count > 1 ? across.step : w * 1.4,
        stepY: down.count > 1 ? down.step : h * 1.4,
        rows: down.count,
        columns: across.count,
      }
      out.push({ grid, filled })
    }
  }
  return out
}

/** Boxes and bubbles are within these shares of a page's width. */
const SMALLEST = 0.006
const LARGEST = 0.09

const box = (g: CellGrid): Rect => ({
  x: g.x,
  y: g.y,
  w: (g.columns - 1) * g.stepX + g.w,
  h: (g.rows - 1) * g.stepY + g.h,
})

const cellsOf = (g: CellGrid) => g.rows * g.columns

/** Grids of the shapes that a threshold shows; a bubble wins over the letter in it. */
const look = (part: Grey, pageWidth: number, share: number, fewest: number): Found[] => {
  const least = Math.max(6, SMALLEST * pageWidth)
  const most = LARGEST * pageWidth
  const shapes = shapesOf(darkMask(part, Math.round(3 * most), share), part.width, part.height, 8).filter(
    (s) => s.w >= least && s.h >= least * 0.7 && s.w <= most && s.h <= most && s.w / s.h < 4 && s.h / s.w < 2.2,
  )
  const tried = new Set<string>()
  const found: Found[] = []
  for (const s of shapes) {
    const key = `${Math.round(s.w / 3)} ${Math.round(s.h / 3)}`
    if (tried.has(key)) continue
    tried.add(key)
    const like = shapes.filter((o) => Math.abs(o.w / s.w - 1) < 0.16 && Math.abs(o.h / s.h - 1) < 0.16)
    if (like.length < fewest) continue
    const w = median(like.map((o) => o.w))
    const h = median(like.map((o) => o.h))
    found.push(...gridsOf(like, w, h).filter((g) => cellsOf(g.grid) >= fewest))
  }
  const worth = ({ grid, filled }: Found) => filled * Math.sqrt(grid.w * grid.h)
  found.sort((a, b) => worth(b) - worth(a))
  const kept: Found[] = []
  for (const f of found) {
    const a = box(f.grid)
    const covered = kept.some((k) => {
      const b = box(k.grid)
      const ox = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
      const oy = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
      return ox > 0 && oy > 0 && ox * oy > 0.1 * Math.min(a.w * a.h, b.w * b.h)
    })
    if (!covered) kept.push(f)
  }
  // Bubbles of one sheet are of one size, and there are more of them than of anything else that stands in rows.
  const first = kept[0]
  const alike = (g: CellGrid) =>
    first !== undefined && Math.abs(g.w / first.grid.w - 1) < 0.3 && Math.abs(g.h / first.grid.h - 1) < 0.3
  return kept.filter((k) => alike(k.grid))
}

/** Pieces of one block, one below the other, that a smudge or a curl of the paper has parted: up to two rows are missing. */
const joined = (grids: readonly CellGrid[]): CellGrid[] => {
  const left = [...grids].sort((a, b) => a.y - b.y)
  for (let i = 0; i < left.length; i++)
    for (let j = i + 1; j < left.length; j++) {
      const [a, b] = [left[i]!, left[j]!]
      const step = a.rows > 1 ? a.stepY : b.stepY
      const gap = (b.y - (a.y + (a.rows - 1) * a.stepY)) / step
      const beside = Math.abs(a.x - b.x) < 0.3 * a.stepX && Math.abs(a.stepX - b.stepX) < 0.06 * a.stepX
      if (a.columns !== b.columns || !beside || gap > 3.2 || Math.abs(gap - Math.round(gap)) > 0.2 || gap < 0.8)
        continue
      const rows = a.rows + b.rows + Math.round(gap) - 1
      left[i] = { ...a, rows, stepY: (b.y + (b.rows - 1) * b.stepY - a.y) / (rows - 1) }
      left.splice(j, 1)
      j = i
    }
  return left
}

/**
 * Every grid of bubbles or boxes within a rectangle of a picture, from top to bottom and left to right. `fewest` cells.
 * Connected shapes of one size that stand at even distances are bubbles; words are not.
 */
export const findGrids = (grey: Grey, within: Rect, fewest = 4): CellGrid[] => {
  const part = piece(grey, within)
  const [x0, y0] = [Math.max(0, Math.round(within.x)), Math.max(0, Math.round(within.y))]
  // Thin outlines of a copy of a copy are hardly darker than the paper: the look that shows more cells is the right one.
  const count = (found: readonly Found[]) => found.reduce((n, f) => n + f.filled, 0)
  const best = [0.12, 0.06, 0.03]
    .map((share) => look(part, grey.width, share, fewest))
    .reduce((a, b) => (count(b) > 1.1 * count(a) ? b : a))
  return joined(best.map((f) => f.grid))
    .flatMap((grid) => {
      const b = box(grid)
      const pad = Math.max(grid.stepX, grid.stepY)
      const near = { x: b.x - pad, y: b.y - pad, w: b.w + 2 * pad, h: b.h + 2 * pad }
      const [ox, oy] = [Math.max(0, Math.round(near.x)), Math.max(0, Math.round(near.y))]
      const snapped = snapGrid(piece(part, near), { ...grid, x: grid.x - ox, y: grid.y - oy })
      if (snapped.contrast < LEAST_CONTRAST / 2) return []
      return [{ ...snapped.grid, x: snapped.grid.x + ox + x0, y: snapped.grid.y + oy + y0 }]
    })
    .sort((a, b) => (Math.abs(a.y - b.y) > a.h * 2 ? a.y - b.y : a.x - b.x))
}

/** How full of ink a shape's box is. */
const solidity = (s: Shape) => s.area / (s.w * s.h)

/** Solid marks near the four corners of a page, with some paper about them; the best one of each corner. */
export const findAnchors = (grey: Grey): Rect[] => {
  const { width, height } = grey
  const least = 0.008 * width
  const most = 0.08 * width
  const solid = shapesOf(darkMask(grey, Math.round(width / 6), 0.2), width, height, 20).filter(
    (s) => s.w >= least && s.h >= least * 0.5 && s.w <= most && s.h <= most && solidity(s) > 0.72,
  )
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const
  const used = new Set<Shape>()
  return corners.flatMap(([x, y]) => {
    const near = solid
      .filter((s) => !used.has(s) && Math.abs(s.cx - x) < 0.35 * width && Math.abs(s.cy - y) < 0.35 * height)
      .sort((a, b) => Math.hypot(a.cx - x, a.cy - y) - Math.hypot(b.cx - x, b.cy - y))[0]
    if (!near) return []
    used.add(near)
    const pad = 0.6 * Math.max(near.w, near.h)
    return [{ x: near.x - pad, y: near.y - pad, w: near.w + 2 * pad, h: near.h + 2 * pad }]
  })
}

/** The dark shape under or nearest to a point, within a share of the page; null on white paper. */
export const shapeAt = (grey: Grey, x: number, y: number): Rect | null => {
  const reach = 0.05 * grey.width
  const around = { x: Math.max(0, x - 3 * reach), y: Math.max(0, y - 3 * reach), w: 6 * reach, h: 6 * reach }
  const part = piece(grey, around)
  const shapes = shapesOf(darkMask(part, Math.round(4 * reach), 0.15), part.width, part.height, 12)
  const [px, py] = [x - Math.round(around.x), y - Math.round(around.y)]
  const far = (s: Shape) => Math.hypot(Math.max(s.x - px, 0, px - s.x - s.w), Math.max(s.y - py, 0, py - s.y - s.h))
  const best = shapes.filter((s) => far(s) < reach).sort((a, b) => far(a) - far(b) || a.w * a.h - b.w * b.h)[0]
  return best ? { x: best.x + Math.round(around.x), y: best.y + Math.round(around.y), w: best.w, h: best.h } : null
}
