import { expect, it } from 'vitest'
import { durationText, pace, pollDelay, sizeText } from './progress.ts'

it('polls from 1 s growing to 5 s', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(pollDelay)).toEqual([1000, 1000, 2000, 3000, 4000, 5000, 5000])
})
it('tells the pace when enough is known', () => {
  expect(pace([{ at: 0, done: 0 }], 10)).toBeNull()
  expect(
    pace(
      [
        { at: 0, done: 5 },
        { at: 2000, done: 5 },
      ],
      10,
    ),
  ).toBeNull()
  expect(
    pace(
      [
        { at: 0, done: 0 },
        { at: 2000, done: 20 },
      ],
      100,
    ),
  ).toEqual({ perSecond: 10, leftMs: 8000 })
})
it('writes times and sizes', () => {
  expect([900, 61_000, 3_660_000].map(durationText)).toEqual(['1秒', '2分钟', '1小时1分钟'])
  expect([12, 1500, 2_500_000, 4e9].map(sizeText)).toEqual(['12 B', '2 KB', '2.5 MB', '4.00 GB'])
})
