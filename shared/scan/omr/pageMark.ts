/** The page number in binary, least significant box first, readable when the QR is not. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, Homography } from './omr.types.ts'
import type { FoundAnchor } from './locate.ts'
import { boxMean, integrate, straighten } from './sample.ts'

/** The number that the boxes show, or null when one of them is neither full nor empty. */
export const readPageMark = (
  grey: Grey,
  h: Homography,
  boxes: readonly Rect[],
  anchors: readonly FoundAnchor[],
): number | null => {
  if (boxes.length === 0 || anchors.length === 0) return null
  const black = anchors.reduce((s, a) => s + a.black, 0) / anchors.length
  const white = anchors.reduce((s, a) => s + a.white, 0) / anchors.length
  let number = 0
  for (let i = 0; i < boxes.length; i++) {
    const b = boxes[i]!
    const pad = 1
    const density = 6
    const patch = straighten(grey, h, { x: b.x - pad, y: b.y - pad, w: b.w + 2 * pad, h: b.h + 2 * pad }, density)
    const sums = integrate(patch)
    const inset = Math.min(b.w, b.h) * 0.28
    const x0 = Math.round((pad + inset) * density)
    const y0 = Math.round((pad + inset) * density)
    const x1 = Math.round((pad + b.w - inset) * density)
    const y1 = Math.round((pad + b.h - inset) * density)
    // Paper beside this box, so that a shadow does not fill it: the brightest of four thin strips.
    const n = Math.round(0.5 * density)
    const paper = Math.max(
      boxMean(sums, 0, 0, patch.width, n),
      boxMean(sums, 0, patch.height - n, patch.width, patch.height),
      boxMean(sums, 0, 0, n, patch.height),
      boxMean(sums, patch.width - n, 0, patch.width, patch.height),
    )
    const local = Math.min(paper, white * 1.1)
    const depth = Math.max(8, (white - black) * (local / Math.max(1, white)))
    const ink = (local - boxMean(sums, x0, y0, x1, y1)) / depth
    if (ink > 0.6) number += 2 ** i
    else if (ink > 0.35) return null
  }
  return number
}
