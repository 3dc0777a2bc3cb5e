/**
 * How much ink lies in each cell that was not printed there. Darkness is relative: 0 is this cell's own paper (from the
 * ring about it), 1 is the black of the anchors under the same light.
 */
import type { PageGeometry } from '../../card/card.types.ts'
import type { Grey } from '../scan.types.ts'
import type { Survey } from './anchors.ts'
import { whiteAt } from './anchors.ts'
import type { Located } from './locate.ts'
import { pixelsPerMm, project } from './homography.ts'
import { shiftOf, smoothShifts } from './register.ts'
import type { Shift } from './register.ts'
import { boxMean, integrate, straighten } from './sample.ts'
import type { Integral } from './sample.ts'
import { planZones } from './zones.ts'
import type { Zone, ZoneCell } from './zones.ts'

export type CellInk = {
  zone: Zone
  cell: ZoneCell
  /** Paper white of the ring, in grey levels. */
  white: number
  /** Mean darkness of the cell, print included. */
  raw: number
  /** Darkness beyond the blank cell of this kind on this page. */
  ink: number
  /** The darkest of the cell's four quarters and the lightest, beyond blank. */
  quarters: [number, number]
  /** Darkness 0.75…1.15 mm outside of the four sides (left, right, top, bottom) against the neighbourhood's paper. */
  ring: [number, number, number, number]
  /** Ink just outside of the four corners (top left, top right, bottom left, bottom right): the arms of a cancelling cross. */
  corners: [number, number, number, number]
  /** Darkest spot (0.5 mm) that the printed sign does not explain, in spreads of the page's empty cells, see `measureSpots`. */
  spot: number
  /** A line that goes on beyond the cell on both sides crosses it: a streak of the scanner's glass, the rim of a stain. */
  crossed: boolean
  /** How much darker its darkest 0.5 mm is than that of other cells with this sign, in the same way, see `measurePeaks`. */
  peak: number
}

export type InkMap = {
  cells: Map<Zone, CellInk[]>
  /** Spread of the empty cells' ink: what noise and print alone do on this page. */
  noise: number
  /** Grey levels between paper and print at the anchors. */
  depth: number
}

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

/** The pixels of one straightened patch that holds zones. */
type Sheet = { patch: Grey; sums: Integral; left: number; top: number; density: number }

const median = (v: number[]) => {
  if (v.length === 0) return 0
  v.sort((a, b) => a - b)
  return v[v.length >> 1]!
}

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.floor(q * sorted.length)))] ?? 0

/** Inside of the outline: what is left of a cell when its own printed border is cut off, in mm. */
const INSET = 0.28
/** Ink farther out than this (mm) is no slip of the pen. */
const OUTER = 0.75

/** Measures every cell of the page. `reach` is the search for local shifts in mm. */
export const measureInk = (seen: Survey, located: Located, page: PageGeometry, reach = 1.2): InkMap => {
  const { grey } = seen
  const plan = planZones(page)
  const h = located.homography
  const { width, height } = located.sheet
  const ppm = Math.abs(pixelsPerMm(h, width / 2, height / 2))
  const density = Math.min(5, Math.max(4, ppm))
  const sheets = new Map<Zone, Sheet>()
  const shifts: Shift[] = []
  for (const p of plan.patches) {
    const patch = straighten(grey, h, p.rect, density)
    const sheet = { patch, sums: integrate(patch), left: p.rect.x, top: p.rect.y, density }
    for (const zone of p.zones) {
      sheets.set(zone, sheet)
      shifts.push(shiftOf(sheet.sums, zone, p.rect.x, p.rect.y, density, reach))
    }
  }
  const smooth = smoothShifts(shifts, width, height)
  const black = blackOf(located)
  const all: CellInk[] = []
  const cells = new Map<Zone, CellInk[]>()
  const spots: Spot[] = []
  for (const zone of plan.zones) {
    const s = sheets.get(zone)!
    const shift = smooth.get(zone) ?? { dx: 0, dy: 0 }
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
      const top = boxMean(s.sums, X(0), Y(-to(cell.top)), X(r.w), Y(-from))
      const bottom = boxMean(s.sums, X(0), Y(r.h + from), X(r.w), Y(r.h + to(cell.bottom)))
      const left = boxMean(s.sums, X(-to(cell.left)), Y(0), X(-from), Y(r.h))
      const right = boxMean(s.sums, X(r.w + from), Y(0), X(r.w + to(cell.right)), Y(r.h))
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
          boxMean(s.sums, X(-out(cell.left)), Y(0), X(-OUTER), Y(r.h)),
          boxMean(s.sums, X(r.w + OUTER), Y(0), X(r.w + out(cell.right)), Y(r.h)),
          boxMean(s.sums, X(0), Y(-out(cell.top)), X(r.w), Y(-OUTER)),
          boxMean(s.sums, X(0), Y(r.h + OUTER), X(r.w), Y(r.h + out(cell.bottom))),
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
      spots.push({ at: ink, sheet: s, x0, y0, x1, y1, range })
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
  for (const [key, list] of byKind) {
    list.sort((a, b) => a - b)
    pooled.set(key, Math.min(0.34, Math.max(0, quantile(list, 0.25))))
  }
  const everything = all.map((c) => c.raw).sort((a, b) => a - b)
  const floor = Math.min(0.34, Math.max(0, quantile(everything, 0.25)))
  const rest: number[] = []
  for (const group of byGroup.values()) {
    const list = group.map((c) => c.raw).sort((a, b) => a - b)
    const kind = group[0]!.zone.kind
    const base = kind === 'absent' ? floor : Math.min(pooled.get(kind)!, floor + 0.12)
    let blank = base
    if (list.length >= 4) {
      const low = quantile(list, 0.3)
      const near = list.filter((v) => v <= low + 0.07)
      const mean = near.reduce((a, b) => a + b, 0) / Math.max(1, near.length)
      blank = Math.min(base + 0.12, Math.max(base - 0.12, mean))
    }
    for (const c of group) {
      c.ink = c.raw - blank
      c.quarters = [c.quarters[0] - blank, c.quarters[1] - blank]
      if (Math.abs(c.ink) < 0.12) rest.push(c.ink)
    }
  }
  const middle = median(rest.slice())
  const noise = 1.48 * median(rest.map((v) => Math.abs(v - middle)))
  measureSpots(spots, density)
  measurePeaks(spots, density)
  const depth = located.anchors.reduce((s, a) => s + (a.white - a.black) / located.anchors.length, 0)
  return { cells, noise, depth }
}

/** A cell's inside in its straightened patch (pixels), and the grey levels between its paper and black. */
type Spot = { at: CellInk; sheet: Sheet; x0: number; y0: number; x1: number; y1: number; range: number }

/** Cells that may be empty, by what is printed in them. */
const byGroupOf = (spots: readonly Spot[]): Spot[][] => {
  const groups = new Map<number, Spot[]>()
  for (const s of spots) {
    if (s.at.ink >= 0.12) continue
    const list = groups.get(s.at.cell.group)
    if (list) list.push(s)
    else groups.set(s.at.cell.group, [s])
  }
  return [...groups.values()]
}

/** Steps of darkness in which the usual one is sought. */
const BINS = 128

/**
 * The darkest spot of a cell that its printed sign does not explain: the empty cells of one group, laid over each other,
 * give the sign (at each place the upper middle of their darkness); what is darker than that in a box of 0.5 mm is excess.
 * The excesses of all empty cells of the page say what print, noise and registration alone do; `spot` is how far a cell
 * lies beyond their middle, in units of their spread (at least 0.025).
 */
const measureSpots = (spots: readonly Spot[], density: number) => {
  const side = Math.max(2, Math.round(0.5 * density))
  const excess: { at: CellInk; value: number }[] = []
  for (const empties of byGroupOf(spots)) {
    const n = empties.length
    if (n < 2) continue
    const w = Math.min(...empties.map((s) => s.x1 - s.x0))
    const h = Math.min(...empties.map((s) => s.y1 - s.y0))
    const step = Math.max(1, side >> 1)
    const across = Math.max(1, Math.floor((w - side) / step) + 1)
    const down = Math.max(1, Math.floor((h - side) / step) + 1)
    const places = across * down
    const values = new Float32Array(n * places)
    empties.forEach((s, e) => {
      for (let j = 0; j < down; j++)
        for (let i = 0; i < across; i++) {
          const x = s.x0 + i * step
          const y = s.y0 + j * step
          values[e * places + j * across + i] = (s.at.white - boxMean(s.sheet.sums, x, y, x + side, y + side)) / s.range
        }
    })
    // Of two or three the lower, so that a dot in one of them does not hide itself.
    const rank = n <= 3 ? 0 : Math.floor(n * 0.6)
    const worst = new Float32Array(n)
    const where = new Uint16Array(n)
    const bins = new Uint16Array(BINS)
    for (let k = 0; k < places; k++) {
      bins.fill(0)
      for (let e = 0; e < n; e++) bins[Math.min(BINS - 1, Math.max(0, (values[e * places + k]! * BINS) | 0))]!++
      let usual = 0
      for (let left = rank; usual < BINS - 1 && left >= bins[usual]!; usual++) left -= bins[usual]!
      usual /= BINS
      for (let e = 0; e < n; e++) {
        const d = values[e * places + k]! - usual
        if (d > worst[e]!) {
          worst[e] = d
          where[e] = k
        }
      }
    }
    empties.forEach((s, e) => {
      const x = s.x0 + (where[e]! % across) * step
      const y = s.y0 + Math.floor(where[e]! / across) * step
      const through = runsThrough(s.sheet.sums, s.at.white, s.range, [x, y, side], [s.x0, s.y0, s.x1, s.y1], density)
      s.at.crossed = through > 0.4 * worst[e]! && through > 0.05
      excess.push({ at: s.at, value: s.at.crossed ? 0 : worst[e]! * (n <= 3 ? 0.7 : 1) })
    })
  }
  if (excess.length < 8) return
  const sorted = excess.map((e) => e.value).sort((a, b) => a - b)
  const middle = sorted[sorted.length >> 1]!
  const spread = Math.max(0.025, 1.48 * median(sorted.map((v) => Math.abs(v - middle))))
  for (const e of excess) e.at.spot = (e.value - middle) / spread
}

/**
 * Darkness of what goes on beyond the cell on both sides of a spot, along the column or the row: a streak of the scanner's
 * glass or the rim of a stain passes through, a pen's dot does not.
 */
const runsThrough = (
  m: Integral,
  white: number,
  range: number,
  [x, y, side]: readonly [number, number, number],
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  density: number,
): number => {
  const near = Math.round(0.65 * density)
  const far = Math.round(1.2 * density)
  let most = 0
  // A page that lies askew slants the streak: what is left of the spot above lies right of it below.
  for (let k = -2; k <= 2; k++) {
    const up = boxMean(m, x + k, y0 - far, x + k + side, y0 - near)
    const left = boxMean(m, x0 - far, y + k, x0 - near, y + k + side)
    for (let j = -k - 1; j <= 1 - k; j++) {
      const down = boxMean(m, x + j, y1 + near, x + j + side, y1 + far)
      const right = boxMean(m, x1 + near, y + j, x1 + far, y + j + side)
      // The lighter end of a pair; NaN outside of the patch is no line.
      most = Math.max(most, white - (Math.max(up, down) || 255), white - (Math.max(left, right) || 255))
    }
  }
  return most / range
}

/** A group of fewer than this says little by itself: there may be a dot in each of its cells. */
const FEW = 4

/**
 * The darkest 0.5 mm anywhere in a cell against that of the other empty cells of its group: no printed stroke is as broad
 * as a pen's dot, wherever the registration puts it. `peak` is in spreads of the page (at least 0.02). A small group is
 * held against the page's other signs too (the darkest of them and a tenth: 对 and 错 have more strokes than letters);
 * there the peak alone makes the `spot`.
 */
const measurePeaks = (spots: readonly Spot[], density: number) => {
  const side = Math.max(2, Math.round(0.45 * density))
  const groups = byGroupOf(spots).map((empties) => {
    const peaks = empties.map(({ at, sheet, x0, y0, x1, y1, range }) => {
      const { sum, width } = sheet.sums
      const line = width + 1
      let least = 255 * side * side
      for (let y = y0; y + side <= y1; y++)
        for (let a = y * line + x0, b = a + side * line, end = y * line + x1 - side; a <= end; a++, b++) {
          const total = sum[b + side]! - sum[b]! - sum[a + side]! + sum[a]!
          if (total < least) least = total
        }
      const darkest = least / (side * side)
      return Math.max(0, at.white - darkest) / range
    })
    const sorted = [...peaks].sort((a, b) => a - b)
    const few = peaks.length < FEW
    return { empties, peaks, few, kind: empties[0]!.at.zone.kind, usual: sorted[few ? 0 : peaks.length >> 1]! }
  })
  const darkest = new Map<string, number>()
  for (const { few, kind, usual } of groups) if (!few) darkest.set(kind, Math.max(darkest.get(kind) ?? 0, usual))
  const excess: { at: CellInk; value: number; few: boolean }[] = []
  for (const { empties, peaks, few, kind, usual } of groups) {
    const most = darkest.get(kind)
    if (few && most === undefined && peaks.length === 1) continue
    const against = few && most !== undefined ? Math.min(usual, most * 1.1 + 0.01) : usual
    empties.forEach((s, e) => excess.push({ at: s.at, value: peaks[e]! - against, few }))
  }
  if (excess.length < 8) return
  const spread = Math.max(0.02, 1.48 * median(excess.map((e) => Math.abs(e.value))))
  for (const { at, value, few } of excess) {
    at.peak = value / spread
    if (few && !at.crossed) at.spot = Math.max(at.spot, at.peak)
  }
}
