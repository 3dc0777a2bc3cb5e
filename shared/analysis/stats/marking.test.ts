import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arbitrationRate,
  cohenKappa,
  consistencyRate,
  differenceRate,
  driftOf,
  icc21,
  squaredKappa,
  thirdMarkRate,
} from './marking.ts'
import * as naive from './naive.fixtures.ts'

const marks = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), {
  minLength: 2,
  maxLength: 40,
})

describe('marking quality', () => {
  it('counts differences beyond the tolerance only', () => {
    const [a, b] = [Int32Array.of(1000, 1000, 1000, 500), Int32Array.of(1000, 1200, 1250, 0)]
    expect(differenceRate(a, b, 200)).toBe(0.5)
    expect(consistencyRate(a, b, 200)).toBe(0.5)
    expect(consistencyRate(a, b, 0)).toBe(0.25)
    expect(differenceRate([], [], 0)).toBeNull()
    expect(() => differenceRate([1], [], 0)).toThrow(RangeError)
    expect([arbitrationRate(3, 60), thirdMarkRate(95, 5), thirdMarkRate(0, 0)]).toEqual([0.05, 0.05, null])
  })

  it('gives κ of a published table', () => {
    // 50 cases: both yes 20, yes/no 5, no/yes 10, both no 15: κ = (0.7 − 0.5) / (1 − 0.5) = 0.4.
    const cell = (a: number, b: number, n: number) => Array.from({ length: n }, () => [a, b])
    const cases = [...cell(1, 1, 20), ...cell(1, 0, 5), ...cell(0, 1, 10), ...cell(0, 0, 15)]
    const [a, b] = [cases.map(([x]) => x!), cases.map(([, y]) => y!)]
    expect(cohenKappa(a, b)).toBeCloseTo(0.4, 12)
    // With two categories every disagreement weighs the same.
    expect(squaredKappa(a, b)).toBeCloseTo(0.4, 12)
    expect(cohenKappa([1, 1], [1, 1])).toBeNull()
  })

  it('agrees with κ by the table of categories', () => {
    fc.assert(
      fc.property(marks, (pairs) => {
        const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
        fc.pre(new Set([...a, ...b]).size > 1)
        expect(cohenKappa(a, b)).toBeCloseTo(
          naive.kappa(a, b, (x, y) => Number(x !== y)),
          9,
        )
        expect(squaredKappa(a, b)).toBeCloseTo(
          naive.kappa(a, b, (x, y) => (x - y) ** 2),
          9,
        )
      }),
    )
  })

  it('agrees with ICC(2,1) by residuals', () => {
    fc.assert(
      fc.property(marks, (pairs) => {
        const expected = naive.icc(pairs)
        fc.pre(Number.isFinite(expected))
        expect(icc21(pairs)).toBeCloseTo(expected, 9)
      }),
    )
    expect(icc21([[1, 2]])).toBeNull()
    expect(() => icc21([[1, 2], [1]])).toThrow(RangeError)
  })

  it('sees a marker drift', () => {
    const steady = [10, 12, 10, 12, 10, 12]
    const group = { mean: 11, deviation: 1 }
    expect(driftOf(steady, group, 2).some((point) => point.out)).toBe(false)
    const drifting = driftOf([...steady, 14, 14], group, 2)
    expect(drifting.at(-1)).toEqual({ at: 7, rollingMean: 14, z: 3 * Math.SQRT2, out: true })
    expect(driftOf([10], group, 2)).toEqual([])
  })
})
