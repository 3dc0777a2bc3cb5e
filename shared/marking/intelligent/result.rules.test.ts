import { describe, expect, it } from 'vitest'
import type { MarkValue } from '../marking.types.ts'
import { resultOf, secondsEach } from './result.rules.ts'

const points = (score: number): MarkValue => ({ kind: 'score', score })
const sheet = (
  marks: readonly (readonly [id: string, score: number | null, at: number])[],
  sizes?: readonly number[],
) => ({
  studentIds: marks.map(([id]) => id),
  ...(sizes ? { sets: sizes.map((size) => ({ size, outliers: 0 })) } : {}),
  given: marks.flatMap(([id, score, at]) => (score === null ? [] : [{ id, value: points(score), at }])),
})

describe('groups against people', () => {
  it('agree as often as members got the mark of most of their group; what stands apart is named', () => {
    const of = resultOf([
      sheet(
        [
          ['a', 300, 0],
          ['b', 300, 0],
          ['c', 100, 0],
          ['d', 0, 0],
          ['e', null, 0],
          ['f', 300, 0],
        ],
        [3, 2, 1],
      ),
      sheet([['g', 100, 0]]),
    ])
    // Of d and e only d was marked: it stands alone.
    expect(of).toMatchObject({ answers: 5, groups: 3, alone: 2, members: 3, agreed: 2 })
    expect(of.apart).toEqual([{ id: 'c', given: points(100), most: points(300) }])
  })

  it('agree beyond chance, with most of their group and with who marked the same answers too', () => {
    const marks = [300, 300, 300, 0, 0, 300].map((score, i) => [`s${i}`, score, 0] as const)
    const whole = sheet(marks, [4, 2])
    const beside = { ...whole, given: whole.given.map((g, i) => (i < 4 ? { ...g, other: [300, 300, 0, 0][i]! } : g)) }
    const of = resultOf([beside])
    // By hand: of s3 and s5 each stands apart; of five of 300 and one of 0 beside four of 300 and two of 0 …
    expect(of).toMatchObject({ members: 6, agreed: 4, others: { n: 4, exact: 0.75 } })
    expect(of.kappa).toBeCloseTo(1 - 2 / 6 / ((4 * 2 + 2 * 4) / 36), 9)
    expect(of.others!.kappa).toBeCloseTo(1 - 1 / 4 / ((3 * 2 + 1 * 2) / 16), 9)
    expect(resultOf([whole]).others).toBeNull()
    // One mark throughout could not have differed.
    expect(
      resultOf([
        sheet(
          [
            ['a', 300, 0],
            ['b', 300, 0],
          ],
          [2],
        ),
      ]).kappa,
    ).toBeNull()
  })

  it('are as fast as their marks follow each other, without pauses; of a few nothing is said', () => {
    const steady = sheet(Array.from({ length: 12 }, (_, i) => [`s${i}`, 100, i * 2000] as const))
    const paused = sheet(
      Array.from({ length: 12 }, (_, i) => [`p${i}`, 100, i * 2000 + (i > 5 ? 3_600_000 : 0)] as const),
    )
    expect(secondsEach([steady])).toBe(2)
    expect(secondsEach([paused])).toBe(2)
    expect(secondsEach([sheet([['a', 100, 0]])])).toBeNull()
    expect(resultOf([])).toMatchObject({ answers: 0, groups: 0, together: null, single: null, apart: [] })
  })
})
