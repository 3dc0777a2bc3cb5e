/** Days and minutes as they are typed and as they are shown. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTime, showDate, showTime } from './time.ts'

it.each<[string, string]>([
  ['2026-11-05', '2026-11-05'],
  ['2026/11/5', '2026-11-05'],
  ['2026.11.5', '2026-11-05'],
  ['20261105', '2026-11-05'],
  ['２０２６－１１－０５', '2026-11-05'],
  ['2026年11月5日', '2026-11-05'],
  [' 2026 年 11 月 5 日 ', '2026-11-05'],
  ['2024-02-29', '2024-02-29'],
  ['2026-11-05T08:05', '2026-11-05 08:05'],
  ['2026-11-05 8:05', '2026-11-05 08:05'],
  ['2026/11/5　８：０５', '2026-11-05 08:05'],
  ['20261105 0805', '2026-11-05 08:05'],
  ['2026年11月5日8点05分', '2026-11-05 08:05'],
])('%s is %s', (typed, shown) => {
  const read = readTime(typed)!
  expect(read.hasMinute ? showTime(read.at) : showDate(read.at)).toBe(shown)
})

it.each([
  '',
  '明天',
  '2026',
  '2026-13-01',
  '2026-02-30',
  '2026-00-10',
  '05/11/2026',
  '2026-11-05 24:00',
  '2026-11-05 08:60',
  '2026-11-058:00',
  '20261131',
  '12345',
  '2026-11-05; 1',
])('%s is no day', (typed) => expect(readTime(typed)).toBeNull())

it('what is shown is read as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) => {
      expect(showTime(readTime(showTime(ms))!.at)).toBe(showTime(ms))
      expect(readTime(showDate(ms))).toEqual({ at: readTime(`${showDate(ms)} 00:00`)!.at, hasMinute: false })
    }),
  )
})
