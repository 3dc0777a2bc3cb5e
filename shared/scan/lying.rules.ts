/** How a page of a card lies in its picture, in few numbers, and where on the picture its answers are. Pure. */
import type { CardGeometry, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { fit, project } from './omr/homography.ts'
import type { Homography } from './omr/omr.types.ts'
import type { Lying, Region } from './lying.types.ts'

/** Ten-thousandths of a picture's width or height: a fiftieth of a millimetre of an A4. */
const parts = 10_000

type Size = { width: number; height: number }

const cornersOf = ({ width, height }: Size) =>
  [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const

export const lyingOf = (
  card: { code: string; version: number },
  homography: Homography,
  paper: Size,
  picture: Size,
): Lying => ({
  code: card.code,
  version: card.version,
  corners: cornersOf(paper).flatMap(([x, y]) => {
    const at = project(homography, x, y)
    return [Math.round((parts * at.x) / picture.width), Math.round((parts * at.y) / picture.height)]
  }),
})

const around = (rects: readonly Rect[]): Rect => {
  const [x, y] = [Math.min(...rects.map((r) => r.x)), Math.min(...rects.map((r) => r.y))]
  const [to, end] = [Math.max(...rects.map((r) => r.x + r.w)), Math.max(...rects.map((r) => r.y + r.h))]
  return { x, y, w: to - x, h: end - y }
}

/** The rows and answers of these questions on a page, each part of an answer by itself. */
export const regionsOf = (
  lying: Lying,
  paper: Pick<CardGeometry, 'width' | 'height'>,
  page: Pick<PageGeometry, 'choices' | 'blocks'>,
  questionIds: ReadonlySet<string>,
): Region[] => {
  const { corners } = lying
  const map = fit(
    cornersOf(paper).map(([x, y], i) => ({
      x,
      y,
      u: corners[2 * i]! / parts,
      v: corners[2 * i + 1]! / parts,
      weight: 1,
    })),
  )
  if (!map) return []
  const placed = (r: Rect): number[] => {
    const points = cornersOf({ width: r.w, height: r.h }).map(([x, y]) => project(map, r.x + x, r.y + y))
    const box = around(points.map((p) => ({ ...p, w: 0, h: 0 })))
    return [box.x, box.y, box.w, box.h].map((n) => Math.round(n * parts) / parts)
  }
  const told = (ids: readonly string[]): string[] => ids.filter((id) => questionIds.has(id))
  return [
    ...page.choices.map((c) => ({
      ...{ ids: [c.questionId], choice: true, part: 0 },
      rect: around(c.cells.map((cell) => cell.rect)),
    })),
    ...page.blocks.map((b) => ({ ids: b.questionIds, choice: false, part: b.part, rect: b.rect })),
  ].flatMap(({ ids, choice, part, rect }) =>
    told(ids).length > 0 ? [{ questionIds: told(ids), choice, ...(part > 0 ? { part } : {}), at: placed(rect) }] : [],
  )
}
