/** Pixels out of a picture: shrinking, straightened patches, integral images. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, Homography } from './omr.types.ts'

/**
 * Shrinks by a whole factor. Each result is the mean of up to four pixels spread over its f × f box, which is as good as
 * the whole box for finding things and four times as fast; a remainder of less than f at the right and bottom is dropped.
 */
export const shrink = (grey: Grey, f: number): Grey => {
  if (f === 1) return grey
  const w = Math.floor(grey.width / f)
  const h = Math.floor(grey.height / f)
  const out = new Uint8Array(w * h)
  const src = grey.data
  const stride = grey.width
  const near = f >> 2
  const far = f - 1 - near
  const across = far - near
  const down = across * stride
  for (let y = 0, o = 0; y < h; y++) {
    let a = (y * f + near) * stride + near
    for (const end = o + w; o < end; o++, a += f)
      out[o] = (src[a]! + src[a + across]! + src[a + down]! + src[a + down + across]! + 2) >> 2
  }
  return { width: w, height: h, data: out }
}

/** A room is no larger than this (bytes): two sides of A3. */
const MOST_ROOM = 1 << 25

/**
 * Room for a page's large pieces, taken again for the next page's: made anew each time, they keep the collector busy by their
 * size alone. After `clear` nothing that was made in it may be looked at.
 */
export const newRoom = () => {
  let buffer = new ArrayBuffer(0)
  let used = 0
  const take = (size: number) => {
    const at = used
    used += Math.ceil(size / 8) * 8
    return used <= buffer.byteLength ? at : null
  }
  return {
    bytes: (n: number) => {
      const at = take(n)
      return at === null ? new Uint8Array(n) : new Uint8Array(buffer, at, n)
    },
    ints: (n: number) => {
      const at = take(4 * n)
      return at === null ? new Int32Array(n) : new Int32Array(buffer, at, n)
    },
    clear: () => {
      if (used > buffer.byteLength && buffer.byteLength < MOST_ROOM) buffer = new ArrayBuffer(Math.min(MOST_ROOM, used))
      used = 0
    },
  }
}
export type Room = ReturnType<typeof newRoom>

/** Between exact points the map is taken as straight: over so few pixels the strongest keystone bends it by less than 0.01. */
const SEGMENT = 32

/**
 * A straightened piece of the page: `rect` in card millimetres at `density` pixels a millimetre, bilinear in 1/256 pixel.
 * What lies outside of the picture is white. Pixel (i, j) of the result is card point (x + (i + ½)/density, …).
 */
export const straighten = (grey: Grey, h: Homography, rect: Rect, density: number, room?: Room): Grey => {
  const w = Math.max(1, Math.round(rect.w * density))
  const hh = Math.max(1, Math.round(rect.h * density))
  const out = room ? room.bytes(w * hh) : new Uint8Array(w * hh)
  const src = grey.data
  const stride = grey.width
  const maxX = grey.width - 1
  const maxY = grey.height - 1
  const d = 1 / density
  const [a, b, c, e, f, g, p, q, r] = h
  for (let j = 0; j < hh; j++) {
    const y = rect.y + (j + 0.5) * d
    let o = j * w
    let x = rect.x + d / 2
    let t = p * x + q * y + r
    let u = (a * x + b * y + c) / t - 0.5
    let v = (e * x + f * y + g) / t - 0.5
    for (let from = 0; from < w; from += SEGMENT) {
      const n = Math.min(SEGMENT, w - from)
      x = rect.x + (from + n + 0.5) * d
      t = p * x + q * y + r
      const u1 = (a * x + b * y + c) / t - 0.5
      const v1 = (e * x + f * y + g) / t - 0.5
      if (u >= 0 && v >= 0 && u1 >= 0 && v1 >= 0 && u < maxX - 1 && v < maxY - 1 && u1 < maxX - 1 && v1 < maxY - 1) {
        // All inside: 16.16 fixed point.
        let fu = (u * 65536) | 0
        let fv = (v * 65536) | 0
        const du = (((u1 - u) * 65536) / n) | 0
        const dv = (((v1 - v) * 65536) / n) | 0
        for (let i = 0; i < n; i++) {
          const s = (fv >> 16) * stride + (fu >> 16)
          const wx = (fu >> 8) & 255
          const top = (src[s]! << 8) + (src[s + 1]! - src[s]!) * wx
          const low = (src[s + stride]! << 8) + (src[s + stride + 1]! - src[s + stride]!) * wx
          out[o++] = ((top << 8) + (low - top) * ((fv >> 8) & 255) + 32768) >> 16
          fu += du
          fv += dv
        }
      } else {
        const du = (u1 - u) / n
        const dv = (v1 - v) / n
        for (let i = 0; i < n; i++) {
          const fx = u + i * du
          const fy = v + i * dv
          if (fx > -1 && fy > -1 && fx < maxX + 1 && fy < maxY + 1) {
            const ix = Math.min(maxX, Math.max(0, Math.round(fx)))
            const iy = Math.min(maxY, Math.max(0, Math.round(fy)))
            out[o++] = src[iy * stride + ix]!
          } else out[o++] = 255
        }
      }
      u = u1
      v = v1
    }
  }
  return { width: w, height: hh, data: out }
}

/** A part of a picture in pixels; x1 and y1 lie beyond it. */
export type Box = { x0: number; y0: number; x1: number; y1: number }

/** A piece of a picture by whole pixels. */
export const cut = (grey: Grey, { x0, y0, x1, y1 }: Box): Grey => {
  const [left, top] = [Math.max(0, Math.round(x0)), Math.max(0, Math.round(y0))]
  const width = Math.min(grey.width, Math.round(x1)) - left
  const height = Math.min(grey.height, Math.round(y1)) - top
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    data.set(grey.data.subarray((top + y) * grey.width + left, (top + y) * grey.width + left + width), y * width)
  return { width, height, data, ...(grey.dpi ? { dpi: grey.dpi } : {}) }
}

/** An integral image: sums over any box in four reads. `sum` has (width + 1) × (height + 1) entries. */
export type Integral = { width: number; height: number; sum: Int32Array }

export const integrate = (grey: Grey, room?: Room): Integral => {
  const { width: w, height: h, data } = grey
  const stride = w + 1
  const sum = room ? room.ints(stride * (h + 1)) : new Int32Array(stride * (h + 1))
  sum.fill(0, 0, stride)
  for (let y = 0; y < h; y++) {
    let line = 0
    const o = (y + 1) * stride + 1
    sum[o - 1] = 0
    const i = y * w
    for (let x = 0; x < w; x++) {
      line += data[i + x]!
      sum[o + x] = sum[o + x - stride]! + line
    }
  }
  return { width: w, height: h, sum }
}

/** Mean grey of the box [x0, x1) × [y0, y1) in whole pixels, clipped to the picture; NaN when nothing is left. */
export const boxMean = (m: Integral, x0: number, y0: number, x1: number, y1: number): number => {
  const a = x0 < 0 ? 0 : x0
  const b = y0 < 0 ? 0 : y0
  const c = x1 > m.width ? m.width : x1
  const d = y1 > m.height ? m.height : y1
  if (c <= a || d <= b) return NaN
  const s = m.width + 1
  return (m.sum[d * s + c]! - m.sum[b * s + c]! - m.sum[d * s + a]! + m.sum[b * s + a]!) / ((c - a) * (d - b))
}

/** The upper middle of the values; 0 of none. A typed array sorts by value, and several times as fast as a list. */
export const median = (v: ArrayLike<number>): number => Float64Array.from(v).sort()[v.length >> 1] ?? 0

const SLAB = 1 << 15
let slab = new Float32Array(SLAB)
let taken = 0

/** So many zeros. A page needs thousands of small lists; made one by one, the collector spends more on them than they take. */
export const floats = (n: number): Float32Array => {
  if (n > SLAB >> 2) return new Float32Array(n)
  if (taken + n > SLAB) [slab, taken] = [new Float32Array(SLAB), 0]
  taken += n
  return slab.subarray(taken - n, taken)
}

/** Sorts the first `n` values in place: for the few that one place has in each of several cells. */
export const sortFew = (v: Float32Array, n: number): void => {
  if (n > 32) {
    v.subarray(0, n).sort()
    return
  }
  for (let i = 1; i < n; i++) {
    const x = v[i]!
    let k = i
    for (; k > 0 && v[k - 1]! > x; k--) v[k] = v[k - 1]!
    v[k] = x
  }
}
