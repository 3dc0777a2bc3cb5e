/**
 * A question whose marks are hardly its students': nearly all stand at nothing, or are said to be unanswered where
 * something is written. Told to who manages, before it is published; nothing is decided by it.
 */
import type { QuestionId } from '#shared/kit/ids.ts'

/** Of a question: answers whose score stands, those at zero, those on which no ink was seen, and unanswered ones with ink. */
export type ZeroCounts = { done: number; zero: number; blank: number; noAnswer: number }
export type Unlikely = Omit<ZeroCounts, 'blank'> & { questionId: QuestionId; number: string; inked: number }

const leastAnswers = 20
/** Shares by whole numbers, so that the edge is the same everywhere. */
const isShare = (n: number, of: number, percent: number): boolean => of >= leastAnswers && n * 100 >= of * percent
const isZero = ({ done, zero }: Pick<Unlikely, 'done' | 'zero'>): boolean => isShare(zero, done, 80)
const isUnanswered = ({ noAnswer, inked }: Pick<Unlikely, 'noAnswer' | 'inked'>): boolean =>
  isShare(noAnswer, inked, 60)

/** null where nothing is to be told. A blank of one point is right or wrong, and may be wrong for all. */
export const unlikelyOf = (
  { questionId, number, fullScore }: { questionId: QuestionId; number: string; fullScore: number },
  { blank, ...counts }: ZeroCounts,
): Unlikely | null => {
  const inked = counts.done - blank
  const told = { questionId, number, ...counts, inked }
  return (isZero(told) && fullScore >= 200) || isUnanswered(told) ? told : null
}

export const unlikelyText = (of: Unlikely): string => {
  const { number, done, zero, noAnswer, inked } = of
  if (!isZero(of)) return `第${number}题 ${inked} 份有字迹的作答中 ${noAnswer} 份判为未作答`
  const written = isUnanswered(of) ? `（${noAnswer} 份有字迹而判为未作答）` : ''
  return `第${number}题 ${done} 份中 ${zero} 份为 0 分${written}`
}

/** The first few by name. */
export const unlikelyTexts = (all: readonly Unlikely[]): string =>
  all.slice(0, 3).map(unlikelyText).join('；') + (all.length > 3 ? `；等 ${all.length} 题` : '')
