/**
 * What of a page a marker may see: the columns of answers. Name, number, bar code, code and seal line are not in it, on
 * any card: what is shown is listed, never what is hidden. Millimetres.
 */
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'

type Printed = Pick<
  PageGeometry,
  'choices' | 'blocks' | 'scoreRows' | 'picks' | 'qr' | 'nameBox' | 'nameLine' | 'studentNumber' | 'barcode' | 'draws'
>
type Size = { width: number; height: number }

const right = (r: Rect): number => r.x + r.w
const bottom = (r: Rect): number => r.y + r.h
const besides = (a: Rect, b: { x: number; to: number }): boolean => a.x < b.to && right(a) > b.x

/** Who sat: these are covered wherever they lie. */
export const headOf = (page: Printed): Rect[] =>
  [page.nameBox, page.nameLine, page.studentNumber?.rect, page.barcode].filter((r) => r !== undefined)

/** Paper left about what was printed for answers. */
const margin = { side: 1.4, above: 10 }

const holds = (outer: Rect, r: Rect): boolean =>
  outer.x <= r.x && outer.y <= r.y && right(outer) >= right(r) && bottom(outer) >= bottom(r)

/** Where the head ends: the frame about the candidate's lines, or the bar code, reaches below them, with the notices. */
const endOfHead = (page: Printed): Rect[] => {
  const inHead = headOf(page)
  const frames = page.draws.flatMap((d) => (d.kind === 'box' && inHead.some((r) => holds(d.rect, r)) ? [d.rect] : []))
  return [...inHead, ...frames]
}

/** The parts of a page that are shown, and what is painted over in them. */
export const shownOf = (page: Printed, size: Size): { shown: Rect[]; covered: Rect[] } => {
  const answers = [
    ...page.blocks.map((b) => b.rect),
    ...[...page.choices, ...(page.scoreRows ?? []), ...(page.picks ?? [])].flatMap((row) =>
      row.cells.map((c) => c.rect),
    ),
  ].sort((a, b) => a.x - b.x)
  const columns: { x: number; to: number; top: number }[] = []
  for (const r of answers) {
    const own = columns.at(-1)
    if (own && r.x <= own.to + margin.side) {
      own.to = Math.max(own.to, right(r))
      own.top = Math.min(own.top, r.y)
    } else columns.push({ x: r.x, to: right(r), top: r.y })
  }
  const head = headOf(page)
  const ends = endOfHead(page)
  // What stands above the answers of another maker's sheet is unknown.
  const above = page.draws.length === 0 ? 0 : margin.above
  const shown = columns.map(({ x, to, top }): Rect => {
    // Under a head all captions are shown, however many lines they have.
    const over = ends.filter((r) => besides(r, { x, to }) && r.y < top).map(bottom)
    const y = over.length > 0 && above > 0 ? Math.max(...over) : Math.max(0, ...over, top - above)
    const left = Math.max(0, x - margin.side)
    return { x: left, y, w: Math.min(size.width, to + margin.side) - left, h: size.height - y }
  })
  return { shown, covered: [...head, page.qr] }
}
