import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AreaId } from '#shared/kit/ids.ts'
import { schoolProblems } from '../school.problems.ts'
import { whyNotUnder } from './area.rules.ts'

const area = (name: string, more: { cityId?: string; counties?: number } = {}) => ({
  areaId: name as AreaId,
  areaName: name,
  ...(more as { cityId?: AreaId; counties?: number }),
})

describe('an area below a city', () => {
  it.each([
    ['a city that is not there', null, area('a'), 'cityUnknown'],
    ['itself', area('a'), area('a'), 'cityIsSelf'],
    ['a county', area('c', { cityId: 'x' }), area('a'), 'cityIsCounty'],
    ['with counties of its own', area('c'), area('a', { counties: 1 }), 'hasCounties'],
  ] as const)('is refused: %s', (_what, city, of, problem) => {
    expect(whyNotUnder(city, of)?.problem).toBe(schoolProblems[problem])
  })

  it('is a new one, one without counties, and one that is left by all', () => {
    expect(whyNotUnder(area('c'))).toBeNull()
    expect(whyNotUnder(area('c', { counties: 3 }), area('a'))).toBeNull()
    expect(whyNotUnder(area('c'), area('a', { counties: 0, cityId: 'x' }))).toBeNull()
  })

  it('however areas are placed, none is below another that is below a third, and none below itself', () => {
    const names = ['a', 'b', 'c', 'd']
    const wish = fc.record({ of: fc.constantFrom(...names), under: fc.constantFrom(...names) })
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 30 }), (wishes) => {
        const above = new Map<string, string>()
        const now = (name: string) =>
          area(name, {
            ...(above.has(name) ? { cityId: above.get(name)! } : {}),
            counties: [...above.values()].filter((c) => c === name).length,
          })
        for (const { of, under } of wishes) if (whyNotUnder(now(under), now(of)) === null) above.set(of, under)
        for (const [of, city] of above) expect([of === city, above.has(city)]).toEqual([false, false])
      }),
    )
  })
})
