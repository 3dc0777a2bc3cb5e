import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paperProblems } from '#shared/exam/exam.rules.ts'
import { PaperQuestion } from '#shared/exam/exam.types.ts'
import { composeId } from '#shared/kit/ids.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { moved, shaped, typedAnswer, typedScore, withBlock, withKey } from './paperDraft.ts'

const ids = Array.from({ length: 60 }, (_, i) => composeId('question', i, new Uint8Array(10)) as QuestionId)
const paper = (...types: [unitType: number, count: number][]) =>
  types.reduce<PaperQuestion[]>(
    (all, [unitType, count]) =>
      withBlock(all, { unitType, count, fullScore: 400, optionCount: 4 }, ids.slice(all.length, all.length + count)),
    [],
  )
const keyOf = (questions: readonly PaperQuestion[]) => questions.map((q) => q.answer ?? '-').join(' ')

describe('a pasted key', () => {
  it.each([
    ['ABCDA BDCAB', [[1, 10]], 'A B C D A B D C A B'],
    ['1-5 ABCDA　6～10 BDCAB', [[1, 10]], 'A B C D A B D C A B'],
    ['1.A 2.b 3、Ｃ', [[1, 3]], 'A B C'],
    [
      'ABCD AC BD',
      [
        [1, 4],
        [2, 2],
      ],
      'A B C D AC BD',
    ],
    [
      'A,CA,D',
      [
        [1, 1],
        [2, 1],
        [1, 1],
      ],
      'A AC D',
    ],
    [
      'AB 对错√×',
      [
        [1, 2],
        [3, 4],
      ],
      'A B T F T F',
    ],
    [
      'AB',
      [
        [1, 1],
        [5, 1],
        [1, 1],
      ],
      'A - B',
    ],
  ] as const)('%s', (text, types, key) => {
    const { questions, problem } = withKey(paper(...(types as unknown as [number, number][])), text)
    expect(problem).toBeNull()
    expect(keyOf(questions)).toBe(key)
  })
  it('too few or too many change nothing and say so', () => {
    const before = paper([1, 3])
    expect(withKey(before, 'AB')).toEqual({ questions: before, problem: '客观题有3道，只读到2个答案' })
    expect(withKey(before, 'ABCDA')).toEqual({ questions: before, problem: '客观题有3道，答案多出2个字母，请检查' })
  })
})

describe('questions', () => {
  it('go on numbering, and carry what their type needs', () => {
    const questions = paper([1, 2], [2, 1], [5, 1])
    expect(questions.map((q) => q.number)).toEqual(['1', '2', '3', '4'])
    expect(questions[2]).toMatchObject({ optionCount: 4, answer: '', halfScore: 200 })
    expect(questions[3]).toMatchObject({ markStep: 100, markers: 1, tolerance: 0 })
    expect(questions[3]).not.toHaveProperty('answer')
  })
  it('any change of type is sound and parses', () => {
    const type = fc.integer({ min: 1, max: 7 })
    fc.assert(
      fc.property(type, type, type, (a, b, c) => {
        const [q] = paper([a, 1])
        const next = shaped(shaped(q!, b), c)
        expect(PaperQuestion.safeParse(next).success).toBe(true)
        expect(paperProblems([next])).toEqual([])
        expect(next.questionId).toBe(q!.questionId)
      }),
    )
  })
  it('moving keeps them all', () => {
    const questions = paper([1, 3])
    expect(moved(questions, 0, 1).map((q) => q.number)).toEqual(['2', '1', '3'])
    expect(moved(questions, 0, -1).map((q) => q.number)).toEqual(['1', '2', '3'])
    expect(moved(questions, 2, 1)).toHaveLength(3)
  })
})

it('what is typed', () => {
  expect([typedAnswer('c a', 2), typedAnswer('AB', 1), typedAnswer('对', 3), typedAnswer('ｂ', 1)]).toEqual([
    'AC',
    'B',
    'T',
    'B',
  ])
  expect([typedScore('2.5'), typedScore('３'), typedScore(''), typedScore('2.555')]).toEqual([250, 300, null, null])
})
