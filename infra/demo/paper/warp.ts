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
  const { pxPerMm: k, channels: ch, data: from } = raster
  const inverse = multiply([k, 0, 0, 0, k, 0, 0, 0, 1], invert(matrix))
  const [a, b, c, d, e, f, g, h, i] = inverse
  const data = new Uint8Array(width * height * ch).fill(bed)
  const maxX = raster.width - 1
  const maxY = raster.height - 1
  const row = raster.width * ch
  // between 1.25 and 1.9 raster pixels a picture pixel: two taps on the diagonal stand for the pixel's area
  const taps = raster.pxPerMm / outPerMm > 1.25 ? [-0.25, 0.25] : [0]
  const offsets = taps.map((t) => [t * (a + b), t * (d + e)] as const)
  const second = taps.length > 1
  const [ox, oy] = offsets[0]!
  const low = -0.5
  const highX = maxX + 0.5
  const highY = maxY + 0.5
  for (let y = 0; y < height; y++) {
    let to = y * width * ch
    const py = y + 0.5
    let u = a * 0.5 + b * py + c
    let v = d * 0.5 + e * py + f
    let z = g * 0.5 + h * py + i
    for (let x = 0; x < width; x++, to += ch, u += a, v += d, z += g) {
      const w = 1 / z
      const sx = u * w - 0.5
      const sy = v * w - 0.5
      if (sx < low || sy < low || sx > highX || sy > highY) continue
      for (let tap = 0; tap < (second ? 2 : 1); tap++) {
        let ux = tap ? sx - ox : sx + ox
        let uy = tap ? sy - oy : sy + oy
        ux = ux < 0 ? 0 : ux > maxX - 0.001 ? maxX - 0.001 : ux
        uy = uy < 0 ? 0 : uy > maxY - 0.001 ? maxY - 0.001 : uy
        const ix = ux | 0
        const iy = uy | 0
        // weights of 8 bits: whole numbers are what the engine is fastest at
        const fx = ((ux - ix) * 256) | 0
        const fy = ((uy - iy) * 256) | 0
        let at = iy * row + ix * ch
        for (let channel = 0; channel < ch; channel++, at++) {
          const p = from[at]!
          const q = from[at + row]!
          const upper = (p << 8) + (from[at + ch]! - p) * fx
          const lower = (q << 8) + (from[at + row + ch]! - q) * fx
          const value = ((upper << 8) + (lower - upper) * fy + 32768) >> 16
          data[to + channel] = tap ? (data[to + channel]! + value + 1) >> 1 : value
        }
      }
    }
  }
  return { width, height, channels: ch, data, pxPerMm: outPerMm }
}
