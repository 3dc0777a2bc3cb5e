import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import { CardDesign } from '#shared/card/card.types.ts'
import { CardGeometry as Schema } from '#shared/card/geometry/geometry.types.ts'
import type { CardUnit } from '#shared/card/card.types.ts'
import type { PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import { geometryHash } from './digest.ts'
import { layOut, layOutAuto } from './layOut.ts'
import { designs, holds } from './promises.fixture.ts'

describe('layOut', () => {
  it.each([
    ['small', smallCard, 2],
    ['big', bigCard, 2],
    ['english', englishCard, 2],
  ] as const)('lays the %s card out', (_, design, pages) => {
    const geometry = holds(design)
    expect(geometry.pages).toHaveLength(pages)
    expect(() => Schema.parse(geometry)).not.toThrow()
    expect(layOut(structuredClone(design))).toEqual(geometry)
  })

  it('keeps every promise for any design', () => {
    fc.assert(
      fc.property(designs, (design) => {
        holds(design)
      }),
      { numRuns: 150 },
    )
  })

  it('changes nothing when an unchanged card is laid out again: stored and read back, after another one, or as found', () => {
    let before: CardDesign = smallCard
    fc.assert(
      fc.property(designs, fc.integer({ min: 1, max: 6 }), (design, pages) => {
        const kept = JSON.stringify(design)
        const geometry = JSON.stringify(layOut(design))
        expect(JSON.stringify(design)).toBe(kept)
        layOut(before)
        before = design
        expect(JSON.stringify(layOut(CardDesign.parse(JSON.parse(kept)))) === geometry).toBe(true)
        const found = layOutAuto(design, pages)
        if ('refusal' in found) return
        // What was found fits as it is: laid out again it needs no fallback and is the same.
        const stored = CardDesign.parse(found.design)
        const again = layOutAuto(stored, found.geometry.pages.length)
        expect(again).toMatchObject({ design: stored, notices: [] })
        expect('geometry' in again && again.geometry.hash).toBe(found.geometry.hash)
      }),
      { numRuns: 60 },
    )
  })

  it('gives a solution at least the height that its author asked for, but for a twentieth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 600 }), fc.integer({ min: 1, max: 5 }), (height, count) => {
        const questions = Array.from({ length: count }, (_, i) => ({
          questionId: `q${i}`,
          number: `${i}`,
          fullScore: 500,
        }))
        const geometry = layOut({ ...smallCard, units: [{ unitId: 'u', unitType: 5, height, questions }] })
        for (const q of questions) {
          const parts = geometry.pages.flatMap((p) => p.blocks).filter((b) => b.questionIds[0] === q.questionId)
          expect(parts.reduce((sum, b) => sum + b.rect.h, 0)).toBeGreaterThanOrEqual(height * 0.95 - 0.05)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('marks an essay that goes on with 续 and has a square for every character', () => {
    const questions = [{ questionId: 'q1', number: '1', fullScore: 6000 }]
    const geometry = layOut({ ...smallCard, units: [{ unitId: 'u', unitType: 7, totalNumber: 800, questions }] })
    const blocks = geometry.pages.flatMap((p) => p.blocks)
    expect(blocks.map((b) => b.part)).toEqual([0, 1, 2])
    const words = geometry.pages.flatMap((p) => p.draws.flatMap((d) => (d.kind === 'text' ? [d.text] : [])))
    expect(words).toContain('1.（续）')
    expect(words).toContain('▲800字')
  })
})

describe('the hash', () => {
  const geometry = layOut(smallCard)
  it('is stable', () => expect(layOut(smallCard).hash).toBe(geometry.hash))
  it('changes when any cell, block, anchor, QR or option moves', () => {
    const moves: ((p: PageGeometry) => void)[] = [
      (p) => (p.choices[3]!.cells[2]!.rect.x += 0.01),
      (p) => (p.blocks[0]!.rect.h += 0.01),
      (p) => (p.anchors[4]!.rect.y -= 0.01),
      (p) => (p.qr.w += 0.01),
      (p) => (p.studentNumber!.columns[9]!.cells[9]!.rect.y += 0.01),
      (p) => (p.absent!.rect.x += 0.01),
      (p) => (p.pageMark[0]!.x += 0.01),
      (p) => (p.choices[3]!.cells[2]!.value = 'Z'),
      (p) => (p.choices[3]!.questionId = 'other'),
    ]
    const hashes = moves.map((move) => {
      const copy = structuredClone(geometry)
      move(copy.pages[0]!)
      return geometryHash(copy)
    })
    expect(new Set([geometry.hash, ...hashes]).size).toBe(moves.length + 1)
  })
  it('does not change with words that recognition never reads', () => {
    expect(layOut({ ...smallCard, title: '期末考试' }).hash).toBe(geometry.hash)
  })
})

describe('layOutAuto', () => {
  const solutions = (count: number): CardUnit => ({
    unitId: 'u',
    unitType: 5,
    height: 100,
    questions: Array.from({ length: count }, (_, i) => ({ questionId: `q${i}`, number: `${i + 1}`, fullScore: 1000 })),
  })
  const auto = (count: number, sheetType: CardDesign['sheetType'] = 0) => {
    const result = layOutAuto({ ...smallCard, sheetType, units: [solutions(count)] })
    return 'refusal' in result
      ? result.refusal
      : [result.design.sheetType, result.geometry.pages.length, ...result.notices]
  }
  it('keeps what fits', () => expect(auto(1)).toEqual([0, 1]))
  it('adds the back', () => expect(auto(3)).toEqual([0, 2, '无法自动排版，自动将页数加1']))
  it('changes the sheet type', () =>
    expect(auto(7)).toEqual([1, 2, '无法自动排版，自动将页数加1', '无法自动排版，自动更换版式']))
  it('refuses in the end', () => {
    expect(auto(40)).toBe('无法正常排版，请调整题目数量')
    expect(auto(40, 3)).toBe('无法正常排版，请调整题目数量')
  })
})
