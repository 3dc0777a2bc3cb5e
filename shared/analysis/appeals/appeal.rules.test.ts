import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChangeState } from '../change.calls.ts'
import { appealState, closedFor, countsOf, decidedIn, figureIn, sumsIn, toldState } from './appeal.rules.ts'
import type { Appeal, WindowSet } from './appeal.types.ts'

const window: WindowSet = { on: true, opens: 100, closes: 200, asks: ['student'], most: 3 }

describe('the window of appeals', () => {
  it.each([
    [null, 'student', 150, 'off'],
    [{ on: false }, 'student', 150, 'off'],
    [{}, 'student', 99, 'before'],
    [{}, 'student', 100, null],
    [{}, 'student', 199, null],
    [{}, 'student', 200, 'over'],
    [{}, 'parent', 150, 'others'],
    [{ asks: ['student', 'parent'] }, 'parent', 150, null],
  ] as const)('%j for a %s at %i: %s', (part, as, at, closed) => {
    expect(closedFor(part && ({ ...window, ...part } as WindowSet), as, at)).toBe(closed)
  })
})

const decided = (kind: 'keep' | 'change', score?: number): Appeal['decision'] =>
  ({ kind, ...(score === undefined ? {} : { score }), answer: 'x', by: 'us_1', byName: 'x', at: 1 }) as never
const sets: ChangeState[] = ['replaying', 'ready', 'going', 'failed', 'stale', 'inForce', 'off']

describe('where an appeal stands', () => {
  it('follows its answer, and another score its change set', () => {
    const none = () => undefined
    expect(appealState({}, none)).toBe('open')
    expect(appealState({ decision: decided('keep') }, none)).toBe('kept')
    const change = { decision: decided('change', 1), changeId: 'cg_1' as never }
    expect(appealState({ decision: change.decision }, none)).toBe('decided')
    const seen = sets.map((set) => appealState(change, () => set))
    expect(seen).toEqual(['changing', 'changing', 'changing', 'decided', 'decided', 'changed', 'decided'])
  })

  it('tells the student of another score when it is in force, and not before', () => {
    expect((['open', 'kept', 'decided', 'changing', 'changed'] as const).map(toldState)).toEqual([
      'open',
      'kept',
      'open',
      'open',
      'changed',
    ])
  })
})

it('what counters hold is what the appeals themselves come to', () => {
  const one = fc
    .record({
      questionId: fc.constantFrom('qu_1', 'qu_2', 'qu_3'),
      score: fc.integer({ min: 0, max: 10 }),
      to: fc.option(fc.oneof(fc.constant('keep' as const), fc.integer({ min: 0, max: 10 })), { nil: undefined }),
      changeId: fc.option(fc.constantFrom('cg_1', 'cg_2'), { nil: undefined }),
    })
    .filter((a) => a.to !== a.score)
    .map(({ to, ...a }) => ({
      ...a,
      decision: to === undefined ? undefined : to === 'keep' ? decided('keep') : decided('change', to),
    }))
  fc.assert(
    fc.property(fc.array(one), fc.constantFrom(...sets), fc.constantFrom(...sets), (list, first, second) => {
      const counts = new Map<string, number>()
      for (const a of list)
        for (const [what, n] of Object.entries(countsOf(a as unknown as Appeal)))
          counts.set(what, (counts.get(what) ?? 0) + n)
      const questions = ['qu_1', 'qu_2', 'qu_3'].map((questionId) => ({ questionId }))
      for (const s of sumsIn(counts, questions)) {
        const own = list.filter((a) => a.questionId === s.questionId)
        const to = (a: (typeof own)[number]): number => a.decision?.score ?? a.score
        expect(s).toEqual({
          questionId: s.questionId,
          asked: own.length,
          open: own.filter((a) => !a.decision).length,
          kept: own.filter((a) => a.decision?.kind === 'keep').length,
          up: own.filter((a) => to(a) > a.score).length,
          down: own.filter((a) => to(a) < a.score).length,
        })
      }
      expect(figureIn(counts, 'asked')).toBe(list.length)
      expect(figureIn(counts, 'open')).toBe(list.filter((a) => !a.decision).length)
      const stateOf = (id: string): ChangeState => (id === 'cg_1' ? first : second)
      expect(decidedIn(counts, stateOf)).toBe(
        list.filter((a) => appealState(a as unknown as Appeal, stateOf) === 'decided').length,
      )
    }),
  )
})
