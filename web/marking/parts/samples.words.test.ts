import { expect, it } from 'vitest'
import { bandNames, bandOfScores, offWords, samplesOwed, withinWords } from './samples.words.ts'
import type { Band } from './samples.words.ts'

it.each([
  [1000, 100],
  [1200, 50],
  [600, 100],
])('every score of %i by %i lies in one band', (fullScore, step) => {
  const bands = (Object.keys(bandNames) as Band[]).filter((b) => b !== 'all')
  for (let score = 0; score <= fullScore; score += step) {
    const own = bands.filter((b) => {
      const { from = 0, to = 0 } = bandOfScores(b, { fullScore, step })
      return score >= from && score <= to
    })
    expect([score, own.length]).toEqual([score, 1])
  }
  expect(bandOfScores('all', { fullScore, step })).toEqual({})
})

it.each([
  [{ marked: 40, sampled: 0, own: false }, 20, 8],
  [{ marked: 41, sampled: 3, own: false }, 20, 6],
  [{ marked: 40, sampled: 9, own: false }, 20, 0],
  [{ marked: 40, sampled: 0, own: true }, 20, 0],
  [{ marked: 0, sampled: 0, own: false }, 20, 0],
])('of %j at %i percent %i are owed', (m, percent, owed) => {
  expect(samplesOwed(m, percent)).toBe(owed)
})

it('says how far from who looked again a marker lies, with its sign and interval', () => {
  expect(offWords({ within: 1, off: 35, margin: 20 })).toBe('+0.35 ± 0.20')
  expect(offWords({ within: 1, off: -35, margin: null })).toBe('-0.35')
  expect([offWords(null), withinWords(null), withinWords({ within: 0.5, off: 0, margin: null })]).toEqual([
    '—',
    '—',
    '50.0%',
  ])
})
