/**
 * Which way up, and which page: the printed lines of the geometry are looked for under a hypothesis. The right one finds
 * them, every other finds white paper; so neither an asymmetric mark nor a readable QR is needed.
 */
import type { PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { Homography } from './omr.types.ts'
import type { Survey } from './anchors.ts'

/** Points on printed lines with the line's normal: x, y, nx, ny in mm, four numbers a point. */
const MOST_POINTS = 360
const probesOf = new WeakMap<PageGeometry, Float64Array>()

const collect = (page: PageGeometry): Float64Array => {
  let all: number[] = []
  const strong: number[] = []
  let heavy = false
  const edge = (x1: number, y1: number, x2: number, y2: number) => {
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (length < 2) return
    const n = Math.max(1, Math.min(40, Math.round(length / 5)))
    const nx = -(y2 - y1) / length
    const ny = (x2 - x1) / length
    for (let k = 0; k < n; k++) {
      const t = (k + 0.5) / n
      const probe = [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, nx, ny]
      all.push(...probe)
      if (heavy) strong.push(...probe)
    }
  }
  for (const d of page.draws) {
    heavy = (d.kind === 'line' || d.kind === 'box') && d.width * d.ink >= 0.2
    if (d.kind === 'line' && d.ink >= 0.3 && d.dash === undefined) edge(d.x1, d.y1, d.x2, d.y2)
    else if (d.kind === 'box' && d.ink >= 0.3) {
      const { x, y, w, h } = d.rect
      edge(x, y, x + w, y)
      edge(x, y + h, x + w, y + h)
      edge(x, y, x, y + h)
      edge(x + w, y, x + w, y + h)
    }
  }
  // Frames are seen even on a blurred, shrunk picture; thin outlines only if there is nothing better.
  if (strong.length >= 4 * 60) all = strong
  const n = all.length / 4
  if (n <= MOST_POINTS) return Float64Array.from(all)
  const out = new Float64Array(MOST_POINTS * 4)
  for (let k = 0; k < MOST_POINTS; k++) {
    const i = Math.floor((k * n) / MOST_POINTS) * 4
    for (let j = 0; j < 4; j++) out[k * 4 + j] = all[i + j]!
  }
  return out
}

/** The darkest of three small pixels in a row along (du, dv), centred `c` pixels from (u, v). White outside. */
const darkest = (s: Survey, u: number, v: number, du: number, dv: number, c: number): number => {
  const { width, height, data } = s.small
  let best = 255
  for (let t = c - 1; t <= c + 1; t++) {
    const px = (u + du * t) | 0
    const py = (v + dv * t) | 0
    if (px < 0 || py < 0 || px >= width || py >= height) return 255
    const g = data[py * width + px]!
    if (g < best) best = g
  }
  return best
}

/**
 * How well a page's printed lines are seen under a homography: mean over probe points of the darkness on the line minus
 * that beside it, over the paper's white, about 0 for a wrong hypothesis and 0.1…0.6 for the right one. `every` skips probes
 * for a quick look.
 */
export const printMatch = (s: Survey, h: Homography, page: PageGeometry, every = 1): number => {
  let probes = probesOf.get(page)
  if (!probes) {
    probes = collect(page)
    probesOf.set(page, probes)
  }
  const n = probes.length / 4
  if (n === 0) return 0
  const k = 1 / s.factor
  let sum = 0
  let count = 0
  for (let i = 0; i < probes.length; i += 4 * every) {
    const x = probes[i]!
    const y = probes[i + 1]!
    const w = h[6] * x + h[7] * y + h[8]
    const u = ((h[0] * x + h[1] * y + h[2]) / w) * k
    const v = ((h[3] * x + h[4] * y + h[5]) / w) * k
    const x2 = x + probes[i + 2]!
    const y2 = y + probes[i + 3]!
    const w2 = h[6] * x2 + h[7] * y2 + h[8]
    let du = ((h[0] * x2 + h[1] * y2 + h[2]) / w2) * k - u
    let dv = ((h[3] * x2 + h[4] * y2 + h[5]) / w2) * k - v
    const length = Math.hypot(du, dv) || 1
    du /= length
    dv /= length
    const on = darkest(s, u, v, du, dv, 0)
    const beside = (darkest(s, u, v, du, dv, -4) + darkest(s, u, v, du, dv, 4)) / 2
    sum += (beside - on) / Math.max(40, beside)
    count++
  }
  return sum / Math.max(1, count)
}
