/**
 * A closed thin stroke about a cell of a row that seems empty: a ring in light pencil is no darker at any place than print that lies a
 * little off, but it goes all round. So the cell is held against its likes, and what is left is followed along ovals about it: a ring is
 * darker than what lies within and outside of it, in nearly every direction, and about one cell of its row alone.
 */
import type { InkMap } from '../ink.types.ts'
import { lay, likesBy } from '../likes.ts'
import type { Fine, Laid, ReadRow } from '../likes.ts'

/** How far about a cell (mm) a ring is looked for, and how many places of 0.2 mm that are. */
const BEYOND = 1.8
const MARGIN = 9
/** A cell with more ink is marked. */
const UNMARKED = 0.15
/** A ring's centre lies so many places off its cell's, and it runs so many outside of the cell's sides, more above than beside it. */
const OFF = [0, -2, 2]
const FARTHEST = 5
const HIGHER = [-1, 0, 1, 2]
/** Directions that are looked in, and how many of them are taken together. */
const DIRECTIONS = 48
const TOGETHER = 3
const FEWEST = 12
/** Places from the stroke's middle to what it is held against, and to the far end of that. */
const BESIDE = [4, 5]
const NEAREST = -6
const STEPS = FARTHEST + HIGHER.at(-1)! + BESIDE[1]! - NEAREST + 1
/** No stroke counts for more than this in one direction: a dark line on one side is no ring. */
const MOST = 0.12
const DARKEST = 0.5

/**
 * So dark is a ring in the mean, in three of four directions at least, and so little of that lies about the row's next cell. Of 200 rings in
 * light pencil of 74 pages that were read as blank and are seen, 187 are heard; of 1 703 blank rows that were rightly read 15.
 */
const RING = { mean: 0.045, least: 0.03, next: 0.62 }

const turns = Array.from({ length: DIRECTIONS }, (_, t) => {
  const angle = (2 * Math.PI * t) / DIRECTIONS
  return [Math.cos(angle), Math.sin(angle)] as const
})

/** What is left of a cell and its surroundings beyond its likes, along the directions from a centre: one list of places after the other. */
const unrolled = ({ own, view, usual }: Laid, offX: number, offY: number): Float32Array => {
  const [across, down] = sizeOf(own)
  const [cx, cy] = [(across - 1) / 2 + offX, (down - 1) / 2 + offY]
  const [rx, ry] = [across / 2 - MARGIN, down / 2 - MARGIN]
  const out = new Float32Array(DIRECTIONS * STEPS)
  turns.forEach(([cos, sin], t) => {
    for (let r = 0; r < STEPS; r++) {
      const i = Math.round(cx + (rx + r + NEAREST) * cos)
      const j = Math.round(cy + (ry + r + NEAREST) * sin)
      const k = j * across + i
      out[t * STEPS + r] = i < 0 || j < 0 || i >= across || j >= down ? NaN : Math.min(DARKEST, view[k]! - usual[k]!)
    }
  })
  return out
}

const sizeOf = ({ across, down, x0, y0 }: Fine) => [across - 2 * (x0 - MARGIN), down - 2 * (y0 - MARGIN)] as const

const meanOf = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : (a + b) / 2)

/** An oval's place in each direction, from the least one on. */
const LEAST_PLACE = HIGHER[0]!
const PLACES = FARTHEST + HIGHER.at(-1)! - LEAST_PLACE + 1
const ovals: readonly Int8Array[] = Array.from({ length: FARTHEST + 1 }, (_, out) => out).flatMap((out) =>
  HIGHER.map((higher) => Int8Array.from(turns, ([, sin]) => Math.round(out + higher * sin ** 2) - LEAST_PLACE)),
)

/** How much darker each place of each direction is than what lies within and outside of it: ovals share most of them. */
const strokesIn = (places: Float32Array): Float64Array => {
  const by = new Float64Array(DIRECTIONS * PLACES)
  for (let t = 0, k = 0; t < DIRECTIONS; t++)
    for (let r = 0; r < PLACES; r++, k++) {
      const at = t * STEPS + r + LEAST_PLACE - NEAREST
      const stroke = (places[at - 1]! + places[at]! + places[at + 1]!) / 3
      const within = meanOf(places[at - BESIDE[0]!]!, places[at - BESIDE[1]!]!)
      const beyond = meanOf(places[at + BESIDE[0]!]!, places[at + BESIDE[1]!]!)
      by[k] = stroke - meanOf(within, beyond)
    }
  return by
}

const fields = new Float64Array(DIRECTIONS / TOGETHER)

/** How dark an oval is against what lies within and outside of it: in the mean, and in its lightest directions but three. */
const alongOval = (strokes: Float64Array, oval: Int8Array): { mean: number; low: number } => {
  let many = 0
  for (let from = 0; from < DIRECTIONS; from += TOGETHER) {
    let [sum, n] = [0, 0]
    for (let t = from; t < from + TOGETHER; t++) {
      const by = strokes[t * PLACES + oval[t]!]!
      if (Number.isNaN(by)) continue
      sum += by
      n++
    }
    if (n === 0) continue
    // Kept in order.
    const of = sum / n
    let k = many++
    for (; k > 0 && fields[k - 1]! > of; k--) fields[k] = fields[k - 1]!
    fields[k] = of
  }
  if (many < FEWEST) return { mean: 0, low: 0 }
  let sum = 0
  for (let k = 0; k < many; k++) sum += Math.min(MOST, fields[k]!)
  return { mean: sum / many, low: fields[3]! }
}

type Hoop = { worth: number; low: number }
const NO_HOOP: Hoop = { worth: 0, low: 0 }

/** The plainest ring about a cell. */
const hoopAbout = (laid: Laid): Hoop => {
  let best = NO_HOOP
  for (const x of OFF)
    for (const y of OFF) {
      const strokes = strokesIn(unrolled(laid, x, y))
      for (const oval of ovals) {
        const { mean, low } = alongOval(strokes, oval)
        const worth = Math.min(mean, 2 * low)
        if (worth > best.worth) best = { worth, low }
      }
    }
  return best
}

/** Indices of the rows that seem empty and have a thin stroke all round one of their cells. */
export const hoopedRows = (rows: readonly ReadRow[], { siteOf }: Pick<InkMap, 'siteOf'>): ReadonlySet<number> => {
  const likesOf = likesBy(rows, siteOf, BEYOND, true)
  const isHooped = ({ inks }: ReadRow): boolean => {
    const seen = inks.map((c) => {
      const found = c.ink < UNMARKED ? likesOf(c) : undefined
      return found ? hoopAbout(lay(found.own, found.likes)) : NO_HOOP
    })
    const [most = NO_HOOP, next = NO_HOOP] = seen.sort((a, b) => b.worth - a.worth)
    return most.worth >= RING.mean && most.low >= RING.least && next.worth <= RING.next * most.worth
  }
  return new Set(
    rows.flatMap((row, i) => (!row.reading.doubt && row.reading.chosen.length === 0 && isHooped(row) ? [i] : [])),
  )
}
