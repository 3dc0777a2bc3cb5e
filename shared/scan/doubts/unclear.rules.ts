/**
 * A page most of whose questions could not be read (a lamp's shine, a dim copy, a fax): as many doubts as questions, and one thing to
 * decide before them, whether the sheet is scanned once more. Pure.
 */
import { isMarkId } from '../results/marks.rules.ts'
import type { SheetDoubt } from '../sheet.types.ts'

type Doubt = Pick<SheetDoubt, 'questionId' | 'kind'>
type Choices = Readonly<Record<string, string | null>>

/** Fewer questions are settled faster than a sheet is scanned again. */
const FEWEST = 8

/** What another scan may show better. Two marks where one is allowed are the student's own. */
export const isUnclear = ({ questionId, kind }: Doubt): boolean =>
  questionId !== undefined && !isMarkId(questionId) && (kind === 'faintMark' || kind === 'stain')

/**
 * How many of a page's questions could not be read, where they are most of them and none was settled by a person, who then
 * has begun to go through them; else nothing.
 */
export const unclearOf = (
  doubts: readonly Doubt[],
  choices: Choices,
  settled: Readonly<Record<string, unknown>>,
): { asked: number; of: number } | undefined => {
  const ids = new Set(doubts.filter(isUnclear).map((d) => d.questionId))
  const all = Object.keys(choices)
  const [asked, of] = [all.filter((id) => ids.has(id)).length, all.length]
  return asked >= FEWEST && 2 * asked > of && !all.some((id) => id in settled) ? { asked, of } : undefined
}
