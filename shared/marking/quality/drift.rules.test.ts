import { describe, expect, it } from 'vitest'
import { outside, severityDrift } from './drift.rules.ts'
import type { DriftMark } from './drift.rules.ts'
import { driftStep } from './quality.calls.ts'
import { given, noneGiven, noSums } from './quality.rules.ts'
import type { Given, Sums } from './quality.rules.ts'

let seed = 20_261_127
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
const normal = (): number => Math.sqrt(-2 * Math.log(random() || 0.5)) * Math.cos(2 * Math.PI * random())
const step = 100
const onGrid = (x: number): number => Math.min(1000, Math.max(0, Math.round(x / step) * step))

/** A marker of a question of ten points: what an answer is worth, and what two make of it, one of them severe by so much. */
const day = (n: number, off: (i: number) => number): DriftMark[] =>
  Array.from({ length: n }, (_, i) => {
    const worth = 600 + 200 * normal()
    return { at: i, own: onGrid(worth + off(i) + 70 * normal()), theirs: onGrid(worth + 70 * normal()) }
  })
const sums = (values: readonly number[]): Sums => ({
  n: values.length,
  sum: values.reduce((a, b) => a + b, 0),
  squares: values.reduce((a, b) => a + b * b, 0),
})
/** What the counters hold of many answers of fair markers, of whom both tell of a pair. */
const many = day(4000, () => 0)
const pairs = sums(many.flatMap(({ own, theirs }) => [own - theirs!, theirs! - own]))
const others: Given = { ...noneGiven, strata: [sums(many.map((m) => m.own)), ...noneGiven.strata.slice(1)] }
const alone = (marks: readonly DriftMark[]): DriftMark[] => marks.map(({ at, own }) => ({ at, own }))

describe('a marker’s severity over time', () => {
  it('is the mean difference of so many marks, in their order, and leaves the newest of no full point out', () => {
    const marks = Array.from({ length: 2 * driftStep + 5 }, (_, i) => ({
      at: i,
      own: i < driftStep ? 500 : 300,
      theirs: 400,
    }))
    const drift = severityDrift(marks, { pairs, others, step })!
    expect(drift).toMatchObject({ from: 'pairs' })
    expect(drift.points).toEqual([
      { from: 0, to: driftStep - 1, value: 100 },
      { from: driftStep, to: 2 * driftStep - 1, value: -100 },
    ])
    // Without another mark of the same answers it is held against the mean of all others.
    const plain = severityDrift(alone(marks), { pairs: noSums, others, step })!
    const mean = many.reduce((sum, m) => sum + m.own, 0) / many.length
    expect(plain.from).toBe('marks')
    expect(plain.points[0]!.value).toBeCloseTo(500 - mean, 6)
    expect(severityDrift(marks.slice(0, driftStep - 1), { pairs, others, step })).toBeNull()
    expect(severityDrift(alone(marks), { pairs, others: noneGiven, step })).toBeNull()
  })

  it.each<[string, (m: DriftMark[]) => DriftMark[]]>([
    ['two marks an answer', (m) => m],
    ['one mark an answer', alone],
  ])('of a fair marker lies outside on at most one day in a hundred, by %s', (_, of) => {
    const days = 2000
    let alarms = 0
    for (let i = 0; i < days; i++)
      if (outside(severityDrift(of(day(400, () => 0)), { pairs, others, step })!).length > 0) alarms++
    expect(alarms / days).toBeLessThanOrEqual(0.012)
  })

  it('that turns a point of ten harder is outside within the next sixty answers, in nine of ten days', () => {
    let found = 0
    for (let i = 0; i < 500; i++) {
      const drift = severityDrift(
        day(300, (n) => (n < 240 ? 0 : -100)),
        { pairs, others, step },
      )!
      if (outside(drift).some((p) => p > 12)) found++
    }
    expect(found / 500).toBeGreaterThan(0.9)
  })

  it('where two always agree is still no surer than the marks’ grid', () => {
    const same = Array.from({ length: 40 }, (_, i) => ({ at: i, own: 500, theirs: 500 }))
    const agreed = { ...noSums, n: 400 }
    const drift = severityDrift(same, { pairs: agreed, others: given(others, noneGiven), step })!
    expect([drift.limit > 0, outside(drift)]).toEqual([true, []])
  })
})
