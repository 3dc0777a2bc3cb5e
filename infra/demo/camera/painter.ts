/** Vectors to coverage: strokes with a width, filled polygons, outlines of shapes. All lengths are millimetres. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { clamp } from './raster.ts'
import type { Raster } from './raster.ts'

export type Point = readonly [x: number, y: number]
export type Path = readonly Point[]

/** A sheet of paper as what it reflects. `scale`: pixels in a millimetre. */
export type Sheet = {
  width: number
  height: number
  scale: number
  front: Raster
  /** 1 where paper is missing (torn, punched, folded away); absent: whole. */
  gone?: Uint8Array
  /** Where a point of the design lies on this sheet: copies shift and stretch it. */
  at: (p: Point) => Point
}

/** Coverage 0…1 of a part of the sheet. */
export type Layer = { x: number; y: number; width: number; height: number; scale: number; data: Float32Array }

/** A layer for what stays within the box (mm), with room about it. */
export const layerOver = (sheet: Sheet, box: Rect, room: number): Layer => {
  const { scale, front } = sheet
  const x = clamp(Math.floor((box.x - room) * scale), 0, front.width)
  const y = clamp(Math.floor((box.y - room) * scale), 0, front.height)
  const right = clamp(Math.ceil((box.x + box.w + room) * scale), 0, front.width)
  const low = clamp(Math.ceil((box.y + box.h + room) * scale), 0, front.height)
  const width = Math.max(0, right - x)
  const height = Math.max(0, low - y)
  return { x, y, width, height, scale, data: new Float32Array(width * height) }
}

export const boxOf = (paths: readonly Path[]): Rect => {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const path of paths)
    for (const [x, y] of path) {
      if (x < x0) x0 = x
      if (y < y0) y0 = y
      if (x > x1) x1 = x
      if (y > y1) y1 = y
    }
  return { x: x0, y: y0, w: Math.max(0, x1 - x0), h: Math.max(0, y1 - y0) }
}

/** One stroke; `press` 0…1 along the path makes it thinner where the hand lifts. The darkest of its parts counts. */
export const strokeOn = (layer: Layer, path: Path, width: number, press?: (t: number) => number): void => {
  const { scale, data } = layer
  for (let i = 0; i + 1 < path.length || (i === 0 && path.length === 1); i++) {
    const from = path[i]!
    const to = path[i + 1] ?? from
    const ax = from[0] * scale - layer.x - 0.5
    const ay = from[1] * scale - layer.y - 0.5
    const bx = to[0] * scale - layer.x - 0.5
    const by = to[1] * scale - layer.y - 0.5
    const strength = press ? press(i / Math.max(1, path.length - 1)) : 1
    const half = (width * scale * (0.55 + 0.45 * strength)) / 2
    // A stroke thinner than a pixel covers it in part.
    const most = Math.min(1, half * 2) * (0.4 + 0.6 * strength)
    const reach = half + 1
    const x0 = Math.max(0, Math.floor(Math.min(ax, bx) - reach))
    const x1 = Math.min(layer.width - 1, Math.ceil(Math.max(ax, bx) + reach))
    const y0 = Math.max(0, Math.floor(Math.min(ay, by) - reach))
    const y1 = Math.min(layer.height - 1, Math.ceil(Math.max(ay, by) + reach))
    const dx = bx - ax
    const dy = by - ay
    const long = dx * dx + dy * dy
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const t = long > 0 ? clamp(((x - ax) * dx + (y - ay) * dy) / long, 0, 1) : 0
        const ex = x - ax - t * dx
        const ey = y - ay - t * dy
        const d2 = ex * ex + ey * ey
        if (d2 > reach * reach) continue
        const cover = most * clamp(Math.max(half, 0.5) + 0.5 - Math.sqrt(d2), 0, 1)
        const at = y * layer.width + x
        if (cover > data[at]!) data[at] = cover
      }
  }
}

/** A closed polygon by four scan lines a pixel, even-odd. */
export const fillOn = (layer: Layer, path: Path): void => {
  const { scale, width, height, data } = layer
  const points = path.map(([x, y]) => [x * scale - layer.x, y * scale - layer.y] as const)
  const top = Math.max(0, Math.floor(Math.min(...points.map((p) => p[1]))))
  const low = Math.min(height - 1, Math.ceil(Math.max(...points.map((p) => p[1]))))
  const rows = 4
  const cuts: number[] = []
  for (let y = top; y <= low; y++)
    for (let r = 0; r < rows; r++) {
      const line = y + (r + 0.5) / rows
      cuts.length = 0
      for (let i = 0; i < points.length; i++) {
        const a = points[i]!
        const b = points[(i + 1) % points.length]!
        if (a[1] <= line !== b[1] <= line) cuts.push(a[0] + ((line - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
      }
      cuts.sort((p, q) => p - q)
      for (let c = 0; c + 1 < cuts.length; c += 2) {
        const from = clamp(cuts[c]!, 0, width)
        const to = clamp(cuts[c + 1]!, 0, width)
        for (let x = Math.floor(from); x < to; x++) {
          const part = Math.min(to, x + 1) - Math.max(from, x)
          const at = y * width + x
          data[at] = Math.min(1, data[at]! + part / rows)
        }
      }
    }
}

/** Ink lets paper through: each part of a pixel that it covers reflects `ink` of what it did. */
export const inkOnto = (sheet: Sheet, layer: Layer, ink: number, opacity = 1): void => {
  const { front } = sheet
  for (let y = 0; y < layer.height; y++)
    for (let x = 0; x < layer.width; x++) {
      const cover = layer.data[y * layer.width + x]! * opacity
      if (cover > 0) front.data[(y + layer.y) * front.width + x + layer.x]! *= 1 - cover * (1 - ink)
    }
}

/** Paint hides what lies below: correction fluid, tape, white paper. */
export const paintOnto = (sheet: Sheet, layer: Layer, value: number, opacity = 1): void => {
  const { front } = sheet
  for (let y = 0; y < layer.height; y++)
    for (let x = 0; x < layer.width; x++) {
      const cover = layer.data[y * layer.width + x]! * opacity
      const at = (y + layer.y) * front.width + x + layer.x
      if (cover > 0) front.data[at] = front.data[at]! * (1 - cover) + value * cover
    }
}

export const ellipsePath = (r: Rect, points = 28, from = 0, turn = Math.PI * 2): Point[] =>
  Array.from({ length: points + 1 }, (_, i) => {
    const a = from + (i / points) * turn
    return [r.x + r.w / 2 + (Math.cos(a) * r.w) / 2, r.y + r.h / 2 + (Math.sin(a) * r.h) / 2]
  })

export const boxPath = ({ x, y, w, h }: Rect): Point[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
  [x, y],
]

/** A box with half circles at its ends. */
export const pillPath = ({ x, y, w, h }: Rect): Point[] => {
  const r = Math.min(w, h) / 2
  const end = (cx: number, cy: number, from: number): Point[] =>
    Array.from({ length: 9 }, (_, i) => {
      const a = from + (i / 8) * Math.PI
      return [cx + Math.cos(a) * r, cy + Math.sin(a) * r]
    })
  if (w >= h) {
    const path = [...end(x + w - r, y + r, -Math.PI / 2), ...end(x + r, y + r, Math.PI / 2)]
    return [...path, path[0]!]
  }
  const path = [...end(x + r, y + r, Math.PI), ...end(x + r, y + h - r, 0)]
  return [...path, path[0]!]
}

/** Dashes of a path: what is on for `on` and off for `off` millimetres. */
export const dashesOf = (path: Path, on: number, off: number): Point[][] => {
  const dashes: Point[][] = []
  let open: Point[] = []
  let left = on
  let drawing = true
  for (let i = 0; i + 1 < path.length; i++) {
    const [ax, ay] = path[i]!
    const [bx, by] = path[i + 1]!
    const long = Math.hypot(bx - ax, by - ay)
    let done = 0
    if (drawing) open.push([ax, ay])
    while (long - done > left) {
      done += left
      const p: Point = [ax + ((bx - ax) * done) / long, ay + ((by - ay) * done) / long]
      if (drawing) dashes.push([...open, p])
      open = drawing ? [] : [p]
      drawing = !drawing
      left = drawing ? on : off
    }
    left -= long - done
  }
  const last = path.at(-1)
  if (drawing && open.length > 0 && last) dashes.push([...open, last])
  return dashes
}

/** Paths as ink with one width: print, frames, letters. */
export const strokePaths = (sheet: Sheet, paths: readonly Path[], width: number, ink: number, opacity = 1): void => {
  if (paths.length === 0) return
  const layer = layerOver(sheet, boxOf(paths), width + 0.3)
  for (const path of paths) strokeOn(layer, path, width)
  inkOnto(sheet, layer, ink, opacity)
}

export const fillPath = (sheet: Sheet, path: Path, ink: number, opacity = 1): void => {
  const layer = layerOver(sheet, boxOf([path]), 0.3)
  fillOn(layer, path)
  inkOnto(sheet, layer, ink, opacity)
}
