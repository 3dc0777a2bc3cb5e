/** What recognition keeps of a template's page: its picture made small, and its marks. */
import type { Rect } from '#shared/card/geometry/geometry.types.ts'
import { packGrey } from '#shared/card/geometry/guide.types.ts'
import type { GuidePage } from '#shared/card/geometry/guide.types.ts'
import type { Grey } from '../omr.types.ts'
import { straighten } from '../sample.ts'

/** The longer side of a reference picture: finer adds nothing to finding a page. */
const LONGEST = 900

/** A picture no larger than a reference is. */
export const referencePicture = (picture: Grey): Grey => {
  const k = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  if (k === 1) return picture
  const [w, h] = [Math.round(picture.width * k), Math.round(picture.height * k)]
  return straighten(picture, [picture.width / w, 0, 0, 0, picture.height / h, 0, 0, 0, 1], { x: 0, y: 0, w, h }, 1)
}

/** `size`: the geometry's page in mm; marks are pixels of the picture. */
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
    picture: packGrey(referencePicture(picture)),
    marks: marks.map((r) => ({ x: r.x * fx, y: r.y * fy, w: r.w * fx, h: r.h * fy })),
    blank,
  }
}
