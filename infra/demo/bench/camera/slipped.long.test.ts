/** Photographs of sheets without locating marks, whose grids were laid on other rows: 20 rows had been read wrong. */
import { describe, expect, it } from 'vitest'
import { foreignPages } from './foreignPages.ts'
import { ownPages } from './ownPages.ts'
import type { Verdict } from './reading.ts'

describe('forms that had slipped', () => {
  it.each([
    [100, 'form-100-0-photo_good', 0],
    [104, 'form-104-2-photo_good', 20],
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
