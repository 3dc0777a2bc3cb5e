/** The demo's paper: every question type that the main job knows, 100 points. */
import { idPrefixes } from '#shared/kit/ids.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { diceOf } from './paper/seed.ts'

const digits = '0123456789abcdefghjkmnpqrstvwxyz'
/** An id of a question, made of a seed: the demo's papers are the same at every run. */
const idOf = (seed: string): string => {
  const dice = diceOf(seed)
  return `${idPrefixes.question}_0${Array.from({ length: 25 }, () => digits[dice.int(32)]!).join('')}`
}

export type PaperKind = 'full' | 'short' | 'blanks' | 'optional'

/**
 * full: 12 single, 4 multiple (half marks), 4 true/false, 4 blanks, 2 solutions marked twice, an essay; two pages.
 * short: 10 single, 2 multiple, 2 true/false and one solution; one page. blanks: the same with two blanks;
 * optional: with one of two and two of three questions to choose.
 */
export const demoQuestions = (seed: string, kind: PaperKind): PaperQuestion[] => {
  const dice = diceOf(`${seed}:paper`)
  const questions: PaperQuestion[] = []
  const add = (count: number, rest: () => Omit<PaperQuestion, 'questionId' | 'number'>) => {
    for (let i = 0; i < count; i++) {
      const number = String(questions.length + 1)
      questions.push({ questionId: idOf(`${seed}:${number}`) as PaperQuestion['questionId'], number, ...rest() })
    }
  }
  const letters = (n: number) => [...'ABCD'].filter((_, i) => i < n)
  const single = () => ({ unitType: 1, fullScore: 300, optionCount: 4, answer: dice.pick(letters(4)) })
  const multiple = () => {
    const left = letters(4)
    while (left.length > 2 + dice.int(2)) left.splice(dice.int(left.length), 1)
    return { unitType: 2, fullScore: 400, optionCount: 4, answer: left.join(''), halfScore: 200 }
  }
  const trueFalse = () => ({ unitType: 3, fullScore: 200, optionCount: 2, answer: dice.pick(['T', 'F']) })
  if (kind !== 'full') {
    add(10, single)
    add(2, multiple)
    add(2, trueFalse)
    if (kind === 'blanks') add(2, () => ({ unitType: 4, fullScore: 300, markStep: 100, markers: 1 as const }))
    add(1, () => ({ unitType: 5, fullScore: 1200, markers: 1 as const }))
    if (kind === 'optional') {
      const choose = (group: string, count: number, fullScore: number) => () => ({
        ...{ unitType: 5, fullScore, markers: 1 as const, optional: { group, count } },
      })
      add(2, choose('A', 1, 1000))
      add(3, choose('B', 2, 600))
    }
    return questions
  }
  add(12, single)
  add(4, multiple)
  add(4, trueFalse)
  add(4, () => ({ unitType: 4, fullScore: 200, markStep: 100, markers: 1 as const }))
  add(2, () => ({ unitType: 5, fullScore: 800, markers: 2 as const, tolerance: 100 }))
  add(1, () => ({ unitType: 7, fullScore: 1600, markers: 2 as const, tolerance: 200 }))
  return questions
}

/** How many of each group of optional questions are answered, by the group's first question. */
export const picksOf = (questions: readonly PaperQuestion[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(questions, (q) => q.optional?.group)].flatMap(([group, of]) =>
      group === undefined ? [] : [[of[0]!.questionId, of[0]!.optional!.count]],
    ),
  )

/** The key as the simulator's students know it. */
export const keyOf = (questions: readonly PaperQuestion[]): Record<string, string[]> =>
  Object.fromEntries(questions.filter((q) => q.answer).map((q) => [q.questionId, [...q.answer!]]))
