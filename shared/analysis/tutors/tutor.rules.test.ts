import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suggested } from './tutor.rules.ts'
import type { Standing, TutorAsked } from './tutor.rules.ts'

const at = (studentId: string, total: number | null, percentile: number | null = null): Standing => ({
  studentId,
  total,
  percentile,
})
const asked = (more: Partial<TutorAsked>): TutorAsked => ({
  rule: 'critical',
  line: 6000,
  distance: 500,
  gap: 20,
  ...more,
})

describe('who may be tutored', () => {
  it('critical: below the line by no more than the distance, the nearest first; who sat nothing is none', () => {
    const own = [at('a', 5500), at('b', 5900), at('c', 6000), at('d', 5499), at('e', null), at('f', 7000)]
    expect(suggested(asked({}), own, {})).toEqual([
      { studentId: 'b', why: '距60分线差1分' },
      { studentId: 'a', why: '距60分线差5分' },
    ])
  })

  it('weak: far below the own mean in the other subjects', () => {
    const own = [at('a', 1, 30), at('b', 1, 70), at('c', 1, 20), at('d', 1, null)]
    const others = [
      [at('a', 1, 80), at('b', 1, 80), at('d', 1, 90)],
      [at('a', 1, 60), at('b', 1, 60), at('c', 1, null)],
    ]
    expect(suggested(asked({ rule: 'weak' }), own, { others })).toEqual([
      { studentId: 'a', why: '其他科目平均超过70%的考生，这科30%' },
    ])
    expect(suggested(asked({ rule: 'weak' }), own, {})).toEqual([])
  })

  it('falling: far below the own place in the exam before; the one who fell furthest first', () => {
    const own = [at('a', 1, 50), at('b', 1, 10), at('c', 1, 90)]
    const former = [at('a', 1, 70), at('b', 1, 95), at('c', 1, 20)]
    expect(suggested(asked({ rule: 'falling' }), own, { former }).map((s) => s.studentId)).toEqual(['b', 'a'])
  })

  it('names each at most once, and of the class alone; a wider gap names no more', () => {
    const standing = fc.record({
      studentId: fc.constantFrom('a', 'b', 'c', 'd'),
      total: fc.option(fc.integer({ min: 0, max: 10_000 })),
      percentile: fc.option(fc.integer({ min: 0, max: 100 })),
    })
    const set = fc.uniqueArray(standing, { selector: (s) => s.studentId })
    fc.assert(
      fc.property(
        set,
        set,
        fc.constantFrom('critical' as const, 'weak' as const, 'falling' as const),
        fc.integer({ min: 1, max: 60 }),
        (own, other, rule, gap) => {
          const found = (wider: number) =>
            suggested(asked({ rule, gap: wider }), own, { others: [other], former: other }).map((s) => s.studentId)
          const named = found(gap)
          expect(new Set(named).size).toBe(named.length)
          for (const id of named) expect(own.map((s) => s.studentId)).toContain(id)
          for (const id of found(gap + 10)) expect(named).toContain(id)
        },
      ),
    )
  })
})
