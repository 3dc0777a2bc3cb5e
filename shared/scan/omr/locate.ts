/** Where the card lies in the picture: hypotheses from pairs of squares, checked against all that is printed. */
import type { CardGeometry, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, Homography } from './omr.types.ts'
import type { Square, Survey } from './anchors.ts'
import { refineSquare } from './anchors.ts'
import { distortion, fit, pixelsPerMm, project, residual, turnOf } from './homography.ts'
import type { Match } from './homography.ts'
import { printMatch } from './orientation.ts'

/** A page that the picture may show. */
export type Sheet = { card: number; width: number; height: number; page: PageGeometry }

/** All pages of several cards, in order. */
export const sheetsOf = (geometries: readonly CardGeometry[]): Sheet[] =>
  geometries.flatMap((g, card) => g.pages.map((page) => ({ card, width: g.width, height: g.height, page })))

/**
 * One accepted anchor: its card rectangle, its exact place, the grey of its ink and of the paper about it, and its side in
 * mm as found: a torn or covered one is smaller than printed and its centre is not to be trusted.
 */
export type FoundAnchor = {
  rect: Rect
  corner: boolean
  x: number
  y: number
  black: number
  white: number
  side: number
}

export type Located = {
  sheet: Sheet
  homography: Homography
  anchors: FoundAnchor[]
  /** 3 or 4. */
  corners: number
  /** Root mean square of the anchors' misfit in mm. */
  misfit: number
  /** See `printMatch`. */
  match: number
  /** Degrees clockwise, 0…360. */
  rotation: number
  /** Printed size against designed size; see `scaleOf`. */
  scale: number
}

const centre = (r: Rect) => ({ x: r.x + r.w / 2, y: r.y + r.h / 2 })

type Guess = { homography: Homography; corners: number; error: number; used: Match[] }

const CORNERS = ['tl', 'tr', 'br', 'bl'] as const

/** What a mark between the corners, where a guess has it, is worth against the guess's error. */
const CONFIRMED = 0.2
/** A place with four corners and this match needs no rival. */
const PLAIN = 0.12
/** So many guesses are looked at closely. */
const LOOKS = 8

/** Every plausible placing of one sheet's four corners on the squares, best first. */
const guess = (s: Survey, sheet: Sheet): Guess[] => {
  const marks = CORNERS.map((role) => sheet.page.anchors.find((a) => a.role === role))
  if (marks.some((m) => !m)) return []
  const rects = marks.map((m) => m!.rect)
  const centres = rects.map(centre)
  const side = Math.sqrt(rects[0]!.w * rects[0]!.h)
  const unit = Math.max(s.grey.width, s.grey.height) / Math.max(sheet.width, sheet.height)
  // Pages that fill the picture lie near 1; a photograph or a page on a larger glass goes down to a half.
  const least = unit * 0.45
  const most = unit * 1.2
  const pool = s.squares
    .filter((q) => q.side > least * side * 0.75 && q.side < most * side * 1.35)
    .sort((a, b) => b.quality - a.quality)
    .slice(0, 80)
  const edges = sheet.page.anchors.filter((a) => a.role === 'edge').map((a) => centre(a.rect))
  const guesses = new Map<string, Guess>()
  for (let d = 0; d < 2; d++) {
    const a = centres[d]!
    const c = centres[d + 2]!
    const mmx = c.x - a.x
    const mmy = c.y - a.y
    const mm2 = mmx * mmx + mmy * mmy
    for (const p of pool)
      for (const q of pool) {
        if (p === q) continue
        const ux = q.x - p.x
        const uy = q.y - p.y
        const k = Math.sqrt((ux * ux + uy * uy) / mm2)
        if (k < least || k > most) continue
        const ratio = p.side / q.side
        if (ratio > 1.4 || ratio < 0.71 || p.side > k * side * 1.4 || p.side < k * side * 0.68) continue
        // The similarity that takes a to p and c to q: u = re·x − im·y, v = im·x + re·y.
        const re = (ux * mmx + uy * mmy) / mm2
        const im = (uy * mmx - ux * mmy) / mm2
        const reach = 0.09 * Math.hypot(ux, uy)
        const near: { i: number; square: Square; far: number }[][] = []
        for (const i of [(d + 1) % 4, (d + 3) % 4]) {
          const x = centres[i]!.x - a.x
          const y = centres[i]!.y - a.y
          const ex = p.x + re * x - im * y
          const ey = p.y + im * x + re * y
          const list = []
          for (const r of pool) {
            if (r === p || r === q || r.side > k * side * 1.45 || r.side < k * side * 0.66) continue
            const far = Math.hypot(r.x - ex, r.y - ey)
            if (far < reach) list.push({ i, square: r, far: far / reach })
          }
          list.sort((m, n) => m.far - n.far)
          near.push(list.slice(0, 3))
        }
        for (const one of [...near[0]!, null])
          for (const two of [...near[1]!, null]) {
            if (!one && !two) continue
            const parts = [
              { i: d, square: p, far: 0 },
              { i: d + 2, square: q, far: 0 },
              ...(one ? [one] : []),
              ...(two ? [two] : []),
            ]
            const key = parts
              .map((m) => `${m.i}:${Math.round(m.square.x)},${Math.round(m.square.y)}`)
              .sort()
              .join(' ')
            if (guesses.has(key)) continue
            const used = parts.map((m) => ({ ...centres[m.i]!, u: m.square.x, v: m.square.y, weight: 1 }))
            const h = fit(used)
            if (!h || pixelsPerMm(h, centres[0]!.x, centres[0]!.y) < least * 0.8) continue
            const bend = Math.abs(h[6]) * sheet.width + Math.abs(h[7]) * sheet.height
            if (bend > 0.25) continue
            let sizes = 0
            for (const m of parts) {
              const local = Math.abs(pixelsPerMm(h, centres[m.i]!.x, centres[m.i]!.y)) * side
              sizes += Math.abs(Math.log(m.square.side / local)) + (1 - m.square.quality) * 0.3
            }
            const skew = distortion(h, sheet.width / 2, sheet.height / 2)
            if (skew > 0.15) continue
            const off = Math.max(one?.far ?? 0, two?.far ?? 0)
            // The marks between the corners are the card's alone: a guess that has them in their places is the likelier
            // one.
            const confirmed = edges.filter((e) => {
              const p = project(h, e.x, e.y)
              return pool.some((r) => Math.hypot(r.x - p.x, r.y - p.y) < 0.6 * k * side)
            })
            const error =
              sizes / parts.length +
              off * 0.5 +
              (parts.length === 3 ? 0.5 : 0) +
              Math.max(0, skew - 0.02) * 8 -
              confirmed.length * CONFIRMED
            guesses.set(key, { homography: h, corners: parts.length, error, used })
          }
      }
  }
  return [...guesses.values()].sort((x, y) => x.error - y.error).slice(0, 24)
}

/** Squares that were looked at exactly already, by their rough place. */
type Exact = Map<string, ReturnType<typeof refineSquare>>

/** Exact centres at full resolution, edge anchors included, and the fit over them. */
const settle = (
  s: Survey,
  sheet: Sheet,
  g: Guess,
  exact: Exact,
): Omit<Located, 'match' | 'rotation' | 'scale'> | null => {
  let h = g.homography
  let foundAnchors: FoundAnchor[] = []
  let matches: Match[] = []
  for (let pass = 0; pass < 2; pass++) {
    foundAnchors = []
    matches = []
    for (const a of sheet.page.anchors) {
      const corner = a.role !== 'edge'
      const c = centre(a.rect)
      const p = project(h, c.x, c.y)
      const side = Math.abs(pixelsPerMm(h, c.x, c.y)) * Math.sqrt(a.rect.w * a.rect.h)
      const usedMark = corner ? g.used.find((m) => m.x === c.x && m.y === c.y) : undefined
      const start = usedMark ? { x: usedMark.u, y: usedMark.v } : p
      if (!usedMark && pass === 0) continue
      const key = `${Math.round(start.x / 2)} ${Math.round(start.y / 2)}`
      let r = exact.get(key)
      if (r === undefined) {
        r = refineSquare(s.grey, start.x, start.y, side)
        exact.set(key, r)
      }
      if (!r) continue
      const far = Math.hypot(r.x - p.x, r.y - p.y)
      if (!usedMark && far > side * 0.9) continue
      foundAnchors.push({
        rect: a.rect,
        corner,
        x: r.x,
        y: r.y,
        black: r.black,
        white: r.white,
        side: (r.side / side) * Math.sqrt(a.rect.w * a.rect.h),
      })
      matches.push({ ...c, u: r.x, v: r.y, weight: corner ? 1 : 0.5 })
    }
    if (foundAnchors.filter((f) => f.corner).length < 3) return null
    // With a corner missing the rest hardly says how the sheet leans: the perspective terms are held near zero.
    const next = fit(matches, foundAnchors.filter((f) => f.corner).length === 4 ? 0 : 3e-2)
    if (!next) return null
    h = next
  }
  const mid = Math.abs(pixelsPerMm(h, sheet.width / 2, sheet.height / 2))
  return {
    sheet,
    homography: h,
    anchors: foundAnchors,
    corners: foundAnchors.filter((f) => f.corner).length,
    misfit: residual(h, matches) / mid,
  }
}

/**
 * Printed size against designed size: from the file's resolution where it is believable, else by taking the picture's
 * longer side for the paper's.
 */
const scaleOf = (grey: Grey, sheet: Sheet, h: Homography): number => {
  const ppm = Math.abs(pixelsPerMm(h, sheet.width / 2, sheet.height / 2))
  const claimed = grey.dpi ? (ppm * 25.4) / grey.dpi : 0
  if (claimed > 0.6 && claimed < 1.3) return claimed
  return (ppm * Math.max(sheet.width, sheet.height)) / Math.max(grey.width, grey.height)
}

/**
 * Drops corners that are torn, folded or smeared (smaller or larger than their fellows by 7 %), if three remain; then
 * searches the place of the missing corner at which the printed lines fit best: three corners alone say nothing of the
 * keystone, and 3 % of it moves the fourth by 6 mm.
 */
const completeCorner = (s: Survey, l: Located): Located => {
  const corners = l.anchors.filter((a) => a.corner)
  const sides = corners.map((a) => a.side).sort((a, b) => a - b)
  const typical = sides[(sides.length - 1) >> 1]!
  const sound = corners.filter((a) => Math.abs(a.side / typical - 1) < 0.07)
  if (sound.length === 4 || sound.length < 3) return l
  const lost = l.sheet.page.anchors.find((a) => a.role !== 'edge' && !sound.some((f) => f.rect === a.rect))
  if (!lost) return l
  const { width, height, page } = l.sheet
  const points = sound.map((a) => ({ ...centre(a.rect), u: a.x, v: a.y, weight: 1 }))
  const affine = fit(points)
  if (!affine) return l
  const c = centre(lost.rect)
  const start = project(affine, c.x, c.y)
  const ppm = Math.abs(pixelsPerMm(affine, width / 2, height / 2))
  // The marks between the corners, where they are seen: one of them may be taken for the corner that is lost.
  const marks = s.squares.filter((q) => q.side > 0.8 * ppm * typical && q.side < 1.25 * ppm * typical)
  const between = page.anchors.filter((a) => a.role === 'edge').map((a) => centre(a.rect))
  const confirmed = (h: Homography) => {
    let sum = 0
    for (const e of between) {
      const p = project(h, e.x, e.y)
      let off = Infinity
      for (const q of marks) off = Math.min(off, Math.hypot(q.x - p.x, q.y - p.y))
      sum += Math.max(0, 1 - off / (EDGE * ppm))
    }
    return sum * SEEN
  }
  let best: { h: Homography; score: number; ox: number; oy: number } = {
    h: affine,
    score: printMatch(s, affine, page) + confirmed(affine),
    ox: 0,
    oy: 0,
  }
  for (const [step, reach] of [
    [1, 8],
    [0.35, 1.05],
    [0.12, 0.36],
  ] as const) {
    const { ox, oy } = best
    for (let dx = -reach; dx <= reach + 1e-9; dx += step)
      for (let dy = -reach; dy <= reach + 1e-9; dy += step) {
        const x = ox + dx
        const y = oy + dy
        const h = fit([...points, { ...c, u: start.x + x * ppm, v: start.y + y * ppm, weight: 1 }])
        if (!h) continue
        // Among equals the flattest sheet.
        const score = printMatch(s, h, page, step === 1 ? 2 : 1) + confirmed(h) - Math.hypot(x, y) * 0.001
        if (score > best.score) best = { h, score, ox: x, oy: y }
      }
  }
  const anchors = [...sound, ...marksBetween(s, page, best.h, ppm)]
  return { ...l, homography: best.h, anchors, corners: 3, match: printMatch(s, best.h, page) }
}

/** The marks between the corners that are seen where a place has them. */
const marksBetween = (s: Survey, page: PageGeometry, h: Homography, ppm: number): FoundAnchor[] =>
  page.anchors.flatMap(({ role, rect }) => {
    if (role !== 'edge') return []
    const p = project(h, centre(rect).x, centre(rect).y)
    const printed = Math.sqrt(rect.w * rect.h)
    const r = refineSquare(s.grey, p.x, p.y, printed * ppm)
    if (!r || Math.hypot(r.x - p.x, r.y - p.y) > EDGE * ppm) return []
    return [{ rect, corner: false, x: r.x, y: r.y, black: r.black, white: r.white, side: r.side / ppm }]
  })

/** A mark between the corners is seen within this distance (mm); each that is seen is worth this much of a match. */
const EDGE = 2
const SEEN = 0.05

/** The place that given squares say, looked at closely; null where fewer than three of them are corners that hold. */
export const settleOn = (s: Survey, sheet: Sheet, homography: Homography, used: Match[]): Located | null => {
  const base = settle(s, sheet, { homography, corners: used.length, error: 0, used }, new Map())
  if (!base) return null
  const h = base.homography
  return completeCorner(s, {
    ...base,
    match: printMatch(s, h, sheet.page),
    rotation: turnOf(h, sheet.width / 2, sheet.height / 2),
    scale: scaleOf(s.grey, sheet, h),
  })
}

const shapeKey = (sheet: Sheet) =>
  `${sheet.width}x${sheet.height} ${sheet.page.anchors.map((a) => `${a.role}${a.rect.x},${a.rect.y},${a.rect.w}`).join(' ')}`

/**
 * Every plausible place of any of the sheets in the picture, the best first. Sheets with the same anchors are told apart
 * by what is printed on them. An empty list: no card was found.
 */
export const locate = (s: Survey, sheets: readonly Sheet[]): Located[] => {
  const groups = new Map<string, Sheet[]>()
  for (const sheet of sheets) {
    const key = shapeKey(sheet)
    const list = groups.get(key)
    if (list) list.push(sheet)
    else groups.set(key, [sheet])
  }
  const out: Located[] = []
  for (const group of groups.values()) {
    const guesses = guess(s, group[0]!)
    const seen = new Set<string>()
    let settled = 0
    const exact: Exact = new Map()
    for (const g of guesses) {
      if (settled === LOOKS) break
      const base = settle(s, group[0]!, g, exact)
      if (!base) continue
      const h = base.homography
      const a = project(h, 0, 0)
      const b = project(h, base.sheet.width, base.sheet.height)
      const key = [a.x, a.y, b.x, b.y].map((v) => Math.round(v / 8)).join(' ')
      if (seen.has(key)) continue
      seen.add(key)
      settled++
      let best = 0
      for (const sheet of group) {
        const match = printMatch(s, h, sheet.page)
        best = Math.max(best, match)
        out.push({
          ...base,
          sheet,
          match,
          rotation: turnOf(h, sheet.width / 2, sheet.height / 2),
          scale: scaleOf(s.grey, sheet, h),
        })
      }
      // Everything is where it should be: no other guess can be better.
      if (base.anchors.length === base.sheet.page.anchors.length && base.misfit < 0.4 && best > 0.05) break
    }
  }
  const worth = (l: Located) =>
    l.match +
    (l.corners === 4 ? 0.03 : 0) -
    Math.min(0.2, l.misfit * 0.05) +
    0.04 * (l.anchors.length - l.corners) -
    Math.max(0, distortion(l.homography, l.sheet.width / 2, l.sheet.height / 2) - 0.025) * 4
  out.sort((a, b) => worth(b) - worth(a))
  const [first] = out
  if (!first || (first.corners === 4 && first.match > PLAIN))
    return out.map((l, i) => (i < 3 ? completeCorner(s, l) : l))
  // Three corners do not show how the sheet leans: only when that is known the lines say which guess is right.
  return out.map((l) => completeCorner(s, l)).sort((a, b) => worth(b) - worth(a))
}
