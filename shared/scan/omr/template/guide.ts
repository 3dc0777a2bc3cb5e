/** What recognition keeps of a template's page: its picture made small, and its marks. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { packGrey } from '#shared/card/geometry/guide.types.ts'
import type { GuidePage } from '#shared/card/geometry/guide.types.ts'
import type { Grey } from '../omr.types.ts'
import { straighten } from '../sample.ts'

/** The longer side of a reference picture: finer adds nothing to finding a page. */
const LONGEST = 900
/** The same of what is kept: cells are held against it, and a thin outline is as wide as on a page from 5 pixels a mm on. */
const FINEST = 1500

/** For each of `to` places along a side of `from` pixels: the pixels under it, with the share of each that is. */
const sharesOf = (from: number, to: number) => {
  const k = from / to
  return Array.from({ length: to }, (_, i) => {
    const [begin, end] = [i * k, Math.min(from, (i + 1) * k)]
    const first = Math.floor(begin)
    const n = Math.ceil(end) - first
    const weights = Array.from(
      { length: n },
      (__, d) => (Math.min(end, first + d + 1) - Math.max(begin, first + d)) / k,
    )
    return { first, weights }
  })
}

/**
 * A picture made smaller, every pixel the mean of what lies under it: a thin outline that falls between two samples would be
 * missing from the one cell and whole in the next, and no page shows it so.
 */
const averaged = ({ width, height, data }: Grey, w: number, h: number): Grey => {
  const [columns, rows] = [sharesOf(width, w), sharesOf(height, h)]
  const out = new Uint8Array(w * h)
  const line = new Float32Array(w)
  for (let y = 0; y < h; y++) {
    line.fill(0)
    for (const [j, share] of rows[y]!.weights.entries()) {
      const at = (rows[y]!.first + j) * width
      for (let x = 0; x < w; x++) {
        const { first, weights } = columns[x]!
        for (let i = 0; i < weights.length; i++) line[x]! += share * weights[i]! * data[at + first + i]!
      }
    }
    for (let x = 0; x < w; x++) out[y * w + x] = Math.round(line[x]!)
  }
  return { width: w, height: h, data: out }
}

const atMost = (picture: Grey, longest: number): Grey => {
  const k = Math.min(1, longest / Math.max(picture.width, picture.height))
  return k === 1 ? picture : averaged(picture, Math.round(picture.width * k), Math.round(picture.height * k))
}

/** A picture no larger than what a page is found by. */
export const referencePicture = (picture: Grey): Grey => atMost(picture, LONGEST)

/** A picture of at most so many pixels, each of them as the picture has it there. */
const sampled = (picture: Grey, longest: number): Grey => {
  const k = Math.min(1, longest / Math.max(picture.width, picture.height))
  if (k === 1) return picture
  const [w, h] = [Math.round(picture.width * k), Math.round(picture.height * k)]
  return straighten(picture, [picture.width / w, 0, 0, 0, picture.height / h, 0, 0, 0, 1], { x: 0, y: 0, w, h }, 1)
}

/**
 * `size`: the geometry's page in mm; marks are pixels of the picture. Of a filled sheet nothing is held against single cells, and its
 * lines are proved best by a picture that is as sharp as the pages.
 */
export const guidePage = (
  page: number,
  picture: Grey,
  marks: readonly Rect[],
  size: { width: number; height: number },
  blank: boolean,
): GuidePage => {
  const [fx, fy] = [size.width / picture.width, size.height / picture.height]
  return {
    page,
    picture: packGrey(blank ? atMost(picture, FINEST) : sampled(picture, LONGEST)),
    marks: marks.map((r) => ({ x: r.x * fx, y: r.y * fy, w: r.w * fx, h: r.h * fy })),
    blank,
  }
}
