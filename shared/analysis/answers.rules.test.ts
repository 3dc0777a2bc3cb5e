import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noPicks, pickAnswers } from './answers.rules.ts'
import type { Picks } from './answers.rules.ts'

const question = { place: 0, fullScore: 1000, mean: 520 }
const columnsOf = (scores: readonly number[], from = 0) => ({
  studentId: scores.map((_, i) => `st_${String(from + i).padStart(4, '0')}` as never),
  state: scores.map(() => 'present' as const),
  scores: scores.map((s) => [s]),
})
const pick = (parts: readonly (readonly number[])[], each: number): Picks => {
  let at = 0
  let picks = noPicks
  for (const scores of parts) {
    picks = pickAnswers(picks, columnsOf(scores, at), question, each)
    at += scores.length
  }
  return picks
}
const scoresOf = ({ excellent, typical }: Picks) => [excellent.map((p) => p.score), typical.map((p) => p.score)]

describe('the answers of a booklet', () => {
  it.each([
    [[1000, 900, 850, 840, 500, 600, 100, 0, -1], 2, [1000, 900], [500, 600]],
    [[840, 500], 3, [], [500, 840]],
    [[0, -1], 3, [], []],
    [[], 3, [], []],
  ])('of %j, %i each: %j and %j', (scores, each, excellent, typical) =>
    expect(scoresOf(pick([scores], each))).toEqual([excellent, typical]),
  )

  it('leave out who was absent or void', () => {
    const columns = { ...columnsOf([1000, 1000]), state: ['absent' as const, 'void' as const] }
    expect(pickAnswers(noPicks, columns, question, 3)).toEqual(noPicks)
  })

  it('are no one twice, and the best and the nearest there are, however the shards are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1, max: 1000 }), { maxLength: 60 }),
        fc.nat(60),
        fc.integer({ min: 1, max: 4 }),
        (scores, cut, each) => {
          const whole = pick([scores], each)
          expect(pick([scores.slice(0, cut), scores.slice(cut)], each)).toEqual(whole)
          const ids = [...whole.excellent, ...whole.typical].map((p) => p.studentId)
          expect(new Set(ids).size).toBe(ids.length)
          const rest = scores.filter((s) => s > 0)
          expect(whole.excellent.length).toBe(Math.min(each, rest.filter((s) => s >= 850).length))
          expect(whole.typical.length).toBe(Math.min(each, rest.length - whole.excellent.length))
        },
      ),
    )
  })
})
