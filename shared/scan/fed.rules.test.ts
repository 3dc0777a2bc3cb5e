import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTorn, isUnequal, pagesOfFed, sheetsFrom } from './fed.rules.ts'

const mode = fc.constantFrom('SINGLE' as const, 'DOUBLE' as const)

describe('what was fed', () => {
  it.each([
    [{ state: 'recognised', handed: 36, fed: { sheets: 29, mode: 'DOUBLE' } }, true],
    [{ state: 'recognised', handed: 58, fed: { sheets: 29, mode: 'DOUBLE' } }, false],
    [{ state: 'recognised', handed: 29, fed: { sheets: 29, mode: 'SINGLE' } }, false],
    // Nobody knows yet how many pages there are.
    [{ state: 'recognising', handed: 0, fed: { sheets: 29, mode: 'SINGLE' } }, false],
    [{ state: 'recognised', handed: 3 }, false],
  ] as const)('%j is unequal: %j', (batch, unequal) => expect(isUnequal(batch)).toBe(unequal))

  it('becomes sheets without losing a page or its order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), mode, fc.nat(200), (pages, m, k) => {
        const sides = m === 'DOUBLE' ? 2 : 1
        const sheets = sheetsFrom(pages, m, k * sides)
        expect(sheets.flatMap((s) => s.pages)).toEqual(pages)
        expect(sheets.map((s) => s.sheet)).toEqual(sheets.map((_, i) => k + i + 1))
        expect(sheets.slice(0, -1).every((s) => s.pages.length === sides)).toBe(true)
      }),
    )
  })

  it('is equal when every sheet gave its pages, and else not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), mode, fc.integer({ min: -3, max: 3 }), (sheets, m, off) => {
        const fed = { sheets, mode: m }
        const handed = pagesOfFed(fed) + off
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
