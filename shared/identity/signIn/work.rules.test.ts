import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWorkDone, leastBits, mostBits, searchWork, workWord } from './work.rules.ts'

const challenge = fc.string({
  unit: fc.constantFrom(...'ABCDEFabcdef0123456789-_.'),
  minLength: 1,
  maxLength: 40,
})

describe('a proof of work', () => {
  it('hashes as the platform does', () => {
    fc.assert(
      fc.property(challenge, fc.integer({ min: 0, max: 9_999_999_999 }), (text, nonce) => {
        const wanted = createHash('sha256').update(`${text}.${nonce}`).digest().readUInt32BE(0)
        expect(workWord(text, nonce)).toBe(wanted)
      }),
    )
  })

  it('is found by looking on, and is good for that challenge and those bits', () => {
    let from = 0
    let nonce: number | null = null
    while (nonce === null) {
      nonce = searchWork('a-challenge', 10, from, 100)
      from += 100
    }
    expect(isWorkDone('a-challenge', 10, nonce)).toBe(true)
    expect(isWorkDone('a-challenge', 28, nonce)).toBe(false)
    expect(createHash('sha256').update(`a-challenge.${nonce}`).digest().readUInt16BE(0) >> 6).toBe(0)
    expect(searchWork('a-challenge', 10, 0, nonce)).toBeNull()
  })

  it('takes no numbers that are none, and no challenge beyond its block', () => {
    for (const nonce of [-1, 0.5, NaN, Infinity, 1e10]) expect(isWorkDone('x', 0, nonce)).toBe(false)
    expect(isWorkDone('x', 0, 0)).toBe(true)
    expect(isWorkDone('x'.repeat(41), 0, 0)).toBe(false)
    expect(isWorkDone('字', 0, 0)).toBe(false)
  })

  it('takes about 2^bits hashes: the least is soon done, the most costs 32 times that', () => {
    const bits = 8
    const tries = Array.from({ length: 200 }, (_, i) => searchWork(`c${i}`, bits, 0, 1e6)! + 1)
    const mean = tries.reduce((a, b) => a + b, 0) / tries.length
    expect(mean).toBeGreaterThan(2 ** bits * 0.75)
    expect(mean).toBeLessThan(2 ** bits * 1.25)
    expect(mostBits - leastBits).toBe(5)
  })
})
