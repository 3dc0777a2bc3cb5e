import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { examTypes } from '../exam.types.ts'
import { atItsHour, factChanges, typesLike, whatFollows } from './facts.rules.ts'

const facts = { examName: '期中', examType: 3, examDate: Date.UTC(2026, 10, 20) }
const day = 86_400_000

describe('the facts of an exam', () => {
  it.each([
    [2, [2, 3, 4, 5]],
    [7, [7, 9, 10]],
    [6, [6]],
  ])('of type %i may become of types %j', (examType, types) => expect(typesLike(examType)).toEqual(types))

  it('stay of one school or of several, of any type', () => {
    const types = Object.keys(examTypes).map(Number)
    for (const a of types) for (const b of typesLike(a)) expect(typesLike(b)).toEqual(typesLike(a))
  })

  it('are told before and after, and only those that changed', () => {
    const after = { ...facts, examType: 4, examDate: facts.examDate + day }
    expect(factChanges(facts, after)).toEqual([
      { field: '考试类型', before: '期中考试', after: '期末考试' },
      { field: '考试日期', before: '2026-11-20', after: '2026-11-21' },
    ])
  })

  it('keep the hour of a day that stays', () => {
    const { examDate } = facts
    const noon = { ...facts, examDate: examDate + 4 * 3_600_000 }
    expect(atItsHour(noon, facts)).toEqual(noon)
    expect(factChanges(noon, facts)).toEqual([])
    expect(whatFollows(noon, facts, { status: 1, cards: 0 })).toEqual([])
    expect(atItsHour(noon, { ...facts, examDate: examDate + day }).examDate).toBe(examDate + day)
  })

  it.each([
    ['a name, of an exam without cards', { examName: '月考' }, { status: 1, cards: 0 }, ['考试名称：期中 → 月考']],
    [
      'a name, of an exam with cards that is released',
      { examName: '月考' },
      { status: 3, cards: 2 },
      [
        '考试名称：期中 → 月考',
        '已制作的2份答题卡保留原来的标题，扫描和识别不受影响。',
        '已发布的报告保留发布时的名称和日期，重新发布后更新。',
      ],
    ],
    [
      'a day',
      { examDate: facts.examDate + day },
      { status: 2, cards: 1 },
      ['考试日期：2026-11-20 → 2026-11-21', '考试列表和学生的历次考试按新的日期排列。'],
    ],
  ])('%s: what follows is said', (_, change, reach, lines) =>
    expect(whatFollows(facts, { ...facts, ...change }, reach)).toEqual([...lines, '名单、试题、扫描和成绩都不变。']),
  )

  it('that do not change have nothing that follows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.nat(60), (status, cards) => {
        expect(whatFollows(facts, { ...facts }, { status, cards })).toEqual([])
      }),
    )
  })
})
