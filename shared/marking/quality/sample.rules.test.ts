import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparedOf, noSamples, withSample } from './sample.rules.ts'
import type { SampleTally } from './sample.types.ts'

const q = { fullScore: 1000, markStep: 50, markers: 2, tolerance: 100 } as const
const tally = (pairs: readonly (readonly [given: number, right: number])[], before = 0): SampleTally =>
  ({
    ...{ schema: 1, paperId: 'pa', questionId: 'qu', userId: 'us', version: 1 },
    ...{ sampled: before + pairs.length, agreed: pairs.filter(([a, b]) => a === b).length, apart: 0 },
    sums: pairs.reduce((sums, [a, b]) => withSample(sums, q, a, b), noSamples),
  }) as never

describe('a marker’s marks beside those of who looked again', () => {
  it('are as often the same, within the tolerance, and as far apart as they are', () => {
    const score = fc.integer({ min: 0, max: 20 }).map((n) => n * 50)
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 60 }), (pairs) => {
        const of = comparedOf(q, tally(pairs))!
        const offs = pairs.map(([a, b]) => a - b)
        const mean = offs.reduce((a, b) => a + b, 0) / offs.length
        expect(of.n).toBe(pairs.length)
        expect(of.exact).toBeCloseTo(offs.filter((x) => x === 0).length / offs.length, 9)
        expect(of.within).toBeCloseTo(offs.filter((x) => Math.abs(x) <= 100).length / offs.length, 9)
        expect(of.off).toBeCloseTo(mean, 6)
        if (pairs.length === 1) return void expect(of.margin).toBeNull()
        const sd = Math.sqrt(offs.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (offs.length - 1))
        // Never surer than the grid of the marks.
        const least = Math.max(sd, 50 / Math.sqrt(12)) / Math.sqrt(offs.length)
        expect(of.margin!).toBeGreaterThanOrEqual(1.96 * least)
        expect(of.margin!).toBeLessThanOrEqual(12.72 * least)
      }),
    )
  })

  it('have an interval that holds the truth in 95 of 100 draws, of few samples as of many', () => {
    let seed = 7
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const normal = (): number => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
    for (const n of [3, 8, 40]) {
      let held = 0
      const runs = 2000
      for (let i = 0; i < runs; i++) {
        const pairs = Array.from({ length: n }, () => [500 + Math.round(40 + 120 * normal()), 500] as const)
        const { off, margin } = comparedOf(q, tally(pairs))!
        if (Math.abs(off - 40) <= margin!) held++
      }
      expect([n, held / runs > 0.93 && held / runs < 0.97]).toEqual([n, true])
    }
  })

  it('say nothing of samples from before it was counted', () => {
    const { sums: _sums, ...old } = tally([], 5)
    expect(comparedOf(q, old)).toBeNull()
    // What was sampled since is told by itself.
    expect(comparedOf(q, { ...old, sampled: 6, agreed: 5, sums: withSample(noSamples, q, 500, 400) })).toMatchObject({
      n: 1,
      off: 100,
    })
  })
})
