/**
 * Cells of a row that seem plain by themselves and not beside the page's others: a ghost among full marks on a page of light
 * strokes, a stroke that was taken for its sign's print, the paper within a ring, a line along one of its sides.
 */
import type { ChoiceReading } from './omr.types.ts'
import type { CellInk } from './ink.types.ts'
import type { Shape } from './shape.ts'

/**
 * A mark with less than this share of the row's darkest was rubbed out, or is another's that ran over: such ghosts had 0.16 to
 * 0.28 on twelve pages of ticks and dashes, 0.4 to 0.62 among full cells; of 1 620 rows of several marks one has less than 0.7.
 */
const GHOST = 0.6

/** So many cells of a sign or fewer: where most of them are marked, what they have in common is taken for print. */
const FEW = 12
/** So much less ink than another cell of its sign, and print of its own on clean paper: a blank one shows what is printed. */
const LESS = 0.07
const PRINT = 0.015
const CLEAN = 0.03

/** A cell so much lighter than its sign's print, and its corners so much lighter than paper, lies within a ring, which darkens its paper. */
const WITHIN = 0.035

/** The same on sheets of other makers, whose print varies more: of 1 500 blank rows none had a cell so much lighter than its print. */
const FAR_WITHIN = 0.09

const isBlank = ({ raw, corners }: CellInk): boolean => raw > PRINT && corners.every((v) => Math.abs(v) < CLEAN)
const isRinged = ({ ink, corners }: CellInk): boolean => ink < -WITHIN && corners.every((v) => v < -WITHIN)

/** The darkest ink that an unmarked cell of each small group can have. */
const limitsOf = (rows: readonly (readonly CellInk[])[]): ReadonlyMap<number, number> => {
  const groups = Map.groupBy(rows.flat(), (c) => c.cell.group)
  const limits = new Map<number, number>()
  for (const [group, cells] of groups) {
    const blank = cells.filter(isBlank).map((c) => c.ink)
    if (cells.length <= FEW && blank.length > 0) limits.set(group, Math.min(...blank) + LESS)
  }
  return limits
}

/**
 * As much ink as a full mark of this page's, all over the cell and even: it was filled, if less hard than its neighbours. What a
 * rubber leaves has at most 0.64 of a full mark and places with hardly anything.
 */
const WHOLE = { ink: 0.2, mean: 0.75, light: 0.42, cover: 0.88, rough: 0.6 }
const isWhole = (c: CellInk, shapeOf: (c: CellInk) => Shape): boolean => {
  if (c.ink < WHOLE.ink) return false
  const { mean, light, cover, rough } = shapeOf(c)
  return mean >= WHOLE.mean && light >= WHOLE.light && cover >= WHOLE.cover && rough <= WHOLE.rough
}

const hasGhost = ({ cells }: ChoiceReading, inks: readonly CellInk[], shapeOf?: (c: CellInk) => Shape): boolean => {
  const marks = cells.flatMap((c, i) => (c.state === 'filled' ? [{ ink: c.ink, at: inks[i]! }] : []))
  const least = GHOST * Math.max(...marks.map((m) => m.ink))
  return marks.some((m) => m.ink < least && !(shapeOf && isWhole(m.at, shapeOf)))
}

/**
 * Beside marks a cell that seems unmarked and has a place as far out by both measures as a dot has, and as dark in shares of a full mark,
 * may be one more of several, of which a fax left its darkest places; so may one that is filled, and lighter than what is a mark on this
 * page. Of 4 829 rows of several these ask about four that were right. What has more ink was judged by its look.
 */
const PLACE = { spreads: 3, dark: 0.28, ink: 0.045 }
const FILL = { mean: 0.4, cover: 0.3 }

/** What is left beside a row's only mark with so small a share of its ink is no mark that hides in print. */
const REST = 0.25

/**
 * Ink beyond both corners of one side of a cell, where none of its row's other cells has half as much: a line under an option or a ring's
 * half. It is heard where outlines that lie off hide what is about cells: of 1 131 rows of the camera's pages that were read as blank, and
 * were, none has it.
 */
const ALONG = { corner: 0.12, others: 0.5 }
const alongSide = ({ corners: [a, b, c, d] }: CellInk): number => Math.max(Math.min(a, b), Math.min(c, d))
const hasLine = (inks: readonly CellInk[]): boolean => {
  const [most = 0, next = 0] = inks.map(alongSide).sort((a, b) => b - a)
  return most > ALONG.corner && next < ALONG.others * most
}

/**
 * A place far darker than any print of its sign is ink, where its row's other cells have none: of the same rows none has one. A scratch
 * of the glass has it in all of them.
 */
const BLACK = { peak: 8, spot: 1, others: 0.5 }
const hasStroke = (inks: readonly CellInk[]): boolean => {
  const [most, next] = inks.toSorted((a, b) => b.peak - a.peak)
  return most!.peak > BLACK.peak && most!.spot > BLACK.spot && (next?.peak ?? 0) < BLACK.others * most!.peak
}

/**
 * One of several marks with ink beyond two corners where another has it beyond one at most, or on opposite sides of it where another has
 * less than a third of that: it was struck out. Of 1 027 rows of several marks that were read rightly these ask about sixteen.
 */
const ARMS = { corner: 0.15, two: 2, beyond: 0.14, others: 0.3 }
const cornersInked = ({ corners }: CellInk): number => corners.filter((v) => v > ARMS.corner).length
const hasStruck = (marks: readonly CellInk[], shapeOf?: (c: CellInk) => Shape): boolean => {
  if (marks.length < 2) return false
  const corners = marks.map(cornersInked)
  if (Math.max(...corners) >= ARMS.two && Math.min(...corners) < ARMS.two) return true
  if (!shapeOf) return false
  const through = marks.map((c) => {
    const [left, right, above, below] = shapeOf(c).beyond
    return Math.max(Math.min(left, right), Math.min(above, below))
  })
  const most = Math.max(...through)
  return most > ARMS.beyond && Math.min(...through) < ARMS.others * most
}

/**
 * The rows, in doubt where a cell is not like the page's others. `own`: what is printed is learnt from the page itself; `shapeOf`: what a
 * cell looks like against the writer's full marks; `isSingle`: rows of which one mark is allowed.
 */
export const doubtUneven = (
  choices: readonly ChoiceReading[],
  inksOf: (row: number) => readonly CellInk[],
  own: boolean,
  shapeOf?: (c: CellInk) => Shape,
  isSingle: (row: number) => boolean = () => true,
): ChoiceReading[] => {
  const rows = choices.map((_, i) => inksOf(i))
  const limits = own ? limitsOf(rows) : new Map<number, number>()
  const hidesMark = (reading: ChoiceReading, inks: readonly CellInk[]) =>
    inks.some((c, k) => {
      const isRest = reading.chosen.length === 1 && inks.some((o) => o.ink * REST >= c.ink)
      return reading.cells[k]!.state === 'empty' && !isRest && c.ink > (limits.get(c.cell.group) ?? Infinity)
    })
  const isOneMore = (c: CellInk): boolean => {
    if (c.ink > PLACE.ink) return false
    const isOut = Math.min(c.spot, c.peak) > PLACE.spreads
    if (!shapeOf) return isOut
    const { most, mean, cover } = shapeOf(c)
    return (isOut && most >= PLACE.dark) || (mean >= FILL.mean && cover >= FILL.cover)
  }
  const mayHaveMore = ({ chosen, cells }: ChoiceReading, inks: readonly CellInk[]) =>
    chosen.length > 0 && inks.some((c, k) => cells[k]!.state === 'empty' && isOneMore(c))
  return choices.map((c, i) => {
    const inks = rows[i]!
    const more = !isSingle(i) && mayHaveMore(c, inks)
    const marks = inks.filter((_, k) => c.cells[k]!.state === 'filled')
    const struck = !isSingle(i) && hasStruck(marks, shapeOf)
    const drawn = c.chosen.length === 0 && (hasLine(inks) || hasStroke(inks))
    const ringed = c.chosen.length === 0 && inks.some(own ? isRinged : (o) => o.ink < -FAR_WITHIN)
    return !c.doubt && (more || struck || drawn || ringed || hasGhost(c, inks, shapeOf) || hidesMark(c, inks))
      ? { ...c, doubt: 'faintMark' }
      : c
  })
}
