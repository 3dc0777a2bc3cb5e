import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxPlotOf, distributionOf, quantileOf } from './describe.ts'
import { difficultyBand, discriminationBand, discriminationOf, groupSize } from './items.ts'
import { competitionRanks, groupStanding, normalTs, percentileRanks, zScores } from './ranks.ts'
import { compositeOf, lineOf, rateLines, ratesOf } from './rates.ts'
import { edgesOf, levelLines, levelsOf, rankSections, scoreSections } from './sections.ts'
import { tallyOf } from './tally.ts'
import { paperRows } from './stats.fixtures.ts'

const of = (...values: number[]) => distributionOf(Int32Array.from(values))
const RATES = { excellent: 0.85, good: 0.7, pass: 0.6, low: 0.4 }

describe('describe', () => {
  it('interpolates quantiles as R type 7', () => {
    // quantile(c(1, 2, 3, 4, 10)) and quantile(c(7, 15, 36, 39, 40, 41)) in R
    expect([0, 0.25, 0.5, 0.75, 1].map((p) => quantileOf(of(3, 1, 10, 4, 2), p))).toEqual([1, 2, 3, 4, 10])
    expect([0.25, 0.5, 0.75].map((p) => quantileOf(of(7, 15, 36, 39, 40, 41), p))).toEqual([20.25, 37.5, 39.75])
  })
  it('draws whiskers to the last value within 1.5 IQR and lists what lies beyond', () => {
    expect(boxPlotOf(of(1, 10, 11, 12, 13, 14, 30, 30))).toEqual({
      min: 1,
      q1: 10.75,
      median: 12.5,
      q3: 18,
      max: 30,
      lowerWhisker: 1,
      upperWhisker: 14,
      outliers: [{ value: 30, count: 2 }],
    })
  })
})

describe('bands', () => {
  it('are half-open on the unrounded figure, so that none falls through', () => {
    const edges = [1, 0.855, 0.8549999, 0.705, 0.7049999, 0.555, 0.405, 0.255, 0.2549999, 0]
    expect(edges.map(difficultyBand)).toEqual([
      '容易',
      '容易',
      '较易',
      '较易',
      '中等',
      '中等',
      '较难',
      '难',
      '很难',
      '很难',
    ])
    expect([1, 0.4, 0.3999, 0.3, 0.2, 0.1999, -1].map(discriminationBand)).toEqual([
      '很好',
      '很好',
      '良好',
      '良好',
      '尚可',
      '较差',
      '较差',
    ])
    expect([difficultyBand(null), discriminationBand(null)]).toEqual([null, null])
  })
})

describe('discrimination', () => {
  it('has groups of ⌊0.27·n + 0.5⌋', () => {
    expect([0, 1, 2, 3, 10, 50, 100, 1000].map((n) => groupSize(n))).toEqual([0, 0, 1, 1, 3, 14, 27, 270])
  })
  it('counts a tie at the cut fractionally (worked by hand)', () => {
    // n = 7, g = 2. Totals 9 | 7 7 7 | 5 | 3 3. Top: 9 whole, one of the three 7s: item 1 gives 4 + (4+3+2)/3 = 7.
    // Bottom: both 3s, item 1 gives 1 + 0. D = (7 − 1) / (2·5) = 0.6.
    const rows = [
      [4, 5],
      [4, 3],
      [3, 4],
      [2, 5],
      [2, 3],
      [1, 2],
      [0, 3],
    ]
    expect(discriminationOf(tallyOf(paperRows(rows, [5, 5])).table, 0, 500)).toBe(0.6)
    expect(discriminationOf(tallyOf(paperRows(rows.toReversed(), [5, 5])).table, 0, 500)).toBe(0.6)
  })
  it('is exactly at a band where it is in truth', () => {
    const rows = Array.from({ length: 10 }, (_, i) => [i < 3 ? 7 : i < 7 ? 5 : 4])
    expect(discriminationBand(discriminationOf(tallyOf(paperRows(rows, [10])).table, 0, 1000))).toBe('良好')
  })
})

describe('ranks', () => {
  it('share ties: 1, 2, 2, 4', () => {
    expect([...competitionRanks(Int32Array.of(80, 90, 80, 70))]).toEqual([2, 1, 2, 4])
    expect([...competitionRanks(Int32Array.of(80, 0, 80, 70), Uint8Array.of(1, 0, 1, 1))]).toEqual([1, 0, 1, 3])
    expect([...percentileRanks(Int32Array.of(80, 90, 80, 70))]).toEqual([50, 87.5, 50, 12.5])
  })
  it('standardise by hand', () => {
    expect([...zScores(Int32Array.of(2, 4, 4, 4, 5, 5, 7, 9))!]).toEqual([-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2])
    expect(zScores(Int32Array.of(4, 4))).toBeNull()
    expect([...normalTs(Int32Array.of(4, 4))]).toEqual([50, 50])
  })
  it('compare a group across exams by where it stands, not by points', () => {
    const present = Uint8Array.of(1, 1, 1, 1)
    const group = Uint8Array.of(1, 1, 0, 0)
    const before = groupStanding(Int32Array.of(90, 80, 70, 60), present, group)
    expect(groupStanding(Int32Array.of(45, 40, 35, 30), present, group)).toEqual(before)
    expect(before!.percentileRank).toBe(75)
    expect(groupStanding(Int32Array.of(1, 2, 3, 4), present, new Uint8Array(4))).toBeNull()
  })
})

describe('rates', () => {
  it('count who stands on a line, at any rounding of floating point', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100 }), (fullPoints, percent) => {
        const full = 100 * fullPoints
        const line = fullPoints * percent // exact: full × percent / 100
        const share = percent / 100
        const rates = ratesOf(
          of(line, line - 1),
          rateLines(full, { excellent: share, good: share, pass: share, low: share }),
        )
        expect([rates.excellent.count, rates.low.count]).toEqual([1, 1])
      }),
    )
  })
  it('make a composite by weights', () => {
    const d = of(9000, 7000, 6000, 3000)
    const rates = ratesOf(d, rateLines(10000, RATES))
    expect([rates.excellent, rates.good, rates.pass, rates.low].map((rate) => rate.rate)).toEqual([
      0.25, 0.5, 0.75, 0.25,
    ])
    const weights = { mean: 0.4, excellent: 0.2, good: 0.2, pass: 0.2, low: -0.1 }
    expect(compositeOf(6250, 10000, rates, weights)).toBeCloseTo(25 + 5 + 10 + 15 - 2.5, 12)
  })
})

describe('sections', () => {
  it('are half-open but the top one', () => {
    const rows = scoreSections(of(0, 9, 10, 19, 20, 25), edgesOf(25, 10))
    expect(rows.map(({ from, to, count, cumulative }) => [from, to, count, cumulative])).toEqual([
      [20, 25, 2, 2],
      [10, 20, 2, 4],
      [0, 10, 2, 6],
    ])
    expect(() => scoreSections(of(26), edgesOf(25, 10))).toThrow(RangeError)
  })
  it('of ranks keep a tie together', () => {
    // Scores 0, 1 and 2 have ranks 4, 3 and 1.
    expect(rankSections({ values: [0, 1, 2], counts: [1, 1, 2] }, [4, 3, 1], [1, 3])).toEqual([
      { from: 1, to: 1, count: 2 },
      { from: 2, to: 3, count: 1 },
      { from: 4, to: null, count: 1 },
    ])
  })
  it('of shares begin at the lowest score that reaches them, at any fraction', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (full, share) => {
        const line = lineOf(full, share)
        expect(line / full).toBeGreaterThanOrEqual(share)
        expect((line - 1) / full).toBeLessThan(share)
      }),
    )
    // 0.55 × 10000 is more than 5500 in floating point.
    expect(lineOf(10_000, 0.55)).toBe(5500)
  })
  it('of levels put each student in one', () => {
    const levels = [
      { name: 'A', from: 0.8 },
      { name: 'B', from: 0 },
    ]
    expect(levelsOf(of(80, 79, 100, 0), levelLines(100, levels)).map((row) => row.count)).toEqual([2, 2])
  })
})
