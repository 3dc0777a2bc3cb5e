import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayStart, showDate } from '#shared/kit/time.ts'
import { isSpan, spanOf, spanOptions } from './record.rules.ts'

const at = Date.parse('2026-11-22T12:00:00Z')

describe('the stretches of time of operation records', () => {
  it.each([
    ['1d', '2026-11-22', '2026-11-22'],
    ['7d', '2026-11-16', '2026-11-22'],
    ['2026-11', '2026-11-01', '2026-11-22'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-12', '2025-12-01', '2025-12-31'],
  ])('%s is %s to %s', (span, from, to) => {
    const of = spanOf(span, at)
    expect([showDate(of.from), showDate(of.to)]).toEqual([from, to])
    expect(of.from).toBe(dayStart(of.from))
    expect(of.to).toBeLessThanOrEqual(at)
  })
  it('every one that is offered may be asked for; a year of months meets without a gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) }), (when) => {
        const values = spanOptions(when).map((o) => o.value)
        expect(values.every(isSpan)).toBe(true)
        expect(new Set(values).size).toBe(29)
        const months = values.filter((v) => v.includes('-')).map((v) => spanOf(v, when))
        for (const [i, month] of months.slice(1).entries()) expect(month.to).toBe(months[i]!.from - 1)
      }),
    )
    expect(isSpan('2026-13')).toBe(false)
    expect(isSpan('all')).toBe(false)
  })
})
