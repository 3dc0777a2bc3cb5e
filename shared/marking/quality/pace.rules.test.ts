import { expect, it } from 'vitest'
import type { UserId } from '#shared/kit/ids.ts'
import { daysIn, msEach, pauseMs, plus, workedIn } from './pace.rules.ts'

it.each<[string, number[], { ms: number; steps: number; turns?: number; marks?: number }]>([
  ['nothing', [], { ms: 0, steps: 0 }],
  ['one mark, which has no beginning', [5], { ms: 0, steps: 0 }],
  ['marks in any order', [30_000, 10_000, 15_000], { ms: 20_000, steps: 2 }],
  ['a pause between them', [0, 1000, 1000 + pauseMs + 1, 3000 + pauseMs], { ms: 1000 + 1999, steps: 2 }],
  ['a gap that is just none', [0, pauseMs], { ms: pauseMs, steps: 1 }],
  ['groups of like answers, each given at once', [0, 300, 600, 9000, 9001, 9100], { ms: 9000, steps: 1, turns: 2 }],
])('of %s', (_, at, worked) => expect(workedIn(at)).toEqual({ turns: at.length, marks: at.length, ...worked }))

it('is told of ten steps and more', () =>
  expect([9, 10].map((steps) => msEach({ ms: steps * 10, steps, turns: steps + 1, marks: steps + 1 }))).toEqual([
    null,
    10,
  ]))

it('of marks that are given a group at a time is the share of a decision', () => {
  // Twelve decisions, twenty seconds each, of ten answers each: what they took is four minutes and no more.
  const at = Array.from({ length: 120 }, (_, i) => Math.floor(i / 10) * 20_000 + (i % 10))
  expect(msEach(workedIn(at))! * at.length).toBeCloseTo(240_000, -3)
  const one = Array.from({ length: 12 }, (_, i) => i * 20_000)
  expect(msEach(plus(workedIn(at), workedIn(one)))! * (at.length + one.length)).toBeCloseTo(480_000, -3)
})

it('lies on days as they are in China, by who marked', () => {
  const [a, b] = ['a', 'b'] as UserId[]
  const [late, early] = [Date.UTC(2026, 10, 20, 15, 59), Date.UTC(2026, 10, 20, 16)]
  const marks = [early, late, late - 1].map((at) => ({ by: a!, at }))
  expect(daysIn([...marks, { by: b!, at: early }])).toEqual([
    { by: a, days: [Date.UTC(2026, 10, 19, 16), Date.UTC(2026, 10, 20, 16)] },
    { by: b, days: [Date.UTC(2026, 10, 20, 16)] },
  ])
})
