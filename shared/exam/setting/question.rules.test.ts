import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeId } from '#shared/kit/ids.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { fullScoreOf, paperProblems } from '../exam.rules.ts'
import type { PaperQuestion } from '../exam.types.ts'
import { acceptedInto, addQuestion, mergeQuestions, shaped, splitQuestion, withoutAnswers } from './question.rules.ts'

const id = (n: number): QuestionId => composeId('question', 1_794_240_000_000, new Uint8Array(10).fill(n))
const question = (n: number, unitType: number, fullScore = 300, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
  ...shaped({ questionId: id(n), number: String(n), fullScore, unitType: 1, optionCount: 4, answer: 'A' }, unitType),
  ...more,
})
const paper = [question(1, 1), question(2, 2), question(3, 4, 500), question(4, 5, 1200), question(5, 5, 800)]
const numbers = (qs: readonly PaperQuestion[] | null) => qs?.map((q) => q.number)

describe('a question that is split', () => {
  const parts = (...scores: number[]) =>
    scores.map((fullScore, i) => ({ questionId: id(100 + i), number: `4(${i + 1})`, fullScore }))

  it('stands as its parts in its place, and they earn together what it earned', () => {
    const { questions } = splitQuestion(paper, id(4), parts(400, 800))
    expect(numbers(questions)).toEqual(['1', '2', '3', '4(1)', '4(2)', '5'])
    expect(fullScoreOf(questions!)).toBe(fullScoreOf(paper))
    expect(questions!.map((q) => q.questionId)).not.toContain(id(4))
    expect(paperProblems(questions!)).toEqual([])
  })
  it.each([
    [id(1), [150, 150], '第1题是客观题，不能拆分或合并'],
    [id(4), [1200], '请拆成2到20道小题'],
    [id(4), [400, 400], '各小题的分值之和是8分，应等于第4题的12分'],
    [id(99), [100, 100], '请选择题目'],
  ] as const)('is not where %s becomes %j', (questionId, scores, why) => {
    expect(splitQuestion(paper, questionId, parts(...scores)).problem).toBe(why)
  })
  it('and joined again is the paper as it was, but for what names it; for any scores', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 8 }), (halves) => {
        const scores = halves.map((n) => n * 50)
        const whole = [
          ...paper,
          question(
            6,
            5,
            scores.reduce((a, b) => a + b, 0),
            { markStep: 50 },
          ),
        ]
        const split = splitQuestion(whole, id(6), parts(...scores)).questions!
        expect(paperProblems(split)).toEqual([])
        const into = { questionId: id(6), number: '6' }
        const back = mergeQuestions(
          split,
          parts(...scores).map((p) => p.questionId),
          into,
        )
        expect(back.questions).toEqual(whole)
      }),
    )
  })
})

describe('questions that are joined', () => {
  const into = { questionId: id(100), number: '4' }
  it('are one in their place, of the finer step and the wider tolerance', () => {
    const [a, b] = [question(4, 5, 1200, { tolerance: 100 }), question(5, 5, 850, { markStep: 50, markers: 2 })]
    const { questions } = mergeQuestions([paper[0]!, a, b], [b.questionId, a.questionId], into)
    expect(questions!.slice(1)).toEqual([{ ...a, ...into, fullScore: 2050, markStep: 50, markers: 2, tolerance: 100 }])
  })
  it.each([
    [[4], '请至少选择两道题'],
    [[3, 4], '只有同一题型的题目可以合并'],
    [[3, 5], '只有相邻的题目可以合并'],
    [[1, 2], '第1题是客观题，不能拆分或合并'],
  ] as const)('are not where they are %j', (of, why) => {
    expect(mergeQuestions(paper, of.map(id), into).problem).toBe(why)
  })
  it('nor where candidates choose among them', () => {
    const optional = { group: '4、5', count: 1 }
    const chosen = paper.map((q) => (q.unitType === 5 ? { ...q, optional } : q))
    expect(mergeQuestions(chosen, [id(4), id(5)], into).problem).toBe('第4题是选做题，请先取消选做')
  })
})

it('a question more stands behind the one that is named, or first', () => {
  const q = question(9, 5)
  expect(numbers(addQuestion(paper, q, id(2)).questions)).toEqual(['1', '2', '9', '3', '4', '5'])
  expect(numbers(addQuestion(paper, q, undefined).questions)).toEqual(['9', '1', '2', '3', '4', '5'])
  expect(addQuestion(paper, q, id(99)).problem).toBe('请选择放在哪道题的后面')
})

describe('what a teacher entered', () => {
  it('takes the place of what is there by id or number, and keeps what the paper says beside it', () => {
    const b = { ...paper[0]!, paperB: { answer: 'C' } }
    const entered = [
      { ...question(1, 1), answer: 'B' },
      { ...question(77, 5, 1000), number: '4' },
    ]
    const { questions, added, changed } = acceptedInto([b, ...paper.slice(1)], entered)
    expect([added, changed]).toEqual([[], ['1', '4']])
    expect(questions[0]).toEqual({ ...b, answer: 'B' })
    expect(questions[3]).toEqual({ ...question(77, 5, 1000), number: '4', questionId: id(4) })
  })
  it('comes in its order by number where there is none such', () => {
    const entered = [question(10, 5), { ...question(20, 5), number: '4(1)' }]
    const { questions, added } = acceptedInto(paper, entered)
    expect(numbers(questions)).toEqual(['1', '2', '3', '4', '4(1)', '5', '10'])
    expect(added).toEqual(['10', '4(1)'])
  })
  it('is the same taken in twice, and never doubles a number; in any order', () => {
    const some = fc.shuffledSubarray([...paper, question(8, 5), question(12, 1)])
    fc.assert(
      fc.property(some, some, (base, entered) => {
        const once = acceptedInto(base, entered)
        const twice = acceptedInto(once.questions, entered)
        expect(twice).toEqual({ questions: once.questions, added: [], changed: [] })
        expect(new Set(numbers(once.questions)).size).toBe(once.questions.length)
      }),
    )
  })
})

it('questions that are given to be set say nothing of their key', () => {
  const given = withoutAnswers([{ ...paper[0]!, paperB: { answer: 'C' } }, paper[3]!])
  expect(given).toEqual([{ ...paper[0]!, answer: '' }, paper[3]!])
})
