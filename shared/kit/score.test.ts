import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apart, foldDigits, scoreOf } from './score.ts'

describe('a number as it is typed', () => {
  it.each([
    ['１５', '15'],
    ['１２．５', '12.5'],
    ['12。5', '12.5'],
    ['７8', '78'],
    ['abc', 'abc'],
  ])('%s is %s', (typed, folded) => {
    expect(foldDigits(typed)).toBe(folded)
  })
  it('is a score in full-width digits too', () => {
    expect([scoreOf('１５'), scoreOf('２．５'), scoreOf('2。5')]).toEqual([1500, 250, 250])
    expect(() => scoreOf('十五')).toThrow(RangeError)
  })
})

describe('how far two figures are apart', () => {
  it.each([
    [29.7712, 29.7458, 2, 0.02],
    [30.586, 29.984, 2, 0.61],
    [1.005, 1.005, 2, 0],
    [-0.004, 0.004, 2, 0],
    [0.3, 0.1, 1, 0.2],
  ])('%d and %d with %d decimals: %d', (a, b, digits, by) => {
    expect(apart(a, b, digits)).toBe(by)
  })
  it('is what taking one printed figure from the other gives', () => {
    // A thousandth apart: doubles by chance are mostly next to nought.
    const figure = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000)
    fc.assert(
      fc.property(figure, figure, fc.constantFrom(0, 1, 2), (a, b, digits) => {
        const places = 10 ** digits
        const left =
          BigInt(Math.round(Number(b.toFixed(digits)) * places)) + BigInt(Math.round(apart(a, b, digits) * places))
        expect(left).toBe(BigInt(Math.round(Number(a.toFixed(digits)) * places)))
      }),
    )
  })
})
