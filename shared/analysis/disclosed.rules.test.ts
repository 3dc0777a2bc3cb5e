import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StudentResult } from './publication.types.ts'
import { disclosed } from './disclosed.rules.ts'

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
  wentWell: [],
  doNext: ['1'],
  pages: [{ page: 1 }],
} as unknown as StudentResult
const levels = [
  { name: 'A', from: 0.85 },
  { name: 'B', from: 0.6 },
  { name: 'C', from: 0 },
]

it('a result holds what is shown and nothing else of it; the own paper always', () => {
  const flag = fc.boolean()
  const shows = fc.record({ score: flag, level: flag, questions: flag, key: flag, rates: flag, rank: flag })
  fc.assert(
    fc.property(shows, (of) => {
      const told = disclosed(result, of, levels)
      expect(told.total).toBe(of.score ? 8000 : null)
      expect(told.level).toBe(of.level ? 'B' : null)
      expect([told.rank, told.candidates]).toEqual(of.rank ? [3, 60] : [null, null])
      expect(told.items).toHaveLength(of.questions ? 1 : 0)
      for (const i of told.items) {
        expect(i.answer).toBe(of.key ? 'B' : undefined)
        expect(i.scoreRate).toBe(of.rates ? 0.5 : null)
      }
      expect([told.unanswered?.length ?? 0, told.doNext.length]).toEqual(of.questions ? [1, 1] : [0, 0])
      expect(told.pages).toEqual(result.pages)
    }),
  )
})

it.each([
  [8500, 'A'],
  [8499, 'B'],
  [0, 'C'],
  [null, null],
])('a total of %j lies in the band %j', (total, level) => {
  const shows = { score: false, level: true, questions: false, key: false, rates: false, rank: false }
  expect(disclosed({ ...result, total }, shows, levels).level).toBe(level)
})
