/** Small pieces of a picture that are found again in another, to a part of a pixel. */
import type { Grey } from '../omr.types.ts'
import type { Point } from '../homography.ts'

/** Patches that can be found again, spread over the page: the most structured place of each field. */
export const patchesOf = (picture: Grey, half: number, across: number): Point[] => {
  const { width, height, data } = picture
  const down = Math.max(3, Math.round((across * height) / width))
  const out: Point[] = []
  const step = Math.max(2, half >> 1)
  for (let j = 0; j < down; j++)
    for (let i = 0; i < across; i++) {
      let best = 0
      let at: Point | null = null
      const x1 = Math.min(width - half - 2, Math.floor(((i + 1) * width) / across))
      const y1 = Math.min(height - half - 2, Math.floor(((j + 1) * height) / down))
      for (let y = Math.max(half + 1, Math.floor((j * height) / down)); y < y1; y += step)
        for (let x = Math.max(half + 1, Math.floor((i * width) / across)); x < x1; x += step) {
          // The weaker of the gradient's two directions: an edge alone slides along itself.
          let [xx, yy, xy] = [0, 0, 0]
          for (let v = -half; v <= half; v += 2)
            for (let u = -half; u <= half; u += 2) {
              const k = (y + v) * width + x + u
              const gx = data[k + 1]! - data[k - 1]!
              const gy = data[k + width]! - data[k - width]!
              xx += gx * gx
              yy += gy * gy
              xy += gx * gy
            }
          const weak = (xx + yy) / 2 - Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
          if (weak > best) {
            best = weak
            at = { x, y }
          }
        }
      if (at && best > 400 * half * half * 0.25) out.push(at)
    }
  return out
}

/** Sums of a picture's greys and of their squares over any place of a patch within `reach` of its own: both are whole numbers. */
const windowOf = ({ width, height, data }: Grey, p: Point, half: number, reach: number) => {
  const [left, top] = [Math.max(0, p.x - half - reach), Math.max(0, p.y - half - reach)]
  const across = Math.min(width, p.x + half + reach + 1) - left
  const down = Math.min(height, p.y + half + reach + 1) - top
  const line = across + 1
  const sum = new Int32Array(line * (down + 1))
  const squares = new Float64Array(line * (down + 1))
  for (let y = 0; y < down; y++) {
    let [s, ss] = [0, 0]
    for (let x = 0, k = (y + 1) * line + 1, i = (top + y) * width + left; x < across; x++, k++, i++) {
      const g = data[i]!
      s += g
      ss += g * g
      sum[k] = sum[k - line]! + s
      squares[k] = squares[k - line]! + ss
    }
  }
  const wide = 2 * half + 1
  const out: [number, number] = [0, 0]
  return (x0: number, y0: number): readonly [number, number] => {
    const k = (y0 - top) * line + x0 - left
    const below = k + wide * line
    out[0] = sum[below + wide]! - sum[below]! - sum[k + wide]! + sum[k]!
    out[1] = squares[below + wide]! - squares[below]! - squares[k + wide]! + squares[k]!
    return out
  }
}

/** The place of a patch of `a` in `b` within `reach` of its own, to a part of a pixel; null where nothing is like it. */
export const findPatch = (
  a: Grey,
  b: Grey,
  p: Point,
  half: number,
  reach: number,
): { dx: number; dy: number; score: number } | null => {
  const w = a.width
  const n = (2 * half + 1) ** 2
  const own = new Float32Array(n)
  let mean = 0
  for (let v = -half, k = 0; v <= half; v++)
    for (let u = -half; u <= half; u++, k++) mean += own[k] = a.data[(p.y + v) * w + p.x + u]!
  mean /= n
  let norm = 0
  for (let k = 0; k < n; k++) {
    own[k]! -= mean
    norm += own[k]! ** 2
  }
  if (norm < n * 16) return null
  const side = 2 * reach + 1
  const scores = new Float32Array(side * side).fill(-1)
  const window = windowOf(b, p, half, reach)
  const { data } = b
  const wide = 2 * half + 1
  let best = -1
  let at = 0
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) {
      const x = p.x + dx
      const y = p.y + dy
      if (x < half || y < half || x >= b.width - half || y >= b.height - half) continue
      // A patch is an odd number of pixels wide; two sums side by side do not wait for each other.
      let [cross, more] = [0, 0]
      for (let v = -half, k = 0; v <= half; v++) {
        let o = (y + v) * w + x - half
        for (const end = o + wide - 1; o < end; o += 2, k += 2) {
          cross += data[o]! * own[k]!
          more += data[o + 1]! * own[k + 1]!
        }
        cross += data[o]! * own[k++]!
      }
      cross += more
      const [s, ss] = window(x - half, y - half)
      const spread = ss - (s * s) / n
      const score = spread > n * 4 ? cross / Math.sqrt(spread * norm) : -1
      const k = (dy + reach) * side + dx + reach
      scores[k] = score
      if (score > best) {
        best = score
        at = k
      }
    }
  if (best < 0.45) return null
  const i = at % side
  const j = (at - i) / side
  if (i === 0 || j === 0 || i === side - 1 || j === side - 1) return null
  const sub = (lower: number, upper: number) => {
    const bend = lower + upper - 2 * best
    return bend < -1e-6 ? Math.max(-0.5, Math.min(0.5, (lower - upper) / (2 * bend))) : 0
  }
  return {
    dx: i - reach + sub(scores[at - 1]!, scores[at + 1]!),
    dy: j - reach + sub(scores[at - side]!, scores[at + side]!),
    score: best,
  }
}
