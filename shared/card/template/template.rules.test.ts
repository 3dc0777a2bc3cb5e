import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rect } from '../geometry/geometry.types.ts'
import { questionsFromTemplate } from './template.paper.ts'
import {
  draftStatus,
  fitted,
  gridBox,
  gridIn,
  linesOf,
  newArea,
  numbersOf,
  pageSizeOf,
  sizeOf,
  templateFaults,
  templateGeometry,
} from './template.rules.ts'
import { drawTypes, renderWidth } from './template.types.ts'
import type { TemplateArea, TemplatePage } from './template.types.ts'

const [W, H] = [1240, 1754]
const page = (areas: TemplateArea[], more: Partial<TemplatePage> = {}): TemplatePage => ({
  pageNumber: 1,
  imageKey: 'k',
  naturalWidth: W,
  naturalHeight: H,
  rotation: 0,
  isBlankPage: false,
  featureRecognition: true,
  areas,
  ...more,
})

/** Any lawful template: a number, and bands of choices and blocks one below the other, on one or two pages. */
const lawful: fc.Arbitrary<TemplatePage[]> = fc
  .record({
    digits: fc.integer({ min: 4, max: 12 }),
    bands: fc.array(
      fc.record({
        type: fc.constantFrom(12, 13, 14, 15, 16, 17),
        rows: fc.integer({ min: 1, max: 5 }),
        columns: fc.integer({ min: 2, max: 7 }),
        across: fc.boolean(),
        h: fc.integer({ min: 40, max: 90 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    second: fc.boolean(),
  })
  .map(({ digits, bands, second }) => {
    let next = 1
    const take = (count: number) => Array.from({ length: count }, () => String(next++))
    const areaAt = (i: number, top: number): TemplateArea => {
      const { type, rows, columns, across, h } = bands[i]!
      const rect = { x: 100, y: top + i * 100, w: 420, h }
      const areaId = `a${i}`
      if (type >= 15) return { areaId, type, rect, numbers: take(type === 15 ? rows : 1) }
      const grid = gridIn(rect, rows, type === 14 ? 2 : columns)
      const along = across && rows > 1 && type !== 14 ? ('columns' as const) : ('rows' as const)
      const area = { areaId, type, rect, grid, along }
      return { ...area, numbers: take(sizeOf(area).lines) }
    }
    const numberArea: TemplateArea = {
      areaId: 'n',
      type: 8,
      rect: { x: 600, y: 100, w: digits * 45, h: 400 },
      grid: gridIn({ x: 600, y: 100, w: digits * 45, h: 400 }, 10, digits),
    }
    const own = bands.map((_, i) => areaAt(i, i < 4 || !second ? 600 : 200))
    const cut = second ? Math.min(4, own.length) : own.length
    const first = page([numberArea, ...own.slice(0, cut)])
    return second && own.length > cut ? [first, page(own.slice(cut), { pageNumber: 2 })] : [first]
  })
const cellsOf = (pages: readonly TemplatePage[]) =>
  pages.flatMap((p) => p.areas.flatMap((a) => linesOf(a).flatMap((line) => line.map((c) => ({ p, rect: c.rect })))))

describe('a lawful template', () => {
  it('has no fault, waits to be published, and reads every number once', () => {
    fc.assert(
      fc.property(lawful, (pages) => {
        expect(templateFaults(pages)).toEqual([])
        expect(draftStatus(pages)).toBe(1)
        const numbers = numbersOf(pages).map((q) => q.number)
        expect(new Set(numbers).size).toBe(numbers.length)
        const questions = questionsFromTemplate(pages, () => 'qu' as never)
        expect(questions.map((q) => Number(q.number))).toEqual(numbers.map(Number).sort((a, b) => a - b))
        for (const q of questions) {
          const drawn = numbersOf(pages).find((n) => n.number === q.number)!
          expect([q.unitType <= 3, q.unitType <= 2 ? q.optionCount : 0]).toEqual([
            drawn.objective,
            q.unitType <= 2 ? drawn.options : 0,
          ])
        }
      }),
    )
  })

  it('makes a geometry that is the same picture in millimetres', () => {
    fc.assert(
      fc.property(lawful, (pages) => {
        const geometry = templateGeometry(pages, 'template', (n) => `id${n}`)
        const { width, height } = pageSizeOf(pages)
        expect([geometry.width, geometry.height]).toEqual([width, height])
        const choices = geometry.pages.flatMap((p) => p.choices)
        const blocks = geometry.pages.flatMap((p) => p.blocks)
        const ids = [...choices.map((c) => c.questionId), ...blocks.flatMap((b) => b.questionIds)]
        expect(ids.sort()).toEqual(
          numbersOf(pages)
            .map((q) => `id${q.number}`)
            .sort(),
        )
        expect(new Set(blocks.map((b) => b.blockId)).size).toBe(blocks.length)
        const back = (r: Rect): Rect => ({
          x: (r.x / width) * W,
          y: (r.y / height) * H,
          w: (r.w / width) * W,
          h: (r.h / height) * H,
        })
        const made = geometry.pages.flatMap((p) => [
          ...(p.studentNumber?.columns.flatMap((c) => c.cells) ?? []),
          ...p.choices.flatMap((c) => c.cells),
        ])
        const drawn = cellsOf(pages)
        expect(made).toHaveLength(drawn.length)
        for (const [i, cell] of made.entries()) {
          const [a, b] = [back(cell.rect), drawn[i]!.rect]
          for (const side of ['x', 'y', 'w', 'h'] as const) expect(Math.abs(a[side] - b[side])).toBeLessThan(0.001)
          expect(cell.rect.x >= 0 && cell.rect.x + cell.rect.w <= width).toBe(true)
          expect(cell.rect.y >= 0 && cell.rect.y + cell.rect.h <= height).toBe(true)
        }
      }),
    )
  })

  /** Each of these breaks one thing, and is told as that thing. */
  const breaks: [string, (pages: TemplatePage[]) => void, RegExp][] = [
    ['an area outside', ([p]) => (p!.areas.at(-1)!.rect.x = W - 10), /超出了图像/],
    ['two areas on each other', ([p]) => (p!.areas[1]!.rect = { ...p!.areas[0]!.rect }), /重叠|超出了区域/],
    ['no number to know whose it is', ([p]) => p!.areas.shift(), /无法知道是谁的答题卡/],
    ['nine digits a column', ([p]) => (p!.areas[0]!.grid!.rows = 9), /考号填涂区每位应有10格/],
    ['three digits', ([p]) => (p!.areas[0]!.grid!.columns = 3), /考号应为4到18位/],
    ['a question without its number', (pages) => delete pages.at(-1)!.areas.at(-1)!.numbers, /没有题号|题号有0个/],
    ['cells that lie on each other', ([p]) => (p!.areas[0]!.grid!.stepX = 1), /互相重叠/],
    ['cells outside of their area', ([p]) => (p!.areas[0]!.grid!.x -= 40), /填涂格超出了区域/],
    ['no way to find the page', ([p]) => (p!.featureRecognition = false), /定位区少于3个/],
    ['a blank page with areas', ([p]) => (p!.isBlankPage = true), /是空白页，不能有区域/],
    ['two numbers', ([p]) => p!.areas.push({ ...p!.areas[0]!, areaId: 'n2' }), /考号填涂区最多1个/],
    ['nothing at all', (pages) => pages.splice(0), /模板还没有图像/],
  ]
  it.each(breaks)('is none with %s', (_, breaking, said) => {
    fc.assert(
      fc.property(lawful, (pages) => {
        const broken = structuredClone(pages)
        breaking(broken)
        const faults = templateFaults(broken)
        expect(faults.some((f) => said.test(f.message))).toBe(true)
        expect(draftStatus(broken)).toBe(0)
      }),
      { numRuns: 25 },
    )
  })

  it('asks each question once: a number that two rows of choices have is told', () => {
    const grid = (x: number): TemplateArea => {
      const rect = { x, y: 600, w: 200, h: 40 }
      return { areaId: `c${x}`, type: 12, rect, grid: gridIn(rect, 1, 4), numbers: ['7'] }
    }
    const said = templateFaults([page([grid(100), grid(400)])]).map((f) => f.message)
    expect(said).toContain('第7题画了不止一次')
  })
})

describe('areas under the hand', () => {
  const rects = fc.record({
    x: fc.integer({ min: 0, max: W }),
    y: fc.integer({ min: 0, max: H }),
    w: fc.integer({ min: 0, max: W }),
    h: fc.integer({ min: 0, max: H }),
  })
  const types = fc.constantFrom(...Object.keys(drawTypes).map(Number))

  it('are drawn inside the picture, no smaller and no larger than their type allows', () => {
    fc.assert(
      fc.property(types, rects, (type, drawn) => {
        const own = page([])
        const area = newArea('a', type, own, drawn)
        const { rect } = area
        expect(rect.x >= 0 && rect.y >= 0 && rect.x + rect.w <= W + 1 && rect.y + rect.h <= H + 1).toBe(true)
        const told = templateFaults([page([area])]).map((f) => f.message)
        expect(told.filter((m) => /不能小于|不能大于|超出了图像/.test(m))).toEqual([])
        if (area.grid && rect.w > 100 && rect.h > 100)
          expect(told.filter((m) => /超出了区域|互相重叠/.test(m))).toEqual([])
      }),
    )
  })

  it('take their cells along, there and back', () => {
    const size = fc.integer({ min: 40, max: 900 })
    fc.assert(
      fc.property(size, size, size, size, fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 }), (...of) => {
        const [w, h, w2, h2, rows, columns] = of
        const rect = { x: 50, y: 60, w, h }
        const area: TemplateArea = { areaId: 'a', type: 12, rect, grid: gridIn(rect, rows, columns) }
        const box = gridBox(area.grid!)
        expect(box.x >= 50 && box.y >= 60 && box.x + box.w <= 50 + w && box.y + box.h <= 60 + h).toBe(true)
        const there = fitted(area, { x: 10, y: 20, w: w2, h: h2 })
        const moved = gridBox(there.grid!)
        expect(moved.x >= 10 && moved.x + moved.w <= 10 + w2 + 1e-6).toBe(true)
        const back = fitted(there, rect)
        for (const k of ['x', 'y', 'w', 'h', 'stepX', 'stepY'] as const)
          expect(back.grid![k]).toBeCloseTo(area.grid![k], 6)
      }),
    )
  })

  it('have the sizes of the specification on a page 900 wide', () => {
    const own = page([], { naturalWidth: renderWidth, naturalHeight: 1273 })
    const clicked = (type: number) => newArea('a', type, own, { x: 300, y: 300, w: 0, h: 0 }).rect
    expect([1, 7, 5, 3].map((t) => [clicked(t).w, clicked(t).h])).toEqual([
      [90, 35],
      [226, 100],
      [90, 90],
      [98, 18],
    ])
    const dragged = (type: number, w: number, h: number) => newArea('a', type, own, { x: 0, y: 0, w, h }).rect
    expect(dragged(1, 10, 10)).toMatchObject({ w: 55, h: 22 })
    expect(dragged(1, 800, 800)).toMatchObject({ w: 290, h: 70 })
    expect(dragged(2, 800, 800)).toMatchObject({ w: 120, h: 100 })
    expect(dragged(4, 800, 800)).toMatchObject({ w: 200, h: 60 })
  })
})
