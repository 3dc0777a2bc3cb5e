/**
 * Paper that a feeder drew unevenly: it slips and waves along its way alone, so all that lies across the page at one time is off by
 * the same. One course of shifts along the way is sought that all outlines and lines of the page agree in.
 */
import type { PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from './omr.types.ts'
import type { Sheet } from './follow.ts'
import type { Located } from './locate.ts'
import { pixelsPerMm, project } from './homography.ts'
import { boxMean, integrate, straighten } from './sample.ts'
import type { Integral } from './sample.ts'
import type { Zone } from './zones.ts'

/**
 * A page is sought farther off (mm) than it is taken: where rows lie a step and more beside their place, a course that goes to the next
 * ones must meet the one that is right.
 */
const REACH = 5.5
const MOST_OFF = 4
/** A line is taken in pieces of this length (mm): a sheet that lies askew meets a slip at one end first. */
const PIECE = 9
/** What one step of a pixel more costs, in shares of what one cell's outline is worth. */
const STEP = 0.6
/** Contrast counts up to this share of the usual one: a mark's rim is darker than any outline. */
const MOST = 1.2
/** A corner's square is worth so many outlines. */
const CORNER = 8

/** An edge across the page: where it lies and from which side its contrast is seen (−1 above, 1 below, 0 both). */
type Edge = { x0: number; x1: number; y: number; side: -1 | 0 | 1; worth: number }

const edgesOf = (page: PageGeometry, zones: readonly Zone[]): Edge[] => {
  const out: Edge[] = []
  for (const { outlined, cells } of zones)
    if (outlined)
      for (const { rect: r } of cells) {
        const [x0, x1] = [r.x + 0.15 * r.w, r.x + 0.85 * r.w]
        out.push({ x0, x1, y: r.y, side: -1, worth: 1 }, { x0, x1, y: r.y + r.h, side: 1, worth: 1 })
      }
  const line = (x0: number, x1: number, y: number) => {
    const n = Math.floor((x1 - x0) / PIECE)
    for (let i = 0; i < n; i++)
      out.push({ x0: x0 + ((x1 - x0) * i) / n, x1: x0 + ((x1 - x0) * (i + 1)) / n, y, side: 0, worth: 1 })
  }
  for (const d of page.draws) {
    if ((d.kind !== 'box' && d.kind !== 'line') || d.width * d.ink < 0.2) continue
    if (d.kind === 'line') {
      if (Math.abs(d.y2 - d.y1) < 0.1) line(Math.min(d.x1, d.x2), Math.max(d.x1, d.x2), d.y1)
    } else {
      line(d.rect.x, d.rect.x + d.rect.w, d.rect.y)
      line(d.rect.x, d.rect.x + d.rect.w, d.rect.y + d.rect.h)
    }
  }
  for (const { rect: r } of page.anchors) {
    const [x0, x1] = [r.x + 1, r.x + r.w - 1]
    out.push({ x0, x1, y: r.y, side: -1, worth: CORNER }, { x0, x1, y: r.y + r.h, side: 1, worth: CORNER })
  }
  return out
}

/** How much darker an edge's line is than what lies beside it, moved by so many pixels; nothing where it leaves the picture. */
const contrastAt = (m: Integral, x0: number, x1: number, y: number, side: Edge['side']): number => {
  const on = boxMean(m, x0, y - 1, x1, y + 1)
  const above = side > 0 ? Infinity : boxMean(m, x0, y - 4, x1, y - 2)
  const below = side < 0 ? Infinity : boxMean(m, x0, y + 2, x1, y + 4)
  const by = Math.min(above, below) - on
  return Number.isNaN(by) ? 0 : Math.max(0, by)
}

/**
 * The page as it would lie had it been drawn evenly, in one piece, and the largest shift (mm). Null where the picture lies across: a
 * sheet's way through the feeder is then not known to be along it.
 */
export const evenFed = (
  grey: Grey,
  { homography: h, sheet: { width, height } }: Located,
  page: PageGeometry,
  zones: readonly Zone[],
  density: number,
): { sheet: Sheet; most: number } | null => {
  const middle = { x: width / 2, y: height / 2 }
  const at = project(h, middle.x, middle.y)
  const [right, down] = [project(h, middle.x + 1, middle.y).y - at.y, project(h, middle.x, middle.y + 1).y - at.y]
  if (Math.abs(down) < 0.8 * Math.abs(pixelsPerMm(h, middle.x, middle.y))) return null
  const askew = right / down
  const rect = { x: 0, y: -REACH, w: width, h: height + 2 * REACH }
  const patch = straighten(grey, h, rect, density)
  const sums = integrate(patch)
  const reach = Math.round(REACH * density)
  const states = 2 * reach + 1
  // How late each place is drawn, in pixels, from the first one on.
  const lean = askew * density
  const first = Math.floor(Math.min(0, lean * width))
  const times = patch.height + Math.ceil(Math.abs(lean * width)) + 2
  const gains = new Float32Array(times * states)
  const seen = edgesOf(page, zones).map((e) => {
    const y = Math.round((e.y + REACH) * density)
    const [x0, x1] = [Math.round(e.x0 * density), Math.round(e.x1 * density)]
    const by = Float32Array.from({ length: states }, (_, s) => contrastAt(sums, x0, x1, y + s - reach, e.side))
    return { by, time: Math.round(y + (lean * (e.x0 + e.x1)) / 2) - first, worth: e.worth }
  })
  const peaks = seen.map(({ by }) => Math.max(...by)).sort((a, b) => a - b)
  const usual = Math.max(1, peaks[peaks.length >> 1] ?? 1)
  for (const { by, time, worth } of seen)
    for (let s = 0; s < states; s++) gains[time * states + s]! += worth * Math.min(MOST, by[s]! / usual)
  const course = bestCourse(gains, times, states)
  const data = new Uint8Array(patch.data.length)
  let most = 0
  for (let x = 0; x < patch.width; x++)
    for (let y = 0; y < patch.height; y++) {
      const late = Math.round(y + (lean * x) / density) - first
      const shift = course[Math.min(times - 1, Math.max(0, late))]! - reach
      const from = Math.min(patch.height - 1, Math.max(0, y + shift))
      data[y * patch.width + x] = patch.data[from * patch.width + x]!
      most = Math.max(most, Math.abs(shift))
    }
  const even = { width: patch.width, height: patch.height, data }
  if (most > MOST_OFF * density) return null
  return { sheet: { patch: even, sums: integrate(even), left: rect.x, top: rect.y, density }, most: most / density }
}

/**
 * The course that gains most, each step aside paid for: one state for each time. Lines that a feeder lost are passed one by one, so a
 * course falls by one place at a time at most: else the same row would be met twice. Lines that it drew twice are skipped at once.
 */
const bestCourse = (gains: Float32Array, times: number, states: number): Uint8Array => {
  const from = new Uint8Array(times * states)
  let worth = new Float32Array(states)
  for (let t = 0; t < times; t++) {
    const next = new Float32Array(states)
    // A step up costs the same wherever it is made: what a state is worth at best spreads upwards.
    let [best, origin] = [-Infinity, 0]
    for (let s = 0; s < states; s++) {
      best -= STEP
      if (worth[s]! >= best) [best, origin] = [worth[s]!, s]
      const falls = s + 1 < states && worth[s + 1]! - STEP > best
      next[s] = (falls ? worth[s + 1]! - STEP : best) + gains[t * states + s]!
      from[t * states + s] = falls ? s + 1 : origin
    }
    worth = next
  }
  const course = new Uint8Array(times)
  let state = worth.indexOf(Math.max(...worth))
  for (let t = times - 1; t >= 0; t--) {
    course[t] = state
    state = from[t * states + state]!
  }
  return course
}
