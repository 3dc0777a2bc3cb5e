/**
 * Rows in which nothing is seen but what a rubber left of a pencil's mark: wiped into the paper it is smooth, where a light mark has the
 * grain of graphite. A picture that smooths graphite away says so itself, by the marks that it shows.
 */
import type { CellInk, InkMap } from '../ink.types.ts'
import type { Pen, Thresholds } from '../judge.ts'
import { showsRests } from '../judge.ts'
import { insideOf, lay, likesBy } from '../likes.ts'
import type { ReadRow } from '../likes.ts'
import { lazily } from '../remember.ts'
import { median } from '../sample.ts'
import { fillOf } from './grain.ts'
import type { Fill } from './grain.ts'

/**
 * Of 73 rubbed cells of own cards that were asked about 30 are within these, of 375 marks as light on the same 330 pages none: the
 * nearest had 0.149 of grain at 0.085 of ink, and 0.163 at 0.075.
 */
const RUBBED = { ink: 0.085, grain: 0.12, mean: 0.2, most: 0.4, beyond: 0.06, light: -0.15 }

/**
 * So many times as rough as noise are a page's own marks where it shows grain: 2.2 of hard JPEG, 2.5 to 2.6 of photographs that were
 * shaken or lean out of focus; scans have 3 to 14.
 */
const SHOWS_GRAIN = 3
const LOOKED_AT = 12
const FEWEST = 4

/** The cell that a row is in doubt for, if it is one alone and nothing else is marked. */
const doubtfulIn = ({ reading, inks }: ReadRow): CellInk | undefined => {
  const at = reading.cells.flatMap((c, i) => (c.state === 'empty' ? [] : [{ state: c.state, ink: inks[i]! }]))
  return reading.doubt === 'faintMark' && at.length === 1 && at[0]!.state === 'doubt' ? at[0]!.ink : undefined
}

/** Indices of the rows of an own card that were rubbed out and left so. */
export const rubbedRows = (
  rows: readonly ReadRow[],
  { siteOf }: Pick<InkMap, 'siteOf'>,
  t: Pick<Thresholds, 'low'>,
  pen: Pen,
): ReadonlySet<number> => {
  if (!pen.rubs) return new Set()
  const likesOf = lazily(() => likesBy(rows, siteOf))
  const seenIn = (c: CellInk): Fill | undefined => {
    const found = likesOf()(c)
    if (!found) return undefined
    const { own, view, likes, usual } = lay(found.own, found.likes)
    return fillOf(view, likes, usual, insideOf(own))
  }
  const showsGrain = lazily(() => {
    const roughness: number[] = []
    for (const { reading, inks } of rows) {
      if (roughness.length === LOOKED_AT) break
      if (reading.doubt || reading.chosen.length !== 1) continue
      const fill = seenIn(inks[reading.cells.findIndex((c) => c.state === 'filled')]!)
      if (fill) roughness.push(fill.rough / fill.noise)
    }
    return roughness.length >= FEWEST && median(roughness) >= SHOWS_GRAIN
  })
  const isRubbed = (c: CellInk): boolean => {
    if (c.ink > RUBBED.ink) return false
    const s = pen.shapeOf(c)
    if (s.mean > RUBBED.mean || s.most > RUBBED.most || s.light < RUBBED.light) return false
    if (Math.max(...s.beyond) > RUBBED.beyond || !showsGrain()) return false
    const fill = seenIn(c)
    return fill !== undefined && fill.grain <= RUBBED.grain
  }
  return new Set(
    rows.flatMap((row, i) => {
      const c = doubtfulIn(row)
      return c && showsRests(row.inks, t, pen) && isRubbed(c) ? [i] : []
    }),
  )
}
