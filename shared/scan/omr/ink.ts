/**
 * How much ink lies in each cell that was not printed there. Darkness is relative: 0 is this cell's own paper (from the
 * ring about it), 1 is the black of the anchors under the same light.
 */
import type { PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { Survey } from './anchors.ts'
import { whiteAt } from './anchors.ts'
import { isBilevel, isDotted } from './texture/bits.ts'
import type { Located } from './locate.ts'
import { pixelsPerMm, project } from './homography.ts'
import { layKnown, layOwn } from './lay.ts'
import { boxMean, median } from './sample.ts'
import type { Room } from './sample.ts'
import { rastersBeyondPrint } from './printed.ts'
import { once } from './remember.ts'
import { rasterOf } from './shape.ts'
import type { Site } from './shape.ts'
import { measurePeaks, measureSpots, measureStreaks } from './spots.ts'
import type { Spot } from './spots.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import { planZones } from './zones.ts'
import type { Zone, ZoneCell } from './zones.ts'

/** Black as a function of white: a shadow scales both, an offset moves both; measured on the anchors. */
const blackOf = (located: Located): ((white: number) => number) => {
  const a = located.anchors
  const n = a.length
  let mw = 0
  let mb = 0
  for (const p of a) {
    mw += p.white / n
    mb += p.black / n
  }
  let cov = 0
  let va = 0
  for (const p of a) {
    cov += (p.white - mw) * (p.black - mb)
    va += (p.white - mw) ** 2
  }
  const k = va / n > 400 ? Math.min(1, Math.max(0, cov / va)) : mw > 0 ? mb / mw : 0
  return (white) => mb + k * (white - mw)
}

const meanOf = (values: readonly number[], none: number) =>
  values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : none

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.floor(q * sorted.length)))] ?? 0

/** Paper whiter than this (of 255) is cut off. */
export const CLIPPED = 253.5

/** Inside of the outline: what is left of a cell when its own printed border is cut off, in mm. */
const INSET = 0.28
/** Ink farther out than this (mm) is no slip of the pen. */
const OUTER = 0.75

/** Fewer cells than this do not say what is printed in cells of their kind: all of them may be marked. */
const KIND = 8

/** Of few cells of a sign one that is so much darker than their mean is marked. */
const LIGHT_MARK = 0.03

/** A cell with less than this share of what its kind prints is covered. */
const COVERED = 0.4

/** So many cells of one sign say how a page prints it, and how much more or less than the blank sheet that may be. */
const SIGN = 6
const MORE_PRINT = 0.04
const LESS_PRINT = 0.15

/** What is known of another maker's sheet: where its zones lie against the map, and what its blank cells print. */
export type Foreknown = {
  shiftOf: (zone: Zone) => { dx: number; dy: number }
  /** Darkness of a cell on the blank sheet, print included; undefined where there is no blank sheet. */
  printed?: ReadonlyMap<ZoneCell, number>
}

/** What a sign prints in its cell, by the darkness of all its cells on this page (sorted); few of them say what `base` says. */
export const printIn = (list: readonly number[], base: number): number => {
  if (list.length < 4) return base
  // Where most of a small group is marked, its lower cells are marks as well: no sign prints that much more than others; and
  // what lies under correction fluid, or within a ring that darkens its paper, shows no print at all.
  const uncovered = list.filter((v) => v > COVERED * base)
  const bare = uncovered.length > 0 ? uncovered : list
  const print = bare.filter((v) => v <= base + 0.12)
  const low = Math.min(quantile(bare, 0.3), print.at(-1) ?? base)
  const near = bare.filter((v) => v <= low + 0.07)
  const all = meanOf(near, base)
  // Of few cells a light mark is a large part: it would hide in what it adds to their print.
  const mean =
    list.length < KIND
      ? meanOf(
          near.filter((v) => v <= all + LIGHT_MARK),
          all,
        )
      : all
  return Math.min(base + 0.12, Math.max(base - 0.12, mean))
}

/** Measures every cell of the page. `room`: where its pieces may lie, for who is done with the map before the next page. */
export const measureInk = (
  seen: Survey,
  located: Located,
  page: PageGeometry,
  foreknown?: Foreknown,
  room?: Room,
): InkMap => {
  const { grey } = seen
  const plan = planZones(page)
  const h = located.homography
  const { width, height } = located.sheet
  const ppm = Math.abs(pixelsPerMm(h, width / 2, height / 2))
  const density = Math.min(5, Math.max(4, ppm))
  const bilevel = isBilevel(grey)
  const dotted = bilevel && isDotted(grey)
  const layout = foreknown
    ? { of: layKnown(grey, located, plan, density, foreknown.shiftOf) }
    : layOwn(grey, located, page, plan, density, { room, dotted })
  const black = blackOf(located)
  const all: CellInk[] = []
  const cells = new Map<Zone, CellInk[]>()
  const spots: Spot[] = []
  const sites = new Map<CellInk, Site>()
  for (const zone of plan.zones) {
    const { sheet: s, ...shift } = layout.of(zone)
    const list: CellInk[] = []
    for (const cell of zone.cells) {
      const r = cell.rect
      const ox = r.x + shift.dx - s.left
      const oy = r.y + shift.dy - s.top
      const X = (mm: number) => Math.round((ox + mm) * density)
      const Y = (mm: number) => Math.round((oy + mm) * density)
      // Ring sides: from 0.35 mm outside of the cell to at most 0.95 mm, or to where the neighbour's ring begins.
      const from = 0.35
      const to = (gap: number) => Math.max(from + 0.2, Math.min(0.95, gap - 0.3))
      // Dirt is looked for where the widest ordinary slip (0.7 mm) does not reach, nor the neighbour's.
      const out = (gap: number) => Math.max(OUTER + 0.2, Math.min(1.15, gap - 0.35))
      // A strip is at least a pixel wide, wherever rounding puts its sides.
      const across = (a: number, b: number) => boxMean(s.sums, X(0), a, X(r.w), Math.max(b, a + 1))
      const down = (a: number, b: number) => boxMean(s.sums, a, Y(0), Math.max(b, a + 1), Y(r.h))
      const top = across(Y(-to(cell.top)), Y(-from))
      const bottom = across(Y(r.h + from), Y(r.h + to(cell.bottom)))
      const left = down(X(-to(cell.left)), X(-from))
      const right = down(X(r.w + from), X(r.w + to(cell.right)))
      // An edge of light that crosses the cell crosses one pair of opposite sides alike; a pen that slips dirties the other.
      const white = Math.max((top + bottom) / 2, (left + right) / 2)
      const range = Math.max(8, white - black(white))
      const x0 = X(INSET)
      const y0 = Y(INSET)
      const x1 = X(r.w - INSET)
      const y1 = Y(r.h - INSET)
      const raw = (white - boxMean(s.sums, x0, y0, x1, y1)) / range
      const mx = (x0 + x1) >> 1
      const my = (y0 + y1) >> 1
      const q = [
        (white - boxMean(s.sums, x0, y0, mx, my)) / range,
        (white - boxMean(s.sums, mx, y0, x1, my)) / range,
        (white - boxMean(s.sums, x0, my, mx, y1)) / range,
        (white - boxMean(s.sums, mx, my, x1, y1)) / range,
      ]
      const ink: CellInk = {
        zone,
        cell,
        white,
        raw,
        ink: raw,
        quarters: [Math.max(...q), Math.min(...q)],
        ring: [
          down(X(-out(cell.left)), X(-OUTER)),
          down(X(r.w + OUTER), X(r.w + out(cell.right))),
          across(Y(-out(cell.top)), Y(-OUTER)),
          across(Y(r.h + OUTER), Y(r.h + out(cell.bottom))),
        ],
        corners: [
          (white - boxMean(s.sums, X(-0.7), Y(-0.95), X(0.5), Y(-0.45))) / range,
          (white - boxMean(s.sums, X(r.w - 0.5), Y(-0.95), X(r.w + 0.7), Y(-0.45))) / range,
          (white - boxMean(s.sums, X(-0.7), Y(r.h + 0.45), X(0.5), Y(r.h + 0.95))) / range,
          (white - boxMean(s.sums, X(r.w - 0.5), Y(r.h + 0.45), X(r.w + 0.7), Y(r.h + 0.95))) / range,
        ],
        spot: 0,
        peak: 0,
        crossed: false,
      }
      list.push(ink)
      all.push(ink)
      sites.set(ink, { sums: s.sums, left: ox * density, top: oy * density, density, w: r.w, h: r.h, white, range })
      spots.push({ at: ink, sums: s.sums, x0, y0, x1, y1, range })
    }
    cells.set(zone, list)
    // The ring against the paper of the neighbourhood (12 mm): a shadow darkens both, a blot only the ring.
    for (const c of list) {
      const r = c.cell.rect
      const p = project(h, r.x + r.w / 2, r.y + r.h / 2)
      const paper = whiteAt(seen, p.x, p.y)
      const range = Math.max(8, paper - black(paper))
      for (let i = 0; i < 4; i++) c.ring[i] = (paper - c.ring[i]!) / range
    }
  }

  // What the blank card's own print amounts to: the lower part of each kind's population on this page.
  const byKind = new Map<string, number[]>()
  const byGroup = new Map<number, CellInk[]>()
  for (const c of all) {
    const key = c.zone.kind
    const list = byKind.get(key)
    if (list) list.push(c.raw)
    else byKind.set(key, [c.raw])
    const group = byGroup.get(c.cell.group)
    if (group) group.push(c)
    else byGroup.set(c.cell.group, [c])
  }
  const pooled = new Map<string, number>()
  const everything = all.map((c) => c.raw).sort((a, b) => a - b)
  const floor = Math.min(0.34, Math.max(0, quantile(everything, 0.25)))
  for (const [key, list] of byKind) {
    list.sort((a, b) => a - b)
    const few = list.length < KIND && key !== 'choice' && key !== 'digit'
    pooled.set(key, few ? floor : Math.min(0.34, Math.max(0, quantile(list, 0.25))))
  }
  const rest: number[] = []
  // Against the blank sheet: another printer's or scanner's depth shifts all cells alike.
  const { printed } = foreknown ?? {}
  const beyond = printed ? all.map((c) => c.raw - (printed.get(c.cell) ?? floor)).sort((a, b) => a - b) : []
  const lift = Math.min(0.12, Math.max(-0.12, quantile(beyond, 0.3)))
  for (const group of byGroup.values()) {
    const list = group.map((c) => c.raw).sort((a, b) => a - b)
    const kind = group[0]!.zone.kind
    const base = Math.min(pooled.get(kind)!, floor + 0.12)
    let blank = printIn(list, base)
    // A fax thins every B alike: what most cells of a sign have less than on the blank sheet is missing print.
    const own = printed ? group.map((c) => c.raw - (printed.get(c.cell) ?? floor)).sort((a, b) => a - b) : []
    const signLift =
      own.length < SIGN ? lift : Math.min(lift + MORE_PRINT, Math.max(lift - LESS_PRINT, quantile(own, 0.3)))
    for (const c of group) {
      if (printed) blank = (printed.get(c.cell) ?? floor) + signLift
      c.ink = c.raw - blank
      c.quarters = [c.quarters[0] - blank, c.quarters[1] - blank]
      if (Math.abs(c.ink) < 0.12) rest.push(c.ink)
    }
  }
  const middle = median(rest)
  const noise = 1.48 * median(rest.map((v) => Math.abs(v - middle)))
  measureSpots(spots, density)
  measurePeaks(spots, density)
  measureStreaks(cells)
  const depth = located.anchors.reduce((s, a) => s + (a.white - a.black) / located.anchors.length, 0)
  const darkOf = once((c) => rasterOf(sites.get(c)!))
  const beyondPrint = rastersBeyondPrint(all, byGroup, darkOf)
  return {
    cells,
    rasterOf: beyondPrint,
    lookOf: beyondPrint,
    darkOf,
    siteOf: (c) => sites.get(c)!,
    noise,
    depth,
    bilevel,
    dotted,
    clipped: median(all.map((c) => c.white)) > CLIPPED,
    ...('placed' in layout ? { placed: layout.placed, followed: layout.followed, offset: layout.offset } : {}),
  }
}
