/** Dots, hairs and streaks in cells that are empty by their mean: what is darker than the sign that is printed there. */
import type { CellInk } from './ink.types.ts'
import { boxMean, median } from './sample.ts'
import type { Integral } from './sample.ts'
import type { Zone } from './zones.ts'

/** A cell's inside in its straightened patch (pixels), and the grey levels between its paper and black. */
export type Spot = { at: CellInk; sums: Integral; x0: number; y0: number; x1: number; y1: number; range: number }

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

/** A cell with less than this share of its sign's print is covered, by correction fluid for instance: it hides the sign. */
const COVERED = 0.4
const isCovered = ({ at }: Spot): boolean => at.raw < COVERED * (at.raw - at.ink)

/** Steps of darkness in which the usual one is sought. */
const BINS = 128

/**
 * The darkest spot of a cell that its printed sign does not explain: the empty cells of one group, laid over each other,
 * give the sign (at each place the upper middle of their darkness); what is darker than that in a box of 0.5 mm is excess.
 * The excesses of all empty cells of the page say what print, noise and registration alone do; `spot` is how far a cell
 * lies beyond their middle, in units of their spread (at least 0.025).
 */
export const measureSpots = (spots: readonly Spot[], density: number) => {
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
      // The cell lies well inside of its patch: sums are read straight from the integral image.
      const { sum, width } = s.sums
      const line = width + 1
      const scale = 1 / (side * side * s.range)
      const paper = s.at.white / s.range
      for (let j = 0, k = e * places; j < down; j++) {
        let a = (s.y0 + j * step) * line + s.x0
        let b = a + side * line
        for (let i = 0; i < across; i++, k++, a += step, b += step)
          values[k] = paper - (sum[b + side]! - sum[b]! - sum[a + side]! + sum[a]!) * scale
      }
    })
    // Of two or three the lower, so that a dot in one of them does not hide itself.
    const covered = empties.filter(isCovered).length
    const rank = n <= 3 ? Math.min(covered, n - 1) : Math.floor(n * 0.6)
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
      const through = runsThrough(s.sums, s.at.white, s.range, [x, y, side], [s.x0, s.y0, s.x1, s.y1], density)
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
export const measurePeaks = (spots: readonly Spot[], density: number) => {
  const side = Math.max(2, Math.round(0.45 * density))
  const groups = byGroupOf(spots).map((empties) => {
    const peaks = empties.map(({ at, sums, x0, y0, x1, y1, range }) => {
      const { sum, width } = sums
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
    const lowest = Math.min(empties.filter(isCovered).length, peaks.length - 1)
    return { empties, peaks, few, kind: empties[0]!.at.zone.kind, usual: sorted[few ? lowest : peaks.length >> 1]! }
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

/*
 * A streak of the scanner's glass: dust lies still while the paper passes, so one thin line runs down the page, through the same
 * column of cells in row after row. What it adds to a cell the cells above and below say.
 */

/** So far (mm) along a streak's line cells say what it adds, and so far beside each other they are one column. */
const NEAR = 25
const COLUMN = 0.3
/** So many cells must be crossed, so many of them in rows that are answered elsewhere: a line that a hand draws is no such line. */
const FEWEST_CROSSED = 3
const ANSWERED = 2
/** A cell with this ink is full. */
const FULL = 0.3
/** Crossed cells differ by no more than this: a dot on the line is more. */
const alike = (ink: number, usual: number): boolean => Math.abs(ink - usual) <= 0.008 + 0.1 * usual

type Crossed = { at: CellInk; answered: boolean }

const columnsOf = (cells: ReadonlyMap<Zone, readonly CellInk[]>): Crossed[][] => {
  const columns: Crossed[][] = []
  for (const [zone, list] of cells) {
    if (zone.kind !== 'choice') continue
    const answered = list.some((c) => c.ink >= FULL)
    for (const at of list) {
      if (!at.crossed) continue
      const column = columns.find(([first]) => Math.abs(first!.at.cell.rect.x - at.cell.rect.x) <= COLUMN)
      if (column) column.push({ at, answered })
      else columns.push([{ at, answered }])
    }
  }
  return columns
}

/** Tells crossed cells what the line adds to them, where those above and below them say so. */
export const measureStreaks = (cells: ReadonlyMap<Zone, readonly CellInk[]>): void => {
  for (const column of columnsOf(cells))
    for (const { at } of column) {
      const near = column.filter((c) => c.at !== at && Math.abs(c.at.cell.rect.y - at.cell.rect.y) <= NEAR)
      if (near.length < FEWEST_CROSSED || near.filter((c) => c.answered).length < ANSWERED) continue
      const usual = median(near.map((c) => c.at.ink))
      if (alike(at.ink, usual)) at.streak = at.ink
    }
}
