import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameValue, valueFault } from './formula.rules.ts'

describe('formulas', () => {
  it.each([
    ['2x+1', '1+2*x', true],
    ['(a+b)^2', 'a^2+2ab+b^2', true],
    ['(a+b)^2', 'a^2+b^2', false],
    ['-x^2', '-(x^2)', true],
    ['-x^2', '(-x)^2', false],
    ['2^-1', '1/2', true],
    ['a/b*c', '(a*c)/b', true],
    ['1/2x', 'x/2', true],
    ['2^3^2', '512', true],
    ['sqrt(4)', '2', true],
    ['√2', 'sqrt(2)', true],
    ['sin(x)^2+cos(x)^2', '1', true],
    ['πr^2', 'r^2*pi', true],
    ['x', 'y', false],
    ['x*y/y', 'x', true],
    ['1/0', '2/0', false],
    ['1/3', '0.333', false],
  ])('%s and %s: %j', (a, b, same) => expect(sameValue(a, b)).toBe(same))

  it.each([
    '',
    'x+',
    '(x',
    'x)',
    '2x=1',
    '1..2',
    'x$',
    '*2',
    '^',
    '('.repeat(60) + '1' + ')'.repeat(60),
    'x'.repeat(201),
  ])('%j is none', (text) => {
    expect(valueFault(text)).not.toBeNull()
    expect(sameValue(text, text)).toBe(false)
  })

  it('are what they come to, however they are put into brackets and turned round', () => {
    const leaf = fc.constantFrom('x', 'y', '2', '3.5', '(x+1)')
    const pair = fc.tuple(leaf, fc.constantFrom('+', '*'), leaf)
    fc.assert(
      fc.property(pair, pair, ([a, by, b], [c, then, d]) => {
        expect(sameValue(`(${a}${by}${b})-(${c}${then}${d})`, `-((${d}${then}${c})-(${b}${by}${a}))`)).toBe(true)
        expect(sameValue(`${a}${by}${b}`, `${a}${by}${b}+1`)).toBe(false)
      }),
    )
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => void expect(typeof sameValue(a, b)).toBe('boolean')))
  })
})
