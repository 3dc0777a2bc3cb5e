import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorMatches, exceedsTolerance, pickRetrier, retryDelay } from './retry.ts'
import type { Retrier } from './states.types.ts'

const retrier = fc.record({
  ErrorEquals: fc.constant<string[]>(['States.ALL']),
  IntervalSeconds: fc.integer({ min: 1, max: 1000 }),
  BackoffRate: fc.double({ min: 1, max: 10, noNaN: true }),
  MaxDelaySeconds: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
})
const attempt = fc.integer({ min: 0, max: 30 })
const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('retry delays (States language, "Retrying after error")', () => {
  it('grow from IntervalSeconds, never shrink, and stop at MaxDelaySeconds', () => {
    fc.assert(
      fc.property(retrier, attempt, (r, n) => {
        const delay = retryDelay(r, n, 0.5)
        expect(retryDelay(r, 0, 0.5)).toBe(Math.min(r.IntervalSeconds, r.MaxDelaySeconds ?? Infinity) * 1000)
        expect(retryDelay(r, n + 1, 0.5)).toBeGreaterThanOrEqual(delay)
        if (r.MaxDelaySeconds !== undefined) expect(delay).toBeLessThanOrEqual(r.MaxDelaySeconds * 1000)
      }),
    )
  })

  it('with full jitter lie between nothing and the plain delay', () => {
    fc.assert(
      fc.property(retrier, attempt, part, (r, n, random) => {
        const jittered = retryDelay({ ...r, JitterStrategy: 'FULL' }, n, random)
        expect(jittered).toBeGreaterThanOrEqual(0)
        expect(jittered).toBeLessThanOrEqual(retryDelay(r, n, random))
      }),
    )
  })

  it('default to 1 s, doubled', () => {
    expect([0, 1, 2].map((n) => retryDelay({ ErrorEquals: ['States.ALL'] }, n, 0))).toEqual([1000, 2000, 4000])
  })

  it('are given by the first retrier that matches, as long as it has attempts', () => {
    const retriers: Retrier[] = [{ ErrorEquals: ['A'], MaxAttempts: 1 }, { ErrorEquals: ['States.ALL'] }]
    expect(pickRetrier(retriers, 'A', [])?.index).toBe(0)
    expect(pickRetrier(retriers, 'A', [1])).toBeUndefined()
    expect(pickRetrier(retriers, 'B', [1, 2])?.index).toBe(1)
    expect(pickRetrier(retriers, 'B', [1, 3])).toBeUndefined()
    expect(pickRetrier(undefined, 'B', [])).toBeUndefined()
  })
})

describe('error names (States language, "Error names")', () => {
  it.each([
    ['States.ALL', 'Any', true],
    ['States.ALL', 'States.Timeout', true],
    ['States.ALL', 'States.DataLimitExceeded', false],
    ['States.ALL', 'States.Runtime', false],
    ['States.TaskFailed', 'Any', true],
    ['States.TaskFailed', 'States.Timeout', false],
    ['States.Timeout', 'States.HeartbeatTimeout', true],
    ['States.HeartbeatTimeout', 'States.Timeout', false],
    ['Any', 'Other', false],
  ])('%s and %s: %s', (name, error, matches) => {
    expect(errorMatches([name], error)).toBe(matches)
  })
})

describe('tolerated failure (States language, "Map state failure tolerance")', () => {
  const total = fc.integer({ min: 1, max: 100_000 })
  const share = fc.double({ min: 0, max: 100, noNaN: true })

  it('one more failure never turns a failed run good', () => {
    fc.assert(
      fc.property(
        total,
        total,
        fc.option(fc.nat(1000), { nil: undefined }),
        fc.option(share, { nil: undefined }),
        (n, some, count, percentage) => {
          const failed = some % n
          if (exceedsTolerance(failed, n, { count, percentage }))
            expect(exceedsTolerance(failed + 1, n, { count, percentage })).toBe(true)
        },
      ),
    )
  })

  it('the count and the percentage each bound the failures, themselves included', () => {
    fc.assert(
      fc.property(total, fc.nat(1000), (n, count) => {
        expect(exceedsTolerance(count, n, { count })).toBe(false)
        expect(exceedsTolerance(count + 1, n, { count })).toBe(true)
      }),
    )
    expect(exceedsTolerance(10, 100, { percentage: 10 })).toBe(false)
    expect(exceedsTolerance(11, 100, { percentage: 10 })).toBe(true)
    expect(exceedsTolerance(5, 100, { count: 4, percentage: 10 })).toBe(true)
    expect(exceedsTolerance(100, 100, { percentage: 100 })).toBe(false)
    expect(exceedsTolerance(1, 100, {})).toBe(true)
    expect(exceedsTolerance(0, 100, { count: 0 })).toBe(false)
  })
})
