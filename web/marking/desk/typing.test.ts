import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nothingTyped, ownMarks, typed } from './typing.ts'
import type { Typed } from './typing.ts'

const upTo = (full: number, step = 100) => Array.from({ length: full / step + 1 }, (_, i) => i * step)
/** Keys one after another; what is given, in order, and what stands in the end. */
const after = (choices: readonly number[], keys: string): { given: number[]; standing: Typed } => {
  const given: number[] = []
  let standing = nothingTyped
  for (const key of keys) {
    standing = typed(choices, standing, key)
    if (standing.give !== null) given.push(standing.give)
  }
  return { given, standing }
}

describe('typed', () => {
  it('gives one digit at once where one is all there can be', () => {
    expect(after(upTo(900), '7').given).toEqual([700])
    expect(after(upTo(900), '77').given).toEqual([700, 700])
  })
  it('gives nothing by itself where two digits are possible', () => {
    expect(after(upTo(1200), '1')).toMatchObject({ given: [], standing: { text: '1', score: 100 } })
    expect(after(upTo(1200), '5')).toMatchObject({ given: [], standing: { text: '5', score: 500 } })
    expect(after(upTo(1200), '12')).toMatchObject({ given: [], standing: { text: '12', score: 1200 } })
    expect(after(upTo(1200), '05')).toMatchObject({ given: [], standing: { text: '5', score: 500 } })
  })
  it('gives what stands complete when a third key begins the next', () => {
    expect(after(upTo(1200), '123')).toMatchObject({ given: [1200], standing: { text: '3', score: 300 } })
    expect(after(upTo(1200), '1203')).toMatchObject({ given: [1200], standing: { text: '3' } })
  })
  it('keeps more than the full mark in sight, gives no part of it, and begins anew', () => {
    expect(after(upTo(1300), '15')).toMatchObject({
      given: [],
      standing: { text: '15', score: null, problem: '15分超过满分13分' },
    })
    expect(after(upTo(1300), '152')).toMatchObject({ given: [], standing: { text: '2', score: 200, problem: null } })
    expect(after(upTo(300), '9')).toMatchObject({ given: [], standing: { text: '9', problem: '9分超过满分3分' } })
  })
  it('takes halves by a point', () => {
    const halves = upTo(300, 50)
    expect(after(halves, '2')).toMatchObject({ given: [], standing: { text: '2', score: 200 } })
    expect(after(halves, '2.')).toMatchObject({ given: [], standing: { text: '2.', score: null } })
    expect(after(halves, '2.5')).toMatchObject({ given: [], standing: { text: '2.5', score: 250 } })
    expect(after(halves, '2.51')).toMatchObject({ given: [250], standing: { text: '1', score: 100 } })
    expect(after(halves, '2.7')).toMatchObject({ given: [], standing: { problem: '没有2.7分，每0.5分一档' } })
    expect(after(upTo(500), '2.')).toMatchObject({ given: [200], standing: { text: '.', score: null } })
    // Where none are, a point is refused in sight with the digit after it, and what follows these begins anew.
    expect(after(upTo(1400), '0.')).toMatchObject({
      given: [],
      standing: { text: '0.', problem: '没有小数，每1分一档' },
    })
    expect(after(upTo(1400), '6.5')).toMatchObject({
      given: [],
      standing: { text: '6.5', score: null, problem: '没有小数，每1分一档' },
    })
    expect(after(upTo(1400), '6.57')).toMatchObject({ given: [], standing: { text: '7', score: 700, problem: null } })
    expect(after(upTo(500), '2.5')).toMatchObject({ given: [200], standing: { text: '.5', score: null } })
  })
  it('never gives what is none of the scores, and never more marks than keys', () => {
    const some = fc.constantFrom(upTo(500), upTo(900), upTo(1300), upTo(2500), upTo(300, 50), upTo(1250, 50))
    fc.assert(
      fc.property(some, fc.string({ unit: fc.constantFrom(...'0123456789.'), maxLength: 12 }), (choices, keys) => {
        const { given } = after(choices, keys)
        expect(given.every((g) => choices.includes(g))).toBe(true)
        expect(given.length).toBeLessThanOrEqual(choices.at(-1)! < 1000 ? keys.length : keys.length / 2)
      }),
    )
  })
})

describe('ownMarks', () => {
  it('counts', () => {
    expect(ownMarks(upTo(200), [0, 200, 200])).toEqual({ n: 3, mean: 400 / 3, counts: [1, 0, 2] })
    expect(ownMarks(upTo(200), []).mean).toBeNull()
  })
})
