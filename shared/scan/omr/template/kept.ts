/** What a guide keeps of a template's page, unpacked once. */
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import { unpackGrey } from '#shared/card/geometry/guide.types.ts'
import type { GuidePage } from '#shared/card/geometry/guide.types.ts'
import type { Grey } from '../omr.types.ts'
import type { Reference } from './align.ts'
import { referencePicture } from './guide.ts'

/** `fine`: the picture as it is kept, which cells are held against; a page is found by a smaller one. */
type Kept = Reference & { fine: Grey }
const references = new WeakMap<GuidePage, Kept>()

/** The reference of a page; marks are turned into its pixels. */
export const referenceOf = (guide: GuidePage, geometry: CardGeometry): Kept => {
  const known = references.get(guide)
  if (known) return known
  const fine = unpackGrey(guide.picture)
  // Of a filled sheet nothing finer is kept.
  const picture = guide.blank ? referencePicture(fine) : fine
  const k = picture.width / geometry.width
  const marks = guide.marks.map((r) => ({ x: r.x * k, y: r.y * k, w: r.w * k, h: r.h * k }))
  const made = { picture, fine, marks }
  references.set(guide, made)
  return made
}
