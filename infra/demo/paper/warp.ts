/** All geometry of a scan in one inverse-mapped pass. */
import type { Raster } from './raster.ts'
import type { ScanSettings } from './scan.ts'

/** Row-major 3 × 3. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number]

const multiply = (a: Matrix, b: Matrix): Matrix => {
  const at = (row: number, column: number) =>
    a[row * 3]! * b[column]! + a[row * 3 + 1]! * b[column + 3]! + a[row * 3 + 2]! * b[column + 6]!
  return [at(0, 0), at(0, 1), at(0, 2), at(1, 0), at(1, 1), at(1, 2), at(2, 0), at(2, 1), at(2, 2)]
}

const invert = (m: Matrix): Matrix => {
  const [a, b, c, d, e, f, g, h, i] = m
  const A = e * i - f * h
  const B = f * g - d * i
  const C = d * h - e * g
  const det = a * A + b * B + c * C
  return [
    A / det,
    (c * h - b * i) / det,
    (b * f - c * e) / det,
    B / det,
    (a * i - c * g) / det,
    (c * d - a * f) / det,
    C / det,
    (b * g - a * h) / det,
    (a * e - b * d) / det,
  ]
}

/** Maps a point through a homography. */
export const mapPoint = (m: Matrix, x: number, y: number) => {
  const w = m[6] * x + m[7] * y + m[8]
  return { x: (m[0] * x + m[1] * y + m[2]) / w, y: (m[3] * x + m[4] * y + m[5]) / w }
}

type Place = Pick<
  ScanSettings,
  'dpi' | 'orientation' | 'rotate' | 'scale' | 'shear' | 'perspective' | 'shift' | 'overscan'
>

/** From millimetres on the sheet to pixels of the picture, and the picture's size. */
export const placementOf = (scan: Place, widthMm: number, heightMm: number) => {
  const turned = scan.orientation === 90 || scan.orientation === 270
  const k = scan.dpi / 25.4
  const width = Math.round(((turned ? heightMm : widthMm) + 2 * scan.overscan) * k)
  const height = Math.round(((turned ? widthMm : heightMm) + 2 * scan.overscan) * k)
  const angle = (scan.rotate * Math.PI) / 180
  const cos = Math.cos(angle) * scan.scale
  const sin = Math.sin(angle) * scan.scale
  const centre: Matrix = [1, 0, -widthMm / 2, 0, 1, -heightMm / 2, 0, 0, 1]
  const sheared: Matrix = [1, scan.shear, 0, 0, 1, 0, 0, 0, 1]
  const rotated: Matrix = [cos, -sin, 0, sin, cos, 0, 0, 0, 1]
  const keystone: Matrix = [1, 0, 0, 0, 1, 0, scan.perspective[0] / widthMm, scan.perspective[1] / heightMm, 1]
  const shifted: Matrix = [1, 0, scan.shift[0], 0, 1, scan.shift[1], 0, 0, 1]
  const quarter = scan.orientation / 90
  const qc = [1, 0, -1, 0][quarter]!
  const qs = [0, 1, 0, -1][quarter]!
  const oriented: Matrix = [qc, -qs, 0, qs, qc, 0, 0, 0, 1]
  const toPixels: Matrix = [k, 0, width / 2, 0, k, height / 2, 0, 0, 1]
  const matrix = [sheared, rotated, keystone, shifted, oriented, toPixels].reduce(
    (m, next) => multiply(next, m),
    centre,
  )
  return { matrix, width, height }
}

/** Half the size by 2 × 2 means: the first step when the picture is much coarser than the raster. */
const halve = (raster: Raster): Raster => {
  const width = raster.width >> 1
  const height = raster.height >> 1
  const ch = raster.channels
  const { data: from } = raster
  const data = new Uint8Array(width * height * ch)
  const row = raster.width * ch
  for (let y = 0; y < height; y++) {
    let at = y * 2 * row
    let to = y * width * ch
    for (let x = 0; x < width; x++, at += ch) {
      for (let c = 0; c < ch; c++, at++, to++) {
        data[to] = (from[at]! + from[at + ch]! + from[at + row]! + from[at + row + ch]! + 2) >> 2
      }
    }
  }
  return { width, height, channels: ch, data, pxPerMm: raster.pxPerMm / 2 }
}

/** The sheet as the sensor sees it, before its optics and electronics. Bilinear; the bed's grey outside the sheet. */
export const warp = (source: Raster, matrix: Matrix, width: number, height: number, bed: number): Raster => {
  // pixels of the picture per mm, at the middle of the sheet
  const outPerMm = Math.hypot(matrix[0], matrix[3])
  let raster = source
  while (raster.pxPerMm / outPerMm >= 1.9) raster = halve(raster)
  const { pxPerMm: k, channels: ch } = raster
  const inverse = multiply([k, 0, 0, 0, k, 0, 0, 0, 1], invert(matrix))
  const data = new Uint8Array(width * height * ch).fill(bed)
  // between 1.25 and 1.9 raster pixels a picture pixel: two taps on the diagonal stand for the pixel's area
  const taps = raster.pxPerMm / outPerMm > 1.25 ? [-0.25, 0.25] : [0]
  const out: Raster = { width, height, channels: ch, data, pxPerMm: outPerMm }
  pass(out, raster, inverse, taps[0]!, false)
  if (taps.length > 1) pass(out, raster, inverse, taps[1]!, true)
  return out
}

/** Steps of 1/65536 pixel: fine enough for 32 767 pixels in 32 bits, and whole numbers are what the engine is fastest at. */
const fixedOne = 65536

/** One bilinear value with weights of 8 bits. */
const blend = (from: Uint8Array, at: number, ch: number, row: number, fx: number, fy: number): number => {
  const p = from[at]!
  const q = from[at + row]!
  const upper = (p << 8) + (from[at + ch]! - p) * fx
  const lower = (q << 8) + (from[at + row + ch]! - q) * fx
  return ((upper << 8) + (lower - upper) * fy + 32768) >> 16
}

type Run = (
  data: Uint8Array,
  from: Uint8Array,
  row: number,
  to: number,
  count: number,
  ux: number,
  uy: number,
  stepX: number,
  stepY: number,
  mix: boolean,
) => void

/** `count` pixels of a row of an affine map, one channel: the loop that the time of a scan goes into, so it is written out. */
const greyRun: Run = (data, from, row, to, count, ux, uy, stepX, stepY, mix) => {
  for (const end = to + count; to < end; to++, ux += stepX, uy += stepY) {
    const at = (uy >> 16) * row + (ux >> 16)
    const fx = (ux >> 8) & 255
    const p = from[at]!
    const q = from[at + row]!
    const upper = (p << 8) + (from[at + 1]! - p) * fx
    const lower = (q << 8) + (from[at + row + 1]! - q) * fx
    const value = ((upper << 8) + (lower - upper) * ((uy >> 8) & 255) + 32768) >> 16
    data[to] = mix ? (data[to]! + value + 1) >> 1 : value
  }
}

const rgbRun: Run = (data, from, row, to, count, ux, uy, stepX, stepY, mix) => {
  for (const end = to + count * 3; to < end; to += 3, ux += stepX, uy += stepY) {
    const at = (uy >> 16) * row + (ux >> 16) * 3
    const fx = (ux >> 8) & 255
    const fy = (uy >> 8) & 255
    // the four weights are shared by the three colours
    const d = (fx * fy) >> 8
    const b = fx - d
    const c = fy - d
    const a = 256 - fx - c
    const below = at + row
    const red = (a * from[at]! + b * from[at + 3]! + c * from[below]! + d * from[below + 3]! + 128) >> 8
    const green = (a * from[at + 1]! + b * from[at + 4]! + c * from[below + 1]! + d * from[below + 4]! + 128) >> 8
    const blue = (a * from[at + 2]! + b * from[at + 5]! + c * from[below + 2]! + d * from[below + 5]! + 128) >> 8
    data[to] = mix ? (data[to]! + red + 1) >> 1 : red
    data[to + 1] = mix ? (data[to + 1]! + green + 1) >> 1 : green
    data[to + 2] = mix ? (data[to + 2]! + blue + 1) >> 1 : blue
  }
}

/** The loop itself: bilinear samples `tap` of a pixel aside; `mix` averages with what is there. */
const pass = (out: Raster, raster: Raster, inverse: Matrix, tap: number, mix: boolean) => {
  const { width, height, data, channels: ch } = out
  const { data: from } = raster
  const [a, b, c, d, e, f, g, h, i] = inverse
  const maxX = raster.width - 1
  const maxY = raster.height - 1
  const row = raster.width * ch
  const affine = g === 0 && h === 0
  const ox = tap * (a + b) - 0.5
  const oy = tap * (d + e) - 0.5
  for (let y = 0; y < height; y++) {
    const py = y + 0.5
    const u0 = a * 0.5 + b * py + c
    const v0 = d * 0.5 + e * py + f
    if (affine) {
      const [first, last] = span(u0 / i + ox, a / i, v0 / i + oy, d / i, maxX, maxY, width)
      const stepX = Math.round((a / i) * fixedOne)
      const stepY = Math.round((d / i) * fixedOne)
      const ux = Math.floor(((u0 + a * first) / i + ox) * fixedOne)
      const uy = Math.floor(((v0 + d * first) / i + oy) * fixedOne)
      const run = ch === 1 ? greyRun : rgbRun
      run(data, from, row, (y * width + first) * ch, last - first + 1, ux, uy, stepX, stepY, mix)
      continue
    }
    const z0 = g * 0.5 + h * py + i
    let to = y * width * ch
    for (let x = 0; x < width; x++, to += ch) {
      const w = 1 / (z0 + g * x)
      const ux = (u0 + a * x) * w + ox
      const uy = (v0 + d * x) * w + oy
      if (ux < 0 || uy < 0 || ux >= maxX || uy >= maxY) continue
      const ix = ux | 0
      const iy = uy | 0
      const at = iy * row + ix * ch
      const fx = ((ux - ix) * 256) | 0
      const fy = ((uy - iy) * 256) | 0
      for (let k = 0; k < ch; k++) {
        const value = blend(from, at + k, ch, row, fx, fy)
        data[to + k] = mix ? (data[to + k]! + value + 1) >> 1 : value
      }
    }
  }
}

/** First and last pixel of a row that fall on the raster with all four neighbours: u = u0 + a x, v = v0 + d x. */
const span = (u0: number, a: number, v0: number, d: number, maxX: number, maxY: number, width: number) => {
  let first = 0
  let last = width - 1
  const margin = 0.05
  const clip = (start: number, step: number, size: number) => {
    if (Math.abs(step) < 1e-9) {
      if (start < margin || start > size - margin) last = -1
      return
    }
    const p = (margin - start) / step
    const q = (size - margin - start) / step
    first = Math.max(first, Math.ceil(Math.min(p, q)))
    last = Math.min(last, Math.floor(Math.max(p, q)))
  }
  clip(u0, a, maxX)
  clip(v0, d, maxY)
  return [first, last] as const
}
