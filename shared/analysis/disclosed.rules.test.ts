import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StudentResult } from './publication.types.ts'
import { disclosed, rankBandOf } from './disclosed.rules.ts'

const item = {
  questionId: 'qu_1',
  number: '1',
  objective: true,
  score: 300,
  fullScore: 500,
  chosen: 'A',
  answer: 'B',
  scoreRate: 0.5,
}
const result = {
  state: 'present',
  total: 8000,
  fullScore: 10_000,
  rank: 3,
  candidates: 60,
  items: [item],
  unanswered: [{ numbers: ['19', '20'], fullScore: 1000 }],
  short: [{ numbers: ['21'], left: 1, fullScore: 800 }],
  wentWell: [],
  doNext: ['1'],
  pages: [{ page: 1 }],
} as unknown as StudentResult
const levels = [
  { name: 'A', from: 0.85 },
  { name: 'B', from: 0.6 },
  { name: 'C', from: 0 },
]

const settings = { levels, rankSectionEnds: [10, 50, 100] }

it('a result holds what is shown and nothing else of it', () => {
  const flag = fc.boolean()
  const shows = fc.record({
    score: flag,
    level: flag,
    questions: flag,
    key: flag,
    rates: flag,
    rank: flag,
    rankBand: flag,
    paper: flag,
    mean: flag,
    notes: flag,
  })
  fc.assert(
    fc.property(shows, fc.integer({ min: 1, max: 9 }), (of, present) => {
      const told = disclosed(result, of, settings, { present, mean: 7100 })
      // Of a few the mean would tell of one.
      expect(told.classMean).toBe(of.mean && present >= 5 ? 7100 : undefined)
      expect(disclosed({ ...result, total: null }, of, settings, { present, mean: 7100 })).not.toHaveProperty(
        'classMean',
      )
      expect(told.total).toBe(of.score ? 8000 : null)
      expect(told.level).toBe(of.level ? 'B' : null)
      expect([told.rank, told.candidates]).toEqual(of.rank ? [3, 60] : [null, null])
      expect(told.rankBand).toBe(!of.rank && of.rankBand ? '前10名' : null)
      expect(told.items).toHaveLength(of.questions ? 1 : 0)
      for (const i of told.items) {
        expect(i.answer).toBe(of.key ? 'B' : undefined)
        expect(i.scoreRate).toBe(of.rates ? 0.5 : null)
      }
      expect([told.unanswered?.length ?? 0, told.short?.length ?? 0, told.doNext.length]).toEqual(
        of.questions ? [1, 1, 1] : [0, 0, 0],
      )
      expect(told.pages).toEqual(of.paper ? result.pages : [])
    }),
  )
})

it.each([
  [8500, 'A'],
  [8499, 'B'],
  [0, 'C'],
  [null, null],
])('a total of %j lies in the band %j', (total, level) => {
  const shows = {
    score: false,
    level: true,
    questions: false,
    key: false,
    rates: false,
    rank: false,
    rankBand: false,
    paper: true,
    mean: false,
    notes: false,
  }
  expect(disclosed({ ...result, total }, shows, settings).level).toBe(level)
})

it.each([
  [1, [10, 50], '前10名'],
  [10, [10, 50], '前10名'],
  [11, [10, 50], '第11–50名'],
  [51, [10, 50], '50名以后'],
  // A band of less than five would tell the rank.
  [1, [1, 3, 10], '前10名'],
  [12, [10, 12, 20], '第11–20名'],
  [2, [1, 3], ''],
  // So would the last one, where the end lies beyond all candidates too.
  [51, [10, 50], '10名以后', 52],
  [52, [10, 50, 100], '10名以后', 52],
  [4, [10], '', 12],
])('a rank of %i lies by the ends %j in the band “%s”', (rank, ends, band, of = 60) =>
  expect(rankBandOf(rank as number, ends as number[], of as number)).toBe(band),
)

it('no band holds fewer than five ranks, the last one neither', () => {
  const ends = fc.uniqueArray(fc.integer({ min: 1, max: 80 }), { maxLength: 6 }).map((e) => e.sort((a, b) => a - b))
  fc.assert(
    fc.property(ends, fc.integer({ min: 1, max: 70 }), (of, candidates) => {
      const bands = Map.groupBy(
        Array.from({ length: candidates }, (_, i) => rankBandOf(i + 1, of, candidates)),
        (band) => band,
      )
      for (const [band, ranks] of bands) if (band !== '') expect(ranks.length, band).toBeGreaterThanOrEqual(5)
    }),
  )
})
