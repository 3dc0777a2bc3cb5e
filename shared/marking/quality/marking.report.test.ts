/** The report of marking: figures that follow from the counters, said as they are. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UserId, QuestionId } from '#shared/kit/ids.ts'
import { ReportValue } from '#shared/kit/report/report.types.ts'
import { weightedKappa } from './agreement.rules.ts'
import { markingReportOf, msLeft, pairsKappa, spanText } from './marking.report.ts'
import type { MarkingFigures } from './marking.report.ts'
import { bandOf, noneGiven } from './quality.rules.ts'

const hour = 3_600_000
const marker = (i: number, questionId: string, more: Partial<MarkingFigures['markers'][number]> = {}) => ({
  userId: `u${i}` as UserId,
  teacherName: `教师${i}`,
  questionId: questionId as QuestionId,
  number: questionId.slice(1),
  fullScore: 1000,
  marked: 10 * i,
  problems: i,
  settled: 0,
  mean: 500,
  sd: 100,
  othersMean: 500,
  severity: { value: -60, error: 10, answers: 80, from: 'pairs' as const },
  verdict: 'even' as const,
  apart: false,
  width: { ratio: 0.9, safe: false },
  chance: 0.5,
  ...more,
})
const figures = (more: Partial<MarkingFigures> = {}): MarkingFigures => ({
  source: {
    examId: 'ex',
    examName: '期中考试',
    gradeName: '高一',
    courseName: '数学',
    examDate: 0,
    fullScore: 10_000,
    v: 0,
    keyVersion: 1,
    published: false,
    madeAt: 0,
  },
  questions: [
    {
      questionId: 'q1' as QuestionId,
      number: '1',
      fullScore: 1000,
      markers: 2,
      marked: 40,
      settled: 0,
      mean: 500,
      sd: 120,
      zero: 0,
      full: 0,
      agreement: { pairs: 20, exact: 0.5, within: 0.9, apart: 60, icc: 0.8 },
      kappa: 0.7,
      total: 100,
      done: 40,
    },
  ],
  markers: [marker(1, 'q1'), marker(2, 'q1', { verdict: 'strict' }), marker(1, 'q2', { schoolName: '一中' })],
  worked: new Map([['u1', { ms: 400_000, steps: 20, turns: 21, marks: 21 }]]),
  blocks: [{ groupName: '填空组', questionIds: ['q1'] }],
  openedAt: 0,
  closed: false,
  at: 4 * hour,
  ...more,
})

describe('the report of marking', () => {
  it('is a report value with its answer first, and its sums right', () => {
    const value = markingReportOf(figures())
    expect(ReportValue.parse(value)).toEqual(value)
    expect(value.sentence).toBe('100份作答评完了40份，照开启以来的速度约还要6.0小时。宽严与他人明显不同的有教师2。')
    expect(value.number).toMatchObject({ value: 0.4 })
    expect(value.facts).toContainEqual(expect.objectContaining({ name: '预计评完', value: 10 * hour }))
    const work = value.sections.find((s) => s.key === 'workload')!
    expect(work.table.rows.map((r) => r.cells)).toEqual([
      // Twenty seconds an answer, of all that were marked.
      ['教师1', 1, 20, 0.5, 2, 20, 400 / 3600],
      ['教师2', 1, 20, 0.5, 2, null, null],
    ])
    expect(value.sections.find((s) => s.key === 'blocks')!.table.rows.map((r) => r.cells[0])).toEqual(['填空组', ''])
    expect(value.sections.find((s) => s.key === 'schools')!.table.rows.map((r) => r.cells)).toEqual([
      ['一中', 1, 10, 1, 1],
    ])
  })

  it('names whose classes each marks where marking goes by class, and says what is in the error then', () => {
    const section = (markers: MarkingFigures['markers']) =>
      markingReportOf(figures({ markers })).sections.find((s) => s.key === 'severity')!
    const apart = section([marker(1, 'q1', { apart: true, classNames: '1班、2班' }), marker(2, 'q1', { apart: true })])
    expect(apart.table.columns.map((c) => c.name)).toContain('所评班级')
    expect(apart.table.rows.map((r) => r.cells[2])).toEqual(['1班、2班', null])
    expect(apart.definition).toContain('各评各班')
    const usual = section([marker(1, 'q1')])
    expect(usual.table.columns.map((c) => c.name)).not.toContain('所评班级')
    expect(usual.definition).not.toContain('各评各班')
  })

  it.each([
    ['closed', { closed: true }],
    ['not opened', { openedAt: null }],
    ['ten minutes are not over', { at: 9 * 60_000 }],
    ['hardly begun', { questions: [{ ...figures().questions[0]!, done: 19 }] }],
    ['all done', { questions: [{ ...figures().questions[0]!, done: 100 }] }],
  ])('says no end where there is none to say: %s', (_, more) => {
    expect(msLeft(figures(more))).toBeNull()
    expect(markingReportOf(figures(more)).sentence).not.toContain('约还要')
  })

  it.each([
    [30 * 60_000, '30分钟'],
    [0, '1分钟'],
    [2 * hour, '2.0小时'],
    [48 * hour, '2.0天'],
  ])('says %i ms as %s', (ms, text) => {
    expect(spanText(ms)).toBe(text)
  })

  it('has a κ from counters that is that of the marks themselves', () => {
    const score = fc.integer({ min: 0, max: 10 }).map((n) => n * 100)
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score), { minLength: 2, maxLength: 40 }), (pairs) => {
        const bands = [...noneGiven.bands]
        for (const s of pairs.flat()) bands[bandOf(s, 1000)]!++
        const both = pairs.flatMap(([a, b]) => [
          [a, b],
          [b, a],
        ]) as [number, number][]
        const far = both.reduce((sum, [a, b]) => sum + Math.abs(a - b), 0)
        const all = { ...noneGiven, bands, pairs: { ...noneGiven.pairs, n: both.length, far } }
        const kappa = pairsKappa({ fullScore: 1000 }, all)
        const direct = weightedKappa(both, 1)
        if (direct === null) expect(kappa).toBeNull()
        else expect(kappa).toBeCloseTo(direct, 9)
      }),
    )
    expect(pairsKappa({ fullScore: 1000 }, noneGiven)).toBeNull()
    // Of more scores than bands a band's marks are spread over its scores: evenly given marks are told as they are.
    const scores = Array.from({ length: 21 }, (_, i) => i * 100)
    const bands = [...noneGiven.bands]
    for (const s of scores) bands[bandOf(s, 2000)]!++
    const near = scores.map((s) => [s, Math.min(2000, s + 100)] as const)
    const far = near.reduce((sum, [a, b]) => sum + b - a, 0)
    const chance = scores.flatMap((a) => scores.map((b) => Math.abs(a - b))).reduce((x, y) => x + y, 0) / 21 ** 2
    const all = { ...noneGiven, bands, pairs: { ...noneGiven.pairs, n: 21, far } }
    expect(pairsKappa({ fullScore: 2000 }, all)).toBeCloseTo(1 - far / 21 / chance, 9)
  })
})
