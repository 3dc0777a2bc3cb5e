/** How a template's locating marks are seen from a place, when what lies there has moved a little. */
import type { CardGeometry, PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { GuidePage } from '#shared/card/geometry/guide.types.ts'
import type { Grey } from '../omr.types.ts'
import { planZones } from '../zones.ts'
import type { Zone } from '../zones.ts'
import { marksOff } from './heldMarks.ts'
import { referenceOf } from './kept.ts'
import type { Alignment } from './align.ts'

/** Patches within this share of the page's width say where a zone lies. */
const NEAR = 0.09

export const shifting = (alignment: Alignment, width: number, k: number) => {
  const at = (zone: Pick<Zone, 'rect'>) => {
    const x = (zone.rect.x + zone.rect.w / 2) * k
    const y = (zone.rect.y + zone.rect.h / 2) * k
    const reach = NEAR * width * k
    let [sum, dx, dy] = [0, 0, 0]
    for (const r of alignment.residuals) {
      // Along the zone's own length every patch counts alike.
      const ux = Math.max(0, Math.abs(r.x - x) - (zone.rect.w * k) / 2)
      const uy = Math.max(0, Math.abs(r.y - y) - (zone.rect.h * k) / 2)
      const w = r.weight * Math.exp(-(ux * ux + uy * uy) / (2 * reach * reach))
      sum += w
      dx += w * r.dx
      dy += w * r.dy
    }
    return { sum, dx: dx / (sum + 0.3) / k, dy: dy / (sum + 0.3) / k }
  }
  return at
}

/** The least and the largest step from a cell to the next in its row or column (mm). */
export const stepsOf = (page: PageGeometry): { least: number; most: number } => {
  const steps = planZones(page).zones.flatMap((z) =>
    z.cells.flatMap(({ rect: r, left, right, top, bottom }) => [
      r.w + Math.min(left, right),
      r.h + Math.min(top, bottom),
    ]),
  )
  return { least: Math.min(...steps), most: Math.max(...steps) }
}

/** How far the template's locating marks are seen from where the place has them (mm). */
export const marksSeen = (
  guide: GuidePage,
  card: { geometry: CardGeometry },
  grey: Grey,
  alignment: Alignment,
  shift: ReturnType<typeof shifting>,
  reach: number,
): number[] => {
  const reference = referenceOf(guide, card.geometry)
  const k = reference.picture.width / card.geometry.width
  const bend = (x: number, y: number) => {
    const at = shift({ rect: { x: x / k, y: y / k, w: 0, h: 0 } })
    return { dx: at.dx * k, dy: at.dy * k }
  }
  return marksOff(reference, grey, alignment.homography, reach * k, bend).map((off) => off / k)
}
