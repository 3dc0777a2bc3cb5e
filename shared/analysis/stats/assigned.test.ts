import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignColumn, assignTable } from './assigned.ts'
import { ASSIGNED_SCHEMES } from './assigned.schemes.ts'
import type { BandScheme } from './assigned.schemes.ts'
import { distributionOf } from './describe.ts'

const scheme = (id: string) => ASSIGNED_SCHEMES.find((one) => one.id === id)!
const bands = ASSIGNED_SCHEMES.flatMap((one) => (one.kind === 'bands' ? [one] : []))

describe('schemes', () => {
  it.each(bands)('$name adds up to 100 % and descends without gaps or overlaps', (one) => {
    expect(one.bands.reduce((sum, band) => sum + band.share, 0)).toBe(100)
    one.bands.forEach((band, i) => {
      expect(band.high).toBeGreaterThanOrEqual(band.low)
      if (i) expect(band.high).toBeLessThan(one.bands[i - 1]!.low)
    })
  })
  it('end where the regulations end', () => {
    const ends = bands.map((one) => [one.id, one.bands.length, one.bands[0]!.high, one.bands.at(-1)!.low])
    expect(ends).toEqual([
      ['3+1+2', 5, 100, 30],
      ['guangdong', 5, 100, 30],
      ['shandong', 8, 100, 21],
      ['zhejiang-21', 21, 100, 40],
      ['zhejiang-20', 20, 100, 40],
      ['beijing', 21, 100, 40],
      ['shanghai', 11, 70, 40],
    ])
  })
})

describe('assigned scores', () => {
  it('interpolate within the actual ends of a grade (worked by hand)', () => {
    // 100 students with raw 1…100 points: A is 86…100, and (86, 100) → (86, 100); B is 51…85 → 71…85.
    const raw = Int32Array.from({ length: 100 }, (_, i) => 100 * (i + 1))
    const table = new Map(assignTable(distributionOf(raw), scheme('3+1+2')).map((row) => [row.raw / 100, row]))
    expect(table.get(100)).toMatchObject({ grade: 'A', assigned: 10000 })
    expect(table.get(86)).toMatchObject({ grade: 'A', assigned: 8600 })
    expect(table.get(85)).toMatchObject({ grade: 'B', assigned: 8500 })
    expect(table.get(51)).toMatchObject({ grade: 'B', assigned: 7100 })
    // 71 + 17·14/34 = 78 exactly; 71 + 6·14/34 = 73.47 → 73.
    expect(table.get(68)).toMatchObject({ grade: 'B', assigned: 7800 })
    expect(table.get(57)).toMatchObject({ grade: 'B', assigned: 7300 })
    expect(table.get(1)).toMatchObject({ grade: 'E', assigned: 3000 })
    expect(table.get(2)).toMatchObject({ grade: 'E', assigned: 4000 })
  })

  it('round half up, once, at the end', () => {
    // One grade 71…86 over raw 0…2: the middle is 78.5 → 79.
    const one: BandScheme = {
      ...(scheme('3+1+2') as BandScheme),
      bands: [{ grade: 'A', share: 100, high: 86, low: 71 }],
    }
    expect(assignTable(distributionOf(Int32Array.of(0, 1, 2)), one).map((row) => row.assigned)).toEqual([
      8600, 7900, 7100,
    ])
  })

  it('follow the tie rule of the scheme at an edge', () => {
    // Ten students, half of them in A: raw 9 9 9 9 | 5 5 5 | 1 1 1; the 5s lie across the edge (4 above, 7 at or above).
    const raw = distributionOf(Int32Array.of(9, 9, 9, 9, 5, 5, 5, 1, 1, 1))
    const grades = (tieRule: BandScheme['tieRule'], share: number) =>
      assignTable(raw, {
        ...(scheme('3+1+2') as BandScheme),
        tieRule,
        bands: [
          { grade: 'A', share, high: 100, low: 61 },
          { grade: 'B', share: 100 - share, high: 60, low: 30 },
        ],
      }).map((row) => row.grade)
    expect(grades('above', 50)).toEqual(['A', 'A', 'B'])
    expect(grades('atOrAbove', 50)).toEqual(['A', 'B', 'B'])
    expect(grades('nearest', 50)).toEqual(['A', 'B', 'B'])
    // 5.5 lies as far from 4 as from 7: the generous cut.
    expect(grades('nearest', 55)).toEqual(['A', 'A', 'B'])
    expect(grades('nearest', 60)).toEqual(['A', 'A', 'B'])
    expect(grades('above', 40)).toEqual(['A', 'B', 'B'])
  })

  it('give a lone raw score what the scheme says', () => {
    const alone = distributionOf(Int32Array.of(50, 50))
    expect(assignTable(alone, scheme('3+1+2'))).toEqual([{ raw: 50, count: 2, grade: 'A', assigned: 9300 }])
    expect(assignTable(alone, scheme('beijing'))).toMatchObject([{ assigned: 10000 }])
  })

  it('are monotone, alike for alike scores, and within the scheme, for every scheme and tie rule', () => {
    const rules = fc.constantFrom('above' as const, 'atOrAbove' as const, 'nearest' as const)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 80 }),
        fc.constantFrom(...ASSIGNED_SCHEMES),
        rules,
        (scores, one, tieRule) => {
          const column = Int32Array.from(scores, (score) => 250 * score)
          const present = new Uint8Array(column.length).fill(1)
          const assigned = assignColumn(column, present, one.kind === 'bands' ? { ...one, tieRule } : one)
          const [low, high] = one.kind === 'bands' ? [one.bands.at(-1)!.low, one.bands[0]!.high] : [one.low, one.high]
          for (let i = 0; i < scores.length; i++) {
            expect(assigned[i]! % 100).toBe(0)
            expect(assigned[i]! >= 100 * low && assigned[i]! <= 100 * high).toBe(true)
            for (let j = 0; j < i; j++) {
              if (scores[i] === scores[j]) expect(assigned[i]).toBe(assigned[j])
              else expect((assigned[i]! - assigned[j]!) * (scores[i]! - scores[j]!)).toBeGreaterThanOrEqual(0)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('leave the absent at 0 and out of the cohort', () => {
    expect([...assignColumn(Int32Array.of(0, 50, 0), Uint8Array.of(1, 1, 0), scheme('hainan-subject'))]).toEqual([
      16000, 20000, 0,
    ])
  })
})
