import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigCard } from '#shared/card/card.fixtures.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { drawParts } from '#shared/card/layout/svg.ts'
import { changedPart } from './changedPart.ts'
import { patchUnit } from './edits.ts'
import { regionsOf } from './regions.ts'
import { drawnPages } from './useDrawnPages.ts'
import { heightAt } from './useHeightDrag.ts'

const part = fc.constantFrom<string>('a', 'b', 'c')
it('what changed between two drawings, put in its place, makes one of the other', () => {
  fc.assert(
    fc.property(fc.array(part), fc.array(part), (before, after) => {
      const { from, removed, added } = changedPart(before, after)
      expect(before.toSpliced(from, removed, ...added)).toEqual(after)
      expect(added.length === 0 || removed === 0 || before[from] !== added[0]).toBe(true)
    }),
  )
})

describe('the pages of a card whose frame is dragged', () => {
  const unit = bigCard.units.find((u) => u.unitType === 5)!
  const drawn = (height: number, before: ReturnType<typeof drawnPages> = [], still = (_: number) => false) => {
    const design = patchUnit(bigCard, unit.unitId, { height })
    const geometry = layOut(design)
    return drawnPages(before, geometry, regionsOf(design, geometry), still)
  }
  it('are drawn as a fresh drawing has them', () => {
    const plain = ({ parts, regions }: (typeof fresh)[number]) => ({ parts, regions })
    const fresh = drawn(70)
    expect(drawn(70, drawn(40)).map(plain)).toEqual(fresh.map(plain))
    expect(fresh.map((p) => p.parts)).toEqual(fresh.map((p) => drawParts(p.page.draws)))
  })
  it('keep their identity where they look alike, and out of sight', () => {
    const before = drawn(40)
    expect(drawn(40, before).every((p, i) => p === before[i])).toBe(true)
    const after = drawn(60, before)
    expect(after.some((p, i) => p !== before[i])).toBe(true)
    expect(drawn(60, before, () => true).every((p, i) => p === before[i])).toBe(true)
    const [first] = after.filter((p, i) => p !== before[i])
    const seen = drawn(60, before, (page) => page !== first!.page.page)
    expect(seen.filter((p, i) => p !== before[i])).toHaveLength(1)
  })
  it('change by few of their hundreds of elements', () => {
    const [before, after] = [drawn(40), drawn(41)]
    for (const [i, page] of after.entries()) {
      const { added } = changedPart(before[i]!.parts, page.parts)
      expect(added.length).toBeLessThan(40)
    }
  })
})

it('a dragged edge rests at every fifth millimetre, and is let go by Alt', () => {
  expect([44.3, 44.1, 45.7, 45.9, 3].map((raw) => heightAt(raw, false))).toEqual([45, 44, 45, 46, 10])
  expect(heightAt(44.3, true)).toBe(44)
})
