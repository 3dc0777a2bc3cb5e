import { describe, expect, it } from 'vitest'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { regionsOf } from './regions.ts'

describe('regions', () => {
  it.each([
    ['small', smallCard],
    ['big', bigCard],
    ['english', englishCard],
  ])('frame every unit with questions, within the paper: %s', (_, design) => {
    const geometry = layOut(design)
    const regions = regionsOf(design, geometry)
    expect(new Set(regions.map((r) => r.unitId))).toEqual(
      new Set(design.units.filter((u) => u.questions.length > 0).map((u) => u.unitId)),
    )
    for (const { rect } of regions) {
      expect(rect.x).toBeGreaterThanOrEqual(0)
      expect(rect.x + rect.w).toBeLessThanOrEqual(geometry.width)
      expect(rect.y + rect.h).toBeLessThanOrEqual(geometry.height)
    }
  })

  it('do not lie on each other: a click is clear', () => {
    const geometry = layOut(bigCard)
    const regions = regionsOf(bigCard, geometry)
    const clashes = regions.flatMap((a, i) =>
      regions
        .slice(i + 1)
        .filter(
          (b) =>
            a.page === b.page &&
            a.unitId !== b.unitId &&
            a.rect.x < b.rect.x + b.rect.w - 0.5 &&
            b.rect.x < a.rect.x + a.rect.w - 0.5 &&
            a.rect.y < b.rect.y + b.rect.h - 0.5 &&
            b.rect.y < a.rect.y + a.rect.h - 0.5,
        )
        .map((b) => `${a.unitId} ${b.unitId} on ${a.page}`),
    )
    expect(clashes).toEqual([])
  })

  it('let the last part of a block be dragged, with what stands before it', () => {
    const tall = { ...smallCard, units: smallCard.units.map((u) => (u.unitId === 'u5' ? { ...u, height: 400 } : u)) }
    const parts = regionsOf(tall, layOut(tall)).filter((r) => r.unitId === 'u5')
    const edges = parts.filter((r) => r.edge)
    expect(parts.length).toBeGreaterThan(edges.length)
    expect(edges).toHaveLength(2)
    expect(edges[0]!.edge!.before + edges[0]!.rect.h).toBeCloseTo(400, -1.7)
  })
})
