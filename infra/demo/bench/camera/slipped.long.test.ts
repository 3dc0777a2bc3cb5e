/** Photographs of sheets without locating marks, whose grids were laid on other rows: 20 rows had been read wrong. */
import { describe, expect, it } from 'vitest'
import { foreignPages } from './foreignPages.ts'
import { badOwnPages, ownPages } from './ownPages.ts'
import type { Verdict } from './reading.ts'

describe('forms that had slipped', () => {
  it.each([
    [100, 'form-100-0-photo_good', 0],
    [104, 'form-104-2-photo_good', 15],
  ])(
    'accepts nothing off its place, and finds the place where it can: layout %i',
    { timeout: 120_000 },
    async (from, page, atLeast) => {
      const verdicts: Verdict[] = []
      const only = (name: string) => name === page
      for await (const { judged } of foreignPages({ purpose: 'report', from, layouts: 1, each: 3, only }))
        verdicts.push(...judged.rows.map((r) => r.verdict))
      expect(verdicts.length).toBeGreaterThan(20)
      expect(verdicts).not.toContain('wrong')
      expect(verdicts.filter((v) => v === 'right').length).toBeGreaterThanOrEqual(atLeast)
    },
  )
})

describe('an own card that a report read wrong', () => {
  it('asks about a mark that was struck out, of which a coarse fax made one blot', { timeout: 120_000 }, async () => {
    const only = (name: string) => name === 'fax_standard-125'
    const verdicts: Verdict[] = []
    for await (const { judged } of ownPages({ purpose: 'report', from: 125, each: 1, only }))
      verdicts.push(...judged.rows.map((r) => r.verdict))
    expect(verdicts.length).toBeGreaterThan(60)
    expect(verdicts).not.toContain('wrong')
  })
})

describe('an own card of which a row was read as blank', () => {
  it('asks about a pale line under an option, on paper that shows the other side', { timeout: 120_000 }, async () => {
    const only = (name: string) => name === 'bleed-through-309'
    const verdicts: Verdict[] = []
    for await (const { judged } of ownPages({ purpose: 'develop', from: 309, each: 1, marking: 'mixed', only }))
      verdicts.push(...judged.rows.map((r) => r.verdict))
    expect(verdicts.length).toBeGreaterThan(20)
    expect(verdicts).not.toContain('wrong')
  })
})

describe('a photograph on which a lamp shines', () => {
  it('asks about a mark that it nearly took away, beside one that was struck out', { timeout: 120_000 }, async () => {
    const only = (name: string) => name === 'photo_glare-611'
    const verdicts: Verdict[] = []
    for await (const { judged } of ownPages({ purpose: 'develop', from: 611, each: 1, marking: 'mixed', only }))
      verdicts.push(...judged.rows.map((r) => r.verdict))
    expect(verdicts.length).toBeGreaterThan(20)
    expect(verdicts).not.toContain('wrong')
  })

  it('is read where it does not', { timeout: 120_000 }, async () => {
    const only = (name: string) => name === 'photo_glare-605'
    const verdicts: Verdict[] = []
    for await (const { judged } of ownPages({ purpose: 'develop', from: 605, each: 1, marking: 'mixed', only }))
      verdicts.push(...judged.rows.map((r) => r.verdict))
    expect(verdicts).not.toContain('wrong')
    expect(verdicts.filter((v) => v === 'right').length).toBeGreaterThan(40)
  })
})

describe('two pages in one picture', () => {
  it(
    'are not read as one of them, though every cell of it is proved: its size tells',
    { timeout: 120_000 },
    async () => {
      const only = (name: string) => name === 'two_pages-20424'
      const verdicts: Verdict[] = []
      for await (const { judged } of badOwnPages({ purpose: 'report', from: 20424, each: 1, only }))
        verdicts.push(...judged.rows.map((r) => r.verdict))
      expect(verdicts).not.toContain('wrong')
    },
  )
})

describe('rings in light pencil', () => {
  it.each([
    { from: 500, page: 'flatbed_150_dpi-500', what: 'five of them' },
    { from: 501, page: 'flatbed_200_dpi-501', what: 'two about true or false' },
  ])('are asked about on a card that had $what read as blank', { timeout: 120_000 }, async ({ from, page }) => {
    const only = (name: string) => name === page
    const rings: Verdict[] = []
    for await (const { judged } of ownPages({ purpose: 'develop', from, each: 1, marking: 'pale', only }))
      rings.push(...judged.rows.flatMap((r) => (r.row.kind === 'paleRing' ? [r.verdict] : [])))
    expect(rings.length).toBeGreaterThan(5)
    expect(rings).not.toContain('wrong')
  })
})

describe('blank rows of forms that were no blank rows', () => {
  it.each([
    { purpose: 'report', from: 126, page: 'form-126-1-photo_shallow_focus', what: 'a dot on a digit, out of focus' },
    { purpose: 'develop', from: 121, page: 'form-121-1-bow_1–3_mm', what: 'a dot on a digit' },
    { purpose: 'develop', from: 212, page: 'form-212-1-copied_once', what: 'a dot on a digit, copied' },
    { purpose: 'develop', from: 116, page: 'form-116-2-photo_dim_and_noisy', what: 'an underline in noise' },
    { purpose: 'develop', from: 208, page: 'form-208-0-stains', what: 'a blot where the pen rested' },
    { purpose: 'develop', from: 206, page: 'form-206-1-form_copied_then_filled', what: 'underlines below two options' },
    { purpose: 'develop', from: 202, page: 'form-202-1-book', what: 'an underline below two options' },
    { purpose: 'develop', from: 224, page: 'form-224-2-photo_dim_and_noisy', what: 'a light fill in noise' },
    { purpose: 'develop', from: 214, page: 'form-214-1-feeder_uneven_speed', what: 'a full cell half a step off' },
  ] as const)('are asked about: $page, $what', { timeout: 120_000 }, async ({ purpose, from, page }) => {
    const verdicts: Verdict[] = []
    const only = (name: string) => name === page
    for await (const { judged } of foreignPages({ purpose, from, layouts: 1, each: 3, only }))
      verdicts.push(...judged.rows.map((r) => r.verdict))
    expect(verdicts.length).toBeGreaterThan(15)
    expect(verdicts).not.toContain('wrong')
  })
})
