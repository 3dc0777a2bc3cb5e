/**
 * Two pages in one picture: a sheet laid open on the glass, or two pages printed on one. The page that was read leaves
 * room for another beside it; where that is a page of the same card, the picture is cut between them.
 */
import type { CardGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { Grey, Homography, PageReading } from '#shared/scan/omr/omr.types.ts'
import type { Square } from '#shared/scan/omr/anchors.ts'
import { pixelsPerMm, project } from '#shared/scan/omr/homography.ts'
import { LEAST_MATCH } from '#shared/scan/omr/locateByQr.ts'
import { locatePage } from '#shared/scan/omr/readPage.ts'
import { cut } from '#shared/scan/omr/sample.ts'
import type { Box } from '#shared/scan/omr/sample.ts'

export type Halves = { first: Grey; second: Grey }

/** The share of a page's size that has to be left beside it, and that two boxes may share. */
const ROOM = 0.75
const OVERLAP = 0.03

const boxOf = (h: Homography, { width, height }: Pick<CardGeometry, 'width' | 'height'>): Box => {
  const at = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([x, y]) => project(h, x!, y!))
  const [xs, ys] = [at.map((p) => p.x), at.map((p) => p.y)]
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

type Side = { axis: 'x' | 'y'; after: boolean; rest: Box }

/** The parts of the picture beside a page that could hold another one. */
const sidesOf = (grey: Grey, b: Box): Side[] => {
  const { width, height } = grey
  const [w, h] = [(b.x1 - b.x0) * ROOM, (b.y1 - b.y0) * ROOM]
  const all: (Side & { room: number; needs: number })[] = [
    { axis: 'x', after: true, rest: { x0: b.x1, y0: 0, x1: width, y1: height }, room: width - b.x1, needs: w },
    { axis: 'x', after: false, rest: { x0: 0, y0: 0, x1: b.x0, y1: height }, room: b.x0, needs: w },
    { axis: 'y', after: true, rest: { x0: 0, y0: b.y1, x1: width, y1: height }, room: height - b.y1, needs: h },
    { axis: 'y', after: false, rest: { x0: 0, y0: 0, x1: width, y1: b.y0 }, room: b.y0, needs: h },
  ]
  return all.filter((s) => s.room >= s.needs)
}

/** Whether what lies after comes later as one reads: the page may lie on its side or upside down. */
const laterIsSecond = (h: Homography, axis: 'x' | 'y'): boolean => {
  const [o, right, down] = [project(h, 0, 0), project(h, 100, 0), project(h, 0, 100)]
  const alongX = right[axis] - o[axis]
  const alongY = down[axis] - o[axis]
  return (Math.abs(alongX) >= Math.abs(alongY) ? alongX : alongY) > 0
}

/**
 * Whether two squares beside the page stand as far apart as the corner marks of one side of a page: another page, of which
 * the rest is covered.
 */
const hasSide = (squares: readonly Square[], h: Homography, { pages, width, height }: CardGeometry): boolean => {
  const corners = pages[0]!.anchors.filter((a) => a.role !== 'edge').map((a) => a.rect)
  const [one, ...others] = corners
  if (!one) return false
  const ppm = Math.abs(pixelsPerMm(h, width / 2, height / 2))
  const spans = others.map((o) => Math.hypot(o.x - one.x, o.y - one.y) * ppm).sort((a, b) => a - b)
  const side = one.w * ppm
  const like = squares.filter((q) => Math.abs(q.side / side - 1) < 0.2)
  // Of the three distances from one corner the longest is the diagonal.
  return like.some((p, i) =>
    like
      .slice(i + 1)
      .some((q) => spans.slice(0, 2).some((d) => Math.abs(Math.hypot(p.x - q.x, p.y - q.y) / d - 1) < 0.03)),
  )
}

/** Null for one page; 'overlap' for two that no cut divides. */
export const halvesOf = (
  grey: Grey,
  seen: Pick<PageReading, 'homography'>,
  geometry: CardGeometry,
): Halves | 'overlap' | null => {
  if (!seen.homography) return null
  const cardBox = boxOf(seen.homography, geometry)
  for (const { axis, after, rest } of sidesOf(grey, cardBox)) {
    const size = axis === 'x' ? cardBox.x1 - cardBox.x0 : cardBox.y1 - cardBox.y0
    // The neighbour may lie over the edge a little: its corner marks are still beside ours.
    const slack = size * OVERLAP
    const more = { ...rest }
    if (after) more[`${axis}0`] -= slack
    else more[`${axis}1`] += slack
    const piece = cut(grey, more)
    const found = locatePage(piece, [geometry])
    const [other] = found.places
    if (!other || other.match < LEAST_MATCH) {
      if (hasSide(found.survey.squares, seen.homography, geometry)) return 'overlap'
      continue
    }
    const from = Math.max(0, Math.round(more[`${axis}0`]))
    const box = boxOf(other.homography, geometry)
    const [ownEdge, otherEdge] = after
      ? [cardBox[`${axis}1`], from + box[`${axis}0`]]
      : [cardBox[`${axis}0`], from + box[`${axis}1`]]
    const gap = after ? otherEdge - ownEdge : ownEdge - otherEdge
    if (gap < -slack) return 'overlap'
    const line = (ownEdge + otherEdge) / 2
    const whole: Box = { x0: 0, y0: 0, x1: grey.width, y1: grey.height }
    const low = cut(grey, { ...whole, [`${axis}1`]: line })
    const high = cut(grey, { ...whole, [`${axis}0`]: line })
    return laterIsSecond(seen.homography, axis) ? { first: low, second: high } : { first: high, second: low }
  }
  return null
}
