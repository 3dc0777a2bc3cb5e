import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHalf, isTorn, isUnequal, pagesExpected, sheetsFrom } from './sheetCount.rules.ts'

const mode = fc.constantFrom('SINGLE' as const, 'DOUBLE' as const)

describe('what was fed', () => {
  it.each([
    [{ state: 'recognised', handed: 36, fed: { sheets: 29, mode: 'DOUBLE' } }, true],
    [{ state: 'recognised', handed: 58, fed: { sheets: 29, mode: 'DOUBLE' } }, false],
    [{ state: 'recognised', handed: 29, fed: { sheets: 29, mode: 'SINGLE' } }, false],
    // A back that is truly not there, and was said to be.
    [{ state: 'recognised', handed: 19, fed: { sheets: 10, mode: 'DOUBLE', missed: 1 } }, false],
    [{ state: 'recognised', handed: 18, fed: { sheets: 10, mode: 'DOUBLE', missed: 1 } }, true],
    // It is not known yet how many pages there are.
    [{ state: 'recognising', handed: 0, fed: { sheets: 29, mode: 'SINGLE' } }, false],
    [{ state: 'recognised', handed: 3 }, false],
  ] as const)('%j is unequal: %j', (batch, unequal) => expect(isUnequal(batch)).toBe(unequal))

  const page = fc.record({
    state: fc.constant('matched'),
    page: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  })
  it('becomes sheets without losing a page or its order', () => {
    fc.assert(
      fc.property(fc.array(page), mode, fc.nat(200), (pages, m, before) => {
        const sheets = sheetsFrom(pages, m, before)
        expect(sheets.flatMap((s) => s.pages)).toEqual(pages)
        expect(sheets.map((s) => s.sheet)).toEqual(sheets.map((_, i) => before + i + 1))
        expect(sheets.every((s) => s.pages.length >= 1 && s.pages.length <= (m === 'DOUBLE' ? 2 : 1))).toBe(true)
      }),
    )
  })

  it('keeps fronts and backs together behind a lost side', () => {
    const of = (...pages: (number | undefined)[]) => pages.map((p) => ({ state: 'matched', page: p }))
    const shape = (...pages: (number | undefined)[]) =>
      sheetsFrom(of(...pages), 'DOUBLE').map((s) => s.pages.map((p) => p.page))
    expect(shape(1, 2, 1, 1, 2, 3, 4)).toEqual([[1, 2], [1], [1, 2], [3, 4]])
    expect(shape(2, 1, 2)).toEqual([[2], [1, 2]])
    // What could not be read has the place that the feeder gave it.
    expect(shape(1, undefined, undefined, 2, undefined, undefined)).toEqual([
      [1, undefined],
      [undefined, 2],
      [undefined, undefined],
    ])
    expect(sheetsFrom(of(1, 2), 'SINGLE')).toHaveLength(2)
    expect([isHalf(of(1), 'DOUBLE'), isHalf(of(1), 'SINGLE'), isHalf(of(1, 2), 'DOUBLE')]).toEqual([true, false, false])
  })

  it('is equal when every sheet gave its pages, and else not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), mode, fc.integer({ min: -3, max: 3 }), (sheets, m, off) => {
        const fed = { sheets, mode: m }
        const handed = pagesExpected(fed) + off
        expect(isUnequal({ state: 'recognised', handed, fed })).toBe(off !== 0)
      }),
    )
  })

  it('is torn when its sides have two owners', () => {
    const side = (studentId?: string, state = 'matched') => ({ state, ...(studentId ? { studentId } : {}) })
    expect(isTorn([side('a'), side('b')])).toBe(true)
    expect(isTorn([side('a'), side('a')])).toBe(false)
    expect(isTorn([side('a'), side()])).toBe(false)
    expect(isTorn([side('a'), side('b', 'voided')])).toBe(false)
  })
})
