/**
 * What a page makes of the ink about its cells: how dark a line is there, where nothing can be said, and which of its rows
 * may say something that their cells do not.
 */
import type { ChoiceReading } from './omr.types.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import { FINE } from './arms.ts'
import { QUIET, RING, aroundOf } from './around.ts'
import type { Around, MarkedBeyond } from './around.ts'
import { lazily } from './remember.ts'
import { median } from './sample.ts'
import { rasterOf } from './shape.ts'
import type { Raster } from './shape.ts'
import { netOf, paperUnder, rastersBeyond } from './shown.ts'
import type { Shown } from './shown.ts'

/** A place about an empty cell is no noise from this darkness on, and this many spreads of the page's own. */
const DARK = 0.16
const SPREADS = 3
/** Where outlines are ragged their spread is more than black; what is nearly black is ink all the same. */
const MOST_DARK = 0.7
/** The same where print is out of the rasters already, and nine of ten places are as good as white. */
const BARE_DARK = 0.08
const BARE_SPREAD = 1.3
/** The same about an empty row: there a light line says something, beside a full cell it may be the pen's. */
const FAINT = 0.045
const TAIL = 2

/**
 * So much darker than that is a line about a blank row, where a page's outlines are printed unevenly, show through or lie on
 * ruled paper: the least at which hardly any of the cells that are surely unmarked seems to have one.
 */
const MORE = [1, 1.25, 1.5]
const MORE_BARE = [1, 1.5, 2.2]
const SELDOM = 1 / 200
/** An unmarked cell of a marked row. */
const NONE = 0.045

/** Without greys a printed outline is there in one cell and gone in the next; a pen's line is thicker than it. */
const THICK = 0.8
/** A cell with so much ink, or with what is a mark on a page of lighter ones, is marked, and its mark may run over. */
export const MARKED = 0.33

/** Whether one of the page's marks lies in the row above or below a cell: its ink may run over. */
const markedBeyond = (cells: readonly CellInk[], from: number): MarkedBeyond => {
  const marked = cells.filter((c) => c.ink > from).map((c) => c.cell.rect)
  return ({ cell }) => {
    const { x, y, w, h } = cell.rect
    const next = (from: number, to: number) => marked.some((r) => Math.abs(r.x - x) < w && r.y + r.h > from && r.y < to)
    return [next(y - cell.top - 0.5, y - 0.1), next(y + h + 0.1, y + h + cell.bottom + 0.5)]
  }
}

const ownRasters = (map: Pick<InkMap, 'cells' | 'rasterOf'>): (readonly [CellInk, Raster])[] =>
  [...map.cells].flatMap(([zone, list]) =>
    zone.kind === 'choice' ? list.map((c) => [c, map.rasterOf(c)] as const) : [],
  )

/**
 * What is left about the cells beyond print, sorted. The row of places just above the cells stands for all of them; beyond a
 * sheet's own picture (`bare`) nothing should be left anywhere about a cell without a mark.
 */
const restOf = (rasters: readonly (readonly [CellInk, Raster])[], bare: boolean, marked: number): Float32Array => {
  const values = new Float32Array(rasters.reduce((n, [, r]) => n + r.values.length, 0))
  let n = 0
  for (const [c, r] of rasters) {
    if (bare && c.ink > marked) continue
    const [from, to] = bare ? [0, r.down] : [Math.max(0, r.y0 - 1), r.y0]
    for (let j = from; j < to; j++)
      for (let i = 0; i < r.across; i++) {
        const within = i >= r.x0 && i < r.across - r.x0
        if (bare ? within && j >= r.y0 && j < r.down - r.y0 : !within) continue
        const v = r.values[j * r.across + i]!
        if (!Number.isNaN(v)) values[n++] = Math.abs(v)
      }
  }
  return values.subarray(0, n).sort()
}

/** The same of the places farthest above the cells, where no outline is. */
const outmostOf = (rasters: readonly (readonly [CellInk, Raster])[]): number => {
  const values = new Float32Array(rasters.reduce((n, [, r]) => n + r.across - 2 * r.x0, 0))
  let n = 0
  for (const [, r] of rasters)
    for (let i = r.x0; i < r.across - r.x0; i++) {
      const v = r.values[i]!
      if (!Number.isNaN(v)) values[n++] = Math.abs(v)
    }
  return values.subarray(0, n).sort()[n >> 1] ?? 0
}

/**
 * What lies about each choice cell of a page, beyond what is printed there. `shown`: what another picture of the sheet
 * shows, where words and lines stand beside single cells; `marked`: from this much ink on a cell is.
 */
export const aroundsOf = (
  map: Pick<InkMap, 'cells' | 'rasterOf' | 'darkOf' | 'siteOf' | 'bilevel' | 'clipped'>,
  shown?: Shown,
  marked = MARKED,
): ReadonlyMap<CellInk, Around> => {
  const rasters = shown ? rastersBeyond(map, shown) : ownRasters(map)
  const values = restOf(rasters, shown !== undefined, marked)
  const rest = (share: number) => values[Math.floor(share * values.length)] ?? 0
  const dark = shown
    ? Math.max(BARE_DARK, BARE_SPREAD * rest(0.9), TAIL * rest(0.95))
    : Math.min(MOST_DARK, Math.max(DARK, SPREADS * 1.48 * median(values)))
  const least = shown ? Math.max(FAINT, BARE_SPREAD * rest(0.9), TAIL * rest(0.95)) : dark
  // Where outlines are ragged, a line is still seen as it is where none of them lies.
  const arm = shown || dark <= DARK ? dark : Math.min(dark, Math.max(DARK, SPREADS * 1.48 * outmostOf(rasters)))
  const filled = new Set(rasters.flatMap(([c]) => (c.ink > marked ? [c.zone] : [])))
  const beyond = markedBeyond(
    rasters.map(([c]) => c),
    marked,
  )
  const net = shown && netOf(map, shown)
  const lookAt = (c: CellInk, r: Raster, black: number): Around => {
    const closer = () => rasterOf(map.siteOf(c), FINE.step, FINE.beyond)
    const look = {
      dark: black,
      arm: Math.min(black, arm),
      bare: shown !== undefined,
      closer,
      paper: paperUnder(r, map.darkOf(c)),
      net: net?.(c),
    }
    return aroundOf(c, r, { ...look, ...(map.bilevel ? { least: THICK } : {}) }, beyond)
  }
  const besides = marksBeside(map.cells, beyond, marked)
  const lined = (c: CellInk, { sides, through }: Around) =>
    sides.some((share, k) => share >= LINE && !through[k] && !besides.get(c)?.[k])
  // A ring or a line of the next row is no sheet's.
  const isSheets = (c: CellInk, { sides, through, nearer }: Around) =>
    sides.some((share, k) => share >= LINE && !through[k] && !besides.get(c)?.[k] && !(k > 1 && nearer[k - 2]))
  // What stands beside cells that are surely unmarked is the sheet's print or the scanner's: about a blank row only more is a line.
  const sure = sureOf(map.cells, marked)
  const unmarked = rasters.filter(([c]) => sure.has(c))
  const showsLines = (black: number) =>
    unmarked.filter(([c, r]) => lined(c, lookAt(c, r, black))).length > SELDOM * unmarked.length
  // Where light ink is cut off, what is left of a light mark is no darker than print.
  const [lightest, ...darker] = (map.bilevel || map.clipped ? [1] : shown ? MORE_BARE : MORE).map((k) => k * least)
  const faint = darker.reduce((black, next) => (showsLines(black) ? next : black), lightest!)
  const out = new Map(rasters.map(([c, r]) => [c, lookAt(c, r, filled.has(c.zone) ? dark : faint)]))
  if (!shown) return out
  const many = (hit: (c: CellInk, a: Around) => boolean) =>
    [...out].filter(([c, a]) => hit(c, a)).length > MANY * out.size
  // Where lines stand beside many cells all the same, nothing is known of a writer's.
  const isLined = ({ sides, through }: Around) => sides.some((share, k) => share >= LINE && !through[k])
  if (!many((c, a) => (c.ink > marked ? a.struck : isLined(a)))) return out
  // But a pen that runs over beside its marks says nothing of the sheet: blank rows are looked at all the same, and what goes
  // through one of several marks as a line, where that is seldom.
  const isSheet =
    many((c, a) => c.ink <= marked && lined(c, a)) &&
    (unmarked.length < MANY_SURE || unmarked.filter(([c]) => isSheets(c, out.get(c)!)).length > MANY * unmarked.length)
  const several = severalOf(map.cells, marked)
  const struck = [...out].filter(([c, a]) => several.has(c) && a.struck).length
  const hears = struck <= Math.max(FEW, STRUCK * new Set(rasters.map(([c]) => c.zone)).size)
  for (const [c, a] of out)
    if (isSheet) out.set(c, { ...QUIET, unknown: true })
    else if (filled.has(c.zone)) out.set(c, hears && several.has(c) && a.struck ? { ...QUIET, struck: true } : QUIET)
  return out
}

/** The marks of rows with more than one. */
const severalOf = (cells: InkMap['cells'], from: number): ReadonlySet<CellInk> =>
  new Set(
    [...cells.values()].flatMap((row) => {
      const marks = row.filter((c) => c.ink > from)
      return marks.length > 1 ? marks : []
    }),
  )

/** Cells that surely nothing was drawn about: of rows with one mark those that do not stand beside it. */
const sureOf = (cells: InkMap['cells'], marked: number): ReadonlySet<CellInk> =>
  new Set(
    [...cells.values()].flatMap((row) => {
      const at = row.findIndex((c) => c.ink > marked)
      return at < 0 || row.some((c, i) => i !== at && c.ink > NONE) ? [] : row.filter((_, i) => Math.abs(i - at) > 1)
    }),
  )

/** On which sides of each cell (left, right, above, below) a mark lies that may run over. */
const marksBeside = (
  cells: InkMap['cells'],
  beyond: MarkedBeyond,
  marked: number,
): ReadonlyMap<CellInk, readonly boolean[]> => {
  const isMarked = (c: CellInk | undefined) => c !== undefined && c.ink > marked
  const of = (row: readonly CellInk[]) =>
    row.map((c, i) => [c, [isMarked(row[i - 1]), isMarked(row[i + 1]), ...beyond(c)]] as const)
  return new Map([...cells.values()].flatMap(of))
}

/** So many cells that are surely unmarked say what stands beside cells. */
const MANY_SURE = 20
/** No writer draws lines beside so many cells. */
const MANY = 1 / 10
/**
 * On a page that shows such lines more strikes than these, and than this share of its rows, are the sheet's: on five pages of
 * one form of 150 rows 9 to 22, and none of them true.
 */
const FEW = 5
const STRUCK = 1 / 20

/** So many of the eight fields about a cell hold ink when it was scratched over, and so many when its owner was neat. */
const ROUND = 6
const NEAT = 2
/**
 * So much more ink than in another full cell of its row, or a quarter more where the writer's marks are light, and over the
 * edge: a pen went over it once more.
 */
const AGAIN = 0.15
const QUARTER = 0.25
/**
 * A line through a full cell makes it so much darker than the lightest full one of its row, and reaches out on both sides. On
 * sheets of other makers alone, whose dust and print hide how far it reaches: on own cards careless filling does the same.
 */
const STRUCK_OVER = 1.15
/** The same on own cards, where ink reaches far out on opposite sides: two lines side by side are as thick as filling. */
const STRUCK_TWICE = 1.08
/** On a picture that lost thin lines, so many fields about one mark hold what is left of its arms where another of its row has none. */
const ARMS_LEFT = 2
/** So much of a mark's ink is another mark where that one is struck out. */
const OTHER = 0.2
/**
 * The same where ink reaches far out of a row's only mark on opposite sides, however thick: of 35 800 accepted rows of 811 pages one
 * had such a cell beside it, and that one was the answer.
 */
const MEANT = 0.3
/** On a picture that lost thin lines, full cells of one row that differ by so much were not filled alike. */
const UNLIKE = 0.06
/** So much of a side is a line along it. */
const LINE = 0.7
/** On sheets of other makers so much of all four sides is dark about a mark that was scratched over, so little about one that was not. */
const ALL_ROUND = 2
const CLEAR = 0.5
/** Specks about one cell of a blank row and hardly any about another: a pale line, where print is known. */
const LINED = { specks: 20, others: 2 }
/** Where a page lost its thin lines, so much of all four sides is what is left of a ring, or so many places. */
const REST = 0.4
const SPECKS = 3

/**
 * `faded`: the picture has lost the card's own thin lines, and so most of a pencil's. `alone`: what is printed about the
 * cells is known, so that even a row's only mark may be struck out; on an unknown sheet it may lie between table lines.
 * `grain`: so many dark places lie about the page's cells that are surely unmarked.
 */
export type SeenAs = { faded: boolean; alone: boolean; grain?: number }

/** Fewer cells than this do not say what the page shows about an empty one. */
const MANY_BLANK = 20
/** Where greys are dots, a blank row's darkest cell has so many spreads (of a count: its root) more than the middle cell. */
const ROOTS = 3

/**
 * Dark places about the cells that are surely unmarked: of rows with one plain mark those that do not stand beside it.
 * Of 38 pages that lost thin lines 36 have none there (a ring leaves three and more); a halftone has ten.
 */
export const grainOf = (rows: readonly (readonly { filled: boolean; about: Around }[])[]): number => {
  const specks = rows.flatMap((cells) => {
    const at = cells.findIndex((c) => c.filled)
    return cells.filter((_, i) => Math.abs(i - at) > 1).map((c) => c.about.specks)
  })
  return specks.length < MANY_BLANK ? 0 : median(specks)
}

/**
 * Whether ink about a row's cells may say something that the cells do not: a line under an option, a ring round it, a
 * filled option that is struck out. A pen that ran over from a full cell beside it says nothing.
 */
export const speaksAround = (
  cells: readonly { filled: boolean; ink: number; about: Around; next?: readonly [boolean, boolean] }[],
  { faded, alone, grain = 0 }: SeenAs,
): boolean => {
  const blank = cells.every((c) => !c.filled)
  const speckled = grain + ROOTS * Math.sqrt(grain) + SPECKS
  const full = cells.filter((c) => c.filled)
  const several = full.length > 1
  const lightest = Math.min(...full.map((c) => c.ink))
  // Who keeps within one cell of a row does not go over the edge of another all round.
  const neat = several && full.some((c) => c.about.over <= NEAT)
  // A line that runs out of one of several marks and not out of another was drawn through it.
  const onlyFar = several && full.some((c) => !c.about.far)
  // Ink all round one of several marks and none about another: it was scratched over.
  const clear = several && full.some((c) => c.about.ringed < CLEAR)
  const bareMark = full.some((c) => c.about.over === 0)
  // What is struck out beside lighter ink was changed for it.
  const hasBeside = (at: number, share = OTHER) =>
    cells.some((c, i) => i !== at && c.ink > Math.max(NONE, share * cells[at]!.ink))
  return cells.some(({ filled, ink, about, next }, i) => {
    if (filled)
      return (
        ((several || alone || hasBeside(i)) && about.struck) ||
        (!several && about.far && hasBeside(i, MEANT)) ||
        (several && !alone && about.overrun && ink > STRUCK_OVER * lightest) ||
        (clear && !alone && about.ringed >= ALL_ROUND) ||
        (several && about.far && (onlyFar || ink > STRUCK_TWICE * lightest)) ||
        (several && about.over >= ROUND && (neat || ink > lightest + Math.min(AGAIN, QUARTER * lightest))) ||
        (faded && several && (about.overrun || ink > lightest + UNLIKE || (bareMark && about.over >= ARMS_LEFT)))
      )
    if (blank && about.unknown) return true
    // A scratch of the glass goes on beyond the cell.
    const lonely = () =>
      !about.through.some(Boolean) && cells.every((o, k) => k === i || o.about.specks <= LINED.others)
    if (blank && alone && !faded && about.specks >= LINED.specks && lonely()) return true
    const bare = !(faded && blank) && about.ringed < RING && about.sides.every((share) => share < LINE)
    if (bare) return false
    // Beside a blank row a mark that ran over cannot be told from a line under the option, but by where it is darkest.
    const over = blank ? about.nearer.map((v, k) => v && next?.[k] === true) : about.overrunBy
    const beside = [cells[i - 1]?.filled === true, cells[i + 1]?.filled === true, ...over]
    // A scratch of the glass that runs along the row passes the cells beside this one too; a long underline does not.
    const streak = (k: number) =>
      about.through[k]! &&
      (k < 2 || [cells[i - 1], cells[i + 1]].every((next) => !next || next.about.sides[k]! >= REST))
    const lines = about.sides.filter((_, k) => !beside[k] && !streak(k))
    if (faded && blank && (about.specks >= speckled || lines.reduce((a, b) => a + b, 0) >= REST)) return true
    // Beside a mark one line says nothing: outlines are printed unevenly, and who has marked an option underlines no other.
    const many = lines.filter((share) => share >= LINE).length
    return many >= (blank ? 1 : 2) || (lines.length === 4 && about.ringed >= RING)
  })
}

/** The reading of a row, in doubt where the ink about its cells may say otherwise. */
export const doubtAround = (
  reading: ChoiceReading,
  about: readonly Around[],
  as: SeenAs,
  next?: readonly (readonly [boolean, boolean])[],
): ChoiceReading => {
  if (reading.doubt) return reading
  const cells = reading.cells.map(({ state, ink }, i) => {
    const beyond = next?.[i]
    return { filled: state === 'filled', ink, about: about[i]!, ...(beyond && { next: beyond }) }
  })
  return speaksAround(cells, as) ? { ...reading, doubt: 'faintMark' } : reading
}

/** Ink below both lower corners of a cell, and none beyond the middle of the gap: a line under it that touches its outline. */
const UNDER = 0.15
const isUnderlined = ({ corners }: CellInk, { nearer }: Around): boolean =>
  Math.min(corners[2], corners[3]) > UNDER && !nearer[1]

/**
 * The same of all rows of a page. A line beside a blank row that lies nearer to the next one is that one's, where it is marked or
 * in doubt itself: a ring about the option below, a line under the one above.
 */
export const doubtArounds = (
  readings: readonly ChoiceReading[],
  inksOf: (row: number) => readonly CellInk[],
  about: ReadonlyMap<CellInk, Around>,
  as: SeenAs & { loses: boolean },
): ChoiceReading[] => {
  const aboutOf = (i: number) => inksOf(i).map((c) => about.get(c)!)
  const alone = readings.map((c, i) => doubtAround(c, aboutOf(i), as))
  const speaking = lazily(() =>
    alone.flatMap((c, row) =>
      inksOf(row).flatMap(({ cell: { rect } }, n) =>
        c.doubt || c.cells[n]!.state === 'filled' ? [{ row, x: rect.x, y: rect.y + rect.h / 2 }] : [],
      ),
    ),
  )
  return alone.map((c, row) => {
    // On a picture that loses light ink a line that is seen may be all that is left of a mark.
    if (as.loses || !c.doubt || readings[row]!.doubt || c.chosen.length > 0) return c
    if (inksOf(row).some((ink) => isUnderlined(ink, about.get(ink)!))) return c
    const next = inksOf(row).map(({ cell: { rect, top, bottom } }) => {
      const speaks = (from: number, to: number) =>
        speaking().some((s) => s.row !== row && Math.abs(s.x - rect.x) < rect.w / 2 && s.y > from && s.y < to)
      const end = rect.y + rect.h
      return [speaks(rect.y - top - rect.h, rect.y), speaks(end, end + bottom + rect.h)] as const
    })
    return doubtAround(readings[row]!, aboutOf(row), as, next)
  })
}
