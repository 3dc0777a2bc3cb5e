/**
 * Ink about a cell, where nothing is printed: a line under it, a ring round it, the arms of what strikes it out. A cell
 * tells them apart from a pen that slipped by where the ink lies, not by how much there is. What a page makes of its cells
 * is told in `surroundings.ts`.
 */
import type { CellInk } from './ink.types.ts'
import { hasArms } from './arms.ts'
import { lazily } from './remember.ts'
import type { Raster } from './shape.ts'
import { paperOf } from './shown.ts'

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
  /** The ink above and below is darker beyond the middle of the gap than on this cell's side of it: the next row's. */
  nearer: [boolean, boolean]
  /** Places on the cell's rim and about it that are not white. */
  specks: number
  /** Ink that reaches far out on opposite sides of the cell: lines that go through it. */
  struck: boolean
  /** The same whether or not the ink is thin there: of a line that is drawn twice both are one. */
  far: boolean
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
export const RING = 1.4
const PLAIN = 0.15
/** Beyond the middle of the gap ink is so much darker than before it where it is the next row's. */
const NEARER = 1.2
/** In a smaller gap (mm) a line under an option lies beyond the middle as well. */
const LEAST_GAP = 1.4
/** So dark is a line of dots beside the outline, and together with what lies on the outline beyond its print. */
const DOTTED = 0.25
const DOTTED_LINE = 0.4
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
  nearer: [false, false],
  specks: 0,
  struck: false,
  far: false,
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
export type MarkedBeyond = (c: Pick<CellInk, 'cell'>) => [above: boolean, below: boolean]
const NO_MARK: MarkedBeyond = () => [false, false]

/**
 * `dark`: from this share of black on, three places in a row hold ink; `least`: so many black places across a line make it
 * one. `bare`: print and what may lie a little off is out of the raster already, so a single place is new ink. `closer`: the cell in
 * finer places, print included; `paper`: what is neither print nor ink there; `net`: the cell less its print, place for place; `arm`: as
 * `dark`, but far from the cells' outlines.
 */
export type LookFor = {
  dark: number
  least?: number
  bare?: boolean
  closer?: () => Raster
  paper?: number
  net?: Raster | undefined
  arm?: number
}

/** Print that lies off is still within so many places of its own side of the cell. */
const ASIDE = 2

/** A cell's share of the gap to its neighbour; a line that lies nearer to the neighbour is seen from both where it may slant. */
const SHARE = 0.5
const BARE_SHARE = 0.8

/** Looks at a cell's raster beyond print. */
export const aroundOf = (
  of: Pick<CellInk, 'cell'>,
  r: Raster,
  { dark, least = dark, bare = false, closer, paper = paperOf(r), net, arm = dark }: LookFor,
  marked: MarkedBeyond = NO_MARK,
): Around => {
  const { cell } = of
  const nx = r.across - 2 * r.x0
  const ny = r.down - 2 * r.y0
  const [stepX, stepY] = [cell.rect.w / nx, cell.rect.h / ny]
  if (isQuiet(r, Math.min(dark, arm) * TRACE + paper)) return QUIET
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
  // Print that lies off is missing where it should be: a line is what is left of both.
  const isNew = (k: number, along: number) => {
    if (!net) return true
    const [from, to] = spans[k]!
    let sum = 0
    for (let d = from - (k % 2 === 0 ? 1 : ASIDE); d < to + (k % 2 === 0 ? ASIDE : 1); d++) {
      const [i, j] = k < 2 ? [d, along] : [along, d]
      sum += (net.values[(j + net.y0) * net.across + i + net.x0] || 0) - paper
    }
    return sum > least
  }
  const lined = (k: number, black = dark) => {
    const [from, to] = spans[k]!
    const rim = k % 2 === 0 ? to : from - 1
    return (along: number) => {
      const of = (d: number) => (k < 2 ? inked(d, along, k) : inked(along, d, k))
      // On the outline itself a line shows where nothing lies within the cell: a mark's rim is no line.
      let most = of(rim) - Math.max(0, of(k % 2 === 0 ? rim + 1 : rim - 1))
      let ink = most
      for (let d = from; d < to; d++) {
        most = Math.max(most, of(d))
        ink += of(d)
      }
      return (most > black && ink > least && isNew(k, along)) || (least > dark && isDottedLine(k, along))
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
  // Where the ink of a line is darkest: the places of a gap that are seen on this cell's side of its middle, and beyond it.
  const nearerNext = (k: 2 | 3) => {
    const gap = k === 2 ? cell.top : cell.bottom
    if (gap < LEAST_GAP) return false
    const half = gap / stepY / 2
    let [own, next] = [0, 0]
    for (let d = 0; d < r.y0; d++) {
      const j = k === 2 ? -1 - d : ny + d
      let sum = 0
      for (let i = 0; i < nx; i++) sum += Math.max(0, darkness(i, j))
      if (d + 0.5 <= half) own = Math.max(own, sum)
      else if (d + 0.5 < 2 * half) next = Math.max(next, sum)
    }
    return next > NEARER * own
  }
  // The fields about the cell that hold ink from so many places outside of it on, a bit each.
  const fieldsFrom = (depth: number, black: number): number => {
    let fields = 0
    for (let j = -r.y0; j < ny + r.y0; j++) {
      const within = j >= -depth && j < ny + depth
      for (let i = -r.x0; i < nx + r.x0; i++) {
        if (within && i === -depth) i = nx + depth
        if (i < nx + r.x0 && darkness(i, j) > black * ARM)
          fields |= 1 << ((j < 0 ? 0 : j < ny ? 3 : 6) + (i < 0 ? 0 : i < nx ? 1 : 2))
      }
    }
    return fields
  }
  const opposite = (fields: number) => OPPOSITE.some(([a, b]) => ((fields >> a) & (fields >> b) & 1) === 1)
  const near = lazily(() => fieldsFrom(1, dark))
  const far = lazily(() => opposite(fieldsFrom(2, arm)))
  const struck = lazily(() => far() && (!closer || hasArms(closer())))
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
  const nearer = lazily((): Around['nearer'] => [nearerNext(2), nearerNext(3)])
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
    get nearer() {
      return nearer()
    },
    get specks() {
      return specks()
    },
    get struck() {
      return struck()
    },
    get far() {
      return far()
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
