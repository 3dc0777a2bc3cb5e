/** Questions of a paper from what a template reads. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { sizeOf } from './template.rules.ts'
import { blockTypes, choiceTypes } from './template.types.ts'
import type { TemplateArea, TemplatePage } from './template.types.ts'

/** What is drawn as one thing is asked as one thing; scores are a beginning that the paper's author changes. */
const asked: Record<number, { unitType: number; fullScore: number }> = {
  12: { unitType: 1, fullScore: 300 },
  13: { unitType: 2, fullScore: 400 },
  14: { unitType: 3, fullScore: 200 },
  15: { unitType: 4, fullScore: 500 },
  16: { unitType: 5, fullScore: 1000 },
  17: { unitType: 7, fullScore: 6000 },
}

const read = (area: TemplateArea): boolean => choiceTypes.includes(area.type) || blockTypes.includes(area.type)

/** Every question once, in the order of the pages; one that goes on in a second block is one question. */
export const questionsFromTemplate = (
  pages: readonly TemplatePage[],
  nextId: () => PaperQuestion['questionId'],
): PaperQuestion[] => {
  const questions = new Map<string, PaperQuestion>()
  for (const area of pages.flatMap((p) => p.areas.filter(read)))
    for (const number of area.numbers ?? [])
      if (!questions.has(number))
        questions.set(number, {
          questionId: nextId(),
          number,
          ...asked[area.type]!,
          ...(area.type === 12 || area.type === 13 ? { optionCount: sizeOf(area).cells } : {}),
        })
  // By number where they are numbers: blocks are drawn in any order.
  const order = (q: PaperQuestion): number => (/^\d+$/.test(q.number) ? Number(q.number) : Infinity)
  return [...questions.values()].sort((a, b) => Math.sign(order(a) - order(b)) || 0)
}
