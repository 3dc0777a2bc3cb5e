/** Rules of several questions in words. Pure. */
import { settleName, settleText, ruleOf } from '#shared/marking/settle.rules.ts'
import type { Ruled } from '#shared/marking/settle.rules.ts'

/** One sentence, or one a question where they are not the same. */
export const rulesText = (questions: readonly (Ruled & { number: string })[]): string => {
  const texts = questions.map((q) => settleText(ruleOf(q)))
  return new Set(texts).size <= 1
    ? (texts[0] ?? '')
    : questions.map((q, i) => `第${q.number}题：${texts[i]!}`).join('\n')
}

/** Of a group, for a list. */
export const rulesName = (questions: readonly Ruled[]): string =>
  [...new Set(questions.map((q) => settleName(ruleOf(q))))].join('、')
