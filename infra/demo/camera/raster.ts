/** Pictures as numbers: reflectance or light, row by row, and what is done to all their pixels. */
import type { Chance } from './chance.ts'

export type Raster = { width: number; height: number; data: Float32Array }

export const newRaster = (width: number, height: number, value = 0): Raster => {
  const data = new Float32Array(width * height)
  if (value !== 0) data.fill(value)
  return { width, height, data }
}

export const copyOf = (r: Raster): Raster => ({ ...r, data: r.data.slice() })

/** Between pixel centres; beyond the edge the edge goes on. */
export const sampleAt = ({ width, height, data }: Raster, x: number, y: number): number => {
  const cx = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x
  const cy = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y
  const ix = cx | 0
  const iy = cy | 0
  const fx = cx - ix
  const fy = cy - iy
  const i = iy * width + ix
  const top = data[i]! + (data[i + 1]! - data[i]!) * fx
  const low = data[i + width]! + (data[i + width + 1]! - data[i + width]!) * fx
  return top + (low - top) * fy
}

const kernelOf = (sigma: number): Float32Array => {
  const radius = Math.max(1, Math.ceil(sigma * 2.6))
  const kernel = new Float32Array(radius * 2 + 1)
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += kernel[i + radius] = Math.exp((-i * i) / (2 * sigma * sigma))
  return kernel.map((v) => v / sum)
}

/** Along a row or (by `step` = width) along a column. */
const blurLine = (
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  n: number,
  kernel: Float32Array,
): void => {
  const radius = kernel.length >> 1
  for (let i = 0; i < n; i++) {
    let sum = 0
    if (i >= radius && i < n - radius) {
      let at = start + (i - radius) * step
      for (let k = 0; k < kernel.length; k++, at += step) sum += from[at]! * kernel[k]!
    } else
      for (let k = -radius; k <= radius; k++) {
        const j = i + k < 0 ? 0 : i + k >= n ? n - 1 : i + k
        sum += from[start + j * step]! * kernel[k + radius]!
      }
    to[start + i * step] = sum
  }
}

const across = (r: Raster, kernel: Float32Array): Raster => {
  const out = newRaster(r.width, r.height)
  for (let y = 0; y < r.height; y++) blurLine(r.data, out.data, y * r.width, 1, r.width, kernel)
  return out
}

/** Row by row instead of column by column: memory is read in order. */
const down = (r: Raster, kernel: Float32Array): Raster => {
  const out = newRaster(r.width, r.height)
  const radius = kernel.length >> 1
  const { width, height, data } = r
  for (let y = 0; y < height; y++) {
    const to = y * width
    for (let k = -radius; k <= radius; k++) {
      const from = Math.min(height - 1, Math.max(0, y + k)) * width
      const weight = kernel[k + radius]!
      for (let x = 0; x < width; x++) out.data[to + x] = out.data[to + x]! + data[from + x]! * weight
    }
  }
  return out
}

/** Gaussian with a deviation for each axis, in pixels; below 0.15 nothing is done. */
export const blurred = (r: Raster, sigmaX: number, sigmaY = sigmaX): Raster => {
  const wide = sigmaX > 0.15 ? across(r, kernelOf(sigmaX)) : r
  return sigmaY > 0.15 ? down(wide, kernelOf(sigmaY)) : wide === r ? copyOf(r) : wide
}

/** A movement of the hand while the shutter is open: the mean along a line of `length` pixels. */
export const smeared = (r: Raster, length: number, angle: number): Raster => {
  const steps = Math.max(2, Math.ceil(length))
  const out = newRaster(r.width, r.height)
  for (let s = 0; s < steps; s++) {
    const t = (s / (steps - 1) - 0.5) * length
    const dx = Math.round(Math.cos(angle) * t)
    const dy = Math.round(Math.sin(angle) * t)
    for (let y = 0; y < r.height; y++) {
      const from = Math.min(r.height - 1, Math.max(0, y + dy)) * r.width
      const to = y * r.width
      for (let x = 0; x < r.width; x++)
        out.data[to + x]! += r.data[from + Math.min(r.width - 1, Math.max(0, x + dx))]! / steps
    }
  }
  return out
}

const gaussians = new Float32Array(65536)
/** Normal numbers from a table: one every pixel would cost more than all the rest. */
export const noiseOf = (chance: Chance): (() => number) => {
  if (gaussians[0] === 0 && gaussians[1] === 0) {
    // The table is the same for all; where one starts and how one walks through it is the seed's.
    for (let i = 0; i < gaussians.length; i += 2) {
      const u = (i + 1) / (gaussians.length + 1)
      const radius = Math.sqrt(-2 * Math.log(u))
      const angle = i * 2.399963
      gaussians[i] = radius * Math.cos(angle)
      gaussians[i + 1] = radius * Math.sin(angle)
    }
  }
  let state = (chance.int(0x7fffffff) | 1) >>> 0
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return gaussians[(state >>> 8) & 65535]!
  }
}

const hash = (x: number, y: number, salt: number): number => {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(salt, 2147483647)) | 0
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Smooth noise 0…1 on a lattice of unit 1: grain, fibres, mottle, wood. */
export const lattice = (x: number, y: number, salt: number): number => {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const fx = x - ix
  const fy = y - iy
  const sx = fx * fx * (3 - 2 * fx)
  const sy = fy * fy * (3 - 2 * fy)
  const top = hash(ix, iy, salt) * (1 - sx) + hash(ix + 1, iy, salt) * sx
  const low = hash(ix, iy + 1, salt) * (1 - sx) + hash(ix + 1, iy + 1, salt) * sx
  return top * (1 - sy) + low * sy
}

export const clamp = (v: number, least: number, most: number): number => (v < least ? least : v > most ? most : v)
export const smoothstep = (from: number, to: number, v: number): number => {
  const t = clamp((v - from) / (to - from), 0, 1)
  return t * t * (3 - 2 * t)
}

/** v^(1/γ) in 4096 steps. */
export const toneCurve = (gamma: number): Float32Array =>
  Float32Array.from({ length: 4096 }, (_, i) => Math.pow(i / 4095, 1 / gamma))
