import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import type { CardDesign, CardGeometry, CardUnit, PageGeometry, Rect } from '#shared/card/card.types.ts'
import { CardGeometry as Schema } from '#shared/card/card.types.ts'
import { geometryHash } from './digest.ts'
import { qrQuiet } from './furniture.ts'
import { layOut, layOutAuto } from './layOut.ts'
import { textWidth } from './text.ts'

const types = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12]

/** Any design: every unit type, odd sizes, long numbers. */
const designs: fc.Arbitrary<CardDesign> = fc
  .record({
    title: fc.constantFrom(
      '期中考试',
      '二〇二六至二〇二七学年度第一学期高中三年级全市统一质量检测（第二次）理科综合能力测试试卷',
    ),
    subtitle: fc.option(fc.constant('数学　答题卡'), { nil: undefined }),
    sheetType: fc.constantFrom(0, 1, 2, 3) as fc.Arbitrary<0 | 1 | 2 | 3>,
    length: fc.integer({ min: 4, max: 18 }),
    mode: fc.constantFrom('bubbles', 'printed') as fc.Arbitrary<'bubbles' | 'printed'>,
    showSealLine: fc.boolean(),
    units: fc.array(
      fc.record({
        unitType: fc.constantFrom(...types),
        count: fc.integer({ min: 1, max: 23 }),
        options: fc.integer({ min: 2, max: 26 }),
        score: fc.integer({ min: 50, max: 6000 }),
        height: fc.option(fc.integer({ min: 5, max: 700 }), { nil: undefined }),
        perRow: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
        rowNumber: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
        totalNumber: fc.option(fc.integer({ min: 20, max: 1200 }), { nil: undefined }),
        heading: fc.boolean(),
      }),
      { minLength: 1, maxLength: 7 },
    ),
  })
  .map(({ length, mode, units, ...rest }) => {
    let n = 0
    return {
      schema: 1 as const,
      ...rest,
      studentNumber: { length, mode },
      units: units.flatMap(({ count, options, score, heading, ...u }, i): CardUnit[] => {
        const few = [6, 7].includes(u.unitType) ? 1 : [5, 9, 12, 8].includes(u.unitType) ? Math.min(count, 4) : count
        const questions = Array.from({ length: few }, () => {
          n++
          return { questionId: `q${n}`, number: n % 5 ? String(n) : `${n}(12)`, fullScore: score, optionCount: options }
        })
        return [
          ...(heading ? [{ unitId: `h${i}`, unitType: 10, title: '第Ⅰ卷', questions: [] }] : []),
          { unitId: `u${i}`, ...u, questions },
        ]
      }),
    }
  })

type Named = { name: string; rect: Rect; cell: boolean }

/** Everything that recognition looks for on a page. */
const targets = (page: PageGeometry): Named[] => [
  ...page.anchors.map((a) => ({ name: a.role, rect: a.rect, cell: false })),
  {
    name: 'qr',
    rect: { x: page.qr.x - qrQuiet, y: page.qr.y - qrQuiet, w: page.qr.w + 2 * qrQuiet, h: page.qr.h + 2 * qrQuiet },
    cell: false,
  },
  ...page.pageMark.map((rect, i) => ({ name: `mark${i}`, rect, cell: false })),
  ...(page.absent ? [{ name: 'absent', rect: page.absent.rect, cell: false }] : []),
  ...(page.studentNumber?.columns ?? []).flatMap((c, i) =>
    c.cells.map((cell) => ({ name: `digit${i}.${cell.value}`, rect: cell.rect, cell: true })),
  ),
  ...page.choices.flatMap((row) =>
    row.cells.map((cell) => ({ name: `${row.questionId}.${cell.value}`, rect: cell.rect, cell: true })),
  ),
  ...page.blocks.map((b) => ({ name: b.blockId, rect: b.rect, cell: false })),
]

/** The larger of the gaps across and down between two boxes; negative when they overlap. */
const distance = (a: Rect, b: Rect) =>
  Math.max(a.x - (b.x + b.w), b.x - (a.x + a.w), a.y - (b.y + b.h), b.y - (a.y + a.h))

const tooClose = (page: PageGeometry): string[] => {
  const all = targets(page).sort((a, b) => a.rect.y - b.rect.y)
  const found: string[] = []
  for (const [i, a] of all.entries()) {
    for (let j = i + 1; j < all.length && all[j]!.rect.y < a.rect.y + a.rect.h + 1; j++) {
      const b = all[j]!
      const least = a.cell && b.cell ? 0.8 : 1
      const d = distance(a.rect, b.rect)
      if (d < least - 1e-6) found.push(`${a.name} and ${b.name}: ${d.toFixed(2)} mm`)
    }
  }
  return found
}

/** Boxes drawn and text (as wide as it runs) outside the paper's printable part, 8 mm from its edge. */
const outside = (geometry: CardGeometry, page: PageGeometry): string[] => {
  const found: string[] = []
  const check = (name: string, x1: number, y1: number, x2: number, y2: number) => {
    if (
      Math.min(x1, x2) < 8 ||
      Math.min(y1, y2) < 8 ||
      Math.max(x1, x2) > geometry.width - 8 ||
      Math.max(y1, y2) > geometry.height - 8
    ) {
      found.push(name)
    }
  }
  for (const d of page.draws) {
    if (d.kind === 'line') check('line', d.x1, d.y1, d.x2, d.y2)
    else if (d.kind !== 'text') check(d.kind, d.rect.x, d.rect.y, d.rect.x + d.rect.w, d.rect.y + d.rect.h)
    else {
      const w = textWidth(d.text, d.size, d.bold)
      const { x, y, w: bw, h } = d.rect
      const left = d.align === 'left' ? x : d.align === 'right' ? x + bw - w : x + (bw - w) / 2
      const [cx, cy] = [x + bw / 2, y + h / 2]
      if (d.rotate) check(d.text, cx - d.size / 2, cy - w / 2, cx + d.size / 2, cy + w / 2)
      else check(d.text, left, cy - d.size / 2, left + w, cy + d.size / 2)
    }
  }
  return found
}

/** Words that run into each other, or into an anchor or the QR code. */
const collisions = (page: PageGeometry): string[] => {
  const words = page.draws.flatMap((d) => {
    if (d.kind !== 'text' || !d.text.trim()) return []
    const w = textWidth(d.text, d.size, d.bold)
    const { x, y, w: bw, h } = d.rect
    const left = d.align === 'left' ? x : d.align === 'right' ? x + bw - w : x + (bw - w) / 2
    const [cx, cy] = [x + bw / 2, y + h / 2]
    const high = d.size * 0.8
    const rect = d.rotate
      ? { x: cx - high / 2, y: cy - w / 2, w: high, h: w }
      : { x: left, y: cy - high / 2, w, h: high }
    return [{ name: d.text, rect }]
  })
  const marks = targets(page).filter((t) => t.name === 'qr' || page.anchors.some((a) => a.rect === t.rect))
  const all = [...words, ...marks].sort((a, b) => a.rect.y - b.rect.y)
  const found: string[] = []
  for (const [i, a] of all.entries()) {
    for (let j = i + 1; j < all.length && all[j]!.rect.y < a.rect.y + a.rect.h; j++) {
      if (distance(a.rect, all[j]!.rect) < 0) found.push(`${a.name} / ${all[j]!.name}`)
    }
  }
  return found
}

const idsOf = (units: readonly CardUnit[], objective: boolean) =>
  units.filter((u) => [1, 2, 3].includes(u.unitType) === objective).flatMap((u) => u.questions.map((q) => q.questionId))

const holds = (design: CardDesign) => {
  const geometry = layOut(design)
  for (const page of geometry.pages) {
    expect(tooClose(page)).toEqual([])
    expect(outside(geometry, page)).toEqual([])
    expect(collisions(page)).toEqual([])
    for (const row of page.choices) {
      for (const { rect } of row.cells) expect(rect.w >= 4.6 && rect.h >= 2.6).toBe(true)
    }
    for (const cell of page.studentNumber?.columns.flatMap((c) => c.cells) ?? []) {
      expect(cell.rect.w >= 4.6 && cell.rect.h >= 2.6).toBe(true)
    }
  }
  // Every question exactly once, in order; the parts of a block count on from 0.
  expect(geometry.pages.flatMap((p) => p.choices.map((c) => c.questionId))).toEqual(idsOf(design.units, true))
  const blocks = geometry.pages.flatMap((p) => p.blocks)
  expect(blocks.filter((b) => b.part === 0).flatMap((b) => b.questionIds)).toEqual(idsOf(design.units, false))
  for (const [i, block] of blocks.entries()) {
    if (block.part === 0) continue
    const before = blocks[i - 1]!
    expect([before.part, before.questionIds]).toEqual([block.part - 1, block.questionIds])
  }
  expect(new Set(blocks.map((b) => b.blockId)).size).toBe(blocks.length)
  // No page without anything to answer, no row of page marks that reads wrong.
  for (const page of geometry.pages) {
    expect(page.choices.length + page.blocks.length).toBeGreaterThan(0)
    const value = page.pageMark.reduce((sum, r, bit) => {
      const solid = page.draws.some((d) => d.kind === 'fill' && d.rect === r)
      return sum + (solid ? 1 << bit : 0)
    }, 0)
    expect(value).toBe(page.page)
  }
  return geometry
}

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
