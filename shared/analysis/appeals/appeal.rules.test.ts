import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChangeState } from '../change.calls.ts'
import { appealState, closedFor, countAppeal, toldState } from './appeal.rules.ts'
import type { AppealSum } from './appeal.rules.ts'
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

it('each appeal is counted once, under its question', () => {
  const one = fc.record({
    questionId: fc.constantFrom('qu_1', 'qu_2', 'qu_3'),
    score: fc.integer({ min: 0, max: 10 }),
    decision: fc.option(
      fc.oneof(
        fc.constant(decided('keep')),
        fc.integer({ min: 0, max: 10 }).map((n) => decided('change', n)),
      ),
      { nil: undefined },
    ),
  })
  fc.assert(
    fc.property(fc.array(one), (list) => {
      const sums = new Map<string, AppealSum>()
      for (const a of list) countAppeal(sums, a as unknown as Appeal)
      const all = [...sums.values()]
      expect(all.reduce((n, s) => n + s.asked, 0)).toBe(list.length)
      for (const s of all) {
        const own = list.filter((a) => a.questionId === s.questionId)
        expect(s.open).toBe(own.filter((a) => !a.decision).length)
        expect(s.kept).toBe(own.filter((a) => a.decision?.kind === 'keep').length)
        expect([s.up, s.down]).toEqual([
          own.filter((a) => (a.decision?.score ?? a.score) > a.score).length,
          own.filter((a) => (a.decision?.score ?? a.score) < a.score).length,
        ])
      }
    }),
  )
})
