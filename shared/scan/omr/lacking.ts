/** What a place lacks: the card's marks that ought to be seen in the picture and are not. */
import type { Survey } from './anchors.ts'
import { pixelsPerMm, project } from './homography.ts'
import type { Point } from './homography.ts'
import type { Located } from './locate.ts'

/** A mark is seen within this distance of its place (mm): half of its own size, which curled paper does not reach. */
const SEEN = 3
/** So near to the picture's edge (mm) a mark may be cut off. */
const EDGE = 4
/** The marks that one fold or tear takes are within this distance of each other (mm). */
const ONE_CORNER = 30

/**
 * Whether marks are lacking in more than one place. A sheet may have lost a corner, and with it the mark beside it; a
 * wrong place, whose corner is a neighbouring mark, lacks what lies between its corners, however well the lines and the
 * QR's own corner of the sheet fit.
 */
export const lacksMarks = ({ grey, squares }: Survey, { sheet, homography: h }: Located): boolean => {
  const lacking: Point[] = []
  for (const { rect } of sheet.page.anchors) {
    const centre = { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 }
    const p = project(h, centre.x, centre.y)
    const ppm = Math.abs(pixelsPerMm(h, centre.x, centre.y))
    const within = (at: number, size: number) => at > EDGE * ppm && at < size - EDGE * ppm
    if (!within(p.x, grey.width) || !within(p.y, grey.height)) continue
    if (!squares.some((q) => Math.hypot(q.x - p.x, q.y - p.y) < SEEN * ppm)) lacking.push(centre)
  }
  return lacking.some((a, i) => lacking.slice(i + 1).some((b) => Math.hypot(a.x - b.x, a.y - b.y) > ONE_CORNER))
}
