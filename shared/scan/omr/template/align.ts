/**
 * Where a picture lies on a template's reference picture: guesses from the paper's border, the picture's own frame and
 * locating marks, judged by likeness; then patches of the reference are found again and a projective map is fitted.
 */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, Homography } from '../omr.types.ts'
import { fit, invert, project } from '../homography.ts'
import type { Match, Point } from '../homography.ts'
import { integrate, shrink, straighten } from '../sample.ts'
import { findPaper, findShadedPaper } from './paper.ts'
import { darkMask, shapesOf } from './shapes.ts'
import type { Shape } from './shapes.ts'

/** What is known of a template's page before anything is read by it. Lengths are pixels of the reference. */
export type Reference = {
  picture: Grey
  /** Locating areas, if any: each holds one solid mark. */
  marks: readonly Rect[]
}

/** A patch of the reference that was found again: how far from where the map has it, in reference pixels. */
export type Residual = { x: number; y: number; dx: number; dy: number; weight: number }

export type Alignment = {
  /** Picture pixels from reference pixels. */
  homography: Homography
  /** −1…1: likeness of the straightened picture and the reference. */
  likeness: number
  /** Share of the patches that were found where the map has them. */
  found: number
  residuals: Residual[]
}

const COARSE = 150

/** Darkness against the neighbourhood, without its light: what a shadow or another paper does not change. */
const relief = (grey: Grey, radius: number): Relief => {
  const { width, height, data } = grey
  const { sum } = integrate(grey)
  const out = new Float32Array(width * height)
  const line = width + 1
  for (let y = 0; y < height; y++) {
    const y0 = Math.max(0, y - radius)
    const y1 = Math.min(height, y + radius + 1)
    for (let x = 0; x < width; x++) {
      const x0 = Math.max(0, x - radius)
      const x1 = Math.min(width, x + radius + 1)
      const mean =
        (sum[y1 * line + x1]! - sum[y0 * line + x1]! - sum[y1 * line + x0]! + sum[y0 * line + x0]!) /
        ((x1 - x0) * (y1 - y0))
      out[y * width + x] = (mean - data[y * width + x]!) / Math.max(30, mean)
    }
  }
  return { width, height, data: out }
}

/** Keeps what was made of a picture that many pages are laid on. */
const keptOf = <V>(make: (picture: Grey) => V): ((picture: Grey) => V) => {
  const kept = new WeakMap<Grey, V>()
  return (picture) => {
    let value = kept.get(picture)
    if (value === undefined) kept.set(picture, (value = make(picture)))
    return value
  }
}

/** What is left out of a relief on every side where two are compared, and so how far one may be moved. */
const RIM = 8

type Relief = { width: number; height: number; data: Float32Array }

/** Sum of the values, and of their squares, over the middle of a relief moved by a shift. */
const sumsAt = ({ width: w, height: h, data }: Relief, dx: number, dy: number): readonly [number, number] => {
  let [s, ss] = [0, 0]
  for (let y = RIM + dy; y < h - RIM + dy; y++)
    for (let k = y * w + RIM + dx, end = y * w + w - RIM + dx; k < end; k++) {
      const v = data[k]!
      s += v
      ss += v * v
    }
  return [s, ss]
}

/** The same for every shift up to `reach`: each is the one before it without the line that it left and with the one that it met. */
const sumsWithin = (r: Relief, reach: number): (readonly [number, number])[][] => {
  const { width: w, height: h, data } = r
  const [x1, y1] = [w - RIM, h - RIM]
  const side = 2 * reach + 1
  // Sums over the rows of the middle, column by column, for each shift down; then along them.
  return Array.from({ length: side }, (_, j) => {
    const dy = j - reach
    const [column, squares] = [new Float64Array(w), new Float64Array(w)]
    for (let y = RIM + dy; y < y1 + dy; y++)
      for (let x = RIM - reach; x < x1 + reach; x++) {
        const v = data[y * w + x]!
        column[x]! += v
        squares[x]! += v * v
      }
    return Array.from({ length: side }, (_, i) => {
      let [s, ss] = [0, 0]
      for (let x = RIM + i - reach; x < x1 + i - reach; x++) {
        s += column[x]!
        ss += squares[x]!
      }
      return [s, ss] as const
    })
  })
}

type Sums = readonly [number, number]

/** Correlation of two reliefs at a shift, over the middle of the first; their sums are known. */
const likenessAt = (a: Relief, b: Relief, [sa, aa]: Sums, [sb, bb]: Sums, dx: number, dy: number): number => {
  const { width: w, height: h, data: p } = a
  const q = b.data
  const along = w - 2 * RIM
  const n = along * (h - 2 * RIM)
  const va = aa - (sa * sa) / n
  const vb = bb - (sb * sb) / n
  if (!(va > 0 && vb > 0)) return -1
  // Two sums side by side: one alone waits for itself.
  let [ab, more] = [0, 0]
  for (let y = RIM; y < h - RIM; y++) {
    let k = y * w + RIM
    let o = k + dy * w + dx
    for (const end = k + along - 1; k < end; k += 2, o += 2) {
      ab += p[k]! * q[o]!
      more += p[k + 1]! * q[o + 1]!
    }
    if ((along & 1) === 1) ab += p[k]! * q[o]!
  }
  ab += more
  return (ab - (sa * sb) / n) / Math.sqrt(va * vb)
}

const scaled = (k: number): Homography => [k, 0, 0, 0, k, 0, 0, 0, 1]
/** The map that does `first`, then `then`. */
export const after = (then: Homography, first: Homography): Homography => {
  const m: number[] = []
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      m.push(then[i * 3]! * first[j]! + then[i * 3 + 1]! * first[3 + j]! + then[i * 3 + 2]! * first[6 + j]!)
  return m.map((v) => v / m[8]!) as unknown as Homography
}
export const moved = (dx: number, dy: number): Homography => [1, 0, dx, 0, 1, dy, 0, 0, 1]

const cornersTo = (w: number, h: number, corners: readonly Point[]): Homography | null =>
  fit(
    [
      [0, 0],
      [w, 0],
      [w, h],
      [0, h],
    ].map(([x, y], i) => ({ x: x!, y: y!, u: corners[i]!.x, v: corners[i]!.y, weight: 1 })),
  )

const knownMarks = new WeakMap<Reference, Shape[]>()

/** The solid shape in each locating area of the reference. */
export const marksOf = (reference: Reference): Shape[] => {
  let found = knownMarks.get(reference)
  if (!found) knownMarks.set(reference, (found = findMarks(reference)))
  return found
}

const findMarks = ({ picture, marks }: Reference): Shape[] => {
  if (marks.length < 2) return []
  const mask = darkMask(picture, Math.round(picture.width / 8))
  const shapes = shapesOf(mask, picture.width, picture.height, 12)
  return marks.flatMap((r) => {
    const within = shapes
      .filter((s) => s.cx > r.x && s.cx < r.x + r.w && s.cy > r.y && s.cy < r.y + r.h)
      .sort((a, b) => b.area - a.area)
    return within.slice(0, 1)
  })
}

/** Places that put the reference's marks on shapes of the picture, the ones with most marks first. */
const byMarks = (reference: Reference, grey: Grey): Homography[] => {
  const own = marksOf(reference)
  if (own.length < 3) return []
  const f = Math.max(1, Math.round(Math.max(grey.width, grey.height) / 1000))
  const small = shrink(grey, f)
  const shapes = shapesOf(darkMask(small, Math.round(small.width / 10)), small.width, small.height, 12)
    .sort((a, b) => b.area - a.area)
    .slice(0, 70)
  // The two that are farthest apart carry the guess.
  let [a, b] = [own[0]!, own[1]!]
  for (const p of own)
    for (const q of own)
      if (Math.hypot(p.cx - q.cx, p.cy - q.cy) > Math.hypot(a.cx - b.cx, a.cy - b.cy)) [a, b] = [p, q]
  const d = { x: b.cx - a.cx, y: b.cy - a.cy }
  const d2 = d.x * d.x + d.y * d.y
  const out: { h: Homography; worth: number }[] = []
  for (const p of shapes)
    for (const q of shapes) {
      if (p === q) continue
      const u = { x: q.cx - p.cx, y: q.cy - p.cy }
      const k2 = (u.x * u.x + u.y * u.y) / d2
      const alike = (s: Shape, o: Shape) => {
        const r = s.area / (o.area * k2)
        return r > 0.55 && r < 1.8
      }
      if (!alike(p, a) || !alike(q, b)) continue
      const c = (u.x * d.x + u.y * d.y) / d2
      const s = (u.y * d.x - u.x * d.y) / d2
      const matches: Match[] = []
      let error = 0
      for (const m of own) {
        const x = p.cx + c * (m.cx - a.cx) - s * (m.cy - a.cy)
        const y = p.cy + s * (m.cx - a.cx) + c * (m.cy - a.cy)
        let near: Shape | null = null
        let least = 0.09 * Math.sqrt(u.x * u.x + u.y * u.y)
        for (const o of shapes) {
          const far = Math.hypot(o.cx - x, o.cy - y)
          if (far < least && alike(o, m)) {
            least = far
            near = o
          }
        }
        if (!near) continue
        error += least
        matches.push({ x: m.cx, y: m.cy, u: near.cx * f, v: near.cy * f, weight: 1 })
      }
      if (matches.length < 3) continue
      const h = fit(matches)
      if (h) out.push({ h, worth: matches.length - (error / matches.length / Math.sqrt(k2 * d2)) * 10 })
    }
  return out
    .sort((x, y) => y.worth - x.worth)
    .slice(0, 6)
    .map(({ h }) => h)
}

/** Every way the reference may lie in the picture, as far as borders and marks say. */
const guesses = (reference: Reference, grey: Grey): Homography[] => {
  const { width: w, height: h } = reference.picture
  const frame: Point[] = [
    { x: 0, y: 0 },
    { x: grey.width, y: 0 },
    { x: grey.width, y: grey.height },
    { x: 0, y: grey.height },
  ]
  const quads = [findPaper(grey), frame, findShadedPaper(grey)].filter((q) => q !== null)
  const turned = quads.flatMap((q) =>
    [0, 1, 2, 3].flatMap((k) => {
      const m = cornersTo(
        w,
        h,
        [0, 1, 2, 3].map((i) => q[(i + k) % 4]!),
      )
      return m ? [m] : []
    }),
  )
  return [...byMarks(reference, grey), ...turned]
}

/** Patches that can be found again, spread over the page: the most structured place of each field. */
const patchesOf = (picture: Grey, half: number, across: number): Point[] => {
  const { width, height, data } = picture
  const down = Math.max(3, Math.round((across * height) / width))
  const out: Point[] = []
  const step = Math.max(2, half >> 1)
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      let best = 0
      let at: Point | null = null
      const x1 = Math.min(width - half - 2, Math.floor(((i + 1) * width) / across))
      const y1 = Math.min(height - half - 2, Math.floor(((j + 1) * height) / down))
      for (let y = Math.max(half + 1, Math.floor((j * height) / down)); y < y1; y += step)
        for (let x = Math.max(half + 1, Math.floor((i * width) / across)); x < x1; x += step) {
          // The weaker of the gradient's two directions: an edge alone slides along itself.
          let [xx, yy, xy] = [0, 0, 0]
          for (let v = -half; v <= half; v += 2)
            for (let u = -half; u <= half; u += 2) {
              const k = (y + v) * width + x + u
              const gx = data[k + 1]! - data[k - 1]!
              const gy = data[k + width]! - data[k - width]!
              xx += gx * gx
              yy += gy * gy
              xy += gx * gy
            }
          const weak = (xx + yy) / 2 - Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
          if (weak > best) {
            best = weak
            at = { x, y }
          }
        }
      if (at && best > 400 * half * half * 0.25) out.push(at)
    }
  return out
}

/** Sums of a picture's greys and of their squares over any place of a patch within `reach` of its own: both are whole numbers. */
const windowOf = ({ width, height, data }: Grey, p: Point, half: number, reach: number) => {
  const [left, top] = [Math.max(0, p.x - half - reach), Math.max(0, p.y - half - reach)]
  const across = Math.min(width, p.x + half + reach + 1) - left
  const down = Math.min(height, p.y + half + reach + 1) - top
  const line = across + 1
  const sum = new Int32Array(line * (down + 1))
  const squares = new Float64Array(line * (down + 1))
  for (let y = 0; y < down; y++) {
    let [s, ss] = [0, 0]
    for (let x = 0, k = (y + 1) * line + 1, i = (top + y) * width + left; x < across; x++, k++, i++) {
      const g = data[i]!
      s += g
      ss += g * g
      sum[k] = sum[k - line]! + s
      squares[k] = squares[k - line]! + ss
    }
  }
  const wide = 2 * half + 1
  const out: [number, number] = [0, 0]
  return (x0: number, y0: number): readonly [number, number] => {
    const k = (y0 - top) * line + x0 - left
    const below = k + wide * line
    out[0] = sum[below + wide]! - sum[below]! - sum[k + wide]! + sum[k]!
    out[1] = squares[below + wide]! - squares[below]! - squares[k + wide]! + squares[k]!
    return out
  }
}

/** The place of a patch of `a` in `b` within `reach` of its own, to a part of a pixel; null where nothing is like it. */
export const findPatch = (
  a: Grey,
  b: Grey,
  p: Point,
  half: number,
  reach: number,
): { dx: number; dy: number; score: number } | null => {
  const w = a.width
  const n = (2 * half + 1) ** 2
  const own = new Float32Array(n)
  let mean = 0
  for (let v = -half, k = 0; v <= half; v++)
    for (let u = -half; u <= half; u++, k++) mean += own[k] = a.data[(p.y + v) * w + p.x + u]!
  mean /= n
  let norm = 0
  for (let k = 0; k < n; k++) {
    own[k]! -= mean
    norm += own[k]! ** 2
  }
  if (norm < n * 16) return null
  const side = 2 * reach + 1
  const scores = new Float32Array(side * side).fill(-1)
  const window = windowOf(b, p, half, reach)
  const { data } = b
  const wide = 2 * half + 1
  let best = -1
  let at = 0
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      const x = p.x + dx
      const y = p.y + dy
      if (x < half || y < half || x >= b.width - half || y >= b.height - half) continue
      // A patch is an odd number of pixels wide; two sums side by side do not wait for each other.
      let [cross, more] = [0, 0]
      for (let v = -half, k = 0; v <= half; v++) {
        let o = (y + v) * w + x - half
        for (const end = o + wide - 1; o < end; o += 2, k += 2) {
          cross += data[o]! * own[k]!
          more += data[o + 1]! * own[k + 1]!
        }
        cross += data[o]! * own[k++]!
      }
      cross += more
      const [s, ss] = window(x - half, y - half)
      const spread = ss - (s * s) / n
      const score = spread > n * 4 ? cross / Math.sqrt(spread * norm) : -1
      const k = (dy + reach) * side + dx + reach
      scores[k] = score
      if (score > best) {
        best = score
        at = k
      }
    }
  if (best < 0.45) return null
  const i = at % side
  const j = (at - i) / side
  if (i === 0 || j === 0 || i === side - 1 || j === side - 1) return null
  const sub = (lower: number, upper: number) => {
    const bend = lower + upper - 2 * best
    return bend < -1e-6 ? Math.max(-0.5, Math.min(0.5, (lower - upper) / (2 * bend))) : 0
  }
  return {
    dx: i - reach + sub(scores[at - 1]!, scores[at + 1]!),
    dy: j - reach + sub(scores[at - side]!, scores[at + side]!),
    score: best,
  }
}

/** A projective map through matches of which some are wrong: their weight falls with their distance. */
const robust = (matches: readonly Match[], scale: number): Homography | null => {
  let weighted = matches.map((m) => ({ ...m }))
  let h: Homography | null = null
  for (let pass = 0; pass < 8; pass++) {
    const next = fit(weighted, matches.length < 8 ? 1e-3 : 0)
    if (!next) return h
    h = next
    const offs = matches.map((m) => {
      const p = project(next, m.x, m.y)
      return Math.hypot(p.x - m.u, p.y - m.v)
    })
    const middle = [...offs].sort((a, b) => a - b)[offs.length >> 1]!
    const width = Math.max(0.4 * scale, 1.5 * middle)
    weighted = matches.map((m, i) => ({ ...m, weight: m.weight / (1 + (offs[i]! / width) ** 4) }))
  }
  return h
}

type Round = { down: number; half: number; reach: number; across: number }
/** From coarse to fine: shrinking of the reference, half a patch, reach in pixels of that size, patches across. */
const rounds: readonly Round[] = [
  { down: 4, half: 9, reach: 9, across: 6 },
  { down: 2, half: 9, reach: 8, across: 8 },
  { down: 1, half: 10, reach: 7, across: 10 },
  { down: 1, half: 10, reach: 4, across: 13 },
]

/** The reference as each round sees it: shrunk, with the patches that are sought. */
const patchedOf = keptOf((reference) => {
  const shrunk = new Map(rounds.map(({ down }) => [down, shrink(reference, down)]))
  return new Map(
    rounds.map((r) => {
      const a = shrunk.get(r.down)!
      return [r, { a, patches: patchesOf(a, r.half, r.across) }]
    }),
  )
})

/** The reference as guesses are held against it, and as the place that was found is. */
const coarseOf = keptOf((picture) => {
  const f = Math.max(1, Math.round(Math.max(picture.width, picture.height) / COARSE))
  const own = relief(shrink(picture, f), 6)
  return { f, own, sums: sumsAt(own, 0, 0) }
})
const fineOf = keptOf((picture) => {
  const own = relief(shrink(picture, 2), 8)
  return { own, sums: sumsAt(own, 0, 0) }
})

/** A guess is moved by so many pixels of the coarse picture to where it is most alike. */
const MOVE = 7

/** One round: straightens the picture to the reference, finds its patches, fits the map anew. */
const round = (reference: Grey, grey: Grey, h: Homography, r: Round) => {
  const { a, patches } = patchedOf(reference).get(r)!
  const toReference = scaled(r.down)
  const b = straighten(grey, after(h, toReference), { x: 0, y: 0, w: a.width, h: a.height }, 1)
  const found = patches.flatMap((p) => {
    const at = findPatch(a, b, p, r.half, r.reach)
    return at ? [{ p, ...at }] : []
  })
  const matches = found.map(({ p, dx, dy, score }): Match => {
    const q = project(h, (p.x + 0.5 + dx) * r.down, (p.y + 0.5 + dy) * r.down)
    return { x: (p.x + 0.5) * r.down, y: (p.y + 0.5) * r.down, u: q.x, v: q.y, weight: score * score }
  })
  return { patches: patches.length, matches }
}

/** Lays the picture on the reference; null where nothing of the reference is seen in it. */
export const align = (reference: Reference, grey: Grey): Alignment | null => {
  const { picture } = reference
  const { f, own, sums } = coarseOf(picture)
  const judged = guesses(reference, grey).map((h) => {
    const seen = relief(straighten(grey, after(h, scaled(f)), { x: 0, y: 0, w: own.width, h: own.height }, 1), 6)
    const others = sumsWithin(seen, MOVE)
    let best = { score: -1, dx: 0, dy: 0 }
    for (let dy = -MOVE; dy <= MOVE; dy++)
      for (let dx = -MOVE; dx <= MOVE; dx++) {
        const score = likenessAt(own, seen, sums, others[dy + MOVE]![dx + MOVE]!, dx, dy)
        if (score > best.score) best = { score, dx, dy }
      }
    return { h: after(h, moved(best.dx * f, best.dy * f)), score: best.score }
  })
  judged.sort((a, b) => b.score - a.score)
  let best: Alignment | null = null
  for (const guess of judged.slice(0, 3)) {
    const done = refine(picture, grey, guess.h)
    if (done && (!best || done.likeness * done.found > best.likeness * best.found)) best = done
    if (best && best.found > 0.7) break
  }
  return best
}

/** Lays the picture on the reference from a place that is known to within some millimetres. */
export const refine = (picture: Grey, grey: Grey, start: Homography): Alignment | null => {
  let h = start
  let last: ReturnType<typeof round> | null = null
  for (const r of rounds) {
    if (picture.width / r.down < 60) continue
    last = round(picture, grey, h, r)
    if (last.matches.length < 6) continue
    const scale = Math.hypot(project(h, 1, 0).x - project(h, 0, 0).x, project(h, 1, 0).y - project(h, 0, 0).y)
    h = robust(last.matches, Math.max(0.2, scale) * r.down) ?? h
  }
  if (!last || last.patches === 0) return null
  const back = invert(h)
  const residuals = last.matches.map((m): Residual => {
    const q = project(back, m.u, m.v)
    return { x: m.x, y: m.y, dx: q.x - m.x, dy: q.y - m.y, weight: m.weight }
  })
  const near = residuals.filter((r) => Math.hypot(r.dx, r.dy) < 4)
  const { own, sums } = fineOf(picture)
  const seen = relief(straighten(grey, after(h, scaled(2)), { x: 0, y: 0, w: own.width, h: own.height }, 1), 8)
  const likeness = likenessAt(own, seen, sums, sumsAt(seen, 0, 0), 0, 0)
  return { homography: h, likeness, found: near.length / last.patches, residuals: near }
}
