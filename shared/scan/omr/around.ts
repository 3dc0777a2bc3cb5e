/**
 * Ink about a cell, where nothing is printed: a line under it, a ring round it, the arms of what strikes it out. A cell
 * tells them apart from a pen that slipped by where the ink lies, not by how much there is.
 */
import type { ChoiceReading } from './omr.types.ts'
import type { CellInk, InkMap } from './ink.types.ts'
import { FINE, hasArms } from './arms.ts'
import { lazily } from './remember.ts'
import { median } from './sample.ts'
import { rasterOf } from './shape.ts'
import type { Raster } from './shape.ts'
import { paperOf, paperUnder, rastersBeyond } from './shown.ts'
import type { Shown } from './shown.ts'

/** Dark places about one cell, beyond its print. What is seldom asked is measured when it is asked for. */
export type Around = {
  /** Share of each side along which a place within its half of the gap is dark: left, right, top, bottom. */
  sides: [number, number, number, number]
  /** The same of all four together; on sheets of other makers, where print is uneven, only of what is plainly dark. */
  ringed: number
  /** The side's line goes on beyond both of its ends: a streak of the glass, a fold, a stroke through the row. */
  through: [boolean, boolean, boolean, boolean]
  /** The ink above and below goes on away from the cell, as dark as it is beside it, and to a mark in the next row. */
  overrunBy: [boolean, boolean]
  /** Places on the cell's rim and about it that are not white. */
  specks: number
  /** Ink that reaches far out on opposite sides of the cell: lines that go through it. */
  struck: boolean
  /** The same from a place nearer on: careless filling too, but where a picture loses thin lines it may be what is left. */
  overrun: boolean
  /** Of the eight fields about the cell those that hold ink: a mark that was gone over once more to cancel it has most. */
  over: number
  /** Nothing can be said: the page shows lines beside too many cells. */
  unknown?: true
}

/**
 * Places of 0.4 mm that lie two and more outside of a cell are an arm of a line that strikes it out from this share of
 * `dark` on. Of 3 511 full cells 42 have such places on opposite sides, of 160 that were struck out 149; those whose owner
 * went over the edge all round have none so far out.
 */
const ARM = 0.85
/** A place on a cell's rim or outside of it that may be what a copier left of a line. */
const TRACE = 0.62
/** What goes on beyond a cell has this share of its darkness along the cell. */
const THROUGH = 0.7
/** So much of all four sides together is a ring about a round cell: it leaves the corners free. */
const RING = 1.4
const PLAIN = 0.15
/** So many of the eight fields about a cell hold ink when it was scratched over, and so many when its owner was neat. */
const ROUND = 6
const NEAT = 2
/** Opposite ways out of a cell, by the eight fields about it, row by row. */
const OPPOSITE: readonly (readonly [number, number])[] = [
  [3, 5],
  [0, 8],
  [2, 6],
  [0, 5],
  [2, 3],
  [6, 5],
  [8, 3],
  [0, 7],
  [2, 7],
  [6, 1],
  [8, 1],
]

/** Nothing lies about the cell. */
export const QUIET: Around = {
  sides: [0, 0, 0, 0],
  ringed: 0,
  through: [false, false, false, false],
  overrunBy: [false, false],
  specks: 0,
  struck: false,
  overrun: false,
  over: 0,
}

/** Nothing outside of the cell nor on its rim is dark: so it is with nearly every cell. */
const isQuiet = ({ across, down, x0, y0, values }: Raster, limit: number): boolean => {
  const skipped = across - 2 * x0 - 2
  for (let j = 0, k = 0; j < down; j++) {
    const within = skipped > 0 && j > y0 && j < down - y0 - 1
    for (let i = 0; i < across; i++, k++) {
      if (within && i === x0 + 1) {
        i += skipped
        k += skipped
      }
      if (values[k]! > limit) return false
    }
  }
  return true
}

/** Whether a mark lies in the row above or below a cell, where its ink may come from. */
type MarkedBeyond = (c: Pick<CellInk, 'cell'>) => [above: boolean, below: boolean]
const NO_MARK: MarkedBeyond = () => [false, false]

/**
 * `dark`: from this share of black on, three places in a row hold ink; `least`: so many black places across a line make it
 * one. `bare`: print and what may lie a little off is out of the raster already, so a single place is new ink. `closer`: the cell in
 * finer places, print included; `paper`: what is neither print nor ink there.
 */
export type LookFor = { dark: number; least?: number; bare?: boolean; closer?: () => Raster; paper?: number }

/** A cell's share of the gap to its neighbour; a line that lies nearer to the neighbour is seen from both where it may slant. */
const SHARE = 0.5
const BARE_SHARE = 0.8

/** Looks at a cell's raster beyond print. */
export const aroundOf = (
  of: Pick<CellInk, 'cell'>,
  r: Raster,
  { dark, least = dark, bare = false, closer, paper = paperOf(r) }: LookFor,
  marked: MarkedBeyond = NO_MARK,
): Around => {
  const { cell } = of
  const nx = r.across - 2 * r.x0
  const ny = r.down - 2 * r.y0
  const [stepX, stepY] = [cell.rect.w / nx, cell.rect.h / ny]
  if (isQuiet(r, dark * TRACE + paper)) return QUIET
  // Beyond the middle of the gap the ink is the neighbour's.
  const room = (gap: number, step: number, most: number) =>
    Math.max(1, Math.min(most, Math.floor((gap * (bare ? BARE_SHARE : SHARE)) / step + 0.3)))
  const rooms = [room(cell.left, stepX, r.x0), room(cell.right, stepX, r.x0)] as const
  const depths = [room(cell.top, stepY, r.y0), room(cell.bottom, stepY, r.y0)] as const
  const darkness = (i: number, j: number) => r.values[(j + r.y0) * r.across + i + r.x0]! - paper
  // A cell that lies a little off leaves its printed outline on one side of the line and a lack of it on the other: only
  // ink beyond the balance of both is new.
  const inked = (i: number, j: number, k: number) => {
    if (bare) return darkness(i, j)
    const [di, dj] = k < 2 ? [0, 1] : [1, 0]
    return (darkness(i - di, j - dj) + darkness(i, j) + darkness(i + di, j + dj)) / 3
  }
  const count = (n: number, hit: (k: number) => boolean) => {
    let sum = 0
    for (let k = 0; k < n; k++) if (hit(k)) sum++
    return sum
  }
  const spans = [
    [-rooms[0], 0],
    [nx, nx + rooms[1]],
    [-depths[0], 0],
    [ny, ny + depths[1]],
  ] as const
  // Where greys are dots: five places along the side hold more of them than the outline has, which may lie a little off.
  const isDottedLine = (k: number, along: number) => {
    const [from, to] = spans[k]!
    const n = k < 2 ? ny : nx
    const soft = (d: number) => {
      let [sum, many] = [0, 0]
      for (let a = Math.max(0, along - 2); a <= Math.min(n - 1, along + 2); a++, many++)
        sum += k < 2 ? darkness(d, a) : darkness(a, d)
      return sum / many
    }
    let [sum, most] = [soft(k % 2 === 0 ? to : from - 1), 0]
    for (let d = from; d < to; d++) {
      sum += soft(d)
      most = Math.max(most, soft(d))
    }
    return most > DOTTED && sum > DOTTED_LINE
  }
  const lined = (k: number, black = dark) => {
    const [from, to] = spans[k]!
    const rim = k % 2 === 0 ? to : from - 1
    return (along: number) => {
      const of = (d: number) => (k < 2 ? inked(d, along, k) : inked(along, d, k))
      // On the outline itself a line shows where nothing lies within the cell: a mark's rim is no line.
      let most = of(rim) - Math.max(0, of(k % 2 === 0 ? rim + 1 : rim - 1))
      let net = most
      for (let d = from; d < to; d++) {
        most = Math.max(most, of(d))
        net += of(d)
      }
      return (most > black && net > least) || (least > dark && isDottedLine(k, along))
    }
  }
  // A line that goes on beyond both ends is as dark there as along the cell.
  const ends = (k: number) => {
    const [from, to] = spans[k]!
    const most = (along: number) => {
      let best = -Infinity
      for (let d = from; d < to; d++) best = Math.max(best, k < 2 ? darkness(d, along) : darkness(along, d))
      return best
    }
    const n = k < 2 ? ny : nx
    const over = k < 2 ? r.y0 : r.x0
    let sum = 0
    for (let m = 0; m < n; m++) sum += most(m) / n
    return Math.min(most(-over), most(n + over - 1)) > THROUGH * sum
  }
  const onward = (k: 2 | 3, outmost: number) => {
    const [from, to] = spans[k]
    let [near, far] = [0, 0]
    for (let i = 0; i < nx; i++) {
      let most = -Infinity
      for (let j = from; j < to; j++) most = Math.max(most, darkness(i, j))
      near += most
      far += darkness(i, outmost)
    }
    return far > THROUGH * near && far > dark * nx * THROUGH
  }
  // The fields about the cell that hold ink from so many places outside of it on, a bit each.
  const fieldsFrom = (depth: number): number => {
    let fields = 0
    for (let j = -r.y0; j < ny + r.y0; j++) {
      const within = j >= -depth && j < ny + depth
      for (let i = -r.x0; i < nx + r.x0; i++) {
        if (within && i === -depth) i = nx + depth
        if (i < nx + r.x0 && darkness(i, j) > dark * ARM)
          fields |= 1 << ((j < 0 ? 0 : j < ny ? 3 : 6) + (i < 0 ? 0 : i < nx ? 1 : 2))
      }
    }
    return fields
  }
  const opposite = (fields: number) => OPPOSITE.some(([a, b]) => ((fields >> a) & (fields >> b) & 1) === 1)
  const near = lazily(() => fieldsFrom(1))
  const struck = lazily(() => opposite(fieldsFrom(2)) && (!closer || hasArms(closer())))
  const specks = lazily(() => {
    let sum = 0
    for (let j = -depths[0]; j < ny + depths[1]; j++)
      for (let i = -rooms[0]; i < nx + rooms[1]; i++) {
        if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) continue
        if (darkness(i, j) > dark * TRACE) sum++
      }
    return sum
  })
  const share = (k: number, black?: number) => count(k < 2 ? ny : nx, lined(k, black)) / (k < 2 ? ny : nx)
  const sides = lazily((): Around['sides'] => [share(0), share(1), share(2), share(3)])
  const ringed = lazily(() => {
    const sum = sides().reduce((a, b) => a + b, 0)
    return sum < RING || !bare ? sum : [0, 1, 2, 3].reduce((a, k) => a + share(k, Math.max(dark, PLAIN)), 0)
  })
  const through = lazily((): Around['through'] => [ends(0), ends(1), ends(2), ends(3)])
  const overrunBy = lazily((): Around['overrunBy'] => {
    const [above, below] = marked(of)
    return [above && onward(2, -r.y0), below && onward(3, ny + r.y0 - 1)]
  })
  return {
    get sides() {
      return sides()
    },
    get ringed() {
      return ringed()
    },
    get through() {
      return through()
    },
    get overrunBy() {
      return overrunBy()
    },
    get specks() {
      return specks()
    },
    get struck() {
      return struck()
    },
    get overrun() {
      return opposite(near())
    },
    get over() {
      return bitsOf(near())
    },
  }
}

const bitsOf = (fields: number): number => {
  let n = 0
  for (let left = fields; left > 0; left >>= 1) n += left & 1
  return n
}

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
/** So dark is a line of dots beside the outline, and together with what lies on the outline beyond its print. */
const DOTTED = 0.25
const DOTTED_LINE = 0.4
/** A cell with so much ink is marked, and its mark may run over. */
const MARKED = 0.33

/** Whether one of the page's marks lies in the row above or below a cell: its ink may run over. */
const markedBeyond = (cells: readonly CellInk[]): MarkedBeyond => {
  const marked = cells.filter((c) => c.ink > MARKED).map((c) => c.cell.rect)
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
const restOf = (rasters: readonly (readonly [CellInk, Raster])[], bare: boolean): Float32Array => {
  const values = new Float32Array(rasters.reduce((n, [, r]) => n + r.values.length, 0))
  let n = 0
  for (const [c, r] of rasters) {
    if (bare && c.ink > MARKED) continue
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

/**
 * What lies about each choice cell of a page, beyond what is printed there. `shown`: what another picture of the sheet
 * shows, where words and lines stand beside single cells.
 */
export const aroundsOf = (
  map: Pick<InkMap, 'cells' | 'rasterOf' | 'darkOf' | 'siteOf' | 'bilevel' | 'clipped'>,
  shown?: Shown,
): ReadonlyMap<CellInk, Around> => {
  const rasters = shown ? rastersBeyond(map, shown) : ownRasters(map)
  const values = restOf(rasters, shown !== undefined)
  const rest = (share: number) => values[Math.floor(share * values.length)] ?? 0
  const dark = shown
    ? Math.max(BARE_DARK, BARE_SPREAD * rest(0.9), TAIL * rest(0.95))
    : Math.min(MOST_DARK, Math.max(DARK, SPREADS * 1.48 * median(values)))
  const least = shown ? Math.max(FAINT, BARE_SPREAD * rest(0.9), TAIL * rest(0.95)) : dark
  const filled = new Set(rasters.flatMap(([c]) => (c.ink > MARKED ? [c.zone] : [])))
  const beyond = markedBeyond(rasters.map(([c]) => c))
  const lookAt = (c: CellInk, r: Raster, black: number): Around => {
    const closer = () => rasterOf(map.siteOf(c), FINE.step, FINE.beyond)
    const look = { dark: black, bare: shown !== undefined, closer, paper: paperUnder(r, map.darkOf(c)) }
    return aroundOf(c, r, { ...look, ...(map.bilevel ? { least: THICK } : {}) }, beyond)
  }
  const besides = marksBeside(map.cells, beyond)
  const lined = (c: CellInk, { sides, through }: Around) =>
    sides.some((share, k) => share >= LINE && !through[k] && !besides.get(c)?.[k])
  // What stands beside cells that are surely unmarked is the sheet's print or the scanner's: about a blank row only more is a line.
  const sure = sureOf(map.cells)
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
  if (!many((c, a) => (c.ink > MARKED ? a.struck : isLined(a)))) return out
  // But a pen that runs over beside its marks says nothing of the sheet: blank rows are looked at all the same, and what goes
  // through a mark as a line.
  const isSheet = many((c, a) => c.ink <= MARKED && lined(c, a))
  for (const [c, a] of out)
    if (isSheet) out.set(c, { ...QUIET, unknown: true })
    else if (filled.has(c.zone)) out.set(c, c.ink > MARKED && a.struck ? { ...QUIET, struck: true } : QUIET)
  return out
}

/** Cells that surely nothing was drawn about: of rows with one mark those that do not stand beside it. */
const sureOf = (cells: InkMap['cells']): ReadonlySet<CellInk> =>
  new Set(
    [...cells.values()].flatMap((row) => {
      const at = row.findIndex((c) => c.ink > MARKED)
      return at < 0 || row.some((c, i) => i !== at && c.ink > NONE) ? [] : row.filter((_, i) => Math.abs(i - at) > 1)
    }),
  )

/** On which sides of each cell (left, right, above, below) a mark lies that may run over. */
const marksBeside = (cells: InkMap['cells'], beyond: MarkedBeyond): ReadonlyMap<CellInk, readonly boolean[]> => {
  const isMarked = (c: CellInk | undefined) => c !== undefined && c.ink > MARKED
  const of = (row: readonly CellInk[]) =>
    row.map((c, i) => [c, [isMarked(row[i - 1]), isMarked(row[i + 1]), ...beyond(c)]] as const)
  return new Map([...cells.values()].flatMap(of))
}

/** No writer draws lines beside so many cells. */
const MANY = 1 / 10

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
/** On a picture that lost thin lines, full cells of one row that differ by so much were not filled alike. */
const UNLIKE = 0.06
/** So much of a side is a line along it. */
const LINE = 0.7
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
  cells: readonly { filled: boolean; ink: number; about: Around }[],
  { faded, alone, grain = 0 }: SeenAs,
): boolean => {
  const blank = cells.every((c) => !c.filled)
  const speckled = grain + ROOTS * Math.sqrt(grain) + SPECKS
  const full = cells.filter((c) => c.filled)
  const several = full.length > 1
  const lightest = Math.min(...full.map((c) => c.ink))
  // Who keeps within one cell of a row does not go over the edge of another all round.
  const neat = several && full.some((c) => c.about.over <= NEAT)
  return cells.some(({ filled, ink, about }, i) => {
    if (filled)
      return (
        ((several || alone) && about.struck) ||
        (several && !alone && about.overrun && ink > STRUCK_OVER * lightest) ||
        (several && about.over >= ROUND && (neat || ink > lightest + Math.min(AGAIN, QUARTER * lightest))) ||
        (faded && several && (about.overrun || ink > lightest + UNLIKE))
      )
    if (blank && about.unknown) return true
    const bare = !(faded && blank) && about.ringed < RING && about.sides.every((share) => share < LINE)
    if (bare) return false
    // Beside a blank row a mark that ran over cannot be told from a line under the option.
    const over = blank ? [false, false] : about.overrunBy
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
export const doubtAround = (reading: ChoiceReading, about: readonly Around[], as: SeenAs): ChoiceReading => {
  if (reading.doubt) return reading
  const cells = reading.cells.map(({ state, ink }, i) => ({ filled: state === 'filled', ink, about: about[i]! }))
  return speaksAround(cells, as) ? { ...reading, doubt: 'faintMark' } : reading
}
