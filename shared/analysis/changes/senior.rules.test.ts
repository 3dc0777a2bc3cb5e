import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { QuestionId, StudentId } from '#shared/kit/ids.ts'
import { ASSIGNED_SCHEMES, assigningSchemes } from '../stats/assigned.schemes.ts'
import type { BandScheme } from '../stats/assigned.schemes.ts'
import { distributionOf } from '../stats/describe.ts'
import { toldOtherwise } from './change.again.ts'
import { applyEdits } from './change.rules.ts'
import type { ScoredColumns } from './change.rules.ts'
import type { ChangeEdit } from './change.types.ts'
import { editFaults, editsInWords } from './change.words.ts'
import { labOf } from './senior.rules.ts'

const id = (n: number) => `q${n}` as QuestionId
/** A total of 语文 and two electives of which one counts. */
const optional = { group: '再选', count: 1 }
const total: PaperQuestion[] = [
  { questionId: id(1), number: '语文', unitType: 5, fullScore: 15_000 },
  { questionId: id(2), number: '化学', unitType: 5, fullScore: 10_000, optional },
  { questionId: id(3), number: '生物', unitType: 5, fullScore: 10_000, optional },
]
const common = assigningSchemes[0]!
const assign = (n: number, scheme: BandScheme = common): ChangeEdit => ({ kind: 'assign', questionId: id(n), scheme })
const weigh = (n: number, percent: number): ChangeEdit => ({ kind: 'weigh', questionId: id(n), percent })

type Sitting = { chinese: number; elective: number; first: boolean; there: boolean }
const columnsOf = (rows: readonly Sitting[]) =>
  ({
    studentId: rows.map((_, i) => `s${i}` as StudentId),
    state: rows.map((r) => (r.there ? 'present' : 'absent')),
    scores: rows.map((r) => (r.there ? [r.chinese, r.first ? r.elective : 0, r.first ? 0 : r.elective] : [])),
    chosen: rows.map((r) => (r.there ? ['', r.first ? '' : '-', r.first ? '-' : ''] : [])),
  }) satisfies ScoredColumns
/** All who sat a paper, of whom not all have a total. */
const cohortOf = (rows: readonly Sitting[], first: boolean) =>
  distributionOf(Int32Array.from(rows.filter((r) => r.first === first).map((r) => r.elective)))
const cohortsOf = (rows: readonly Sitting[]) => ({ [id(2)]: cohortOf(rows, true), [id(3)]: cohortOf(rows, false) })

const sitting = fc.record({
  chinese: fc.integer({ min: 0, max: 300 }).map((n) => 50 * n),
  elective: fc.integer({ min: 0, max: 40 }).map((n) => 250 * n),
  first: fc.boolean(),
  there: fc.constantFrom(true, true, true, false),
})
const rooms = fc.array(sitting, { minLength: 1, maxLength: 60 })
const schemes = fc
  .tuple(fc.constantFrom(...assigningSchemes), fc.constantFrom('above', 'atOrAbove', 'nearest'))
  .map(([scheme, tieRule]): BandScheme => ({ ...scheme, tieRule: tieRule as BandScheme['tieRule'] }))

describe('a scheme over the papers of a total', () => {
  it('gives what a second computation gives, with weights before and after, and leaves what was not chosen', () => {
    fc.assert(
      fc.property(rooms, schemes, schemes, fc.constantFrom(0, 50, 100, 130), (rows, one, other, percent) => {
        const columns = columnsOf(rows)
        const edits = [
          assign(2, one),
          assign(3, other),
          ...(percent === 100 ? [] : [weigh(1, percent), weigh(2, percent)]),
        ]
        const made = applyEdits({ questions: total, columns }, edits, cohortsOf(rows))
        expect(toldOtherwise(total, edits, columns, made.columns, cohortsOf(rows))).toEqual([])
        const at = made.questions.findIndex((x) => x.questionId === id(3))
        rows.forEach((r, i) => {
          if (r.there && r.first) expect([made.columns.scores[i]![at], made.columns.chosen[i]![at]]).toEqual([0, '-'])
        })
        // A score that is told otherwise is found.
        const row = rows.findIndex((r) => r.there)
        if (row < 0) return
        const forged = {
          ...made.columns,
          scores: made.columns.scores.map((s, i) => (i === row ? [s[0]! + 1, ...s.slice(1)] : s)),
        }
        expect(toldOtherwise(total, edits, columns, forged, cohortsOf(rows))).toEqual([row])
      }),
      { numRuns: 200 },
    )
  })

  it('keeps the order, alike for alike, within its ends, and never above the new full mark', () => {
    fc.assert(
      fc.property(rooms, schemes, (rows, scheme) => {
        const [columns, lowest] = [columnsOf(rows), 100 * scheme.bands.at(-1)!.low]
        const made = applyEdits({ questions: total, columns }, [assign(2, scheme)], cohortsOf(rows))
        const own = rows.flatMap((r, i) =>
          r.there && r.first ? [[r.elective, made.columns.scores[i]![1]!] as const] : [],
        )
        expect(made.questions[1]!.fullScore).toBe(100 * scheme.bands[0]!.high)
        for (const [raw, got] of own) {
          expect(got >= lowest && got <= made.questions[1]!.fullScore && got % 100 === 0).toBe(true)
          for (const [other, theirs] of own)
            expect(Math.sign(got - theirs) * Math.sign(raw - other)).toBeGreaterThanOrEqual(0)
          for (const [other, theirs] of own) if (raw === other) expect(got).toBe(theirs)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('what is wrong with weights and schemes', () => {
  const faults = (...edits: ChangeEdit[]) => editFaults(edits, total, true)
  const paper: PaperQuestion[] = [1, 2].map((n) => ({
    questionId: id(n),
    number: String(n),
    unitType: 5,
    fullScore: 500,
  }))
  it.each<[string, ChangeEdit[], string[]]>([
    ['all that count are weighed 0', [weigh(1, 0), weigh(2, 0), weigh(3, 0)], ['权重之和不能是0']],
    ['of a group one alone', [weigh(2, 50)], ['“再选”各项的权重要相同']],
    ['a weight that changes nothing', [weigh(1, 100)], ['语文：权重100%就是现在的分，不用改']],
    ['twice the same', [weigh(1, 50), weigh(1, 80)], ['语文：同一项改动写了两次']],
    ['a paper that is not in the total', [weigh(9, 50)], ['有科目不在这个总分里，请刷新后重试']],
    [
      'what is a paper’s own',
      [{ kind: 'drop', questionId: id(1) }],
      ['总分只能改各科的权重和赋分，其余请在单科中改动'],
    ],
    ['the group together', [weigh(1, 80), weigh(2, 50), weigh(3, 50)], []],
    ['a scheme for each', [assign(2), assign(3)], []],
  ])('%s', (_, edits, said) => expect(faults(...edits)).toEqual(said))
  it('of a paper: no scheme, and not everything 0', () => {
    expect(editFaults([assign(1)], paper)).toEqual(['赋分在总分上进行，请先设置总分'])
    expect(editFaults([weigh(1, 0), weigh(2, 0)], paper)).toEqual(['权重之和不能是0'])
    expect(editFaults([weigh(1, 0), weigh(2, 150)], paper)).toEqual([])
  })
  it('is said in the words of what is weighed', () => {
    expect(editsInWords([weigh(1, 80), assign(2)], total, true)).toEqual([
      '语文权重80%',
      '化学按“3+1+2 通用五等级”赋分',
    ])
    expect(editsInWords([weigh(1, 0)], paper)).toEqual(['第1题不计入（权重0%）'])
    expect(editsInWords([weigh(1, 50), weigh(2, 50)], paper)).toEqual(['第1题、第2题权重50%'])
    expect(editsInWords([assign(3), assign(2)], total, true)).toEqual(['生物、化学按“3+1+2 通用五等级”赋分'])
  })
})

describe('the laboratory', () => {
  it('tells grades by their shares, their ends, and who stands together on an edge', () => {
    // 100 students with 1…100 points, and two more on 85: the lowest of A is 86, the highest of B 85.
    const raw = distributionOf(Int32Array.from([...Array.from({ length: 100 }, (_, i) => 100 * (i + 1)), 8500, 8500]))
    const lab = labOf(raw, common)
    const [a, b] = lab.bands
    expect(a).toMatchObject({
      grade: 'A',
      share: 15,
      count: 18,
      rawHigh: 10_000,
      rawLow: 8500,
      onEdge: 3,
      high: 10_000,
      low: 8600,
    })
    expect(b).toMatchObject({ grade: 'B', rawHigh: 8400 })
    expect(lab).toMatchObject({ n: 102, highest: 10_000, lowest: 3000 })
    expect(lab.joined).toBe(100 - lab.distinct)
  })
  it('parts all students among the grades, and its curve never falls', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 900 }),
        schemes,
        (scores, scheme) => {
          const lab = labOf(distributionOf(Int32Array.from(scores, (s) => 5 * s)), scheme)
          expect(lab.bands.reduce((n, b) => n + b.count, 0)).toBe(scores.length)
          expect(lab.curve.length).toBeLessThanOrEqual(302)
          lab.curve.forEach((p, i) => {
            if (i > 0) expect(p.raw > lab.curve[i - 1]!.raw && p.assigned >= lab.curve[i - 1]!.assigned).toBe(true)
          })
        },
      ),
      { numRuns: 60 },
    )
  })
  it('is offered the schemes in whole numbers alone', () => {
    expect(ASSIGNED_SCHEMES.filter((s) => s.kind !== 'bands').map((s) => s.id)).toEqual([
      'hainan-subject',
      'hainan-total',
    ])
    expect(
      assigningSchemes.every((s) => s.bands.every((b) => Number.isInteger(b.high) && Number.isInteger(b.low))),
    ).toBe(true)
  })
})
