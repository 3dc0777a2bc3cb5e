/**
 * A page on whose choices nothing was seen at all, and of which the recogniser will not vouch that nothing is there (too pale,
 * scanned wrongly, or left empty): as many doubts as questions, and one thing to decide. Pure.
 */
import { isMarkId } from '../results/marks.rules.ts'
import type { SheetDoubt } from '../sheet.types.ts'

type Doubt = Pick<SheetDoubt, 'questionId' | 'cells' | 'kind'>

/** Less ink than this is as often the paper's grain as a pencil's touch. */
export const grain = 0.1

const isEmpty = ({ cells = [] }: Doubt): boolean => cells.every((c) => c.state === 'empty')

/**
 * A question is asked about, and no cell of it shows more than paper may of its own. What lies under a stain or a tape is
 * not seen, which is another thing to decide.
 */
export const isUntouched = ({ questionId, cells = [], kind }: Doubt): boolean =>
  kind === 'faintMark' &&
  questionId !== undefined &&
  !isMarkId(questionId) &&
  cells.length > 0 &&
  cells.every((c) => c.state === 'empty' || (c.state === 'doubt' && c.ink < grain))

/**
 * Whether the choices of a page, as they stand, are one decision: two at least are asked about, nothing is marked anywhere,
 * and most of them show nothing at all. Where most show a little, it may be a very light hand.
 */
export const isBlankWhole = (doubts: readonly Doubt[], choices: Readonly<Record<string, string | null>>): boolean => {
  const asked = doubts.filter(isUntouched)
  const ids = new Set(asked.map((d) => d.questionId))
  return (
    ids.size > 1 &&
    2 * asked.filter(isEmpty).length > asked.length &&
    Object.entries(choices).every(([id, letters]) => letters === '' || ids.has(id))
  )
}
