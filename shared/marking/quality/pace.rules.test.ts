import { expect, it } from 'vitest'
import { msEach, pauseMs, workedIn } from './pace.rules.ts'

it.each<[string, number[], { ms: number; steps: number }]>([
  ['nothing', [], { ms: 0, steps: 0 }],
  ['one mark, which has no beginning', [5], { ms: 0, steps: 0 }],
  ['marks in any order', [30_000, 10_000, 15_000], { ms: 20_000, steps: 2 }],
  ['a pause between them', [0, 1000, 1000 + pauseMs + 1, 3000 + pauseMs], { ms: 1000 + 1999, steps: 2 }],
  ['a gap that is just none', [0, pauseMs], { ms: pauseMs, steps: 1 }],
])('of %s', (_, at, worked) => expect(workedIn(at)).toEqual(worked))

it('is told of ten steps and more', () =>
  expect([msEach({ ms: 90, steps: 9 }), msEach({ ms: 100, steps: 10 })]).toEqual([null, 10]))
