/**
 * Whether the cells lie where they are thought to lie. Rows and columns of cells repeat, so a grid that lies one row off
 * fits nearly as well; what does not repeat is where a block of cells ends. There the last cells must have their printed
 * outlines, and one step farther there must be none.
 */
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import type { ChoiceReading } from './omr.types.ts'
import type { InkMap } from './ink.types.ts'
import type { Integral } from './sample.ts'
import { boxMean, median } from './sample.ts'
import type { Zone, ZoneCell } from './zones.ts'

/** A zone's cells in the straightened piece that they are read from: (left, top) is the piece's corner in mm, shift included. */
export type Laid = { sums: Integral; left: number; top: number; density: number }

/** The mean of the weaker two of four. */
const weakerTwo = (a: number, b: number, c: number, d: number): number => {
  const [p, q] = [Math.min(a, b), Math.max(a, b)]
  const [r, s] = [Math.min(c, d), Math.max(c, d)]
  return p <= r ? (p + Math.min(q, r)) / 2 : (r + Math.min(s, p)) / 2
}

/** Contrast of one outline, on the line minus just outside of it, grey levels; the best of shifts by a pixel. */
const outlineAt = ({ sums: m, left, top, density }: Laid, { rect: r }: ZoneCell, ox: number, oy: number): number => {
  let most = -Infinity
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) {
      const x0 = Math.round((r.x + ox - left) * density) + dx
      const y0 = Math.round((r.y + oy - top) * density) + dy
      const x1 = Math.round((r.x + r.w + ox - left) * density) + dx
      const y1 = Math.round((r.y + r.h + oy - top) * density) + dy
      const cx = ((x1 - x0) * 0.15) | 0
      const cy = ((y1 - y0) * 0.2) | 0
      // The weaker two: a frame's line or a word gives one side or two, an outline has all four.
      const at = weakerTwo(
        boxMean(m, x0 - 4, y0 + cy, x0 - 2, y1 - cy) - boxMean(m, x0 - 1, y0 + cy, x0 + 1, y1 - cy),
        boxMean(m, x1 + 2, y0 + cy, x1 + 4, y1 - cy) - boxMean(m, x1 - 1, y0 + cy, x1 + 1, y1 - cy),
        boxMean(m, x0 + cx, y0 - 4, x1 - cx, y0 - 2) - boxMean(m, x0 + cx, y0 - 1, x1 - cx, y0 + 1),
        boxMean(m, x0 + cx, y1 + 2, x1 - cx, y1 + 4) - boxMean(m, x0 + cx, y1 - 1, x1 - cx, y1 + 1),
      )
      if (at > most) most = at
    }
  return most === -Infinity ? NaN : most
}

/** Cells in even rows and columns, with nothing of their like beyond. */
export type Block = { zones: Zone[]; stepX: number; stepY: number }

const blocksOf = new WeakMap<readonly Zone[], Block[]>()

const stepOf = (values: readonly number[]): number => {
  const sorted = [...new Set(values.map((v) => Math.round(v * 10) / 10))].sort((a, b) => a - b)
  const gaps = sorted.slice(1).map((v, i) => v - sorted[i]!)
  return gaps.length > 0 ? Math.min(...gaps) : 0
}

/** How far cells of one block may be out of line (mm), and how far apart beside and below each other (in their own size). */
export type Evenness = { slack: number; across: number; down: number }
const OWN: Evenness = { slack: 0.3, across: 1.5, down: 2.2 }

/** Zones whose cells stand in even rows and columns, block by block. */
export const groupZones = (
  zones: readonly Zone[],
  counts: (zone: Zone) => boolean,
  { slack, across, down }: Evenness = OWN,
): Zone[][] => {
  const out: Zone[][] = []
  for (const kind of ['choice', 'digit'] as const) {
    const left = zones.filter((z) => z.kind === kind && counts(z))
    // Rows below each other begin at one x and are alike; so are columns beside each other.
    const alike = (a: Zone, b: Zone): boolean => {
      const [p, q] = [a.cells[0]!.rect, b.cells[0]!.rect]
      if (a.cells.length !== b.cells.length || Math.abs(p.w - q.w) > 0.2 || Math.abs(p.h - q.h) > 0.2) return false
      const [dx, dy] = [Math.abs(p.x - q.x), Math.abs(p.y - q.y)]
      return (dx < slack && dy < down * p.h) || (dy < slack && dx < across * p.w)
    }
    while (left.length > 0) {
      const block = [left.shift()!]
      for (const zone of block)
        for (let i = left.length - 1; i >= 0; i--) if (alike(zone, left[i]!)) block.push(...left.splice(i, 1))
      out.push(block)
    }
  }
  return out
}

/** The blocks of outlined cells on a page. */
export const findBlocks = (zones: readonly Zone[]): Block[] => {
  const known = blocksOf.get(zones)
  if (known) return known
  const out = groupZones(zones, (z) => z.outlined && z.cells.length > 1).map((block): Block => {
    const cells = block.flatMap((z) => z.cells)
    return { zones: block, stepX: stepOf(cells.map((c) => c.rect.x)), stepY: stepOf(cells.map((c) => c.rect.y)) }
  })
  blocksOf.set(zones, out)
  return out
}

export type Placed = {
  /** Zones whose place is not proved. */
  unproven: ReadonlySet<Zone>
  /** Of all ends of blocks the least contrast between the last cells and what lies beyond, in shares of a usual outline. */
  margin: number
  /** Outlines are seen well enough to prove anything. */
  seen: boolean
  /** Of the unproven ones those that a lamp's shine hides: they say nothing of the page. */
  hidden?: ReadonlySet<Zone>
}

/** Whether one way of laying a page proves more than another; where no outlines are seen, nothing is proved. */
export const isBetter = (a: Pick<Placed, 'unproven' | 'seen'>, b: Pick<Placed, 'unproven' | 'seen'>): boolean =>
  a.seen && (!b.seen || a.unproven.size < b.unproven.size)

/** Grey levels below which an outline is noise. */
const FAINT = 4
/** A zone whose outlines have less than this share of the usual is not on them. */
const LEAST = 0.35
/** The last row has its outlines by so much more than what lies beyond. */
const MARGIN = 0.3

/** What lies beside these cells is darker than their outlines by this share of a usual one: rings, a pen that ran over. */
const INKED = 0.3

/** Paper that is as white as a picture can show, where the page's own is grey: a lamp shines on it. */
const WHITE = 253
const GREY = 250
/** So many of an end's cells must lie out of the shine to say where it is. */
const FEWEST_SEEN = 2

/** The paper right above and below a cell. */
const paperAt = ({ sums: m, left, top, density }: Laid, { rect: r }: ZoneCell): number => {
  const [x0, x1] = [Math.round((r.x - left) * density), Math.round((r.x + r.w - left) * density)]
  const [y0, y1] = [Math.round((r.y - top) * density), Math.round((r.y + r.h - top) * density)]
  return (boxMean(m, x0, y0 - 4, x1, y0 - 2) + boxMean(m, x0, y1 + 2, x1, y1 + 4)) / 2
}

/** What a quarter of the page's paper is darker than: a lamp may shine on most of it. */
const paperAbout = (blocks: readonly Block[], laidOf: (zone: Zone) => Laid): number => {
  const papers = blocks
    .flatMap((b) => b.zones.map((zone) => paperAt(laidOf(zone), zone.cells[0]!)))
    .filter((v) => !Number.isNaN(v))
    .sort((a, b) => a - b)
  return papers[papers.length >> 2] ?? Infinity
}

/** A box no larger than this (mm) may be taken for a cell. */
const SMALL = 12

type Placing = { zone: Zone; cell: ZoneCell }
/**
 * One side of a block: its last cells, those of them with paper beyond, and the step to where the next ones would be; `worded`: words are
 * printed beyond most of them.
 */
type End = { of: Placing[]; free: Placing[]; ox: number; oy: number; worded: boolean }

type Text = Extract<PageGeometry['draws'][number], { kind: 'text' }>

/** Where a text's letters lie in its box: Chinese ones are as wide as they are high, others half as wide. */
const wordsAt = ({ rect: r, text, size, align }: Text): Rect => {
  const w = Math.min(
    r.w,
    [...text].reduce((sum, c) => sum + (c > '\u2000' ? size : size / 2), 0),
  )
  const x = align === 'left' ? r.x : align === 'right' ? r.x + r.w - w : r.x + (r.w - w) / 2
  return { x, y: r.y + (r.h - size) / 2, w, h: size }
}

const overlap = (a: Rect, b: Rect): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

const knownEnds = new WeakMap<Block, End[]>()

const endsOf = (block: Block, draws: PageGeometry['draws']): End[] => {
  const known = knownEnds.get(block)
  if (known) return known
  // Beyond a block there may be cells of another one, or boxes that are no cells.
  const boxes = draws.flatMap((d) => (d.kind === 'box' && d.rect.w < SMALL && d.rect.h < SMALL ? [d.rect] : []))
  const covered = (r: Rect, ox: number, oy: number) =>
    boxes.some((o) => Math.abs(o.x - r.x - ox) < o.w && Math.abs(o.y - r.y - oy) < o.h)
  const words = draws.flatMap((d) => (d.kind === 'text' && !d.rotate ? [wordsAt(d)] : []))
  const onWords = ({ cell: { rect: r } }: Placing, ox: number, oy: number) =>
    words.some((o) => overlap(o, { ...r, x: r.x + ox, y: r.y + oy }))
  const { stepX, stepY } = block
  const cells = block.zones.flatMap((zone) => zone.cells.map((cell): Placing => ({ zone, cell })))
  const xs = cells.map((c) => c.cell.rect.x)
  const ys = cells.map((c) => c.cell.rect.y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const ends = [
    { of: cells.filter((c) => c.cell.rect.y < top + 0.3), ox: 0, oy: -stepY },
    { of: cells.filter((c) => c.cell.rect.y > bottom - 0.3), ox: 0, oy: stepY },
    { of: cells.filter((c) => c.cell.rect.x < left + 0.3), ox: -stepX, oy: 0 },
    { of: cells.filter((c) => c.cell.rect.x > right - 0.3), ox: stepX, oy: 0 },
  ].flatMap(({ of, ox, oy }): End[] => {
    if (ox === 0 && oy === 0) return []
    const free = of.filter((c) => !covered(c.cell.rect, ox, oy))
    const worded = 2 * free.filter((c) => onWords(c, ox, oy)).length > free.length
    return [{ of, free, ox, oy, worded }]
  })
  knownEnds.set(block, ends)
  return ends
}

/** Holds every block of cells against its neighbours one step away. */
export const provePlacing = (
  zones: readonly Zone[],
  draws: PageGeometry['draws'],
  laidOf: (zone: Zone) => Laid,
): Placed => {
  const blocks = findBlocks(zones)
  const own = new Map<ZoneCell, number>()
  const all: number[] = []
  for (const { zones: list } of blocks)
    for (const zone of list) {
      const laid = laidOf(zone)
      for (const cell of zone.cells) {
        const at = outlineAt(laid, cell, 0, 0)
        own.set(cell, at)
        all.push(at)
      }
    }
  const usual = median(all)
  const unproven = new Set<Zone>()
  const hidden = new Set<Zone>()
  let margin = Infinity
  if (all.length === 0 || usual < FAINT) return { unproven, margin: 0, seen: false }
  // An outline that is missing for the shine on its paper is not missing for its place.
  const isFaint = (cell: ZoneCell) => own.get(cell)! < LEAST * usual
  const isGrey = all.some((v) => v < LEAST * usual) && paperAbout(blocks, laidOf) < GREY
  const shines = (zone: Zone, cell: ZoneCell) => isGrey && isFaint(cell) && paperAt(laidOf(zone), cell) >= WHITE
  for (const block of blocks) {
    const { zones: list } = block
    const [proved, silent] = [new Set<'x' | 'y'>(), new Set<'x' | 'y'>()]
    for (const zone of list) {
      const sorted = zone.cells.map((c) => own.get(c)!).sort((a, b) => a - b)
      if (sorted[sorted.length >> 1]! >= LEAST * usual) continue
      unproven.add(zone)
      if (zone.cells.filter((c) => shines(zone, c)).length > zone.cells.length / 2) hidden.add(zone)
    }
    for (const { of, free, ox, oy, worded } of endsOf(block, draws)) {
      const axis = ox === 0 ? 'y' : 'x'
      const clear = of.filter((c) => !shines(c.zone, c.cell))
      if (clear.length < Math.min(FEWEST_SEEN, of.length)) {
        silent.add(axis)
        continue
      }
      const inner = median(clear.map((c) => own.get(c.cell)!))
      // Ink about the last cells hides their outlines: that row is a doubt by itself, and says nothing of the page.
      if (inner < -INKED * usual) continue
      const outside = free
        .filter((c) => !shines(c.zone, c.cell))
        .map((c) => outlineAt(laidOf(c.zone), c.cell, ox, oy))
        .filter((v) => !Number.isNaN(v))
      if (outside.length === 0) continue
      // A row of cells has outlines all along; marks and words beyond have something like them here and there.
      const beyond = outside.sort((a, b) => a - b)[outside.length >> 2]!
      const by = (inner - Math.max(0, beyond)) / usual
      // Words may be as dark as a copy's faint outlines.
      if (by < MARGIN && worded && inner >= LEAST * usual) {
        silent.add(axis)
        continue
      }
      margin = Math.min(margin, by)
      if (by < MARGIN) for (const zone of list) unproven.add(zone)
      else proved.add(axis)
    }
    // Where its one end says nothing, the other one says where a block lies.
    for (const axis of silent)
      if (!proved.has(axis))
        for (const zone of list) {
          if (!unproven.has(zone)) hidden.add(zone)
          unproven.add(zone)
        }
  }
  return { unproven, margin: Number.isFinite(margin) ? margin : 0, seen: true, ...(hidden.size > 0 ? { hidden } : {}) }
}

/** Beyond a block there is more than this would leave of its last cells: it lies one step off, or is another edition's. */
const CONTRADICTED = 0.1
/** Where so many of the choice rows are not proved, the others are proved by chance. */
const MOST_UNPROVEN = 0.25

/**
 * What a page's blocks say of each other. A feeder that slipped or stood still moves all that lies behind by a row or more, and
 * another edition of a card has the same frames about other rows: there some block ends where it should not, and one that seems to
 * fit fits by chance. Of 66 such pages 49 had a block like that; of 180 sound ones none, and at most one row in eight unproven.
 */
export const provedTogether = (placed: Placed, zones: readonly Zone[]): Placed => {
  if (!placed.seen || placed.unproven.size === 0) return placed
  const rows = zones.filter((z) => z.kind === 'choice' && !placed.hidden?.has(z))
  const lost = rows.filter((z) => placed.unproven.has(z)).length
  const none = placed.margin < CONTRADICTED || (lost > 0 && lost >= MOST_UNPROVEN * rows.length)
  return none ? { ...placed, unproven: new Set(zones) } : placed
}

/** Whether nothing on a page is proved to lie where it is read. */
export const isLost = ({ placed, cells }: Pick<InkMap, 'placed' | 'cells'>): boolean =>
  placed !== undefined && placed.unproven.size > 0 && placed.unproven.size === cells.size

/** Indices of the choice rows whose place is not proved. */
export const unprovenRows = (map: Pick<InkMap, 'placed'>): ReadonlySet<number> => {
  const rows = new Set<number>()
  for (const zone of map.placed?.unproven ?? []) if (zone.kind === 'choice') rows.add(zone.index)
  return rows
}

/** The choices, with those in doubt whose place is not proved. */
export const doubtPlace = (choices: readonly ChoiceReading[], map: Pick<InkMap, 'placed'>): ChoiceReading[] => {
  const rows = unprovenRows(map)
  return choices.map((c, i) => (rows.has(i) && !c.doubt ? { ...c, doubt: 'stain' } : c))
}
