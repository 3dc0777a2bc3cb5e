/**
 * Cells of a row that seem plain by themselves and not beside the page's others: a ghost among full marks on a page of light
 * strokes, a stroke that was taken for its sign's print, the paper within a ring.
 */
import type { ChoiceReading } from './omr.types.ts'
import type { CellInk } from './ink.types.ts'

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

const hasGhost = ({ cells }: ChoiceReading): boolean => {
  const marks = cells.flatMap((c) => (c.state === 'filled' ? [c.ink] : []))
  return Math.min(...marks) < GHOST * Math.max(...marks)
}

/** The rows, in doubt where a cell is not like the page's others. `own`: what is printed is learnt from the page itself. */
export const doubtUneven = (
  choices: readonly ChoiceReading[],
  inksOf: (row: number) => readonly CellInk[],
  own: boolean,
): ChoiceReading[] => {
  const rows = choices.map((_, i) => inksOf(i))
  const limits = own ? limitsOf(rows) : new Map<number, number>()
  const hidesMark = (reading: ChoiceReading, inks: readonly CellInk[]) =>
    inks.some((c, k) => reading.cells[k]!.state === 'empty' && c.ink > (limits.get(c.cell.group) ?? Infinity))
  return choices.map((c, i) => {
    const inks = rows[i]!
    const ringed = own && c.chosen.length === 0 && inks.some(isRinged)
    return !c.doubt && (ringed || hasGhost(c) || hidesMark(c, inks)) ? { ...c, doubt: 'faintMark' } : c
  })
}
