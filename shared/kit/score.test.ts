import { describe, expect, it } from 'vitest'
import { foldDigits, scoreOf } from './score.ts'

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
