/** The sheet of paper in a picture, where it lies on something darker: its four corners. */
import type { Grey } from '../omr.types.ts'
import type { Point } from '../homography.ts'
import { shrink } from '../sample.ts'

/** Corners clockwise from the top left as they lie in the picture. */
export type Quad = readonly [Point, Point, Point, Point]

const LOOK = 420

/** The grey that parts the two heaps of the histogram (Otsu) of what is darker than `most`. */
const parting = ({ data }: Grey, most: number): { level: number; apart: number } => {
  const bins = new Float64Array(256)
  for (let i = 0; i < data.length; i++) if (data[i]! < most) bins[data[i]!]!++
  let total = 0
  let all = 0
  for (let k = 0; k < 256; k++) {
    total += k * bins[k]!
    all += bins[k]!
  }
  let below = 0
  let sum = 0
  let best = 0
  let level = 128
  let apart = 0
  for (let k = 0; k < 255; k++) {
    below += bins[k]!
    sum += k * bins[k]!
    const above = all - below
    if (below === 0 || above === 0) continue
    const gap = (total - sum) / above - sum / below
    const between = below * above * gap * gap
    if (between > best) {
      best = between
      level = k
      apart = gap
    }
  }
  return { level, apart }
}

const hullOf = (points: Point[]): Point[] => {
  points.sort((a, b) => a.x - b.x || a.y - b.y)
  const cross = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)
  const half = (list: readonly Point[]) => {
    const out: Point[] = []
    for (const p of list) {
      while (out.length >= 2 && cross(out.at(-2)!, out.at(-1)!, p) <= 0) out.pop()
      out.push(p)
    }
    out.pop()
    return out
  }
  return [...half(points), ...half([...points].reverse())]
}

const areaOf = (q: readonly Point[]) =>
  q.reduce((s, p, i) => s + p.x * q[(i + 1) % q.length]!.y - q[(i + 1) % q.length]!.x * p.y, 0) / 2

/** The four corners of a hull that hold the most of it: corners that cut the least area off go first. */
const fourOf = (hull: readonly Point[]): Point[] => {
  const left = [...hull]
  while (left.length > 4) {
    let at = 0
    let least = Infinity
    left.forEach((p, i) => {
      const a = left[(i + left.length - 1) % left.length]!
      const b = left[(i + 1) % left.length]!
      const cut = Math.abs(areaOf([a, p, b]))
      if (cut < least) {
        least = cut
        at = i
      }
    })
    left.splice(at, 1)
  }
  return left
}

type Line = { x: number; y: number; dx: number; dy: number }

const meet = (a: Line, b: Line): Point | null => {
  const d = a.dx * b.dy - a.dy * b.dx
  if (Math.abs(d) < 1e-6) return null
  const t = ((b.x - a.x) * b.dy - (b.y - a.y) * b.dx) / d
  return { x: a.x + t * a.dx, y: a.y + t * a.dy }
}

/** A line through points, those far off it let go. */
const lineThrough = (points: Point[]): Line | null => {
  let kept = points
  for (let pass = 0; pass < 4; pass++) {
    if (kept.length < 5) return null
    const n = kept.length
    const mx = kept.reduce((s, p) => s + p.x, 0) / n
    const my = kept.reduce((s, p) => s + p.y, 0) / n
    let xx = 0
    let yy = 0
    let xy = 0
    for (const p of kept) {
      xx += (p.x - mx) ** 2
      yy += (p.y - my) ** 2
      xy += (p.x - mx) * (p.y - my)
    }
    const angle = Math.atan2(2 * xy, xx - yy) / 2
    const line = { x: mx, y: my, dx: Math.cos(angle), dy: Math.sin(angle) }
    if (pass === 3) return line
    const off = (p: Point) => Math.abs((p.x - mx) * line.dy - (p.y - my) * line.dx)
    const offs = kept.map(off).sort((a, b) => a - b)
    const most = Math.max(1, 2.5 * offs[offs.length >> 1]!)
    kept = kept.filter((p) => off(p) <= most)
  }
  return null
}

/** Moves each side to where the picture itself turns from paper to ground, and meets them again. */
const sharpen = (grey: Grey, quad: readonly Point[], level: number, reach: number): Point[] => {
  const at = (x: number, y: number) => {
    const px = Math.round(x - 0.5)
    const py = Math.round(y - 0.5)
    return px < 0 || py < 0 || px >= grey.width || py >= grey.height ? 0 : grey.data[py * grey.width + px]!
  }
  const sides = quad.map((a, i) => {
    const b = quad[(i + 1) % 4]!
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    const ux = (b.x - a.x) / length
    const uy = (b.y - a.y) / length
    const found: Point[] = []
    for (let k = 0; k < 60; k++) {
      const t = 0.06 + (0.88 * k) / 59
      const x = a.x + (b.x - a.x) * t
      const y = a.y + (b.y - a.y) * t
      // From without to within: the first place that stays light.
      for (let o = -reach; o <= reach; o += 0.5) {
        const light = (d: number) => at(x - uy * (o + d), y + ux * (o + d)) > level
        if (light(0) && light(1.5) && light(3)) {
          found.push({ x: x - uy * o, y: y + ux * o })
          break
        }
      }
    }
    return lineThrough(found)
  })
  return quad.map((p, i) => {
    const a = sides[(i + 3) % 4]
    const b = sides[i]
    const m = a && b ? meet(a, b) : null
    return m && Math.hypot(m.x - p.x, m.y - p.y) < 2 * reach ? m : p
  })
}

/** Where the picture is light, or within two pixels of it. */
const grown = ({ width, height, data }: Grey, level: number): Uint8Array => {
  // First along the lines, then across them.
  const along = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    const o = y * width
    let until = -1
    for (let x = 0; x < width; x++) {
      if (data[o + x]! > level) {
        for (let u = Math.max(0, x - 2); u <= x; u++) along[o + u] = 1
        until = x + 2
      } else if (x <= until) along[o + x] = 1
    }
  }
  const out = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let v = Math.max(0, y - 2); v <= Math.min(height - 1, y + 2); v++) {
      const [o, from] = [y * width, v * width]
      for (let x = 0; x < width; x++) out[o + x]! |= along[from + x]!
    }
  return out
}

/**
 * The paper's corners, or null where it fills the picture or does not stand out: then the picture is the page. The first
 * corner is the one nearest the picture's own top left; which way the page is up is not known here.
 */
export const findPaper = (grey: Grey): Quad | null => {
  const f = Math.max(1, Math.round(Math.max(grey.width, grey.height) / LOOK))
  const small = shrink(grey, f)
  const { level, apart } = parting(small, 256)
  return apart < 40 ? null : lighter(grey, small, f, level)
}

/**
 * The paper where a shadow lies over a part of it: what is lighter than the ground, though as dark as the ground is beside
 * paper in the light. Null where there is no third heap.
 */
export const findShadedPaper = (grey: Grey): Quad | null => {
  const f = Math.max(1, Math.round(Math.max(grey.width, grey.height) / LOOK))
  const small = shrink(grey, f)
  const { level, apart } = parting(small, parting(small, 256).level + 1)
  return apart < 25 ? null : lighter(grey, small, f, level)
}

/** The corners of the largest piece that is lighter than `level`; `small` is the picture shrunk by `f`. */
const lighter = (grey: Grey, small: Grey, f: number, level: number): Quad | null => {
  const { width, height } = small
  // The largest light piece, four neighbours; grown a little, so that a frame's line does not part a sheet.
  const light = grown(small, level)
  const label = new Int32Array(width * height)
  const stack = new Int32Array(width * height)
  let most = 0
  let best = 0
  let n = 0
  for (let s = 0; s < label.length; s++) {
    if (label[s] || !light[s]) continue
    n++
    let top = 0
    let area = 0
    stack[top++] = s
    label[s] = n
    while (top > 0) {
      const i = stack[--top]!
      area++
      const x = i % width
      for (let k = 0; k < 4; k++) {
        const j =
          k === 0 ? (x > 0 ? i - 1 : -1) : k === 1 ? (x < width - 1 ? i + 1 : -1) : k === 2 ? i - width : i + width
        if (j >= 0 && j < label.length && !label[j] && light[j]) {
          label[j] = n
          stack[top++] = j
        }
      }
    }
    if (area > most) {
      most = area
      best = n
    }
  }
  if (most < 0.04 * width * height) return null
  const edge: Point[] = []
  for (let y = 0; y < height; y++) {
    let from = -1
    let to = -1
    for (let x = 0; x < width; x++)
      if (label[y * width + x] === best) {
        if (from < 0) from = x
        to = x
      }
    if (from >= 0) edge.push({ x: from, y: y + 0.5 }, { x: to + 1, y: y + 0.5 })
  }
  const hull = hullOf(edge)
  if (hull.length < 4) return null
  const four = fourOf(hull)
  // A sheet is nearly its own quadrilateral; a lamp's shine is not.
  if (Math.abs(areaOf(four)) < 0.9 * Math.abs(areaOf(hull)) || most < 0.55 * Math.abs(areaOf(hull))) return null
  const margin = 0.02 * Math.max(width, height)
  const atRim = (p: Point) => p.x < margin || p.y < margin || p.x > width - margin || p.y > height - margin
  if (four.filter(atRim).length >= 3) return null
  const full = four.map((p) => ({ x: p.x * f, y: p.y * f }))
  if (areaOf(full) < 0) full.reverse()
  const start = full.reduce((b, p, i) => (p.x + p.y < full[b]!.x + full[b]!.y ? i : b), 0)
  const turned = [0, 1, 2, 3].map((i) => full[(start + i) % 4]!)
  const fine = sharpen(grey, turned, level, 4 * f)
  return [fine[0]!, fine[1]!, fine[2]!, fine[3]!]
}
