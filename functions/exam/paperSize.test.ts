/** Papers of one question and of hundreds, from being saved to what an answer scores. */
import { beforeAll, expect, it } from 'vitest'
import * as calls from '#shared/exam/exam.calls.ts'
import { fullScoreOf, objectiveScore } from '#shared/exam/exam.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { newId } from '#functions/kit/ports.ts'
import { actAs } from '#functions/kit/testing.ts'
import { handler } from './exam.api.ts'
import { paperOf } from './exam.public.ts'
import { ownExam } from './stored.fixtures.ts'

beforeAll(() => actAs('exam-api'))

const question = (n: number): PaperQuestion => ({
  questionId: newId<QuestionId>('question'),
  number: String(n),
  ...(n % 3 === 0
    ? { unitType: 5, fullScore: 600, markStep: 100, optional: { group: `选${Math.ceil(n / 30)}`, count: 5 } }
    : { unitType: 2, fullScore: 500, optionCount: 26, answer: 'ACEGIKMOQSUWY', halfScore: 200 }),
})
const questions = (n: number): PaperQuestion[] => Array.from({ length: n }, (_, i) => question(i + 1))

const stored = async () => {
  const of = await ownExam(handler)
  const save = (all: PaperQuestion[], version: number) => of.ask(calls.savePaper, { version, questions: all })
  return { ...of, save, read: () => of.ask(calls.examPaper) }
}

it.each([1, 300, 390])('a paper of %i questions is saved whole, read as it was saved, and each scores', async (n) => {
  const of = await stored()
  const all = questions(n)
  expect((await of.save(all, 1)).status).toBe(0)
  const kept = (await paperOf(of.paper.paperId))!
  expect(kept.questions).toEqual(all)
  expect((await of.read()).data.questions).toHaveLength(n)
  const choice = all.filter((q) => q.unitType === 2)
  expect(choice.reduce((sum, q) => sum + objectiveScore(q, [...q.answer!]), 0)).toBe(choice.length * 500)
  // Of an optional group five count.
  const essays = all.filter((q) => q.unitType === 5)
  const groups = Map.groupBy(essays, (q) => q.optional!.group)
  const counted = [...groups.values()].reduce((sum, g) => sum + Math.min(5, g.length) * 600, 0)
  expect(fullScoreOf(all)).toBe(choice.length * 500 + counted)
})

it('a paper of more than four hundred is refused with its number, and stays as it was', async () => {
  const of = await stored()
  const refused = await of.save(questions(401), 1)
  expect(refused.status).toBe(commonProblems.badInput.status)
  expect(await paperOf(of.paper.paperId)).toMatchObject({ questions: [], version: 1 })
})
