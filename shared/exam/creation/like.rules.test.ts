import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuestionId } from '#shared/kit/ids.ts'
import { paperProblems } from '../exam.rules.ts'
import type { PaperQuestion } from '../exam.types.ts'
import { nextName, questionsLike, takes, usualTakes } from './like.rules.ts'
import type { Take } from './like.rules.ts'

const question = (n: number, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
  questionId: `qu_${String(n).padStart(26, '0')}` as QuestionId,
  number: String(n),
  unitType: 1,
  fullScore: 300,
  optionCount: 4,
  answer: 'B',
  ...more,
})
const paper = [
  question(1, { paperB: { at: question(2).questionId, answer: 'C' } }),
  question(2, { paperB: { at: question(1).questionId, answer: 'D' } }),
  question(3, {
    unitType: 5,
    fullScore: 1250,
    markStep: 50,
    markers: 2,
    tolerance: 100,
    answer: undefined,
    optionCount: undefined,
  }),
]
const ids = () => {
  let n = 100
  return () => question(n++).questionId
}

describe('the questions of a paper that is like another', () => {
  it('have numbers, kinds and scores, and neither key nor rule that was not asked for', () => {
    expect(questionsLike(paper, ['structure'], ids())).toEqual([
      { questionId: question(100).questionId, number: '1', unitType: 1, fullScore: 300, optionCount: 4 },
      { questionId: question(101).questionId, number: '2', unitType: 1, fullScore: 300, optionCount: 4 },
      {
        questionId: question(102).questionId,
        number: '3',
        unitType: 5,
        fullScore: 1250,
        markStep: 50,
        optionCount: undefined,
      },
    ])
    expect(questionsLike(paper, ['keyLayout', 'key', 'card'], ids())).toEqual([])
  })

  it('have all of it where the same paper is sat again, the places on paper B among themselves', () => {
    const all = questionsLike(paper, takes, ids())
    expect(all[0]!.paperB).toEqual({ at: all[1]!.questionId, answer: 'C' })
    expect(all[2]).toMatchObject({ markStep: 50, markers: 2, tolerance: 100 })
    expect(usualTakes).not.toContain('key')
  })

  it('are a paper without a fault when any of it is taken of one without', () =>
    fc.assert(
      fc.property(fc.subarray([...takes]), (taken: Take[]) => {
        const made = questionsLike(paper, taken, ids())
        if (made.length > 0) expect(paperProblems(made)).toEqual([])
        const shared = new Set(paper.map((q) => q.questionId))
        expect(made.some((q) => shared.has(q.questionId))).toBe(false)
      }),
    ))
})

it.each([
  ['高一9月月考', 11, '高一11月月考'],
  ['高三第二次模拟', 4, '高三第三次模拟'],
  ['周测第12次', 4, '周测第13次'],
  ['期中考试', 11, '期中考试（2）'],
  ['期中考试（2）', 11, '期中考试（3）'],
  ['11月月考', 11, '11月月考（2）'],
  ['2026年11月月考', 12, '2026年12月月考'],
])('%s is followed in month %i by %s', (name, month, next) => expect(nextName(name, month)).toBe(next))

it('a name is never longer than a name may be, and never the same', () =>
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (name, month) => {
      const next = nextName(name, month)
      expect(next.length).toBeLessThanOrEqual(60)
      expect(next).not.toBe(name)
    }),
  ))
