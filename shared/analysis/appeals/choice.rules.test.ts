import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId, StudentId } from '#shared/kit/ids.ts'
import { keyPoints } from '../changes/change.rules.ts'
import type { ChangeEdit } from '../changes/change.types.ts'
import { earnedBy, earnsText, isKeyed, optionsOf, readAs, readingFaults, unearnedIn } from './choice.rules.ts'

const questionId = 'qu_1' as QuestionId
const studentId = 'st_1' as StudentId
const other = 'st_2' as StudentId
const one: PaperQuestion = { questionId, number: '4', unitType: 1, fullScore: 300, optionCount: 4, answer: 'D' }
const many: PaperQuestion = { ...one, unitType: 2, fullScore: 600, answer: 'ABC', halfScore: 300 }
const judged: PaperQuestion = { ...one, unitType: 3, answer: 'F' }
const key = (accepted: { letters: string; points: number }[], more: object = {}): ChangeEdit => ({
  kind: 'key',
  questionId,
  accepted,
  ...more,
})

describe('what an answer may be read as, and what it earns', () => {
  it.each<[string, PaperQuestion, ChangeEdit[], Record<string, number | null>, string]>([
    ['one answer', one, [], { '': 0, C: 0, D: 300, CD: 0 }, 'D得3分，其余0分'],
    ['true and false', judged, [], { '': 0, T: 0, F: 300 }, '错得3分，其余0分'],
    [
      'a part of several',
      many,
      [],
      { '': 0, A: 300, BC: 300, ABC: 600, AD: 0 },
      'ABC得6分，只选对2个得3分，只选对1个得3分，其余0分',
    ],
    [
      'half of a full mark where none is set, in whole points',
      { ...many, fullScore: 500, halfScore: undefined } as never,
      [],
      { A: 200, ABC: 500 },
      'ABC得5分，只选对2个得2分，只选对1个得2分，其余0分',
    ],
    [
      'another right answer',
      one,
      [
        key([
          { letters: 'D', points: 300 },
          { letters: 'B', points: 150 },
        ]),
      ],
      { B: 150, D: 300, A: 0 },
      'D得3分，B得1.5分，其余0分',
    ],
    [
      'steps by how many are right',
      many,
      [key([{ letters: 'ABC', points: 600 }], { tiers: [{ right: 2, points: 400 }] })],
      { A: 0, AB: 400, ABC: 600 },
      'ABC得6分，只选对2个得4分，其余0分',
    ],
    ['given to all', one, [{ kind: 'all', questionId }], { '': 300, A: 300, D: 300 }, '怎么填都得3分'],
    ['voided', one, [{ kind: 'drop', questionId }], { D: null }, '这道题已作废，不计分'],
    [
      'another full mark',
      one,
      [{ kind: 'full', questionId, fullScore: 500, how: 'scale' }],
      { D: 500, A: 0 },
      'D得5分，其余0分',
    ],
    [
      'a bonus of his, and not what was set or given to others',
      one,
      [
        { kind: 'add', questionId, by: 100, studentIds: [other, studentId] },
        { kind: 'add', questionId, by: 100, studentIds: [other] },
        { kind: 'set', questionId, studentId, score: 250 },
        { kind: 'state', state: 'zero', studentIds: [studentId] },
        { kind: 'drop', questionId: 'qu_2' as QuestionId },
      ],
      { A: 100, D: 300 },
      'D得3分，其余1分',
    ],
  ])('%s', (_, question, edits, earned, text) => {
    const of = { question, edits }
    expect(isKeyed(of)).toBe(true)
    const earn = earnedBy(of, studentId)
    expect(Object.fromEntries(Object.keys(earned).map((letters) => [letters, earn(letters)]))).toEqual(earned)
    expect(earnsText(of, studentId)).toBe(text)
  })

  it('is told by a key, and not of what is marked or has none', () => {
    expect(isKeyed({ question: { ...one, answer: '' }, edits: [] })).toBe(false)
    expect(isKeyed({ question: { ...one, answer: '' }, edits: [key([{ letters: 'A', points: 300 }])] })).toBe(true)
    expect(isKeyed({ question: { ...one, unitType: 5 }, edits: [] })).toBe(false)
  })

  it('are options of the question, in their order', () => {
    expect(optionsOf(judged)).toEqual(['T', 'F'])
    expect([readAs(many, ['C', 'A', 'C']), readAs(many, []), readAs(one, ['E']), readAs(judged, ['A'])]).toEqual([
      'AC',
      '',
      null,
      null,
    ])
  })

  it('follows a key as the change set itself counts it', () => {
    const letters = fc.subarray(['A', 'B', 'C', 'D'])
    const accepted = fc
      .uniqueArray(
        fc.record({
          letters: fc.subarray(['A', 'B', 'C', 'D'], { minLength: 1 }).map((l) => l.join('')),
          points: fc.integer({ min: 0, max: 600 }),
        }),
        { selector: (a) => a.letters, minLength: 1, maxLength: 5 },
      )
      .map((list) => list)
    fc.assert(
      fc.property(accepted, letters, (list, read) => {
        const chosen = readAs(many, read)!
        const points = keyPoints({ accepted: list }, many, chosen)
        expect(earnedBy({ question: many, edits: [key(list)] }, studentId)(chosen)).toBe(points)
      }),
    )
  })
})

it('a reading that another key has overtaken is no edit any more, nor is a bare score', () => {
  const now = { question: one, edits: [key([{ letters: 'C', points: 300 }])] }
  expect(readingFaults({ question: one, edits: [] }, { studentId, score: 300, letters: 'D' })).toEqual([])
  expect(readingFaults(now, { studentId, score: 300, letters: 'D' })).toEqual(['读作D现在得0分，请重新答复'])
  expect(readingFaults(now, { studentId, score: 150 })).toEqual(['选择题要说明应读作哪个选项，请重新答复'])
  expect(readingFaults({ question: { ...one, unitType: 5 }, edits: [] }, { studentId, score: 150 })).toEqual([])
})

describe('a score that is set by hand', () => {
  const bonus: ChangeEdit = { kind: 'add', questionId, by: 100, studentIds: [studentId] }
  it.each<[string, PaperQuestion, ChangeEdit[], number[], string]>([
    ['of one answer', one, [], [0, 300], '选择题按答案只能得0分、3分'],
    ['of several', many, [], [0, 300, 600], '选择题按答案只能得0分、3分、6分'],
    [
      'of steps',
      many,
      [key([{ letters: 'ABC', points: 600 }], { tiers: [{ right: 2, points: 400 }] })],
      [0, 400, 600],
      '选择题按答案只能得0分、4分、6分',
    ],
    ['of what is given to all', one, [{ kind: 'all', questionId }], [300], '选择题按答案只能得3分'],
    ['with a bonus', one, [bonus], [100, 300], '选择题按答案只能得1分、3分'],
  ])('%s is one that an answer earns', (_, question, edits, scores, text) => {
    const why = unearnedIn({ question, edits })
    const taken = Array.from({ length: 13 }, (_n, i) => i * 50).filter((score) => why({ studentId, score }) === null)
    expect(taken).toEqual(scores)
    expect(why({ studentId, score: 50 })).toBe(text)
  })

  it('is any where no key tells', () => {
    for (const question of [
      { ...one, answer: '' },
      { ...one, unitType: 5 },
    ])
      expect(unearnedIn({ question, edits: [] })({ studentId, score: 150 })).toBe(null)
    expect(unearnedIn({ question: one, edits: [bonus] })({ studentId: other, score: 100 })).toContain('只能得0分、3分')
  })
})
