/** Connected dark shapes of a picture: bubbles, boxes, marks. For templates, where nothing is known of the print yet. */
import type { Grey } from '../omr.types.ts'
import { integrate } from '../sample.ts'

/** One connected dark piece: its box in pixels, its area, how much of its box it fills, and where its middle lies. */
export type Shape = {
  x: number
  y: number
  w: number
  h: number
  area: number
  cx: number
  cy: number
}

/** 1 where a pixel is darker than the paper about it: the mean of a window, less a share. */
export const darkMask = (grey: Grey, window: number, share = 0.12): Uint8Array => {
  const { width, height, data } = grey
  const { sum } = integrate(grey)
  const out = new Uint8Array(width * height)
  const r = Math.max(3, window >> 1)
  const line = width + 1
  for (let y = 0; y < height; y++) {
    const y0 = Math.max(0, y - r)
    const y1 = Math.min(height, y + r + 1)
    const [above, below] = [y0 * line, y1 * line]
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const x0 = x < r ? 0 : x - r
      const x1 = x + r < width ? x + r + 1 : width
      const all = sum[below + x1]! - sum[above + x1]! - sum[below + x0]! + sum[above + x0]!
      const paper = all / ((x1 - x0) * (y1 - y0))
      if (data[i]! < paper - Math.max(10, paper * share)) out[i] = 1
    }
  }
  return out
}

/** The connected pieces (8 neighbours) of a mask with at least `least` pixels. */
export const shapesOf = (mask: Uint8Array, width: number, height: number, least = 6): Shape[] => {
  const seen = new Uint8Array(mask.length)
  const stack = new Int32Array(mask.length)
  const out: Shape[] = []
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start] || seen[start]) continue
    let top = 0
    stack[top++] = start
    seen[start] = 1
    let [x0, y0, x1, y1, area, sx, sy] = [width, height, 0, 0, 0, 0, 0]
    while (top > 0) {
      const i = stack[--top]!
      const x = i % width
      const y = (i - x) / width
      area++
      sx += x
      sy += y
      if (x < x0) x0 = x
      if (x > x1) x1 = x
      if (y < y0) y0 = y
      if (y > y1) y1 = y
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const nx = x + dx
          const ny = y + dy
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue
          const j = ny * width + nx
          if (mask[j] && !seen[j]) {
            seen[j] = 1
            stack[top++] = j
          }
        }
    }
    if (area < least) continue
    out.push({ x: x0, y: y0, w: x1 - x0 + 1, h: y1 - y0 + 1, area, cx: sx / area + 0.5, cy: sy / area + 0.5 })
  }
  return out
}
