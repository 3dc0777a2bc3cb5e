import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId, StudentId } from '#shared/kit/ids.ts'
import {
  amongWhom,
  correctionSaid,
  correctionsIn,
  correctionsInLine,
  correctionOf,
  correctionText,
  toldCorrections,
  whyOf,
} from './corrections.rules.ts'
import type { OwnCorrections } from './corrections.rules.ts'

const q = (n: number, more: Partial<PaperQuestion> = {}): PaperQuestion => ({
  questionId: `q${n}` as QuestionId,
  number: String(n),
  unitType: 1,
  fullScore: 500,
  answer: 'A',
  ...more,
})
const at = Date.UTC(2026, 10, 26, 4)

it.each([
  [{ schoolIds: ['sc_1'] }, 3, 'sc_1', '本校'],
  [{ schoolIds: null }, 1, 'sc_1', '本校'],
  [{ schoolIds: ['sc_1'] }, 3, undefined, '本区'],
  [{ schoolIds: null }, 3, undefined, '本区'],
  [{ schoolIds: [] }, 1, undefined, '本班'],
  [{ schoolIds: [] }, 2, undefined, '这2个班'],
])('who is counted among the changed, of %o in %i classes, is %s', (sight, classes, ownSchool, said) => {
  expect(amongWhom(sight, classes, ownSchool)).toBe(said)
})

describe('why a publication tells otherwise', () => {
  it('is what became other of the questions: key, full mark, voided, come with a merger; nothing where none did', () => {
    const before = { questions: [q(1), q(2), q(3, { unitType: 3, answer: 'T' })] }
    expect(whyOf(before, before)).toEqual({ why: [] })
    const after = {
      questions: [q(1), q(3, { unitType: 3, answer: 'F', fullScore: 300 }), q(4)],
      keys: { q1: 'A或B' },
    }
    expect(whyOf(before, after).why.map((w) => [w.kind, w.text])).toEqual([
      ['question', '第2题作废'],
      ['key', '第1题答案改为A或B'],
      ['key', '第3题答案改为错，满分改为3'],
      ['question', '第4题计入总分'],
    ])
    // Of a change that is taken back it is said that it is the former again.
    const off = { edits: [{ kind: 'add' } as never], off: true }
    expect(whyOf(before, after, off).why.map((w) => w.text)).toContain('第3题答案改回错，满分改回3')
    const total = (questions: PaperQuestion[]) => ({ questions, of: [] })
    expect(whyOf(total([q(1, { number: '数学', answer: undefined })]), total([])).why).toEqual([
      { questionId: 'q1', kind: 'question', text: '数学不计入总分' },
    ])
  })

  it('is said with what came to it that is no question: late sheets, corrected scores, papers of a total', () => {
    const because = ['补收2份答卷', '1处得分更正']
    expect(correctionSaid({ over: 1, at, why: [], because })).toBe('11-26更正：补收2份答卷，1处得分更正')
    const key = { questionId: 'q1' as QuestionId, kind: 'key' as const, text: '第1题答案改为B' }
    expect(correctionSaid({ over: 1, at, why: [key], because: ['补收2份答卷'] }, { of: '共', count: 3 })).toBe(
      '11-26更正：第1题答案改为B，补收2份答卷，共3人变化',
    )
  })

  it('is none of a mistake where scores were assigned, or are so no more', () => {
    const all = { questions: [q(1, { number: '物理', answer: undefined })], of: [] }
    const assign = { kind: 'assign' as const, questionId: 'q1' as QuestionId, scheme: {} as never }
    expect(whyOf(all, all, { edits: [assign] })).toEqual({ why: [], assigned: true })
    expect(whyOf(all, all, { edits: [assign], off: true })).toEqual({ why: [], assigned: true, off: true })
    const add = { kind: 'add' as const, questionId: 'q1' as QuestionId, by: 100, studentIds: ['st0' as StudentId] }
    expect(whyOf(all, all, { edits: [assign, add] })).toEqual({ why: [] })
    const own = [
      { over: 1, before: 50_000, after: 53_100, items: [['q1', 7000, 10_100]] as [QuestionId, number, number][] },
    ]
    const of = { questions: all.questions, ofTotal: true, corrections: [{ over: 1, at, why: [], assigned: true }] }
    const shows = { score: true, questions: true, key: true }
    expect(toldCorrections(of, own, shows).map(correctionText)).toEqual(['成绩已于11-26赋分：物理（+31），总分500→531'])
    expect([correctionsInLine(own, of), correctionOf(own, of, 'q1')]).toEqual([
      '11-26赋分 物理70→101，总分500→531',
      '11-26由70赋分为101',
    ])
    const off = { ...of, corrections: [{ ...of.corrections[0]!, off: true }] }
    expect(toldCorrections(off, own, shows).map(correctionText)).toEqual([
      '成绩已于11-26撤销赋分：物理（+31），总分500→531',
    ])
    expect([correctionsInLine(own, off), correctionSaid(off.corrections[0]!)]).toEqual([
      '11-26撤销赋分 物理70→101，总分500→531',
      '11-26撤销赋分',
    ])
  })
})

const ids = Array.from({ length: 6 }, (_, i) => `st${i}` as StudentId)
const version = fc.record({
  questions: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
  scores: fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 4, maxLength: 4 }), {
    minLength: 6,
    maxLength: 6,
  }),
  away: fc.subarray([0, 1, 2, 3, 4, 5]),
})
type Version = typeof version extends fc.Arbitrary<infer V> ? V : never
const columnsOf = (v: Version) => ({
  questions: v.questions.map((n) => q(n)),
  studentId: ids,
  state: ids.map((_, i) => (v.away.includes(i) ? ('absent' as const) : ('present' as const))),
  scores: ids.map((_, i) => (v.away.includes(i) ? [] : v.questions.map((n) => v.scores[i]![n - 1]!))),
})
const totalIn = (v: Version, i: number): number | null =>
  v.away.includes(i) ? null : v.questions.reduce((n, k) => n + v.scores[i]![k - 1]!, 0)

describe('what a candidate was told otherwise', () => {
  it('leads from the first total to the last, through every version that differed, and names no candidate of whom nothing did', () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 2, maxLength: 5 }), (versions) => {
        let corrected: OwnCorrections = {}
        versions.slice(1).forEach((v, i) => {
          corrected = correctionsIn({ ...columnsOf(versions[i]!), corrected }, columnsOf(v), i)
        })
        ids.forEach((id, row) => {
          const own = corrected[id] ?? []
          const ways = versions.slice(1).flatMap((v, i) => {
            const [was, is] = [totalIn(versions[i]!, row), totalIn(v, row)]
            return was === is ? [] : [[i, was, is]]
          })
          expect(own.filter((o) => o.before !== o.after).map((o) => [o.over, o.before, o.after])).toEqual(ways)
          // The differences of the questions make up that of the total.
          for (const { before, after, items } of own)
            if (before !== null && after !== null)
              expect(items.reduce((n, [, was, is]) => n + (is ?? 0) - (was ?? 0), 0)).toBe(after - before)
          if (own.length === 0) expect(new Set(versions.map((v) => JSON.stringify(v.away.includes(row)))).size).toBe(1)
        })
      }),
    )
  })

  const own = [{ over: 1, before: 7800, after: 7500, items: [['q2', 300, 0]] as [QuestionId, number, number][] }]
  const of = {
    questions: [q(1), q(2)],
    ofTotal: false,
    corrections: [
      { over: 1, at, why: [{ questionId: 'q2' as QuestionId, kind: 'key' as const, text: '第2题答案改为B' }] },
    ],
  }
  const all = { score: true, questions: true, key: true }

  it('reads as one line: when, why, how much', () => {
    expect(toldCorrections(of, own, all).map(correctionText)).toEqual([
      '成绩已于11-26更正：第2题答案改为B（−3），总分78→75',
    ])
    expect(toldCorrections(of, [], all).map(correctionText)).toEqual(['成绩已于11-26更正：第2题答案改为B（得分不变）'])
    // Of a candidate alone, and not before its publication is read.
    const alone = { ...of, corrections: [{ over: 1, at, why: [] }] }
    expect(toldCorrections(alone, [], all)).toEqual([])
    expect(toldCorrections({ ...of, corrections: [{ over: 1, why: [] }] }, own, all)).toEqual([])
    expect(toldCorrections(of, own, { ...all, from: at + 1 })).toEqual([])
    // Who sat it after all had no points that changed; without the questions a total that stands is nothing.
    const sat = [{ over: 1, before: null, after: 7500, items: [] }]
    expect(toldCorrections(of, sat, all).map(correctionText)).toEqual([
      '成绩已于11-26更正：第2题答案改为B，总分无成绩→75',
    ])
    const even = [{ ...own[0]!, after: 7800 }]
    expect(toldCorrections(of, even, { ...all, questions: false })).toEqual([])
  })

  it('is said to who reads figures: since when, why, and of how many of the own', () => {
    const [one] = of.corrections
    expect([
      correctionSaid(one!),
      correctionSaid(one!, { of: '本班', count: 21 }),
      correctionSaid({ over: 1, at, why: [] }, { of: '共', count: 3 }),
      correctionSaid({ over: 1, at, assigned: true, why: [] }),
      correctionSaid({ over: 1, at, why: Array.from({ length: 5 }, () => one!.why[0]!) }),
    ]).toEqual([
      '11-26更正：第2题答案改为B',
      '11-26更正：第2题答案改为B，本班21人变化',
      '11-26更正：共3人变化',
      '11-26赋分',
      '11-26更正：第2题答案改为B，第2题答案改为B，第2题答案改为B，等5处',
    ])
  })

  it('stands on the line of the transcript, and at each figure that it is about', () => {
    expect(correctionsInLine(own, of)).toBe('11-26 第2题3→0，总分78→75')
    expect(correctionsInLine(undefined, of)).toBe(null)
    // Of a correction that is no news to the reader nothing is left, not even without its day.
    const unheard = { ...of, corrections: [] }
    expect([correctionsInLine(own, unheard), correctionOf(own, unheard)]).toEqual([null, null])
    // A question that was voided stands in no version any more.
    const gone = { questionId: 'q3' as QuestionId, kind: 'question' as const, text: '第3题作废' }
    const voided = { ...of, corrections: [{ over: 1, at, why: [gone] }] }
    const lineOf = (was: number) =>
      correctionsInLine([{ over: 1, before: 7800, after: 7800, items: [['q3' as QuestionId, was, null]] }], voided)
    expect([lineOf(300), lineOf(0)]).toEqual(['11-26 第3题作废（−3）', '11-26 第3题作废'])
    expect([correctionOf(own, of), correctionOf(own, of, 'q2'), correctionOf(own, of, 'q1')]).toEqual([
      '11-26由78更正为75',
      '11-26由3更正为0',
      null,
    ])
  })
})
