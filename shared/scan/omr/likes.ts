/**
 * A row that seems empty, held once more against cells of the same signs that lie near it and that surely nothing was marked
 * in: each laid on the cell first. So print that lies a little off, or is out of focus there, is the same in all of them, and a
 * pencil's dot on a printed digit or a line under it stands out, wherever the rest of the page is sharper or darker.
 */
import type { ChoiceReading } from './omr.types.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import { HARD, INKED, keepsPrint } from './judge.ts'
import type { Thresholds } from './judge.ts'
import { fillOf, isGrainy } from './texture/grain.ts'
import { lazily, once } from './remember.ts'
import { floats, sortFew } from './sample.ts'
import { rasterOf } from './shape.ts'
import type { Raster } from './shape.ts'

/** Side of a place, how far about a cell lines are looked for (mm), and how many places a like may lie off. */
const STEP = 0.2
const BEYOND = 1
export const OFF = 2
const MARGIN = Math.round(BEYOND / STEP)

/** So many likes say what an unmarked cell looks like; the nearest are taken. */
const FEWEST = 5
const MOST = 12
/** What most of them have at a place is print. */
const USUAL = 0.6
/** A difference beyond this (its square) is no print that lies off: it says nothing of where a like lies best. */
const UNLIKE = 0.04

/** A dot is 0.6 mm wide, as dark as half of the page's marks, and by so many spreads darker than what its likes have there. */
const DOT = { places: 3, share: 0.5, spreads: 4, least: 0.015 }
/** A line runs all along the cell, 0.4 mm thick. So dark along all of it (of 0.25) it is one where few of the likes have any. */
const LINE = { share: 0.25, spreads: 7, least: 0.015, whole: 0.2, alike: 0.6, few: 1 / 6 }
/** A dot in a cell that is darker as a whole too: neither stands out as far, but print and noise do not err twice. */
const BOTH_SPREADS = 3
/** A light fill is even: noise hides it in each place, but not in all of a cell together. */
const FILL = { suspect: 0.012, by: 0.045, spreads: 5, least: 0.006 }
/** A fainter one where its grain says that it is graphite, or print leaves no room to see whether it is. */
const FAINT = { by: 0.035, spreads: 4 }
/** Beside a pencil's marks what has less than these shares of them was rubbed out: the lesser where it has the grain of graphite. */
const RUBBED = { share: 0.1, grainy: 0.05 }
/** Places of a cell's rim, where its outline is printed. */
const RIM = 2
/** A line slants by so many places; one dark place is no line. */
const SLANT = 2
const PLACE = 0.5
/** Of the gap to the next cell this much is a cell's own. */
const OWN = 0.6

export type Fine = Raster & { cell: CellInk['cell'] }
/** Darkness of a cell and its margin, row by row. */
type View = Float32Array

/** The view of a raster moved by so many places. */
const viewOf = ({ across, down, values }: Fine, dx: number, dy: number): View => {
  const [w, h] = [across - 2 * OFF, down - 2 * OFF]
  const out = floats(w * h)
  for (let j = 0; j < h; j++)
    for (let i = 0; i < w; i++) out[j * w + i] = values[(j + OFF + dy) * across + i + OFF + dx] || 0
  return out
}

/** A like, laid where its cell lies best on this one's. */
const laidOn = (own: Fine, like: Fine): View => {
  const { across, down, x0, y0, values } = own
  const other = like.values
  let [least, x, y] = [Infinity, 0, 0]
  for (let dy = -OFF; dy <= OFF; dy++)
    for (let dx = -OFF; dx <= OFF; dx++) {
      let sum = 0
      // What is less alike already is not laid there.
      for (let j = y0 - 1; j <= down - y0 && !(sum >= least); j++)
        for (let i = x0 - 1, k = j * across + i; i <= across - x0; i++, k++) {
          const d = values[k]! - other[k + dy * across + dx]!
          const d2 = d * d
          sum += d2 > UNLIKE ? UNLIKE : d2
        }
      if (sum < least) [least, x, y] = [sum, dx, dy]
    }
  return viewOf(like, x, y)
}

const usualOf = (views: readonly View[]): View => {
  const n = views.length
  const column = floats(n)
  const out = floats(views[0]!.length)
  for (let k = 0; k < out.length; k++) {
    for (let v = 0; v < n; v++) column[v] = views[v]![k]!
    sortFew(column, n)
    out[k] = column[Math.floor(n * USUAL)]!
  }
  return out
}

/** What a view has beyond the usual. */
type Seen = {
  /** The darkest dot within the cell, and the darkest line above or below it. */
  dot: number
  line: number
  /** The mean of the cell. */
  fill: number
}

const knownSlants = new Map<number, Int8Array[]>()

/** How far each line has slanted at each of so many places along a cell. */
const slantsOf = (places: number): readonly Int8Array[] => {
  const known = knownSlants.get(places)
  if (known) return known
  const made = Array.from({ length: 2 * SLANT + 1 }, (_, s) =>
    Int8Array.from({ length: places }, (_, i) => Math.round((s - SLANT) * (i / (places - 1) - 0.5))),
  )
  knownSlants.set(places, made)
  return made
}

const beyondUsual = (view: View, usual: View, { across, down, x0, y0, cell }: Fine): Seen => {
  const [nx, ny] = [across - 2 * x0, down - 2 * y0]
  const w = nx + 2 * MARGIN
  const at = (i: number, j: number) => {
    const k = (j + MARGIN) * w + i + MARGIN
    return view[k]! - usual[k]!
  }
  let [dot, fill, many] = [0, 0, 0]
  for (let j = 1; j + DOT.places < ny; j++)
    for (let i = 1; i + DOT.places < nx; i++, many++) {
      let sum = 0
      for (let y = 0; y < DOT.places; y++) for (let x = 0; x < DOT.places; x++) sum += at(i + x, j + y)
      dot = Math.max(dot, sum / DOT.places ** 2)
      fill += sum / DOT.places ** 2
    }
  const room = (gap: number) => Math.max(1, Math.min(MARGIN, Math.floor((gap * OWN) / STEP)))
  const slants = slantsOf(nx)
  let line = 0
  for (const [from, to] of [
    [-room(cell.top), 0],
    [ny, ny + room(cell.bottom)],
  ] as const)
    for (let d = from - 1; d < to; d++)
      for (const slant of slants) {
        let sum = 0
        for (let i = 0; i < nx; i++) {
          const j = Math.max(-MARGIN, Math.min(ny + MARGIN - 2, d + slant[i]!))
          // Print that lies off is missing right beside where it is seen.
          const lack = Math.min(0, j > -MARGIN ? at(i, j - 1) : 0) + Math.min(0, j < ny + MARGIN - 2 ? at(i, j + 2) : 0)
          sum += Math.min(PLACE, at(i, j) + at(i, j + 1) + lack)
        }
        line = Math.max(line, sum / nx / 2)
      }
  return { dot, line, fill: fill / Math.max(1, many) }
}

const middleOf = (list: readonly number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!

/** How far a value lies beyond the middle of others, and how many of their own spreads that is. */
const beyondOthers = (value: number, others: readonly number[], least: number): { by: number; spreads: number } => {
  const middle = middleOf(others)
  const by = value - middle
  return { by, spreads: by / Math.max(least, 1.48 * middleOf(others.map((v) => Math.abs(v - middle)))) }
}

/** A cell and its likes, each laid on it, and what most of them have. */
export type Laid = { own: Fine; view: View; likes: View[]; usual: View }

/** Whether a cell has anything beyond its likes as they lie: laid on it they differ from it less, so nothing is left to look for. */
const isSuspect = (own: Fine, others: readonly Fine[], typical: number): boolean => {
  const usual = usualOf(others.map((like) => viewOf(like, 0, 0)))
  const { dot, line, fill } = beyondUsual(viewOf(own, 0, 0), usual, own)
  return dot >= DOT.share * typical || line >= LINE.share * typical || fill >= FILL.suspect
}

export const lay = (own: Fine, others: readonly Fine[]): Laid => {
  const likes = others.map((like) => laidOn(own, like))
  return { own, view: viewOf(own, 0, 0), likes, usual: usualOf(likes) }
}

/**
 * The darkest dot within a cell beyond the usual. Print that lies off is missing within a place of where it is seen, so of a spot that
 * is all there is about it nothing is left of print.
 */
const netDot = (view: View, usual: View, { across, down, x0, y0 }: Fine): number => {
  const [nx, ny] = [across - 2 * x0, down - 2 * y0]
  const w = nx + 2 * MARGIN
  const n = DOT.places
  let most = 0
  for (let j = 1; j + n < ny; j++)
    for (let i = 1; i + n < nx; i++) {
      let [sum, all] = [0, 0]
      for (let y = -1; y <= n; y++)
        for (let x = -1; x <= n; x++) {
          const k = (j + y + MARGIN) * w + i + x + MARGIN
          const v = view[k]! - usual[k]!
          all += v
          if (x >= 0 && y >= 0 && x < n && y < n) sum += v
        }
      most = Math.max(most, Math.min(sum, all) / n ** 2)
    }
  return most
}

const NOTHING = { ink: false, line: false }
/**
 * What a cell has that cells like it have not. `typical`: the darkness of the page's marks; `judged`: its fill is known for a rest;
 * `clipped`: a light mark may have lost most of its ink.
 */
const newIn = (
  { own, view, likes, usual }: Laid,
  typical: number,
  judged: boolean,
  clipped: boolean,
): typeof NOTHING => {
  const seen = beyondUsual(view, usual, own)
  const hasDot = seen.dot >= DOT.share * typical
  const hasLine = seen.line >= LINE.share * typical
  const hasFill = seen.fill >= FILL.suspect
  if (!hasDot && !hasLine && !hasFill) return NOTHING
  const others = likes.map((like) => beyondUsual(like, usual, own))
  const against = (what: keyof Seen, least: number) =>
    beyondOthers(
      seen[what],
      others.map((o) => o[what]),
      least,
    )
  // Marks of the next row that run over are lines beside some of the likes, and spread them.
  const lined = others.filter((o) => o.line >= LINE.alike * seen.line).length
  const fill = against('fill', FILL.least)
  const dotSpreads = hasDot ? against('dot', DOT.least).spreads : 0
  const dot = dotSpreads >= DOT.spreads || (hasFill && Math.min(dotSpreads, fill.spreads) >= BOTH_SPREADS)
  const isFill = () => {
    const isRubbed = (share: number) => !clipped && typical <= INKED && fill.by < share * typical
    if (!hasFill || judged || isRubbed(RUBBED.grainy)) return false
    if (fill.by >= FILL.by && fill.spreads >= FILL.spreads) return !isRubbed(RUBBED.share)
    const what = fillOf(view, likes, usual, insideOf(own))
    return what ? isGrainy(what) : fill.by >= FAINT.by && fill.spreads >= FAINT.spreads
  }
  return {
    ink: dot || isFill(),
    line:
      (hasLine && against('line', LINE.least).spreads >= LINE.spreads) ||
      (seen.line >= LINE.whole && lined <= likes.length * LINE.few),
  }
}

/** The inside of a cell in its view. */
export const insideOf = ({ across, down, x0, y0 }: Fine) => {
  const [nx, ny] = [across - 2 * x0, down - 2 * y0]
  const from = MARGIN + RIM
  return { across: nx + 2 * MARGIN, x0: from, x1: MARGIN + nx - RIM, y0: from, y1: MARGIN + ny - RIM }
}

/** A page's rows as they were read, with their cells' ink. */
export type ReadRow = { reading: ChoiceReading; inks: readonly CellInk[] }

/**
 * Cells that surely nothing was marked in: of rows with one plain mark those that do not stand beside it, into which it may
 * run over; where a sign has few of them (two options stand side by side) the others too.
 */
const unmarkedOf = (rows: readonly ReadRow[]): Map<number, CellInk[]> => {
  const [apart, all] = [new Map<number, CellInk[]>(), new Map<number, CellInk[]>()]
  const add = (to: Map<number, CellInk[]>, c: CellInk) => {
    const list = to.get(c.cell.group)
    if (list) list.push(c)
    else to.set(c.cell.group, [c])
  }
  for (const { reading, inks } of rows) {
    if (reading.doubt || reading.chosen.length !== 1) continue
    const at = reading.cells.findIndex((c) => c.state === 'filled')
    inks.forEach((c, i) => {
      if (i !== at) add(all, c)
      if (Math.abs(i - at) > 1) add(apart, c)
    })
  }
  for (const [group, list] of apart) if (list.length >= FEWEST) all.set(group, list)
  return all
}

/**
 * A cell in finer places, and its nearest likes; undefined where there are too few. `anySign`: then other signs' cells stand in, which
 * have the same outline.
 */
export const likesBy = (rows: readonly ReadRow[], siteOf: InkMap['siteOf'], reach = BEYOND, anySign = false) => {
  const unmarked = unmarkedOf(rows)
  const every = lazily(() => [...unmarked.values()].flat())
  const fineOf = once((c): Fine => ({ ...rasterOf(siteOf(c), STEP, reach + OFF * STEP), cell: c.cell }))
  return (c: CellInk): { own: Fine; likes: Fine[] } | undefined => {
    const { x, y } = c.cell.rect
    const away = (o: CellInk) => Math.hypot(o.cell.rect.x - x, o.cell.rect.y - y)
    const own = fineOf(c)
    const ofSign = unmarked.get(c.cell.group) ?? []
    const likes = (anySign && ofSign.length < FEWEST ? every() : ofSign)
      .toSorted((a, b) => away(a) - away(b))
      .slice(0, MOST)
      .map(fineOf)
      .filter((f) => f.values.length === own.values.length)
    return likes.length < FEWEST ? undefined : { own, likes }
  }
}

/**
 * A spot is print that lies off where no more than this is left of it on cells laid over each other: of 90 dots of pens one had so
 * little, of 18 such spots of blank rows all but two.
 */
const SPECK = { most: 0.085, spreads: 3, least: 0.015 }
/** Cells with less of a spot are not what a row is in doubt for. */
const SPOTTED = 1.5

/**
 * Indices of the rows that are in doubt for nothing but spots, none of which is left where the cells are laid on their likes: digits
 * in a circle that lies half a place off have dark spots as a pen's dot has.
 */
export const onlyPrint = (
  rows: readonly ReadRow[],
  { siteOf }: Pick<InkMap, 'siteOf'>,
  { low }: Pick<Thresholds, 'low'>,
): ReadonlySet<number> => {
  const spotted = rows.flatMap(({ reading, inks }, i) =>
    reading.doubt === 'faintMark' && reading.chosen.length === 0 && inks.every((c) => c.ink <= low) ? [i] : [],
  )
  if (spotted.length === 0) return new Set()
  const likesOf = likesBy(rows, siteOf)
  const isPrint = (c: CellInk): boolean => {
    const found = likesOf(c)
    if (!found) return false
    const { own, view, likes, usual } = lay(found.own, found.likes)
    const dot = netDot(view, usual, own)
    const others = likes.map((like) => netDot(like, usual, own))
    return dot <= SPECK.most && beyondOthers(dot, others, SPECK.least).spreads <= SPECK.spreads
  }
  const isSpotted = ({ reading }: ReadRow, c: CellInk, i: number) =>
    reading.cells[i]!.state === 'doubt' || c.spot > SPOTTED
  return new Set(spotted.filter((i) => rows[i]!.inks.every((c, n) => !isSpotted(rows[i]!, c, n) || isPrint(c))))
}

/** Indices of the rows that seem empty and are not like their likes; a cell with more ink than `low` was judged by its look. */
export const unlikeEmpty = (
  rows: readonly ReadRow[],
  { siteOf, clipped = false }: Pick<InkMap, 'siteOf'> & Partial<Pick<InkMap, 'clipped'>>,
  { typical, low }: Pick<Thresholds, 'typical' | 'low'>,
): ReadonlySet<number> => {
  const likesOf = likesBy(rows, siteOf)
  const newOf = (c: CellInk, cut: boolean) => {
    const found = likesOf(c)
    if (!found || !isSuspect(found.own, found.likes, typical)) return NOTHING
    return newIn(lay(found.own, found.likes), typical, c.ink > low, cut)
  }
  const differs = (inks: readonly CellInk[]): boolean => {
    const cut = clipped && !(typical >= HARD && keepsPrint(inks, low))
    const seen = inks.map((c) => newOf(c, cut))
    const lines = seen.filter((s) => s.line).length
    // What lies along the whole row is a scratch of the glass.
    return seen.some((s) => s.ink) || (lines > 0 && 2 * lines <= seen.length)
  }
  return new Set(
    rows.flatMap(({ reading, inks }, i) => (!reading.doubt && reading.chosen.length === 0 && differs(inks) ? [i] : [])),
  )
}
