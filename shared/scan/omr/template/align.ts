/**
 * Where a picture lies on a template's reference picture: guesses from the paper's border, the picture's own frame and
 * locating marks, judged by likeness; then patches of the reference are found again and a projective map is fitted.
 */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, Homography } from '../omr.types.ts'
import { fit, invert, project } from '../homography.ts'
import type { Match, Point } from '../homography.ts'
import { shrink, straighten } from '../sample.ts'
import { findPaper, findShadedPaper } from './paperCorners.ts'
import { findPatch, patchesOf } from './patches.ts'
import { likenessAt, relief, sumsAt, sumsWithin } from './relief.ts'
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

/** Keeps what was made of a picture that many pages are laid on. */
const keptOf = <V>(make: (picture: Grey) => V): ((picture: Grey) => V) => {
  const kept = new WeakMap<Grey, V>()
  return (picture) => {
    let value = kept.get(picture)
    if (value === undefined) kept.set(picture, (value = make(picture)))
    return value
  }
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

/** A place at which so many patches are found again is the right one. */
const SEEN = 0.7
/** Another is tried so often from where it ended. */
const AGAIN = 3

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
    if (best && best.found > SEEN) break
  }
  // What was laid within reach of its place only at last is laid anew from there.
  for (let again = 0; again < AGAIN && best && best.found <= SEEN; again++) {
    const done = refine(picture, grey, best.homography)
    if (!done || done.likeness * done.found <= best.likeness * best.found) break
    best = done
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
