import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ReadTime, shownReadTime, shutBy } from './readTime.rules.ts'

it.each([
  [undefined, 5, null],
  [{}, 5, null],
  [{ from: 5 }, 4, 'early'],
  [{ from: 5 }, 5, null],
  [{ until: 5 }, 4, null],
  [{ until: 5 }, 5, 'late'],
  [{ from: 3, until: 5 }, 2, 'early'],
  [{ from: 3, until: 5 }, 4, null],
  [{ from: 3, until: 5 }, 6, 'late'],
] as const)('of %o at %i the desk is shut: %s', (of, now, shut) => {
  expect(shutBy(of, now)).toBe(shut)
})

it('opens once and closes once, for all pairs of times', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (from, until) => {
      fc.pre(from < until)
      const states = Array.from({ length: 1002 }, (_, now) => shutBy({ from, until }, now))
      const turns = states.filter((s, i) => i === 0 || s !== states[i - 1])
      expect(turns).toEqual([...(from > 0 ? ['early'] : []), null, 'late'])
    }),
  )
})

it('ends after it begins', () => {
  expect(ReadTime.safeParse({ from: 5, until: 5 }).success).toBe(false)
  expect(ReadTime.safeParse({ from: 5, until: 6 }).success).toBe(true)
  expect(ReadTime.safeParse({ until: 6 }).success).toBe(true)
})

it('is told in words', () => {
  const at = Date.UTC(2026, 10, 27, 0, 30)
  expect(shownReadTime()).toBe('不限')
  expect(shownReadTime({ from: at })).toBe('2026-11-27 08:30 至 完成阅卷')
  expect(shownReadTime({ until: at })).toBe('开启后 至 2026-11-27 08:30')
})
