import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherLimits, schoolOfName, takeOne, tokensUsed, waitFor, wrongPasswordLimits } from './limit.rules.ts'
import type { Bucket } from './limit.rules.ts'

const bucket = fc.record({ capacity: fc.integer({ min: 1, max: 200 }), everyMs: fc.integer({ min: 1, max: 100_000 }) })
/** Moments in order, as gaps. */
const gaps = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 300 })

/** A bucket written the plain way: a count that fills up by whole intervals since it was last full. */
const drain = (of: Bucket, times: number[]): boolean[] => {
  let tokens = of.capacity
  let last = times[0]!
  return times.map((at) => {
    tokens = Math.min(of.capacity, tokens + (at - last) / of.everyMs)
    last = at
    // Parts of tokens are summed: a hair less than one is one.
    if (tokens < 1 - 1e-6) return false
    tokens -= 1
    return true
  })
}
const run = (of: Bucket, times: number[]): boolean[] => {
  let full = 0
  return times.map((at) => {
    const next = takeOne(full, at, of)
    if (next === null) return false
    full = next
    return true
  })
}
const momentsOf = (all: number[]): number[] => all.reduce<number[]>((t, g) => [...t, (t.at(-1) ?? 1_000_000) + g], [])

describe('a bucket', () => {
  it('gives exactly what a counted bucket gives', () => {
    fc.assert(
      fc.property(bucket, gaps, (of, g) => {
        expect(run(of, momentsOf(g))).toEqual(drain(of, momentsOf(g)))
      }),
    )
  })

  it('never gives more than its capacity and what has come back since', () => {
    fc.assert(
      fc.property(bucket, gaps, (of, g) => {
        const times = momentsOf(g)
        const given = run(of, times).filter(Boolean).length
        expect(given).toBeLessThanOrEqual(of.capacity + Math.floor((times.at(-1)! - times[0]!) / of.everyMs))
      }),
    )
  })

  it('says how long to wait: then, and not before, there is a token', () => {
    fc.assert(
      fc.property(bucket, fc.integer({ min: 1, max: 400 }), (of, tries) => {
        let full = 0
        for (let i = 0; i < tries; i++) full = takeOne(full, 5_000, of) ?? full
        const wait = waitFor(full, 5_000, of)
        expect(takeOne(full, 5_000 + wait, of)).not.toBeNull()
        if (wait > 0) expect(takeOne(full, 5_000 + wait - 1, of)).toBeNull()
        expect(tokensUsed(full, 5_000, of)).toBe(Math.min(tries, of.capacity))
      }),
    )
  })
})

describe('the limits', () => {
  it('let five wrong passwords of a name through from one address, then one every two minutes', () => {
    const of = wrongPasswordLimits.nameAtAddress
    expect(
      run(
        of,
        [0, 0, 0, 0, 0, 0, 119_999, 120_000].map((t) => t + 1e6),
      ),
    ).toEqual([...Array.from({ length: 5 }, () => true), false, false, true])
  })

  it('do not ask a school of 2 000 behind one address for puzzles while one in twenty mistypes', () => {
    const at = (i: number): number => Math.floor((i * 600_000) / 100)
    const mistyped = Array.from({ length: 100 }, (_, i) => at(i))
    expect(run(wrongPasswordLimits.address, mistyped).every(Boolean)).toBe(true)
    // And all 2 000 may ask for several puzzles within the ten minutes if it came to that.
    const puzzles = Array.from({ length: 6_000 }, (_, i) => i * 100)
    expect(run(otherLimits.slide, puzzles).every(Boolean)).toBe(true)
  })

  it('know the names of one school by their letters', () => {
    expect(['qhyz20260001', 'qhyz_t1', 'QHYZ1'.toLowerCase()].map(schoolOfName)).toEqual(['qhyz', 'qhyz', 'qhyz'])
    expect(['13800000000', 'root', 'a1', '张三'].map(schoolOfName)).toEqual([null, null, null, null])
  })
})
