/**
 * What the anchors leave over: paper curls and lenses bend, so each zone's printed outlines are found again near where
 * the homography expects them, and the shifts are smoothed over the page.
 */
import type { Zone } from './zones.ts'
import { boxMean } from './sample.ts'
import type { Integral } from './sample.ts'

/** A zone's shift in mm against the homography; strength is the outline's contrast in grey levels. */
export type Shift = { zone: Zone; x: number; y: number; dx: number; dy: number; strength: number }

/** Contrast of all outlines of a zone at one shift along one axis: on the line minus just outside of it. */
const contrast = (m: Integral, px: Int32Array, n: number, dx: number, dy: number, across: boolean): number => {
  let s = 0
  for (let i = 0; i < n * 4; i += 4) {
    const x0 = px[i]! + dx
    const y0 = px[i + 1]! + dy
    const x1 = px[i + 2]! + dx
    const y1 = px[i + 3]! + dy
    if (across) {
      const c = ((y1 - y0) * 0.2) | 0
      s += boxMean(m, x0 - 4, y0 + c, x0 - 2, y1 - c) - boxMean(m, x0 - 1, y0 + c, x0 + 1, y1 - c)
      s += boxMean(m, x1 + 2, y0 + c, x1 + 4, y1 - c) - boxMean(m, x1 - 1, y0 + c, x1 + 1, y1 - c)
    } else {
      const c = ((x1 - x0) * 0.15) | 0
      s += boxMean(m, x0 + c, y0 - 4, x1 - c, y0 - 2) - boxMean(m, x0 + c, y0 - 1, x1 - c, y0 + 1)
      s += boxMean(m, x0 + c, y1 + 2, x1 - c, y1 + 4) - boxMean(m, x0 + c, y1 - 1, x1 - c, y1 + 1)
    }
  }
  return s / (2 * n)
}

/** Finds one zone's shift in its straightened patch. `reach` in mm; the patch starts at (left, top) mm. */
export const shiftOf = (m: Integral, zone: Zone, left: number, top: number, density: number, reach: number): Shift => {
  const n = zone.cells.length
  const px = new Int32Array(n * 4)
  zone.cells.forEach(({ rect: r }, i) => {
    px[i * 4] = Math.round((r.x - left) * density)
    px[i * 4 + 1] = Math.round((r.y - top) * density)
    px[i * 4 + 2] = Math.round((r.x + r.w - left) * density)
    px[i * 4 + 3] = Math.round((r.y + r.h - top) * density)
  })
  const R = Math.round(reach * density)
  let bx = 0
  let by = 0
  let strength = 0
  let fx = 0
  let fy = 0
  for (let pass = 0; pass < 2; pass++) {
    for (const across of [false, true]) {
      let best = -Infinity
      let offset = 0
      const score = new Float64Array(2 * R + 1)
      const centre = across ? bx : by
      for (let k = -R; k <= R; k++) {
        if (pass === 1 && Math.abs(k - centre) > 2) continue
        const raw = across ? contrast(m, px, n, k, by, true) : contrast(m, px, n, bx, k, false)
        const c = Number.isNaN(raw) ? -100 : raw
        score[k + R] = c
        // A slight pull to the middle decides between equal peaks.
        const v = c - Math.abs(k) * 0.05
        if (v > best) {
          best = v
          offset = k
        }
      }
      const c = score[offset + R]!
      let sub = 0
      if (offset > -R && offset < R) {
        const a = score[offset + R - 1]!
        const b = score[offset + R + 1]!
        const bend = a + b - 2 * c
        if (bend < -1e-6) sub = Math.max(-0.5, Math.min(0.5, (a - b) / (2 * bend)))
      }
      if (across) {
        bx = offset
        fx = offset + sub
      } else {
        by = offset
        fy = offset + sub
      }
      strength = across ? Math.min(strength, c) : c
    }
  }
  const r = zone.rect
  return { zone, x: r.x + r.w / 2, y: r.y + r.h / 2, dx: fx / density, dy: fy / density, strength }
}

const basis = (x: number, y: number, n: number): number[] =>
  n >= 6 ? [1, x, y, x * x, x * y, y * y] : n >= 3 ? [1, x, y] : [1]

/** Weighted ridge least squares of one component over a polynomial basis. */
const fitSmooth = (rows: readonly number[][], values: readonly number[], weights: readonly number[]): number[] => {
  const n = rows[0]!.length
  const a = Array.from({ length: n }, () => new Array<number>(n + 1).fill(0))
  rows.forEach((row, k) => {
    const w = weights[k]!
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) a[i]![j]! += w * row[i]! * row[j]!
      a[i]![n]! += w * row[i]! * values[k]!
    }
  })
  for (let i = 0; i < n; i++) a[i]![i]! += i === 0 ? 0.02 : 0.3
  for (let c = 0; c < n; c++) {
    const d = a[c]![c]!
    for (let r = 0; r < n; r++) {
      if (r === c) continue
      const f = a[r]![c]! / d
      for (let k = c; k <= n; k++) a[r]![k]! -= f * a[c]![k]!
    }
  }
  return a.map((row, i) => row[n]! / row[i]!)
}

/**
 * Smooths the shifts: a quadratic surface over the page by iteratively reweighted least squares, and each zone's own
 * deviation from it kept where its outline is clear and the deviation small (≤ 0.45 mm).
 */
export const smoothShifts = (
  shifts: readonly Shift[],
  width: number,
  height: number,
): Map<Zone, { dx: number; dy: number }> => {
  const out = new Map<Zone, { dx: number; dy: number }>()
  const good = shifts.filter((s) => s.zone.outlined && s.strength > 3)
  if (good.length === 0) return out
  const sorted = good.map((s) => s.strength).sort((a, b) => a - b)
  const typical = sorted[sorted.length >> 1]!
  const n = good.length >= 14 ? 6 : good.length >= 7 ? 3 : 1
  const norm = (s: { x: number; y: number }) => basis((s.x / width) * 2 - 1, (s.y / height) * 2 - 1, n)
  const rows = good.map(norm)
  const base = good.map((s) => Math.min(1, s.strength / typical) * Math.min(3, Math.sqrt(s.zone.cells.length / 4)))
  let weights = base
  let cx: number[] = []
  let cy: number[] = []
  const dot = (row: readonly number[], c: readonly number[]) => row.reduce((s, v, i) => s + v * c[i]!, 0)
  for (let pass = 0; pass < 4; pass++) {
    cx = fitSmooth(
      rows,
      good.map((s) => s.dx),
      weights,
    )
    cy = fitSmooth(
      rows,
      good.map((s) => s.dy),
      weights,
    )
    weights = base.map((w, i) => {
      const e = Math.hypot(dot(rows[i]!, cx) - good[i]!.dx, dot(rows[i]!, cy) - good[i]!.dy)
      return w / (1 + (e / 0.25) ** 2)
    })
  }
  for (const s of shifts) {
    const row = norm(s)
    let dx = dot(row, cx)
    let dy = dot(row, cy)
    const ex = s.dx - dx
    const ey = s.dy - dy
    if (s.zone.outlined && s.strength > typical * 0.5 && Math.abs(ex) < 0.45 && Math.abs(ey) < 0.45) {
      dx += ex
      dy += ey
    }
    out.set(s.zone, { dx, dy })
  }
  return out
}
