/**
 * Bent paper: what is printed is followed from the corner marks inwards, frames by short steps and cells row by row, each
 * sought where those beside it say. So a shift of many millimetres is found without ever looking farther than one.
 */
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, Homography } from './omr.types.ts'
import { fit, project } from './homography.ts'
import type { Point } from './homography.ts'
import type { Located } from './locate.ts'
import { shiftOf } from './register.ts'
import { boxMean, integrate, straighten } from './sample.ts'
import type { Integral } from './sample.ts'
import type { Zone } from './zones.ts'

/** A straightened piece of the page; (left, top) is its corner in mm. */
export type Sheet = { patch: Grey; sums: Integral; left: number; top: number; density: number }

/** Where a zone was found: its own piece, laid out along the bend, and what is left of its shift there (mm); `bend`: how far its middle is from the plane. */
export type Followed = { sheet: Sheet; dx: number; dy: number; bend: { dx: number; dy: number } }

/** How far from its plane place something was found; a line says nothing along itself. */
type Known = Point & { dx?: number; dy?: number }

/** Length of a piece of line (mm), and how far it and a zone are sought (mm). */
const PIECE = 6
const REACH = 1.1
/** Contrast of a line, and of a zone's outlines, in grey levels. */
const LINE = 8
const OUTLINE = 3
/** What is known within this distance (mm) says where its neighbour lies. */
const NEAR = 16

/** The value and the slope about a point, by what is known near it; null where nothing is. */
const predict = (known: readonly Known[], axis: 'dx' | 'dy', at: Point): number => {
  // Normal equations of a plane through the neighbours; its slope is held down, so that few neighbours say only their mean.
  const a = [0, 0, 0, 0, 0, 0]
  const b = [0, 0, 0]
  let least = Infinity
  for (const k of known) if (k[axis] !== undefined) least = Math.min(least, Math.hypot(k.x - at.x, k.y - at.y))
  const reach = Math.max(NEAR, 0.7 * least)
  for (const k of known) {
    const v = k[axis]
    if (v === undefined) continue
    const x = (k.x - at.x) / reach
    const y = (k.y - at.y) / reach
    const w = Math.exp(-(x * x + y * y) / 2)
    if (w < 1e-4) continue
    a[0]! += w
    a[1]! += w * x
    a[2]! += w * y
    a[3]! += w * x * x
    a[4]! += w * x * y
    a[5]! += w * y * y
    b[0]! += w * v
    b[1]! += w * x * v
    b[2]! += w * y * v
  }
  a[3]! += 0.15
  a[5]! += 0.15
  const [p, q, r, s, t, u] = a as [number, number, number, number, number, number]
  const det = p * (s * u - t * t) - q * (q * u - t * r) + r * (q * t - s * r)
  if (!(Math.abs(det) > 1e-9)) return p > 0 ? b[0]! / p : 0
  return (b[0]! * (s * u - t * t) - q * (b[1]! * u - t * b[2]!) + r * (b[1]! * t - s * b[2]!)) / det
}

/** The plane map with a bend: exact at the corners of a rectangle. */
const bentAt = (h: Homography, known: readonly Known[], { x, y, w, h: height }: Rect): Homography =>
  fit(
    [
      { x, y },
      { x: x + w, y },
      { x: x + w, y: y + height },
      { x, y: y + height },
    ].map((p) => {
      const q = project(h, p.x + predict(known, 'dx', p), p.y + predict(known, 'dy', p))
      return { ...p, u: q.x, v: q.y, weight: 1 }
    }),
  ) ?? h

type Piece = Point & { across: boolean }

/** Frames and thick lines in pieces. `across`: the line runs across the page, so it says how far down it lies. */
const piecesOf = (page: PageGeometry): Piece[] => {
  const out: Piece[] = []
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    const length = Math.hypot(x2 - x1, y2 - y1)
    const across = Math.abs(y2 - y1) < 0.1
    if (length < 2 * PIECE || (!across && Math.abs(x2 - x1) > 0.1)) return
    const n = Math.round(length / PIECE)
    for (let i = 0; i < n; i++) {
      const t = (i + 0.5) / n
      out.push({ x: x1 + (x2 - x1) * t, y: y1 + (y2 - y1) * t, across })
    }
  }
  for (const d of page.draws) {
    if ((d.kind !== 'box' && d.kind !== 'line') || d.width * d.ink < 0.2) continue
    if (d.kind === 'line') line(d.x1, d.y1, d.x2, d.y2)
    else {
      const { x, y, w, h } = d.rect
      line(x, y, x + w, y)
      line(x, y + h, x + w, y + h)
      line(x, y, x, y + h)
      line(x + w, y, x + w, y + h)
    }
  }
  return out
}

/** The shift of a piece of line beyond where it is expected, mm; null where no line is seen. */
const findLine = (grey: Grey, h: Homography, known: readonly Known[], p: Piece, density: number): number | null => {
  const half = PIECE / 2
  const wide = REACH + 1.1
  const rect = p.across
    ? { x: p.x - half, y: p.y - wide, w: PIECE, h: 2 * wide }
    : { x: p.x - wide, y: p.y - half, w: 2 * wide, h: PIECE }
  const patch = straighten(grey, bentAt(h, known, rect), rect, density)
  const sums = integrate(patch)
  const n = p.across ? patch.height : patch.width
  const level = (a: number, b: number) =>
    p.across ? boxMean(sums, 0, a, patch.width, b) : boxMean(sums, a, 0, b, patch.height)
  const far = Math.round(0.8 * density)
  let best = LINE
  let at: number | null = null
  for (let k = far + 1; k < n - far - 2; k++) {
    const beside = Math.min(level(k - far - 1, k - far + 1), level(k + far, k + far + 2))
    const v = beside - level(k, k + 2) - 2 * Math.abs((k + 1) / density - wide)
    if (v > best) {
      best = v
      at = (k + 1) / density - wide
    }
  }
  return at !== null && Math.abs(at) < REACH ? at : null
}

const zonePiece = (grey: Grey, h: Homography, known: readonly Known[], { rect: r }: Zone, density: number): Sheet => {
  const rect = { x: r.x - ROOM, y: r.y - ROOM, w: r.w + 2 * ROOM, h: r.h + 2 * ROOM }
  const patch = straighten(grey, bentAt(h, known, rect), rect, density)
  return { patch, sums: integrate(patch), left: rect.x, top: rect.y, density }
}
/** Room about a zone in its own piece: one step to the next row and its outline. */
const ROOM = 8.4

/** Follows the page's print from its anchors; answers each zone's piece and shift. */
export const followPrint = (
  grey: Grey,
  located: Located,
  page: PageGeometry,
  zones: readonly Zone[],
  density: number,
): Map<Zone, Followed> => {
  const h = located.homography
  const back = (a: Point & { rect: Rect }): Known => {
    const c = { x: a.rect.x + a.rect.w / 2, y: a.rect.y + a.rect.h / 2 }
    const p = project(h, c.x, c.y)
    const q = project(h, c.x + 1, c.y)
    const r = project(h, c.x, c.y + 1)
    const det = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
    const [u, v] = [a.x - p.x, a.y - p.y]
    return { ...c, dx: (u * (r.y - p.y) - v * (r.x - p.x)) / det, dy: (v * (q.x - p.x) - u * (q.y - p.y)) / det }
  }
  const followed: Known[] = located.anchors.map(back)
  type Step = Point & { piece?: Piece; zone?: Zone; far: number }
  const left: Step[] = [
    ...piecesOf(page).map((piece) => ({ x: piece.x, y: piece.y, piece, far: Infinity })),
    ...zones
      .filter((z) => z.outlined)
      .map((zone) => ({ x: zone.rect.x + zone.rect.w / 2, y: zone.rect.y + zone.rect.h / 2, zone, far: Infinity })),
  ]
  // Zones are wide: the nearest of what is known counts from their side.
  const farFrom = (s: Step, k: Point) => {
    const room = s.zone ? s.zone.rect : { w: 0, h: 0 }
    return Math.hypot(
      Math.max(0, Math.abs(s.x - k.x) - room.w / 2),
      Math.max(0, Math.abs(s.y - k.y) - room.h / 2) + (s.zone ? 2 : 0),
    )
  }
  const learn = (k: Known) => {
    followed.push(k)
    for (const s of left) s.far = Math.min(s.far, farFrom(s, k))
  }
  for (const s of left) for (const k of followed) s.far = Math.min(s.far, farFrom(s, k))
  const measured = new Map<Zone, Known>()
  while (left.length > 0) {
    let next = 0
    for (let i = 1; i < left.length; i++) if (left[i]!.far < left[next]!.far) next = i
    const { piece, zone } = left.splice(next, 1)[0]!
    if (piece) {
      const off = findLine(grey, h, followed, piece, density)
      if (off === null) continue
      const axis = piece.across ? 'dy' : 'dx'
      learn({ x: piece.x, y: piece.y, [axis]: predict(followed, axis, piece) + off })
    } else if (zone) {
      const sheet = zonePiece(grey, h, followed, zone, density)
      const s = shiftOf(sheet.sums, zone, sheet.left, sheet.top, density, REACH)
      if (s.strength < OUTLINE || Math.max(Math.abs(s.dx), Math.abs(s.dy)) > REACH - 0.1) continue
      const ends = [zone.rect.x, zone.rect.x + zone.rect.w].map((x) => ({ x, y: s.y }))
      const found = ends.map((p) => ({
        ...p,
        dx: predict(followed, 'dx', p) + s.dx,
        dy: predict(followed, 'dy', p) + s.dy,
      }))
      measured.set(zone, { x: s.x, y: s.y, dx: s.dx, dy: s.dy })
      for (const k of found) learn(k)
    }
  }
  // Once more, now that everything about each zone is known.
  return new Map(
    zones.map((zone) => {
      const sheet = zonePiece(grey, h, followed, zone, density)
      const s = zone.outlined ? shiftOf(sheet.sums, zone, sheet.left, sheet.top, density, 0.6) : null
      const sound = s && s.strength >= OUTLINE && measured.has(zone) && Math.hypot(s.dx, s.dy) < 0.5
      const middle = { x: zone.rect.x + zone.rect.w / 2, y: zone.rect.y + zone.rect.h / 2 }
      const bend = { dx: predict(followed, 'dx', middle), dy: predict(followed, 'dy', middle) }
      return [zone, { sheet, dx: sound ? s.dx : 0, dy: sound ? s.dy : 0, bend }]
    }),
  )
}
