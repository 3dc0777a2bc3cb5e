import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitsPattern, patternFault } from './pattern.rules.ts'

describe('patterns', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['abc', 'abc', true],
    ['abc', 'abcd', false],
    ['a.c', 'a中c', true],
    ['a*', '', true],
    ['a*', 'aaaa', true],
    ['a+', '', false],
    ['a+', 'aa', true],
    ['ab?c', 'ac', true],
    ['ab?c', 'abbc', false],
    ['(ab|cd)+', 'abcdab', true],
    ['(ab|cd)+', 'abc', false],
    ['a|', '', true],
    ['[a-cx]+', 'abxc', true],
    ['[^0-9]+', 'ab1', false],
    ['[a\\]]+', ']a', true],
    ['\\d\\d', '12', true],
    ['\\w+', '中b_1', true],
    ['\\.', 'a', false],
    ['\\.', '.', true],
  ])('%j on %j: %j', (pattern, text, fits) => expect(fitsPattern(pattern, text)).toBe(fits))

  it.each(['(', ')', '[a', '*a', 'a\\', '(a', 'a)', '+', 'a|*', 'x'.repeat(101)])('%j is refused', (pattern) => {
    expect(patternFault(pattern)).not.toBeNull()
    expect(fitsPattern(pattern, 'a')).toBe(false)
  })

  it('that explode elsewhere stay as short as they are: steps are counted by the text alone', () => {
    const text = `${'a'.repeat(200)}!`
    // With backtracking each of these takes longer than there is time.
    for (const pattern of [
      '(a+)+',
      '(a*)*',
      '(a|aa)+',
      '(a|a?)+',
      '(.*)(.*)(.*)(.*)(.*)x',
      '((a?)*)*b',
      '(a*a*a*a*a*)*c',
    ])
      expect(fitsPattern(pattern, text)).toBe(false)
    expect(fitsPattern('((((a*)*)*)*)*', 'a'.repeat(200))).toBe(true)
  })

  it('fit what the language’s own fit', () => {
    const sign = fc.constantFrom('a', 'b', '.', 'a*', 'b+', 'a?', '(a|b)', '(ab)*', '[ab]', '[^a]', '(a|)', '((a|b)b)?')
    fc.assert(
      fc.property(
        fc.array(sign, { maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 }),
        (of, text) => {
          const pattern = of.join('')
          expect(fitsPattern(pattern, text)).toBe(new RegExp(`^(?:${pattern})$`, 'u').test(text))
        },
      ),
      { numRuns: 500 },
    )
  })
})
