import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeId } from '#shared/kit/ids.ts'
import {
  defaultHalfScore,
  examNumber,
  fullScoreOf,
  inOrder,
  lastHeldFirst,
  lettersOfA,
  objectiveScore,
  paperProblems,
  withoutKey,
} from './exam.rules.ts'
import type { Exam, PaperQuestion } from './exam.types.ts'

const id = (n: number) => composeId('question', n, new Uint8Array(10))
const q = (n: number, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
  questionId: id(n),
  number: String(n),
  unitType: 1,
  fullScore: 300,
  optionCount: 4,
  answer: 'A',
  ...more,
})

it('lists exams by their date, of one day the last created first', () => {
  const exam = (n: number, day: number) => ({
    examId: composeId('exam', n, new Uint8Array(10)),
    examDate: day,
  })
  const [early, late, sameDay] = [exam(3, 10), exam(1, 20), exam(2, 20)]
  expect([early, late, sameDay].sort(lastHeldFirst)).toEqual([sameDay, late, early])
})

describe('paper B', () => {
  const letters = [...'ABCD']
  it('scores as under its own key, at any choice', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 4 })
          .chain((n) =>
            fc.tuple(
              fc.subarray(letters, { minLength: n, maxLength: n }),
              fc.subarray(letters, { minLength: n, maxLength: n }),
            ),
          ),
        fc.subarray(letters),
        ([a, b], chosen) => {
          const of = q(1, { unitType: 2, answer: a.join(''), paperB: { answer: b.join('') } })
          expect(objectiveScore(of, lettersOfA(of, chosen))).toBe(objectiveScore({ ...of, answer: b.join('') }, chosen))
        },
      ),
    )
  })
  it('has every question in a place of its own, among questions of its kind', () => {
    const swapped = [q(1, { paperB: { at: id(2), answer: 'B' } }), q(2, { paperB: { at: id(1), answer: 'C' } })]
    expect(paperProblems(swapped)).toEqual([])
    expect(paperProblems([swapped[0]!, q(2, { paperB: { answer: 'C' } })])).toEqual(['第2题：B卷上的位置与第1题相同'])
    expect(paperProblems([swapped[0]!, q(2)])).toContain('第2题：没有B卷答案')
    expect(paperProblems([q(1, { paperB: { answer: 'E' } })])).toEqual(['第1题：B卷答案“E”超出选项范围'])
    expect(paperProblems([q(1, { paperB: { answer: 'AB' } })])).toEqual(['第1题：B卷答案的个数与A卷不同'])
  })
})

describe('optional questions', () => {
  const optional = { group: '选做', count: 1 }
  const essay = (n: number, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
    questionId: id(n),
    number: String(n),
    unitType: 5,
    fullScore: 1000,
    ...more,
  })
  it('count only as many as are to be answered', () => {
    expect(fullScoreOf([essay(1), essay(2, { optional }), essay(3, { optional })])).toBe(2000)
  })
  it('are alike, and more than are to be answered', () => {
    expect(paperProblems([essay(2, { optional }), essay(3, { optional })])).toEqual([])
    expect(paperProblems([essay(2, { optional })])).toEqual(['选做题第2题：要做的题数应少于题目数'])
    expect(paperProblems([essay(2, { optional }), essay(3, { optional, fullScore: 500 })])).toEqual([
      '选做题第2、3题：满分要相同',
    ])
    expect(paperProblems([q(1, { optional }), q(2, { optional })])[0]).toBe('第1题：只有主观题可以设为选做题')
  })
})

describe('objectiveScore', () => {
  const multi = { unitType: 2, fullScore: 500, answer: 'ACD' }
  it.each([
    ['single, right', { unitType: 1, fullScore: 300, answer: 'B' }, ['B'], 300],
    ['single, wrong', { unitType: 1, fullScore: 300, answer: 'B' }, ['A'], 0],
    ['single, two marks', { unitType: 1, fullScore: 300, answer: 'B' }, ['A', 'B'], 0],
    ['blank', multi, [], 0],
    ['no key yet', { ...multi, answer: '' }, ['A'], 0],
    ['multiple, whole', multi, ['D', 'A', 'C'], 500],
    ['multiple, part: half by default', multi, ['A'], 200],
    ['multiple, part: half as set', { ...multi, halfScore: 300 }, ['A', 'C'], 300],
    ['multiple, one wrong', multi, ['A', 'B'], 0],
    ['true or false', { unitType: 3, fullScore: 200, answer: 'T' }, ['T'], 200],
  ])('%s', (_, question, chosen, score) => {
    expect(objectiveScore(question, chosen)).toBe(score)
  })
  it('never gives less than nothing or more than all; a wrong letter never pays', () => {
    const key = fc.subarray(['A', 'B', 'C', 'D'], { minLength: 1 })
    fc.assert(
      fc.property(key, key, fc.integer({ min: 1, max: 20 }), fc.boolean(), (right, chosen, points, set) => {
        const question = {
          unitType: 2,
          fullScore: points * 100,
          answer: right.join(''),
          ...(set ? { halfScore: points * 50 } : {}),
        }
        const score = objectiveScore(question, chosen)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(question.fullScore)
        if (chosen.some((c) => !right.includes(c))) expect(score).toBe(0)
        if (chosen.join('') === right.join('')) expect(score).toBe(question.fullScore)
      }),
    )
  })
})

it.each([
  [500, undefined, 200],
  [500, 3, 300],
  [400, undefined, 200],
  [400, 3, 200],
  [100, undefined, 0],
])('defaultHalfScore of %d for course %s', (full, course, half) => {
  expect(defaultHalfScore(full, course)).toBe(half)
})

describe('paperProblems', () => {
  it('finds nothing wrong with a sound paper', () => {
    expect(
      paperProblems([
        q(1),
        q(2, { unitType: 2, answer: 'AC' }),
        q(3, { unitType: 5, fullScore: 1200, answer: undefined }),
      ]),
    ).toEqual([])
  })
  it.each<[string, PaperQuestion[], string]>([
    ['nothing', [], '试卷没有题目，请先添加题目'],
    ['a number twice', [q(1), q(2, { number: '1' })], '第1题：题号重复'],
    ['an id twice', [q(1), { ...q(1), number: '2' }], '第2题：题目编号重复'],
    ['no number', [q(1, { number: ' ' })], '有题目没有题号'],
    ['an answer outside', [q(1, { answer: 'E' })], '第1题：答案“E”超出选项范围'],
    ['two answers to one', [q(1, { answer: 'AB' })], '第1题：只能有一个答案'],
    ['out of order', [q(1, { unitType: 2, answer: 'CA' })], '第1题：答案的选项要按顺序且不重复'],
    ['twice the same', [q(1, { unitType: 2, answer: 'AA' })], '第1题：答案的选项要按顺序且不重复'],
    ['true or false as A', [q(1, { unitType: 3, answer: 'A' })], '第1题：答案“A”超出选项范围'],
    ['half above full', [q(1, { unitType: 2, answer: 'AB', halfScore: 400 })], '第1题：半对得分不能大于满分'],
    ['no multiple of the step', [q(1, { unitType: 5, fullScore: 250 })], '第1题：满分2.5不是给分间隔1的整数倍'],
    ['tolerance above full', [q(1, { unitType: 5, tolerance: 400 })], '第1题：允许误差不能大于满分'],
  ])('%s', (_, questions, text) => {
    expect(paperProblems(questions)).toContain(text)
  })
  it('sums and missing keys', () => {
    expect(fullScoreOf([q(1), q(2)])).toBe(600)
    expect(withoutKey({ questions: [q(1), q(2, { answer: '' }), q(3, { unitType: 5 })] }).map((x) => x.number)).toEqual(
      ['2'],
    )
  })
})

it('a school’s place stands before its numbers, and no place is how another begins, also of schools that came later', () => {
  expect(examNumber('2026', 1, 1)).toBe('2026')
  expect(examNumber('2026', 3, 12)).toBe('032026')
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 400 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { minLength: 2, maxLength: 2 }),
      fc.stringMatching(/^\d{1,8}$/),
      fc.stringMatching(/^\d{1,8}$/),
      (schools, [a, b], one, two) => {
        expect(examNumber(one, a!, schools)).not.toBe(examNumber(two, b!, schools))
      },
    ),
  )
})

it('papers stand in the order in which their exam names them, one that it does not name last', () => {
  const named = { papers: ['b', 'a', 'c'].map((paperId) => ({ paperId })) } as unknown as Pick<Exam, 'papers'>
  const papers = ['a', 'x', 'c', 'b'].map((paperId) => ({ paperId }))
  expect(inOrder(named, papers).map((p) => p.paperId)).toEqual(['b', 'a', 'c', 'x'])
})
