import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countAtLeast, distributionOf } from './describe.ts'
import {
  contributionIndex,
  criticalBounds,
  doubleLine,
  effectiveByCount,
  effectiveByMean,
  lineRate,
  lineScore,
  weakSubjects,
} from './lines.ts'

const totals = Int32Array.of(600, 550, 500, 450, 400)
const subject = Int32Array.of(90, 100, 95, 80, 60)
const all = Uint8Array.of(1, 1, 1, 1, 1)

describe('lines', () => {
  it('are found by a share of the cohort, ties coming along', () => {
    const d = distributionOf(Int32Array.of(9, 8, 8, 7, 6, 5, 4, 3, 2, 1))
    expect(lineScore(d, { share: 0.1 })).toBe(9)
    expect(lineScore(d, { share: 0.2 })).toBe(8)
    expect(lineRate(d, 8)).toEqual({ count: 3, rate: 0.3 })
    expect(lineScore(distributionOf(Int32Array.from({ length: 100 }, (_, i) => i)), { share: 0.07 })).toBe(93)
    expect(lineScore(d, { score: 5 })).toBe(5)
    expect(lineScore(distributionOf(new Int32Array()), { share: 0.5 })).toBeNull()
  })
  it('by a share are the highest that enough students reach', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (scores, percent) => {
        const d = distributionOf(Int32Array.from(scores))
        const line = lineScore(d, { share: percent / 100 })!
        expect(countAtLeast(d, line) * 100).toBeGreaterThanOrEqual(percent * d.n)
        expect(countAtLeast(d, line + 1) * 100).toBeLessThan(percent * d.n)
      }),
    )
  })
  it('give effective scores by both methods (worked by hand)', () => {
    // Those at or above 500: totals 600 550 500, mean 550, k = 500/550; subject mean 95.
    expect(effectiveByMean(totals, all, subject, 500)).toBeCloseTo((500 / 550) * 95, 12)
    expect(effectiveByMean(totals, all, subject, 601)).toBeNull()
    // Three reach 500; the third best in the subject has 90.
    expect(effectiveByCount(distributionOf(totals), distributionOf(subject), 500)).toBe(90)
  })
  it('give double lines, contribution and hit rates', () => {
    expect(doubleLine(totals, all, subject, 450, 90)).toEqual({
      total: 4,
      subject: 3,
      both: 3,
      contribution: 0.75,
      hit: 1,
    })
    expect(doubleLine(totals, new Uint8Array(5), subject, 450, 90)).toMatchObject({ contribution: null, hit: null })
  })
  it('double-centre the contribution index', () => {
    // Differences [[.1,.3],[-.1,.1]]: rows .2 and 0, columns 0 and .2, all .1.
    const index = contributionIndex(
      [
        [0.6, 0.8],
        [0.4, 0.6],
      ],
      [0.5, 0.5],
    )
    index.flat().forEach((value) => expect(value).toBeCloseTo(0, 12))
    const other = contributionIndex(
      [
        [0.9, 0.5],
        [0.5, 0.5],
      ],
      [0.5, 0.5],
    )
    const expected = [0.1, -0.1, -0.1, 0.1]
    other.flat().forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 12))
  })
  it('find critical students on one side or both', () => {
    expect(criticalBounds(500, 50, 'below')).toEqual([450, 499])
    expect(criticalBounds(500, 50, 'both')).toEqual([450, 550])
  })
  it('find weak subjects among those over the line', () => {
    const weak = weakSubjects(
      { scores: totals, present: all },
      [
        { scores: subject, present: all },
        { scores: totals, present: all },
      ],
      500,
      40,
    )
    // Row 0: 90 in the total, 50 in the subject.
    expect(weak).toEqual([{ row: 0, subject: 0, totalPercentile: 90, subjectPercentile: 50 }])
  })
})
