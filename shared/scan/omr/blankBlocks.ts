/** Which subjective blocks hold no writing: ink in the block that the card did not print. */
import type { AnswerBlock, Draw, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, Homography } from './omr.types.ts'
import { pixelsPerMm } from './homography.ts'
import { straighten } from './sample.ts'

/** Pixels a millimetre at which blocks are looked at. */
const DENSITY = 2.5
/** Print may lie this far from where it was designed (mm). */
const SLACK = 0.75
/** A share of inked pixels below this is dirt, not writing: an answer of two characters in a 180 × 60 mm block is 0.0009. */
const BLANK_SHARE = 0.0005

const covers = new WeakMap<AnswerBlock, { w: number; h: number; open: Uint8Array; count: number; pictured: boolean }>()

const boxesOf = (d: Draw): Rect[] => {
  switch (d.kind) {
    case 'fill':
    case 'image':
      return [d.rect]
    case 'text': {
      if (d.rotate)
        return [
          { x: d.rect.x - d.rect.h, y: d.rect.y - d.rect.w, w: d.rect.w + 2 * d.rect.h, h: d.rect.h + 2 * d.rect.w },
        ]
      // The text's own extent, generously: a full square a character.
      const w = Math.min(d.rect.w, d.text.length * d.size * 1.1)
      const x =
        d.align === 'left' ? d.rect.x : d.align === 'right' ? d.rect.x + d.rect.w - w : d.rect.x + (d.rect.w - w) / 2
      return [{ x, y: d.rect.y + d.rect.h / 2 - d.size * 0.65, w, h: d.size * 1.3 }]
    }
    case 'line':
      return [{ x: Math.min(d.x1, d.x2), y: Math.min(d.y1, d.y2), w: Math.abs(d.x2 - d.x1), h: Math.abs(d.y2 - d.y1) }]
    case 'box': {
      const { x, y, w, h } = d.rect
      return [
        { x, y, w, h: 0 },
        { x, y: y + h, w, h: 0 },
        { x, y, w: 0, h },
        { x: x + w, y, w: 0, h },
      ]
    }
  }
}

const meets = (a: Rect, b: Rect): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

/** The part of a block where nothing is printed. */
const openOf = (page: PageGeometry, block: AnswerBlock) => {
  const known = covers.get(block)
  if (known) return known
  const b = block.rect
  const w = Math.max(1, Math.round(b.w * DENSITY))
  const h = Math.max(1, Math.round(b.h * DENSITY))
  const open = new Uint8Array(w * h).fill(1)
  const close = (r: Rect) => {
    const x0 = Math.max(0, Math.floor((r.x - SLACK - b.x) * DENSITY))
    const y0 = Math.max(0, Math.floor((r.y - SLACK - b.y) * DENSITY))
    const x1 = Math.min(w, Math.ceil((r.x + r.w + SLACK - b.x) * DENSITY))
    const y1 = Math.min(h, Math.ceil((r.y + r.h + SLACK - b.y) * DENSITY))
    for (let y = y0; y < y1; y++) if (x1 > x0) open.fill(0, y * w + x0, y * w + x1)
  }
  for (const d of page.draws) for (const r of boxesOf(d)) close(r)
  const rim = [
    { x: b.x, y: b.y, w: b.w, h: 0.5 },
    { x: b.x, y: b.y + b.h - 0.5, w: b.w, h: 0.5 },
    { x: b.x, y: b.y, w: 0.5, h: b.h },
    { x: b.x + b.w - 0.5, y: b.y, w: 0.5, h: b.h },
  ]
  rim.forEach(close)
  let count = 0
  for (const v of open) count += v
  const pictured = page.draws.some((d) => d.kind === 'image' && meets(d.rect, b))
  const cover = { w, h, open, count, pictured }
  covers.set(block, cover)
  return cover
}

/**
 * Ink in one block: the share of its unprinted part that is clearly darker than the paper about it.
 * `grey` may be a shrunk picture with its homography.
 */
export const readBlock = (
  grey: Grey,
  h: Homography,
  page: PageGeometry,
  block: AnswerBlock,
): { ink: number; likelyBlank: boolean } => {
  const cover = openOf(page, block)
  if (cover.count < 20) return { ink: 0, likelyBlank: false }
  const ppm = Math.abs(pixelsPerMm(h, block.rect.x + block.rect.w / 2, block.rect.y + block.rect.h / 2))
  const patch = straighten(grey, h, block.rect, DENSITY)
  const { w, open } = cover
  const rows = Math.min(cover.h, patch.height)
  const columns = Math.min(w, patch.width)
  // Paper in tiles of 8 mm, from its histogram: writing never covers three quarters of a tile.
  const tile = 20
  let dark = 0
  let seen = 0
  const bins = new Uint32Array(256)
  for (let ty = 0; ty < rows; ty += tile)
    for (let tx = 0; tx < columns; tx += tile) {
      bins.fill(0)
      let n = 0
      const y1 = Math.min(rows, ty + tile)
      const x1 = Math.min(columns, tx + tile)
      for (let y = ty; y < y1; y++)
        for (let x = tx; x < x1; x++) {
          if (!open[y * w + x]) continue
          bins[patch.data[y * patch.width + x]!]!++
          n++
        }
      if (n < 8) continue
      let left = n * 0.4
      let white = 255
      while (white > 0 && left > bins[white]!) left -= bins[white--]!
      let spread = n * 0.75
      let low = 255
      while (low > 0 && spread > bins[low]!) spread -= bins[low--]!
      // Noise widens the tile's own histogram; the limit lies well beyond it. No noise is as wide as a third of the way to
      // black: that is much ink, or a shadow's edge, and ink is darker than any shadow.
      const wide = white - low > white * 0.33
      const limit = wide ? white * 0.35 : white - Math.max(white * 0.2, 4.5 * (white - low))
      for (let k = 0; k < limit; k++) dark += bins[k]!
      seen += n
    }
  const ink = seen > 0 ? dark / seen : 0
  // Sub-sampling a fine picture misses thin strokes in proportion; the limit is for 200 dpi. On a printed picture an answer
  // may be drawn that is not told from it: such a block is never called blank.
  return { ink: Math.round(ink * 1e5) / 1e5, likelyBlank: !cover.pictured && ink < BLANK_SHARE * Math.min(1, ppm / 4) }
}
