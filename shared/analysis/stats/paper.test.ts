import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PaperReport, ReportSettings } from '../analysis.types.ts'
import * as naive from './naive.fixtures.ts'
import { analysePaper, rankList, reportOf } from './paper.ts'
import { mergeTallies } from './shard.ts'
import type { PaperRows, PaperTally } from './shard.ts'
import { tallyOf } from './tally.ts'
import { paperRows } from './stats.fixtures.ts'

const FULLS = [2, 3, 5, 10]

/** Rows of 4 items in half points, some absent, in up to 4 classes. */
const cohort = fc.array(
  fc.record({
    row: fc.option(fc.tuple(...FULLS.map((full) => fc.integer({ min: 0, max: 2 * full }).map((x) => x / 2))), {
      freq: 6,
    }),
    inClass: fc.integer({ min: -1, max: 3 }),
  }),
  { minLength: 1, maxLength: 60 },
)
type Cohort = { row: number[] | null; inClass: number }[]

const rowsOf = (students: Cohort): PaperRows =>
  paperRows(
    students.map((student) => student.row),
    FULLS,
    students.map((student) => student.inClass),
  )

const close = (actual: number | null, expected: number) => {
  if (actual === null) expect(Number.isFinite(expected)).toBe(false)
  else expect(Math.abs(actual - expected)).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)))
}

describe('analysePaper', () => {
  it('agrees with textbook loops over the rows', () => {
    fc.assert(
      fc.property(cohort, (students: Cohort) => {
        const report = analysePaper(rowsOf(students))
        const here = students.flatMap(({ row }) => (row ? [row.map((x) => 100 * x)] : []))
        fc.pre(here.length > 1)
        const totals = here.map(naive.sum)
        close(report.overall.mean, naive.mean(totals))
        close(report.overall.sigma, Math.sqrt(naive.variance(totals)))
        close(report.overall.s, Math.sqrt(naive.variance(totals, 1)))
        close(report.overall.boxPlot!.q1, naive.quantile(totals, 0.25))
        close(report.overall.median, naive.quantile(totals, 0.5))
        close(report.overall.boxPlot!.q3, naive.quantile(totals, 0.75))
        close(report.overall.discrimination, naive.discrimination(totals, totals, 2000))
        const spread = naive.variance(totals) > 0
        if (spread) close(report.reliability.alpha, naive.alpha(here))
        else expect(report.reliability.alpha).toBeNull()
        report.items.forEach((item, i) => {
          const scores = here.map((row) => row[i]!)
          const rest = here.map((row, at) => totals[at]! - row[i]!)
          close(item.mean, naive.mean(scores))
          close(item.difficulty, naive.mean(scores) / item.fullScore)
          close(item.discrimination, naive.discrimination(scores, totals, item.fullScore))
          if (naive.variance(scores) && spread) close(item.pointBiserial, naive.pearson(scores, totals))
          else expect(item.pointBiserial).toBeNull()
          if (naive.variance(scores) && naive.variance(rest)) close(item.itemRest, naive.pearson(scores, rest))
          else expect(item.itemRest).toBeNull()
          const without = here.map((row) => row.filter((_, other) => other !== i))
          if (naive.variance(without.map(naive.sum))) close(item.alphaIfDeleted, naive.alpha(without))
          expect(item.zero.count).toBe(scores.filter((x) => x === 0).length)
          expect(item.full.count).toBe(scores.filter((x) => x === item.fullScore).length)
        })
        const odd = here.map((row) => row[0]! + row[2]!)
        const even = here.map((row) => row[1]! + row[3]!)
        if (naive.variance(odd) && naive.variance(even)) close(report.reliability.splitHalf, naive.pearson(odd, even))
        if (spread)
          close(
            report.reliability.guttman,
            2 * (1 - (naive.variance(odd) + naive.variance(even)) / naive.variance(totals)),
          )
        for (const candidate of report.candidates) {
          expect(candidate.rank).toBe(naive.rank(totals, candidate.total))
          close(candidate.percentileRank, naive.percentileRank(totals, candidate.total))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('counts every student exactly once, in every table', () => {
    fc.assert(
      fc.property(cohort, fc.integer({ min: 1, max: 700 }), (students: Cohort, sectionWidth) => {
        const report = PaperReport.parse(analysePaper(rowsOf(students), { sectionWidth, rankSectionEnds: [1, 5, 20] }))
        const n = students.filter((student) => student.row).length
        const counted = (rows: { count: number }[]) => naive.sum(rows.map((row) => row.count))
        expect(report.overall.present + report.absent.length).toBe(students.length)
        for (const group of [report.overall, ...report.classes]) {
          expect(counted(group.sections)).toBe(group.present)
          expect(counted(group.levels)).toBe(group.present)
          expect(group.present + group.absent).toBe(group.registered)
        }
        for (const row of report.classes) expect(counted(row.rankSections)).toBe(row.present)
        expect(counted(report.standings)).toBe(n)
        expect(report.candidates).toHaveLength(n)
        const inClasses = naive.sum(report.classes.map((row) => row.registered))
        expect(inClasses).toBe(students.filter((student) => student.inClass >= 0).length)
      }),
      { numRuns: 100 },
    )
  })

  it('does not depend on the order of the rows', () => {
    const shuffled = cohort.chain((students) =>
      fc.tuple(fc.constant(students), fc.shuffledSubarray(students, { minLength: students.length })),
    )
    const rowless = (students: Cohort) => ({ ...analysePaper(rowsOf(students)), candidates: 0, absent: 0 })
    fc.assert(
      fc.property(shuffled, ([students, again]: [Cohort, Cohort]) => {
        expect(rowless(again)).toEqual(rowless(students))
      }),
      { numRuns: 100 },
    )
  })

  it('ranks monotonically, ties alike and in the order of the rows', () => {
    fc.assert(
      fc.property(cohort, (students: Cohort) => {
        const { candidates } = analysePaper(rowsOf(students))
        candidates.slice(1).forEach((candidate, i) => {
          const before = candidates[i]!
          if (before.total === candidate.total) {
            expect(candidate.row).toBeGreaterThan(before.row)
            expect({ ...candidate, row: 0, classIndex: 0, classRank: 0 }).toEqual({
              ...before,
              row: 0,
              classIndex: 0,
              classRank: 0,
            })
          } else {
            expect(before.total).toBeGreaterThan(candidate.total)
            expect(candidate.rank).toBe(i + 2)
            expect(before.percentileRank).toBeGreaterThan(candidate.percentileRank)
            expect(before.normalT).toBeGreaterThan(candidate.normalT)
          }
        })
      }),
      { numRuns: 100 },
    )
  })

  it('is the same from shards, however they are cut and in any order they come back', () => {
    const cut = fc.tuple(cohort, fc.array(fc.nat(60), { maxLength: 5 }))
    fc.assert(
      fc.property(cut, ([students, cuts]: [Cohort, number[]]) => {
        const edges = [0, ...cuts.map((at) => at % (students.length + 1)).sort((a, b) => a - b), students.length]
        const shards = edges.slice(1).map((to, i) => rowsOf(students.slice(edges[i]!, to)))
        // Through JSON, as it travels between the workers.
        const tallies = shards.map((shard) => JSON.parse(JSON.stringify(tallyOf(shard))) as PaperTally).reverse()
        const whole = analysePaper(rowsOf(students))
        const merged = mergeTallies(tallies)
        const report = reportOf(rowsOf([]).items, merged)
        expect({ ...report, candidates: [], absent: [] }).toEqual({ ...whole, candidates: [], absent: [] })
        const ranked = shards.flatMap((shard, i) =>
          rankList(shard, report, merged).map((row) => ({ ...row, row: row.row + edges[i]! })),
        )
        expect(ranked.sort((a, b) => a.rank - b.rank || a.row - b.row)).toEqual(whole.candidates)
      }),
      { numRuns: 100 },
    )
  })

  it('tells an absent student from a true zero', () => {
    const report = analysePaper(paperRows([[0, 0], [2, 2], null], [2, 2]))
    expect(report.overall).toMatchObject({ registered: 3, present: 2, absent: 1, mean: 200, min: 0 })
    expect(report.absent).toEqual([2])
    expect(report.candidates.map((row) => [row.row, row.rank])).toEqual([
      [1, 1],
      [0, 2],
    ])
  })

  it('has no figures, rather than wrong ones, for no student and for one', () => {
    const none = PaperReport.parse(analysePaper(paperRows([null], [2, 2])))
    expect(none.overall).toMatchObject({ mean: null, sigma: null, scoreRate: null, discrimination: null })
    expect(none.items[0]).toMatchObject({ difficulty: null, difficultyBand: null, pointBiserial: null })
    const one = PaperReport.parse(analysePaper(paperRows([[1, 2]], [2, 2])))
    expect(one.overall).toMatchObject({ mean: 300, sigma: 0, s: null, discrimination: null })
    expect(one.candidates[0]).toMatchObject({ rank: 1, z: null, t: null, percentileRank: 50, normalT: 50 })
  })

  it('compares classes by a hand-worked table', () => {
    const report = analysePaper(paperRows([[10], [8], [6], [4], [9], null, [3]], [10], [0, 0, 1, 1, 2, 2, -1]), {
      deviation: 'sample',
    })
    expect(report.overall.mean).toBeCloseTo(4000 / 6, 12)
    expect(report.classes.map((row) => [row.classIndex, row.registered, row.present, row.mean, row.meanRank])).toEqual([
      [0, 2, 2, 900, 1],
      [1, 2, 2, 500, 3],
      [2, 2, 1, 900, 1],
    ])
    expect(report.classes.map((row) => row.sigma)).toEqual([100, 100, 0])
    expect(report.classes[1]!.meanDifference).toBeCloseTo(500 - 4000 / 6, 12)
    expect(report.classes[0]!.rates).toEqual({
      excellent: { count: 1, rate: 0.5 },
      good: { count: 2, rate: 1 },
      pass: { count: 2, rate: 1 },
      low: { count: 0, rate: 0 },
    })
    expect(report.classes[1]!.itemScoreRates).toEqual([0.5])
    expect(report.candidates.map((row) => [row.total, row.rank, row.classRank])).toEqual([
      [1000, 1, 1],
      [900, 2, 1],
      [800, 3, 2],
      [600, 4, 1],
      [400, 5, 2],
      [300, 6, null],
    ])
  })

  it('counts options by letter, blanks apart', () => {
    const rows = paperRows([[2], [0], [0], [0], null], [2])
    const [item] = rows.items
    const chosen = Int32Array.of(0b0011, 0b0001, 0b1000, 0, 0b0100)
    const report = analysePaper({ ...rows, items: [{ ...item!, objective: true, options: 4 }], chosen })
    expect(report.items[0]!.options).toEqual([
      { option: 'A', count: 2, rate: 0.5 },
      { option: 'B', count: 1, rate: 0.25 },
      { option: 'C', count: 0, rate: 0 },
      { option: 'D', count: 1, rate: 0.25 },
      { option: '', count: 1, rate: 0.25 },
    ])
  })

  it('refuses what does not fit', () => {
    expect(() => analysePaper(paperRows([[3]], [2]))).toThrow(/row 0, item 1: score 300 is outside 0…200/)
    expect(() => analysePaper(paperRows([[-1]], [2]))).toThrow(RangeError)
    expect(() => analysePaper({ ...paperRows([[1]], [2]), present: new Uint8Array(2) })).toThrow(RangeError)
    expect(() => analysePaper(paperRows([[1]], [2]), { rates: { excellent: 0.5 } })).toThrow(/由高到低/)
    expect(() => mergeTallies([tallyOf(paperRows([[1]], [2])), tallyOf(paperRows([[1, 1]], [2, 2]))])).toThrow(
      RangeError,
    )
  })

  it('takes its defaults from the definitions of the house', () => {
    expect(ReportSettings.parse({})).toMatchObject({
      deviation: 'population',
      rates: { excellent: 0.85, good: 0.7, pass: 0.6, low: 0.4 },
      groupShare: 0.27,
    })
  })
})
