/** Plane projective maps between card millimetres and picture pixels. */
import type { Homography } from './omr.types.ts'

/** One correspondence: (x, y) on the card in mm, (u, v) in the picture in pixels, and how much it counts. */
export type Match = { x: number; y: number; u: number; v: number; weight: number }

export type Point = { x: number; y: number }

/** Maps a card point to the picture. */
export const project = (h: Homography, x: number, y: number): Point => {
  const w = h[6] * x + h[7] * y + h[8]
  return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w }
}

/** The inverse map (adjugate, scaled so that its last element is 1). */
export const invert = (h: Homography): Homography => {
  const [a, b, c, d, e, f, g, i, j] = h
  const m = [
    e * j - f * i,
    c * i - b * j,
    b * f - c * e,
    f * g - d * j,
    a * j - c * g,
    c * d - a * f,
    d * i - e * g,
    b * g - a * i,
    a * e - b * d,
  ]
  const s = 1 / m[8]!
  return m.map((v) => v * s) as unknown as Homography
}

/** Solves the n×n system in place by Gaussian elimination with pivoting; null when singular. */
const solve = (a: Float64Array, b: Float64Array, n: number): Float64Array | null => {
  for (let c = 0; c < n; c++) {
    let p = c
    for (let r = c + 1; r < n; r++) if (Math.abs(a[r * n + c]!) > Math.abs(a[p * n + c]!)) p = r
    if (Math.abs(a[p * n + c]!) < 1e-12) return null
    if (p !== c) {
      for (let k = 0; k < n; k++) {
        const t = a[c * n + k]!
        a[c * n + k] = a[p * n + k]!
        a[p * n + k] = t
      }
      const t = b[c]!
      b[c] = b[p]!
      b[p] = t
    }
    for (let r = c + 1; r < n; r++) {
      const f = a[r * n + c]! / a[c * n + c]!
      if (f === 0) continue
      for (let k = c; k < n; k++) a[r * n + k]! -= f * a[c * n + k]!
      b[r]! -= f * b[c]!
    }
  }
  for (let r = n - 1; r >= 0; r--) {
    let s = b[r]!
    for (let k = r + 1; k < n; k++) s -= a[r * n + k]! * b[k]!
    b[r] = s / a[r * n + r]!
  }
  return b
}

const multiply = (p: readonly number[], q: readonly number[]) => {
  const r = new Array<number>(9)
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) r[i * 3 + j] = p[i * 3]! * q[j]! + p[i * 3 + 1]! * q[3 + j]! + p[i * 3 + 2]! * q[6 + j]!
  return r
}

/**
 * Weighted least squares over matches: a full homography from four or more (direct linear transform on normalised
 * coordinates, Hartley 1997, with the last element fixed at 1), an affine map from three. Null when degenerate.
 * `stiffness` pulls the two perspective terms to zero (ridge), for points that hardly determine them.
 */
export const fit = (matches: readonly Match[], stiffness = 0): Homography | null => {
  const n = matches.length
  if (n < 3) return null
  let mx = 0
  let my = 0
  let mu = 0
  let mv = 0
  for (const m of matches) {
    mx += m.x / n
    my += m.y / n
    mu += m.u / n
    mv += m.v / n
  }
  let sx = 0
  let su = 0
  for (const m of matches) {
    sx += Math.hypot(m.x - mx, m.y - my) / n
    su += Math.hypot(m.u - mu, m.v - mv) / n
  }
  if (sx < 1e-9 || su < 1e-9) return null
  const size = n === 3 ? 6 : 8
  const a = new Float64Array(size * size)
  const b = new Float64Array(size)
  const row = new Float64Array(size)
  const add = (t: number, w: number) => {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) a[i * size + j]! += w * row[i]! * row[j]!
      b[i]! += w * row[i]! * t
    }
  }
  for (const m of matches) {
    const x = (m.x - mx) / sx
    const y = (m.y - my) / sx
    const u = (m.u - mu) / su
    const v = (m.v - mv) / su
    row.fill(0)
    row[0] = x
    row[1] = y
    row[2] = 1
    if (size === 8) {
      row[6] = -u * x
      row[7] = -u * y
    }
    add(u, m.weight)
    row.fill(0)
    row[3] = x
    row[4] = y
    row[5] = 1
    if (size === 8) {
      row[6] = -v * x
      row[7] = -v * y
    }
    add(v, m.weight)
  }
  if (size === 8) {
    a[6 * 8 + 6]! += stiffness
    a[7 * 8 + 7]! += stiffness
  }
  const s = solve(a, b, size)
  if (!s) return null
  const inner = [s[0]!, s[1]!, s[2]!, s[3]!, s[4]!, s[5]!, size === 8 ? s[6]! : 0, size === 8 ? s[7]! : 0, 1]
  const h = multiply(
    [su, 0, mu, 0, su, mv, 0, 0, 1],
    multiply(inner, [1 / sx, 0, -mx / sx, 0, 1 / sx, -my / sx, 0, 0, 1]),
  )
  const k = 1 / h[8]!
  if (!Number.isFinite(k)) return null
  return h.map((v) => v * k) as unknown as Homography
}

/** Root mean square distance in pixels between the matches and their projections. */
export const residual = (h: Homography, matches: readonly Match[]): number => {
  let s = 0
  for (const m of matches) {
    const p = project(h, m.x, m.y)
    s += (p.x - m.u) ** 2 + (p.y - m.v) ** 2
  }
  return Math.sqrt(s / Math.max(1, matches.length))
}

/** Pixels per millimetre at a card point (square root of the Jacobian's determinant); negative when mirrored. */
export const pixelsPerMm = (h: Homography, x: number, y: number): number => {
  const o = project(h, x, y)
  const p = project(h, x + 1, y)
  const q = project(h, x, y + 1)
  const det = (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x)
  return Math.sign(det) * Math.sqrt(Math.abs(det))
}

/** Degrees, clockwise, 0…360, by which the card's x axis is turned in the picture at a card point. */
export const turnOf = (h: Homography, x: number, y: number): number => {
  const o = project(h, x, y)
  const p = project(h, x + 10, y)
  const d = (Math.atan2(p.y - o.y, p.x - o.x) * 180) / Math.PI
  return d < 0 ? d + 360 : d
}

/**
 * How far the map is from a similarity at a card point: stretch of one axis against the other plus the cosine of the angle
 * between them. A flat sheet on a scanner has less than 0.03, at any rotation, scale or keystone.
 */
export const distortion = (h: Homography, x: number, y: number): number => {
  const o = project(h, x, y)
  const p = project(h, x + 1, y)
  const q = project(h, x, y + 1)
  const px = p.x - o.x
  const py = p.y - o.y
  const qx = q.x - o.x
  const qy = q.y - o.y
  const a = Math.hypot(px, py)
  const b = Math.hypot(qx, qy)
  return Math.abs(Math.log(a / b)) + Math.abs((px * qx + py * qy) / (a * b))
}
