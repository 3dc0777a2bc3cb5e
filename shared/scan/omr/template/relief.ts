/** What a picture shows under any light, and how alike two of them are. */
import type { Grey } from '../omr.types.ts'
import { integrate } from '../sample.ts'

/** Darkness against the neighbourhood, without its light: what a shadow or another paper does not change. */
export const relief = (grey: Grey, radius: number): Relief => {
  const { width, height, data } = grey
  const { sum } = integrate(grey)
  const out = new Float32Array(width * height)
  const line = width + 1
  for (let y = 0; y < height; y++) {
    const y0 = Math.max(0, y - radius)
    const y1 = Math.min(height, y + radius + 1)
    for (let x = 0; x < width; x++) {
      const x0 = Math.max(0, x - radius)
      const x1 = Math.min(width, x + radius + 1)
      const mean =
        (sum[y1 * line + x1]! - sum[y0 * line + x1]! - sum[y1 * line + x0]! + sum[y0 * line + x0]!) /
        ((x1 - x0) * (y1 - y0))
      out[y * width + x] = (mean - data[y * width + x]!) / Math.max(30, mean)
    }
  }
  return { width, height, data: out }
}

/** What is left out of a relief on every side where two are compared, and so how far one may be moved. */
const RIM = 8

export type Relief = { width: number; height: number; data: Float32Array }

/** Sum of the values, and of their squares, over the middle of a relief moved by a shift. */
export const sumsAt = ({ width: w, height: h, data }: Relief, dx: number, dy: number): readonly [number, number] => {
  let [s, ss] = [0, 0]
  for (let y = RIM + dy; y < h - RIM + dy; y++)
    for (let k = y * w + RIM + dx, end = y * w + w - RIM + dx; k < end; k++) {
      const v = data[k]!
      s += v
      ss += v * v
    }
  return [s, ss]
}

/** The same for every shift up to `reach`: each is the one before it without the line that it left and with the one that it met. */
export const sumsWithin = (r: Relief, reach: number): (readonly [number, number])[][] => {
  const { width: w, height: h, data } = r
  const [x1, y1] = [w - RIM, h - RIM]
  const side = 2 * reach + 1
  // Sums over the rows of the middle, column by column, for each shift down; then along them.
  return Array.from({ length: side }, (_, j) => {
    const dy = j - reach
    const [column, squares] = [new Float64Array(w), new Float64Array(w)]
    for (let y = RIM + dy; y < y1 + dy; y++)
      for (let x = RIM - reach; x < x1 + reach; x++) {
        const v = data[y * w + x]!
        column[x]! += v
        squares[x]! += v * v
      }
    return Array.from({ length: side }, (_, i) => {
      let [s, ss] = [0, 0]
      for (let x = RIM + i - reach; x < x1 + i - reach; x++) {
        s += column[x]!
        ss += squares[x]!
      }
      return [s, ss] as const
    })
  })
}

type Sums = readonly [number, number]

/** Correlation of two reliefs at a shift, over the middle of the first; their sums are known. */
export const likenessAt = (a: Relief, b: Relief, [sa, aa]: Sums, [sb, bb]: Sums, dx: number, dy: number): number => {
  const { width: w, height: h, data: p } = a
  const q = b.data
  const along = w - 2 * RIM
  const n = along * (h - 2 * RIM)
  const va = aa - (sa * sa) / n
  const vb = bb - (sb * sb) / n
  if (!(va > 0 && vb > 0)) return -1
  // Two sums side by side: one alone waits for itself.
  let [ab, more] = [0, 0]
  for (let y = RIM; y < h - RIM; y++) {
    let k = y * w + RIM
    let o = k + dy * w + dx
    for (const end = k + along - 1; k < end; k += 2, o += 2) {
      ab += p[k]! * q[o]!
      more += p[k + 1]! * q[o + 1]!
    }
    if ((along & 1) === 1) ab += p[k]! * q[o]!
  }
  ab += more
  return (ab - (sa * sb) / n) / Math.sqrt(va * vb)
}
