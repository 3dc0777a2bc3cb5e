/**
 * A page of another maker's sheet as a whole. A grid that lies between the cells, on a heading or on another form gives rows
 * that are mostly in doubt, and here and there one that seems plain: that one is worth no more than the rest.
 */
import type { ChoiceReading } from '../omr.types.ts'

/** Fewer rows than this are no crowd: small forms are filled badly as a whole. */
const FEWEST = 12
/** Where more of the rows are in doubt than this, the others are too. Pages with hard marks in a third of their rows have less than 0.4. */
const MOST_DOUBTED = 0.7
/** One value in so many of the rows, where it is unknown what is printed in the cells, may be its letter. */
const MOST_ALIKE = 0.9
/** Marks with less ink than this may be print. */
const BOLD = 0.5

/** Whether the rows that seem plain are to be doubted as well. `printKnown`: the print was taken off the ink. */
export const doubtsItself = (choices: readonly ChoiceReading[], printKnown: boolean): boolean => {
  if (choices.length < FEWEST) return false
  const plain = choices.filter((c) => !c.doubt)
  if (plain.length < (1 - MOST_DOUBTED) * choices.length) return true
  if (printKnown) return false
  const seemsPrinted = (value: string, c: ChoiceReading) =>
    c.cells.some((v) => v.value === value && v.state === 'filled' && v.ink < BOLD)
  const values = new Set(plain.flatMap((c) => c.chosen))
  return [...values].some((v) => plain.filter((c) => seemsPrinted(v, c)).length >= MOST_ALIKE * choices.length)
}
