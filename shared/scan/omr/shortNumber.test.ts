import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { numbersMeant, shortNumber } from './shortNumber.ts'

/** As it is filled in: _ is an empty column, ? one in doubt. */
const read = (columns: string) => shortNumber([...columns].map((c) => (c === '?' ? null : c === '_' ? '' : c)))

describe('a number shorter than its columns', () => {
  it.each([
    ['1234____', { digits: '1234', before: 0, after: 4 }],
    ['____1234', { digits: '1234', before: 4, after: 0 }],
    ['00001234', { digits: '00001234', before: 0, after: 0 }],
    ['0______', { digits: '0', before: 0, after: 6 }],
    ['_1234_', null],
    ['12_34', null],
    ['1234___?', null],
    ['?234____', null],
    ['________', null],
  ])('%s', (columns, expected) => expect(read(columns)).toEqual(expected))

  it('means itself with any zeros before it that the columns hold, and what a forgotten digit makes of it', () => {
    expect(numbersMeant(read('012__')!)).toEqual({
      same: ['12', '012', '0012', '00012'],
      longer: [...'0123456789'].map((d) => `012${d}`),
    })
    expect(numbersMeant(read('_12')!).longer).toEqual(['112', '212', '312', '412', '512', '612', '712', '812', '912'])
    expect(numbersMeant(read('0012')!)).toEqual({ same: ['12', '012', '0012'], longer: [] })
    expect(numbersMeant(read('00_')!).same).toEqual(['0', '00', '000'])
  })

  it('is among them at either end of the columns and with zeros before it, in few numbers', () => {
    const number = fc.stringMatching(/^[1-9]\d{0,9}$/)
    fc.assert(
      fc.property(number, fc.nat(4), fc.nat(4), fc.boolean(), (real, zeros, spare, left) => {
        const filled = '0'.repeat(zeros) + real
        const meant = numbersMeant(read(left ? filled.padEnd(filled.length + spare, '_') : '_'.repeat(spare) + filled)!)
        expect(meant.same).toContain(real)
        expect(meant.same).toContain(filled)
        expect(new Set(meant.same.map(Number))).toEqual(new Set([Number(real)]))
        expect(new Set([...meant.same, ...meant.longer]).size).toBe(meant.same.length + meant.longer.length)
        expect(meant.same.length + meant.longer.length).toBeLessThanOrEqual(19)
      }),
    )
  })
})
