import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey } from '#shared/scan/omr/omr.types.ts'

const white = 255

/** A place of the card on a straightened piece of it, in pixels; `from` is the piece's own corner. */
export const inPixels = (r: Rect, of: Grey, density: number, from = { x: 0, y: 0 }) => ({
  x: Math.max(0, Math.floor((r.x - from.x) * density)),
  y: Math.max(0, Math.floor((r.y - from.y) * density)),
  to: Math.min(of.width, Math.ceil((r.x - from.x + r.w) * density)),
  end: Math.min(of.height, Math.ceil((r.y - from.y + r.h) * density)),
})

/** Paints places white, wherever they lie on the piece. */
export const whiten = (of: Grey, covered: readonly Rect[], density: number, from?: { x: number; y: number }): Grey => {
  for (const r of covered) {
    const { x, y, to, end } = inPixels(r, of, density, from)
    if (to > x) for (let row = y; row < end; row++) of.data.fill(white, row * of.width + x, row * of.width + to)
  }
  return of
}
