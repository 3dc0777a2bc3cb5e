import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UserId } from '#shared/kit/ids.ts'
import { disclosureOfStage, notesShownTo, shownTo } from './disclosure.rules.ts'
import type { Reader } from './disclosure.rules.ts'
import type { DisclosureSet, OwnShows } from './disclosure.types.ts'

const at = 1000
const reader = (as: Reader['as'], more: object = {}): Reader => ({ as, userId: 'us_1', ...more })
const paper = (stage: number) => ({ total: false, stage })
const total = { total: true, stage: 1 }
const whole = { results: { totalRank: true, whole: true } }
const within = { results: { totalRank: true, whole: false } }
const change = (part: object): DisclosureSet => ({ ...disclosureOfStage(1), ...part })

const own = fc.record({
  visible: fc.boolean(),
  from: fc.option(fc.integer({ min: 0, max: 2 * at }), { nil: undefined }),
  score: fc.boolean(),
  level: fc.boolean(),
  questions: fc.boolean(),
  key: fc.boolean(),
  rates: fc.boolean(),
  rank: fc.boolean(),
  rankBand: fc.boolean(),
  paper: fc.boolean(),
  mean: fc.boolean(),
  notes: fc.boolean(),
}) as fc.Arbitrary<OwnShows>
const policies = fc
  .record({ student: own, parent: own, total: fc.boolean(), visible: fc.boolean(), extra: fc.boolean() })
  .map(({ student, parent, extra, ...teacher }) => ({
    student,
    parent,
    teacher: { ...teacher, totalRank: true },
    leader: { total: teacher.total },
    extra: extra ? ['us_1' as UserId] : [],
  }))

describe('what of results is shown', () => {
  it.each([2, 3])('in stage %i begins with bands: no score, no rank, no figure of others', (stage) => {
    for (const as of ['student', 'parent'] as const)
      expect(shownTo(disclosureOfStage(stage), reader(as), paper(stage), at)).toEqual({
        own: {
          ...{ score: false, level: true, questions: false, key: true, rates: false, rank: false, rankBand: false },
          ...{ paper: true, mean: false, notes: false },
        },
      })
  })

  it.each([1, 4])('in stage %i begins with the score and all that stands beside it', (stage) => {
    expect(shownTo(disclosureOfStage(stage), reader('student'), paper(stage), at)).toEqual({
      own: {
        ...{ score: true, level: false, questions: true, key: true, rates: true, rank: true, rankBand: false },
        ...{ paper: true, mean: false, notes: false },
      },
    })
  })

  it('to teachers, leaders and those who see all follows each their own line', () => {
    const hidden = { visible: false, totalRank: true, total: true }
    const cases: [object, Reader, object, unknown][] = [
      [{}, reader('all'), total, whole],
      [{}, reader('teacher'), paper(1), within],
      [{}, reader('leader'), total, whole],
      [{ leader: { total: false } }, reader('leader'), total, null],
      [{ leader: { total: false } }, reader('leader'), paper(1), whole],
      [{ teacher: hidden }, reader('teacher'), paper(1), null],
      [{ teacher: hidden }, reader('all'), paper(1), whole],
      [{ teacher: hidden, extra: ['us_1'] }, reader('teacher'), total, whole],
      [{ teacher: hidden, extra: ['us_2'] }, reader('teacher'), paper(1), null],
      [{ teacher: { visible: true, totalRank: true, total: false } }, reader('teacher'), total, null],
      [
        { teacher: { visible: true, totalRank: true, total: false } },
        reader('teacher', { heads: true }),
        total,
        within,
      ],
      [{ teacher: { visible: true, from: at, totalRank: true, total: true } }, reader('teacher'), paper(1), within],
      [{ teacher: { visible: true, from: at + 1, totalRank: true, total: true } }, reader('teacher'), paper(1), null],
    ]
    for (const [part, who, of, expected] of cases) expect(shownTo(change(part), who, of as never, at)).toEqual(expected)
  })

  it('of any policy shows no student or parent a rank in stages 2 and 3, nor before its time, nor parts without the score', () => {
    fc.assert(
      fc.property(
        policies,
        fc.constantFrom('student' as const, 'parent' as const),
        fc.constantFrom(1, 2, 3, 4),
        (p, as, stage) => {
          const shown = shownTo(p, reader(as), paper(stage), at)
          const { visible, from = 0 } = p[as]
          expect(shown !== null).toBe(visible && from <= at)
          if (!shown) return
          // No account is shown the results of others for being a student's.
          if (!('own' in shown)) throw new Error('a student was shown results')
          if (stage === 2 || stage === 3)
            expect([shown.own.rank, shown.own.rankBand, shown.own.rates, shown.own.mean]).toEqual([
              ...[false, false, false, false],
            ])
          if (!shown.own.score)
            expect([shown.own.rank, shown.own.rankBand, shown.own.questions]).toEqual([false, false, false])
          expect(shown.own.score).toBe(p[as].score)
          expect(shown.own.notes).toBe(p[as].notes && p[as].paper && p[as].questions && p[as].score)
        },
      ),
    )
  })

  it('is nothing to any reader of a school or an area that is left out, and the same as before to all others', () => {
    const roles = fc.constantFrom(
      'student' as const,
      'parent' as const,
      'teacher' as const,
      'leader' as const,
      'all' as const,
    )
    fc.assert(
      fc.property(policies, roles, fc.constantFrom(1, 2), (p, as, stage) => {
        const of = paper(stage)
        const hidden = { areas: ['ar_1'], schools: ['sc_1'] } as unknown as NonNullable<DisclosureSet['hidden']>
        const told = (guest?: Reader['guest']) =>
          shownTo({ ...p, hidden } as DisclosureSet, reader(as, guest ? { guest } : {}), of, at)
        expect(told({ schoolId: 'sc_1' })).toBeNull()
        expect(told({ schoolId: 'sc_2', areaId: 'ar_1' })).toBeNull()
        const before = shownTo(p as DisclosureSet, reader(as), of, at)
        expect(told({ schoolId: 'sc_2', areaId: 'ar_2' })).toEqual(before)
        expect(told()).toEqual(before)
      }),
    )
  })
})

describe('what markers write on answers', () => {
  it('is shown to those to whom a published result shows it, at some time', () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 1, max: 4 }), (policy, stage) => {
        const seen = (['student', 'parent'] as const).filter((as) => {
          const shown = shownTo(policy, reader(as), paper(stage), 3 * at)
          return shown !== null && 'own' in shown && shown.own.notes
        })
        expect(notesShownTo(policy, stage)).toEqual(seen)
      }),
    )
    const all = { visible: true, score: true, questions: true, paper: true, notes: true }
    const policy = change({ student: { ...disclosureOfStage(1).student, ...all, from: 9e12 } })
    expect(notesShownTo(policy, 1)).toEqual(['student'])
    expect(notesShownTo(disclosureOfStage(1), 1)).toEqual([])
  })
})
