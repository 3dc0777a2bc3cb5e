/**
 * Where a card lies, told from its QR: the one mark that is found by itself, is the card's alone, and says which way
 * up.
 */
import type { PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import type { Homography } from './omr.types.ts'
import type { Survey } from './anchors.ts'
import { fit, pixelsPerMm, project } from './homography.ts'
import type { Match, Point } from './homography.ts'
import { lacksMarks } from './lacking.ts'
import { settleOn } from './locate.ts'
import type { Located, Sheet } from './locate.ts'

/** The symbol's corners on the card, in the order in which a reader gives them: from its own top left, clockwise. */
const cornersOf = ({ x, y, w, h }: PageGeometry['qr']): Point[] => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
]

/** A place that has the QR farther off than this (mm) is another place: on sound ones it is 0.2, on curled paper 1. */
export const MOST_APART = 2.5

/** How far (mm, the worst corner) a place has the QR from where it was seen. */
export const qrApart = (h: Homography, page: PageGeometry, corners: readonly Point[]): number => {
  const { x, y } = page.qr
  const ppm = Math.abs(pixelsPerMm(h, x, y))
  return Math.max(
    ...cornersOf(page.qr).map((c, i) => {
      const p = project(h, c.x, c.y)
      return Math.hypot(p.x - corners[i]!.x, p.y - corners[i]!.y) / ppm
    }),
  )
}

/** A small square says little of perspective: the map from it is held flat. */
const FLAT = 10
/** How far from its expected place (mm) an anchor may be: its own size, and more the farther it is from what is known. */
const near = (from: number) => 3 + 0.03 * from

/**
 * Goes from the QR to one anchor after the other, the nearest first; each that is found makes the place of the next more
 * certain. Null where fewer than three corners are found.
 */
export const locateByQr = (s: Survey, sheet: Sheet, corners: readonly Point[]): Located | null => {
  const { page } = sheet
  const of = cornersOf(page.qr)
  const known: Match[] = of.map((c, i) => ({ ...c, u: corners[i]!.x, v: corners[i]!.y, weight: 1 }))
  const used: Match[] = []
  let h = fit(known, FLAT)
  const left = page.anchors.map((a) => ({ a, x: a.rect.x + a.rect.w / 2, y: a.rect.y + a.rect.h / 2 }))
  while (h && left.length > 0) {
    const far = (p: Point) => Math.min(...[...of, ...used].map((m) => Math.hypot(m.x - p.x, m.y - p.y)))
    left.sort((p, q) => far(p) - far(q))
    const { a, x, y } = left.shift()!
    const p = project(h, x, y)
    const ppm = Math.abs(pixelsPerMm(h, x, y))
    const side = ppm * Math.sqrt(a.rect.w * a.rect.h)
    const reach = near(far({ x, y })) * ppm
    const off = (q: Point) => Math.hypot(q.x - p.x, q.y - p.y)
    const [best] = s.squares
      .filter((q) => off(q) < reach && q.side > 0.68 * side && q.side < 1.4 * side)
      .sort((q, r) => off(q) - off(r))
    if (!best) continue
    used.push({ x, y, u: best.x, v: best.y, weight: 1 })
    h = fit([...known, ...used], used.length < 3 ? FLAT : 1e-2)
  }
  return h && settleOn(s, sheet, h, used)
}

/** A match below this is no page of ours, with any corners: right places have 0.13 and more, wrong ones up to 0.05. */
export const LEAST_MATCH = 0.08

/**
 * Whether a place is a page's whose QR was seen there. Lines of curled paper lie beside the place's, and each row says for
 * itself whether it is on its own: where every mark of the page is found, and the QR among them, they need not say it once more.
 */
export const isPlaceOf = (s: Survey, l: Located, page: PageGeometry, corners: readonly Point[]): boolean => {
  const isWhole = l.corners === 4 && l.anchors.length === page.anchors.length
  return qrApart(l.homography, page, corners) <= MOST_APART && (l.match >= LEAST_MATCH || isWhole) && !lacksMarks(s, l)
}
