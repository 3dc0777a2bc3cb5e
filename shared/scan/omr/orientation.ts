/**
 * Which way up, and which page: the printed lines of the geometry are looked for under a hypothesis. The right one finds
 * them, every other finds white paper; so neither an asymmetric mark nor a readable QR is needed.
 */
import type { PageGeometry } from '../../card/card.types.ts'
import type { Homography } from '../scan.types.ts'
import type { Survey } from './anchors.ts'

/** Points on printed lines with the line's normal: x, y, nx, ny in mm, four numbers a point. */
const MOST_POINTS = 360
const probesOf = new WeakMap<PageGeometry, Float64Array>()

const collect = (page: PageGeometry): Float64Array => {
  const all: number[] = []
  const edge = (x1: number, y1: number, x2: number, y2: number) => {
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (length < 2) return
    const n = Math.max(1, Math.min(40, Math.round(length / 5)))
    const nx = -(y2 - y1) / length
    const ny = (x2 - x1) / length
    for (let k = 0; k < n; k++) {
      const t = (k + 0.5) / n
      all.push(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, nx, ny)
    }
  }
  for (const d of page.draws) {
    if (d.kind === 'line' && d.ink >= 0.3 && d.dash === undefined) edge(d.x1, d.y1, d.x2, d.y2)
    else if (d.kind === 'box' && d.ink >= 0.3) {
      const { x, y, w, h } = d.rect
      edge(x, y, x + w, y)
      edge(x, y + h, x + w, y + h)
      edge(x, y, x, y + h)
      edge(x + w, y, x + w, y + h)
    }
  }
  const n = all.length / 4
  if (n <= MOST_POINTS) return Float64Array.from(all)
  const out = new Float64Array(MOST_POINTS * 4)
  for (let k = 0; k < MOST_POINTS; k++) {
    const i = Math.floor((k * n) / MOST_POINTS) * 4
    for (let j = 0; j < 4; j++) out[k * 4 + j] = all[i + j]!
  }
  return out
}

/**
 * How well a page's printed lines are seen under a homography: mean over probe points of the darkness on the line minus
 * that beside it, over the paper's white, about 0 for a wrong hypothesis and 0.1…0.6 for the right one.
 */
export const printMatch = (s: Survey, h: Homography, page: PageGeometry): number => {
  let probes = probesOf.get(page)
  if (!probes) {
    probes = collect(page)
    probesOf.set(page, probes)
  }
  const { width, height, data } = s.small
  const n = probes.length / 4
  if (n === 0) return 0
  const k = 1 / s.factor
  let sum = 0
  for (let i = 0; i < probes.length; i += 4) {
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
    const darkest = (c: number) => {
      let best = 255
      for (let t = -1; t <= 1; t++) {
        const px = (u + du * (c + t)) | 0
        const py = (v + dv * (c + t)) | 0
        if (px < 0 || py < 0 || px >= width || py >= height) return 255
        const g = data[py * width + px]!
        if (g < best) best = g
      }
      return best
    }
    const beside = (darkest(-4) + darkest(4)) / 2
    sum += (beside - darkest(0)) / Math.max(40, beside)
  }
  return sum / n
}
