/** Any design, and what must hold of every card that is laid out. For tests. */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { CardDesign, CardUnit } from '#shared/card/card.types.ts'
import { tells } from '#shared/card/card.version.ts'
import { copyOf } from '#shared/card/print/prefilled.rules.ts'
import type { CardGeometry, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { qrQuiet } from './furniture.ts'
import { layOut } from './layOut.ts'
import { columnsOn, sheetOf } from './sheet.ts'
import { textWidth } from './textWidth.ts'

const types = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12]

/** Any design: every unit type, odd sizes, long numbers. */
export const designs: fc.Arbitrary<CardDesign> = fc
  .record({
    title: fc.constantFrom(
      '期中考试',
      '二〇二六至二〇二七学年度第一学期高中三年级全市统一质量检测（第二次）理科综合能力测试试卷',
    ),
    subtitle: fc.option(fc.constant('数学　答题卡'), { nil: undefined }),
    sheetType: fc.constantFrom(0, 1, 2, 3) as fc.Arbitrary<0 | 1 | 2 | 3>,
    length: fc.integer({ min: 4, max: 18 }),
    mode: fc.constantFrom('bubbles', 'printed', 'barcode', 'qr') as fc.Arbitrary<CardDesign['studentNumber']['mode']>,
    orientation: fc.constantFrom('vertical', 'horizontal') as fc.Arbitrary<'vertical' | 'horizontal'>,
    showSealLine: fc.boolean(),
    plain: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    options: fc.record(
      {
        cardVersion: fc.constantFrom('1.3', '1.4.3', '1.4.4', '1.4.8', '1.4.9', '1.4.9'),
        sealLinePosition: fc.constantFrom('left', 'right') as fc.Arbitrary<'left' | 'right'>,
        customPageSize: fc.record({
          width: fc.integer({ min: 100, max: 600 }),
          height: fc.integer({ min: 100, max: 600 }),
        }),
        customHeightMode: fc.boolean(),
        isAB: fc.boolean(),
        absentLabelMode: fc.constantFrom('front', 'none') as fc.Arbitrary<'front' | 'none'>,
        addStudentNumRegion: fc.boolean(),
        templateType: fc.integer({ min: 1, max: 3 }),
        showDecimal: fc.boolean(),
        hideTickDecimal: fc.boolean(),
        showUnitTitle: fc.boolean(),
        showUnitTitleScore: fc.boolean(),
        hideScore: fc.boolean(),
        showFooter: fc.boolean(),
        trueOrFalseType: fc.constantFrom('word', 'letter', 'sign') as fc.Arbitrary<'word' | 'letter' | 'sign'>,
      },
      { requiredKeys: [] },
    ),
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
        groupNumber: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
        splitHeights: fc.option(fc.array(fc.integer({ min: 20, max: 300 }), { maxLength: 4 }), { nil: undefined }),
        content: fc.option(
          fc.constantFrom(
            '已知 $x^2+\\frac{1}{2}=0$，则 x＝______，y＝____。',
            '____________',
            '阅读下面的材料，完成各题。'.repeat(30),
            'antidisestablishmentarianism'.repeat(20),
            '　　',
            '一\n二\n\n三______',
          ),
          { nil: undefined },
        ),
        heading: fc.boolean(),
      }),
      { minLength: 1, maxLength: 7 },
    ),
  })
  .map(({ plain, length, mode, orientation, options, units, ...rest }) => {
    let n = 0
    // What the first engine did not know makes a card of a version.
    const known = plain ? {} : { cardVersion: '1.4.9', ...options }
    return {
      schema: 1 as const,
      ...rest,
      ...known,
      studentNumber: plain
        ? { length, mode: mode === 'printed' ? mode : ('bubbles' as const) }
        : { length, mode, orientation },
      units: units.flatMap(({ count, options, score, heading, content, ...u }, i): CardUnit[] => {
        const few = [6, 7].includes(u.unitType) ? 1 : [5, 9, 12, 8].includes(u.unitType) ? Math.min(count, 4) : count
        const questions = Array.from({ length: few }, () => {
          n++
          return {
            questionId: `q${n}`,
            number: n % 5 ? String(n) : `${n}(12)`,
            fullScore: score,
            optionCount: options,
            ...(!plain && content && n % 3 === 0 ? { content } : {}),
          }
        })
        return [
          ...(heading ? [{ unitId: `h${i}`, unitType: 10, title: '第Ⅰ卷', questions: [] }] : []),
          { unitId: `u${i}`, ...u, ...(plain ? { groupNumber: undefined, splitHeights: undefined } : {}), questions },
        ]
      }),
    }
  })

/** `in`: cells of a frame stand inside it. */
type Named = { name: string; rect: Rect; cell: boolean; in?: string }

/** Everything that recognition looks for on a page. */
const frameOf = (page: PageGeometry, ids: readonly string[]) =>
  page.blocks.find((b) => b.part === 0 && b.questionIds.includes(ids[0]!))!.blockId

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
  ...(page.paperType ?? []).map((c) => ({ name: `paper ${c.value}`, rect: c.rect, cell: true })),
  ...(page.barcode ? [{ name: 'barcode', rect: page.barcode, cell: false }] : []),
  ...[...(page.scoreRows ?? []), ...(page.picks ?? [])].flatMap((row, i) =>
    row.cells.map((c) => ({
      name: `mark ${i} ${c.value}`,
      rect: c.rect,
      cell: true,
      in: frameOf(page, row.questionIds),
    })),
  ),
  ...(page.calibration?.ladders ?? []).map((l) => ({ name: `ladder ${l.axis}`, rect: l.rect, cell: false })),
]

const within = (inner: Rect, outer: Rect) =>
  inner.x >= outer.x - 1e-6 &&
  inner.y >= outer.y - 1e-6 &&
  inner.x + inner.w <= outer.x + outer.w + 1e-6 &&
  inner.y + inner.h <= outer.y + outer.h + 1e-6

/** Answers outside their column, and boxes outside their frame. */
const strays = (design: CardDesign, page: PageGeometry): string[] => {
  const sheet = sheetOf(design)
  const columns = columnsOn(design, sheet, page.page).map(({ x, w }) => ({ x, y: 16, w, h: sheet.floor - 16 }))
  const answers = [
    ...page.blocks.map((b) => ({ name: b.blockId, rect: b.rect })),
    ...page.choices.flatMap((c) => c.cells.map((cell) => ({ name: c.questionId + cell.value, rect: cell.rect }))),
  ]
  const frames = new Map(page.blocks.map((b) => [b.blockId, b.rect]))
  return [
    ...answers.filter((a) => !columns.some((c) => within(a.rect, c))),
    ...targets(page).filter((t) => t.in !== undefined && !within(t.rect, frames.get(t.in)!)),
  ].map((a) => a.name)
}

/** The larger of the gaps across and down between two boxes; negative when they overlap. */
const distance = (a: Rect, b: Rect) =>
  Math.max(a.x - (b.x + b.w), b.x - (a.x + a.w), a.y - (b.y + b.h), b.y - (a.y + a.h))

const tooClose = (page: PageGeometry): string[] => {
  const all = targets(page).sort((a, b) => a.rect.y - b.rect.y)
  const found: string[] = []
  for (const [i, a] of all.entries()) {
    for (let j = i + 1; j < all.length && all[j]!.rect.y < a.rect.y + a.rect.h + 1; j++) {
      const b = all[j]!
      if (a.in === b.name || b.in === a.name) continue
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
const collisions = (page: PageGeometry, copied: boolean): string[] => {
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
  if (page.nameLine && copied) words.push({ name: 'name line', rect: page.nameLine })
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

export const holds = (design: CardDesign) => {
  const geometry = layOut(design)
  for (const page of geometry.pages) {
    expect(strays(design, page)).toEqual([])
    expect(tooClose(page)).toEqual([])
    expect(outside(geometry, page)).toEqual([])
    expect(collisions(page, page.copies === undefined && !tells(design))).toEqual([])
    for (const kind of ['named', 'seated'] as const) expect(collisions(copyOf(page, kind), true)).toEqual([])
    for (const kind of ['named', 'seated'] as const) expect(outside(geometry, copyOf(page, kind))).toEqual([])
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
    // A small paper of the author's own, blocks of a set height and high groups may leave a head alone.
    const own = design.customPageSize || design.customHeightMode || design.units.some((u) => (u.groupNumber ?? 5) > 5)
    if (!page.nameBox || !own) {
      expect(page.choices.length + page.blocks.length).toBeGreaterThan(0)
    }
    const value = page.pageMark.reduce((sum, r, bit) => {
      const solid = page.draws.some((d) => d.kind === 'fill' && d.rect === r)
      return sum + (solid ? 1 << bit : 0)
    }, 0)
    expect(value).toBe(page.page)
  }
  return geometry
}
