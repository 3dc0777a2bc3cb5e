import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paperProblems } from '#shared/exam/exam.rules.ts'
import { PaperQuestion } from '#shared/exam/exam.types.ts'
import { shaped } from '#shared/exam/setting/question.rules.ts'
import { composeId } from '#shared/kit/ids.ts'
import {
  mergedPaperText,
  paperBOf,
  moved,
  shownAnswer,
  typedAnswer,
  typedScore,
  variantsOf,
  withBlock,
  withKey,
  withOptional,
  withPaperB,
  zeroToleranceText,
} from './paperDraft.ts'

const ids = Array.from({ length: 60 }, (_, i) => composeId('question', i, new Uint8Array(10)))
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
  it('names a letter that no question has, and deals none out', () => {
    const before = paper([1, 8], [2, 1])
    expect(withKey(before, 'ABXDABCD AC')).toEqual({ questions: before, problem: '没有一道客观题有选项X，请检查' })
    expect(withKey(paper([1, 2]), 'ET').problem).toBe('没有一道客观题有选项E、T，请检查')
    // Of some questions only: it is marked where it stands.
    const five = [...paper([1, 1]), { ...paper([1, 1])[0]!, questionId: ids[9]!, number: '2', optionCount: 5 }]
    expect(keyOf(withKey(five, 'EE').questions)).toBe('E E')
  })
  it('a block that was added later takes its own key, and what is there stays', () => {
    const { questions } = withKey(paper([1, 3]), 'ABC')
    const more = [
      ...questions,
      ...paper([1, 2], [2, 1]).map((q, i) => ({
        ...q,
        number: String(4 + i),
        questionId: `qu_later${i}` as never,
      })),
    ]
    const { questions: keyed, problem } = withKey(more, 'DA BC')
    expect(problem).toBeNull()
    expect(keyOf(keyed)).toBe('A B C D A BC')
    // Neither all nor those without: nothing changes.
    expect(withKey(more, 'DA').problem).toBe('客观题有6道，只读到2个答案')
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

describe('paper B', () => {
  const questions = withKey(paper([1, 3], [5, 1]), 'ABC').questions
  const of = (all: readonly PaperQuestion[]) =>
    all.map((q) => q.paperB && [ids.indexOf(q.paperB.at ?? q.questionId) + 1, q.paperB.answer])
  it('takes its key in its own order, and the order in numbers of paper A', () => {
    const { questions: next, problem } = withPaperB(questions, 'DBA', '3 1 2')
    expect(problem).toBeNull()
    // Question 3 stands first on paper B, and D is its answer there.
    expect(of(next)).toEqual([[2, 'B'], [3, 'A'], [1, 'D'], undefined])
    expect(paperProblems(next)).toEqual([])
    expect(of(withPaperB(questions, 'BCD', '').questions)).toEqual([[1, 'B'], [2, 'C'], [3, 'D'], undefined])
    expect(variantsOf(next)).toContain('B卷')
    expect(withPaperB(next, '', '').questions).toEqual(questions)
  })
  it('is shown again as it was typed', () => {
    for (const [key, order] of [
      ['D B A', '3 1 2'],
      ['B C D', ''],
    ] as const)
      expect(paperBOf(withPaperB(questions, key, order).questions)).toEqual({ key, order })
    expect(paperBOf(questions)).toEqual({ key: '', order: '' })
  })
  it.each([
    ['DBA', '3 1', 'B卷题序要把3道客观题各写一次'],
    ['DBA', '3 1 9', '客观题中没有第9题'],
    ['DB', '', '客观题有3道，只读到2个答案'],
  ])('%s in the order %s is refused', (key, order, problem) => {
    const field = /没有第|题序/.test(problem) ? { at: 'order' } : {}
    expect(withPaperB(questions, key, order)).toEqual({ questions, problem, ...field })
  })
})

describe('optional questions', () => {
  it('are named by numbers, told above the table, and made ordinary again', () => {
    const questions = paper([5, 4])
    const { questions: next } = withOptional(questions, '2-3、4', 1)
    expect(next.map((q) => q.optional?.count)).toEqual([undefined, 1, 1, 1])
    expect(variantsOf(next)).toBe('第2、3、4题选做1题')
    expect(withOptional(next, '2,3,4', 0).questions).toEqual(questions)
    expect(withOptional(questions, '7', 1).problem).toBe('没有第7题')
    expect(withOptional(questions, ' ', 1).problem).toBe('请输入选做题的题号')
  })
})

it('what is typed', () => {
  expect([typedAnswer('c a', 2), typedAnswer('AB', 1), typedAnswer('对', 3), typedAnswer('ｂ', 1)]).toEqual([
    'AC',
    'B',
    'T',
    'B',
  ])
  // Typed behind what stands there: the new letter, at any place in the alphabet.
  expect([typedAnswer('CA', 1), typedAnswer('对f', 3), typedAnswer('错T', 3), typedAnswer('', 1)]).toEqual([
    'A',
    'F',
    'T',
    '',
  ])
  expect([shownAnswer('T', 3), shownAnswer('F', 3), shownAnswer('', 3), shownAnswer('F', 1)]).toEqual([
    '对',
    '错',
    '',
    'F',
  ])
  expect([typedScore('2.5'), typedScore('３'), typedScore(''), typedScore('2.555')]).toEqual([250, 300, null, null])
})

it('says in a sentence what a tolerance of nothing means, of questions that are marked twice by it alone', () => {
  const questions = paper([1, 1], [5, 4])
  const as = (i: number, more: object) => ({ ...questions[i]!, ...more }) as (typeof questions)[number]
  expect(zeroToleranceText(questions)).toBe('')
  const twice = [
    questions[0]!,
    as(1, { markers: 2 }),
    as(2, { markers: 2, tolerance: 100 }),
    as(3, { markers: 2 }),
    questions[4]!,
  ]
  expect(zeroToleranceText(twice)).toBe(
    '第2、4题双评，允许误差是 0：两位老师的分数只要不同就交仲裁。要取平均分，请填允许相差的分数。',
  )
  expect(zeroToleranceText([as(1, { markers: 2, settle: { share: 10 } })])).toBe('')
})

it('names the questions of a paper that two have edited', () => {
  const [a, b] = paper([1, 2])
  expect(mergedPaperText({ theirs: [b!], both: [a!] })).toBe(
    '这份试题刚被别人改过，您的修改都还在。第2题已换成现在的。第1题两边都改了，这里是您的。请核对后保存，也可以撤销。',
  )
})
