import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptId, PaperId, StudentId, UserId } from '#shared/kit/ids.ts'
import { answerState, isOnGrid, mayReplace, rolesOf, scoreChoices, stepOf } from './marking.rules.ts'
import type { Mark, MarkValue } from './marking.types.ts'

const points = (score: number): MarkValue => ({ kind: 'score', score })
const problem: MarkValue = { kind: 'problem', reason: 'unreadable' }
const mark = (value: MarkValue, more: Partial<Mark> = {}): Mark => ({
  value,
  by: 'us_a' as UserId,
  at: 0,
  attemptId: 'at_1' as AttemptId,
  epoch: 1,
  imageVersion: 1,
  ...more,
})
const single = { fullScore: 1000 }
const double = { fullScore: 1000, markers: 2 as const, tolerance: 200 }

describe('answerState', () => {
  it.each([
    ['nothing yet', single, {}, { kind: 'waiting', role: 'first' }],
    ['one marker', single, { first: mark(points(700)) }, { kind: 'scored', score: 700, by: 'first' }],
    ['zero is a score', single, { first: mark(points(0)) }, { kind: 'scored', score: 0, by: 'first' }],
    ['no answer counts zero', single, { first: mark({ kind: 'noAnswer' }) }, { kind: 'scored', score: 0, by: 'first' }],
    ['a problem is handed on', single, { first: mark(problem) }, { kind: 'waiting', role: 'final' }],
    ['the second is missing', double, { first: mark(points(700)) }, { kind: 'waiting', role: 'second' }],
    ['the first is missing', double, { second: mark(points(700)) }, { kind: 'waiting', role: 'first' }],
    [
      'within the tolerance: the mean',
      double,
      { first: mark(points(700)), second: mark(points(900)) },
      { kind: 'scored', score: 800, by: 'two' },
    ],
    [
      'beyond it: the arbitrator',
      double,
      { first: mark(points(700)), second: mark(points(1000)) },
      { kind: 'waiting', role: 'final' },
    ],
    [
      'the arbitrator decides',
      double,
      { first: mark(points(700)), second: mark(points(1000)), final: mark(points(900)) },
      { kind: 'scored', score: 900, by: 'final' },
    ],
    [
      'an arbitrator who cannot decide keeps it waiting',
      double,
      { first: mark(points(700)), second: mark(points(700)), final: mark(problem) },
      { kind: 'waiting', role: 'final' },
    ],
    [
      'a mark on another picture does not count',
      single,
      { first: mark(points(700), { imageVersion: 0 }) },
      { kind: 'waiting', role: 'first' },
    ],
  ])('%s', (_, q, marks, state) => {
    expect(
      answerState(q, { paperId: 'pa_1' as PaperId, studentId: 'st_1' as StudentId, imageVersion: 1, ...marks }),
    ).toMatchObject(state)
  })
})

describe('the grid', () => {
  it('takes whole steps from zero to full, and nothing else (I6)', () => {
    const q = { fullScore: 300, markStep: 50 }
    expect(scoreChoices(q)).toEqual([0, 50, 100, 150, 200, 250, 300])
    for (let n = -10; n <= 400; n++) expect(isOnGrid(q, n)).toBe(scoreChoices(q).includes(n))
    expect(isOnGrid(q, 50.5)).toBe(false)
    expect(stepOf({ fullScore: 300 })).toBe(100)
    expect(rolesOf(double)).toEqual(['first', 'second'])
  })
})

const anyMark = fc
  .record({
    by: fc.constantFrom('us_a', 'us_b'),
    epoch: fc.integer({ min: 1, max: 3 }),
    attempt: fc.integer({ min: 1, max: 4 }),
    imageVersion: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ by, epoch, attempt, imageVersion }) =>
    // An epoch has one holder.
    mark(points(0), {
      by: (epoch === 2 ? 'us_b' : by === 'us_b' && epoch === 1 ? 'us_a' : 'us_a') as UserId,
      epoch,
      attemptId: `at_${attempt}` as AttemptId,
      imageVersion,
    }),
  )
const rank = (m: Mark): string => [m.imageVersion, m.epoch, m.attemptId].join('|')

describe('mayReplace', () => {
  it('is a strict total order: never both ways, one way unless they are the same attempt, and transitive', () => {
    fc.assert(
      fc.property(anyMark, anyMark, anyMark, (a, b, c) => {
        expect(mayReplace(undefined, a)).toBe(true)
        expect(mayReplace(a, b) && mayReplace(b, a)).toBe(false)
        expect(mayReplace(a, b) || mayReplace(b, a)).toBe(rank(a) !== rank(b))
        if (mayReplace(a, b) && mayReplace(b, c)) expect(mayReplace(a, c)).toBe(true)
      }),
    )
  })

  it('lets the same mark stand in the end in any order marks arrive', () => {
    fc.assert(
      fc.property(fc.array(anyMark, { minLength: 1, maxLength: 6 }), (marks) => {
        const settle = (of: readonly Mark[]) =>
          of.reduce<Mark | undefined>((there, m) => (mayReplace(there, m) ? m : there), undefined)!
        expect(rank(settle(marks))).toBe(rank(settle([...marks].reverse())))
      }),
    )
  })

  it('lets what is published stand, for its picture', () => {
    const [first, again] = [mark(points(3), { at: 5 }), mark(points(4), { attemptId: 'at_9' as AttemptId })]
    expect(mayReplace(first, again, undefined, 5)).toBe(true)
    expect(mayReplace(first, again, undefined, 6)).toBe(false)
    expect(mayReplace(first, { ...again, imageVersion: first.imageVersion + 1 }, undefined, 6)).toBe(true)
  })

  it('refuses another marker under the same claim', () => {
    const later = { by: 'us_b' as UserId, attemptId: 'at_9' as AttemptId }
    expect(mayReplace(mark(points(0)), mark(points(0), later))).toBe(false)
  })
})
