import { describe, expect, it } from 'vitest'
import { aboutText, doneWords, endOf, pace, percentDone, seenLately } from './pace.ts'

const minute = 60_000
/** 20:00 in Shanghai. */
const evening = Date.UTC(2026, 10, 22, 12)

describe('how fast work goes', () => {
  const seen = (...of: [at: number, done: number][]) => of.map(([at, done]) => ({ at, done }))
  it.each([
    ['one look', seen([0, 0]), null],
    ['nothing done', seen([0, 5], [2000, 5]), null],
    ['ten a second', seen([0, 0], [2000, 20]), { perSecond: 10, leftMs: 8000 }],
  ])('is known of %s', (_, samples, expected) => {
    expect(pace(samples, 100)).toEqual(expected)
  })

  it.each([
    [100 * minute, '约21:40'],
    [0, '约20:00'],
    [4 * 60 * minute, '约明天00:00'],
    [27 * 60 * minute, '约明天23:00'],
    [28 * 60 * minute, ''],
  ])('ends %d ms from an evening on: %s', (ms, text) => {
    expect(aboutText(evening + ms, evening)).toBe(text)
  })

  it('counts what was seen lately, and never what was taken back since', () => {
    const samples = [0, 5, 10].map((m, i) => ({ at: m * minute, done: i * 10 }))
    expect(seenLately(samples, { at: 18 * minute, done: 25 }).map((s) => s.at / minute)).toEqual([5, 10, 18])
    expect(seenLately(samples, { at: 12 * minute, done: 15 }).map((s) => s.done)).toEqual([0, 10, 15])
    expect(seenLately([{ at: 0, done: 3 }], { at: 0, done: 4 })).toEqual([{ at: 0, done: 4 }])
  })

  it('says when people will be done, and nothing before a minute was seen, while they pause, or of what is done', () => {
    const marked = (...done: number[]) => done.map((n, i) => ({ at: evening + i * minute, done: n }))
    // Five a minute of a thousand that lack 500.
    expect(endOf(marked(490, 495, 500), 1000)).toBe(evening + 102 * minute)
    expect(endOf(marked(490), 1000)).toBeNull()
    expect(endOf(seen([0, 1], [59_000, 9]), 10)).toBeNull()
    expect(endOf(marked(490, 490), 1000)).toBeNull()
    expect(endOf(marked(990, 1000), 1000)).toBeNull()
  })
})

it.each([
  [0, 0, '—'],
  [0, 58, '0%'],
  [1, 1000, '1%'],
  [40, 58, '69%'],
  [40, 174, '23%'],
  [996, 1000, '99%'],
  [999, 1000, '99%'],
  [58, 58, '100%'],
])('%d of %d is %s done, on every screen', (done, total, words) => {
  expect(doneWords(done, total)).toBe(words)
  if (total > 0) expect(`${percentDone(done, total)}%`).toBe(words)
})
