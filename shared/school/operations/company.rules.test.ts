import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { cleanCreditCode, contractOf, creditCheck, isCreditCode } from './company.rules.ts'

const symbols = [...'0123456789ABCDEFGHJKLMNPQRTUWXY']
const digit = fc.constantFrom(...symbols.slice(0, 10))
const symbol = fc.constantFrom(...symbols)
const first17 = fc
  .tuple(
    fc.array(symbol, { minLength: 2, maxLength: 2 }),
    fc.array(digit, { minLength: 6, maxLength: 6 }),
    fc.array(symbol, { minLength: 9, maxLength: 9 }),
  )
  .map((parts) => parts.flat().join(''))

describe('a unified social credit code', () => {
  // The standard's own example, and codes that companies publish.
  test.each([
    ['91350100M000100Y43', true],
    ['914403001922038216', true],
    ['91330100799655058B', true],
    ['91110000802100433B', true],
    ['91350100M000100Y44', false],
    ['91350100M000100Y4', false],
    ['91350100M000100Y433', false],
    ['9135010OM000100Y43', false],
    ['91A50100M000100Y43', false],
    ['', false],
    ['统一社会信用代码一二三四五六七八九十', false],
  ])('%s: %s', (code, is) => {
    expect(isCreditCode(code)).toBe(is)
  })

  it('is accepted with its check and with no other', () => {
    fc.assert(
      fc.property(first17, symbol, (body, last) => {
        expect(isCreditCode(body + last)).toBe(last === creditCheck(body))
      }),
    )
  })

  it('with one character mistyped is none', () => {
    fc.assert(
      fc.property(first17, fc.nat(16), symbol, (body, at, other) => {
        fc.pre(body[at] !== other)
        const code = body + creditCheck(body)
        expect(isCreditCode(code.slice(0, at) + other + code.slice(at + 1))).toBe(false)
      }),
    )
  })

  it('is the same in small letters, wide letters and groups', () => {
    expect(cleanCreditCode(' ９１350100-m000 100y43 ')).toBe('91350100M000100Y43')
  })
})

const day = (text: string) => Date.parse(`${text}T00:00:00+08:00`)
test.each([
  [undefined, undefined, '2026-11-27', 'none'],
  ['2026-11-28', undefined, '2026-11-27', 'coming'],
  ['2026-11-27', undefined, '2026-11-27', 'valid'],
  [undefined, '2026-11-27', '2026-11-27', 'ending'],
  [undefined, '2026-11-26', '2026-11-27', 'over'],
  ['2026-01-01', '2026-12-26', '2026-11-27', 'ending'],
  ['2026-01-01', '2026-12-27', '2026-11-27', 'valid'],
])('a contract from %s until %s is on %s %s', (from, until, at, is) => {
  const of = { ...(from ? { from: day(from) } : {}), ...(until ? { until: day(until) } : {}) }
  // At any hour of the day.
  for (const hours of [0, 9, 23]) expect(contractOf(of, day(at) + hours * 3_600_000)).toBe(is)
})
