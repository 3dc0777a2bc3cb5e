import { describe, expect, it } from 'vitest'
import { inverseNormal } from './normal.ts'
import { icc21 } from './marking.ts'
import { analysePaper } from './paper.ts'
import { lsat6, paperRows, SHROUT_FLEISS } from './stats.fixtures.ts'

describe('psych::lsat6', () => {
  const report = analysePaper(paperRows(lsat6(), [1, 1, 1, 1, 1]))

  it('is the data set', () => {
    expect(report.overall.present).toBe(1000)
    expect(report.items.map((item) => item.full.count)).toEqual([924, 709, 553, 763, 870])
  })
  it('has the published P, mean and s', () => {
    expect(report.items.map((item) => item.difficulty)).toEqual([0.924, 0.709, 0.553, 0.763, 0.87])
    expect(report.items.map((item) => item.difficultyBand)).toEqual(['容易', '较易', '较难', '较易', '容易'])
    expect(report.overall.mean).toBe(381.9)
    expect(report.overall.s! / 100).toBeCloseTo(1.035041, 6)
  })
  it('has the published reliability', () => {
    expect(report.reliability.alpha).toBeCloseTo(0.2949972, 7)
    expect(report.reliability.kr20).toBe(report.reliability.alpha)
    expect(report.reliability.kr21).toBeCloseTo(0.1974947, 7)
    expect(report.reliability.spearmanBrown).toBeCloseTo(0.3379875, 7)
    expect(report.reliability.sem! / 100).toBeCloseTo(0.8690666, 7)
  })
  it('has the published item-rest correlations', () => {
    const published = [0.1128, 0.1532, 0.1728, 0.1444, 0.1216]
    report.items.forEach((item, i) => expect(item.itemRest).toBeCloseTo(published[i]!, 4))
  })
  it('has the published percentile ranks', () => {
    const ranks = [...report.standings].reverse().map((row) => row.percentileRank)
    expect(ranks).toEqual([0.15, 1.3, 6.55, 22.65, 52.35, 85.1])
  })
})

it('gives the ICC(2,1) of Shrout & Fleiss', () => {
  expect(icc21(SHROUT_FLEISS)).toBeCloseTo(0.2898, 4)
})

it('inverts the normal distribution as published tables do', () => {
  // scipy.special.ndtri
  const values: [number, number][] = [
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.8413447460685429, 1],
    [0.1, -1.2815515655446004],
    [0.0015, -2.9677379253417833],
    [1e-6, -4.753424308822899],
    [1e-12, -7.034483825301131],
    [1e-20, -9.262340089798408],
  ]
  for (const [p, z] of values) expect(Math.abs(inverseNormal(p) - z)).toBeLessThan(1e-13)
  expect(inverseNormal(0)).toBe(-Infinity)
  expect(() => inverseNormal(1.1)).toThrow(RangeError)
})
