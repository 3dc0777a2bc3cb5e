/** What a change set moves, from pairs of totals. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergePairs, movedOf, placesOf } from './replay.rules.ts'
import type { TotalPair } from './replay.rules.ts'

describe('what a replay moves', () => {
  const pairs: TotalPair[] = [
    [900, 900, 1],
    [500, 800, 2],
    [null, 600, 1],
    [300, null, 1],
    [600, 600, 3],
  ]
  const shares = { excellent: 0.9, good: 0.8, pass: 0.6, low: 0.4 }

  it('is counted from pairs of totals: places with their ties, lines crossed, who comes and who goes', () => {
    const is = placesOf(pairs, 1)
    expect([900, 800, 600].map(is.placeOf)).toEqual([1, 2, 4])
    const moved = movedOf(pairs, { before: 1000, after: 1000 }, shares)
    expect(moved.before).toMatchObject({ present: 7, sum: 4000, highest: 900, lowest: 300 })
    expect(moved.after).toMatchObject({ present: 7, sum: 4900, highest: 900, lowest: 600 })
    expect(moved.after.bands).toEqual({ excellent: 1, good: 3, pass: 7, low: 0 })
    // Two rise over the line, one comes; who had 300 is no longer low.
    expect(moved.lines).toEqual({
      excellent: { up: 0, down: 0 },
      good: { up: 2, down: 0 },
      pass: { up: 3, down: 0 },
      low: { up: 1, down: 0 },
    })
    // All but the first: 500 was fifth, 600 second.
    expect(moved.placeMoved).toBe(7)
    expect(moved.passed).toEqual([{ total: 600, placeBefore: 2, placeAfter: 4, n: 3 }])
  })

  it('is the same in any order of the shards', () => {
    const total = fc.option(fc.integer({ min: 0, max: 20 }))
    const pair = fc.tuple(total, total, fc.integer({ min: 1, max: 5 }))
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 30 }), fc.nat(30), (list, at) => {
        const whole = mergePairs(list)
        expect(mergePairs([...mergePairs(list.slice(at)), ...mergePairs(list.slice(0, at))])).toEqual(whole)
        const moved = movedOf(whole, { before: 20, after: 20 }, shares)
        const stay = moved.passed.map((p) => p.total)
        expect(stay).toEqual([...new Set(stay)].sort((a, b) => b - a))
        const n = (side: 0 | 1) => list.reduce((sum, p) => sum + (p[side] === null ? 0 : p[2]), 0)
        expect([moved.before.present, moved.after.present]).toEqual([n(0), n(1)])
        for (const band of ['excellent', 'good', 'pass'] as const)
          expect(moved.after.bands[band] - moved.before.bands[band]).toBe(moved.lines[band].up - moved.lines[band].down)
      }),
    )
  })
})
