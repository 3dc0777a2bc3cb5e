/** How a card of 1.5.4 is filled: rows as wide as they need, writings on one side, room by marks, no white without words. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { gridOf, groupsIn } from './bands.ts'
import { layOut } from './layOut.ts'
import { designs, holds } from './promises.fixture.ts'
import { columnsOn, sheetOf } from './sheet.ts'
import { cardOf, textsOf, wordsOf } from './told.fixture.ts'

const sheets = [0, 1, 2, 3] as const
const choices = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ questionId: `c${i}`, number: `${i + 1}`, fullScore: 100, optionCount: 4 }))
const names = ['maths', 'gaokao', 'chinese', 'history', 'english', 'large', 'judged', 'few'] as const
const every = names.flatMap((name) => sheets.map((sheetType) => ({ name, sheetType, design: cardOf(name, sheetType) })))

/** Each column of a page: where what is drawn in it ends, and whether words bar the rest. */
const footsOf = (design: CardDesign, page: PageGeometry): { rest: number; barred: boolean }[] => {
  const sheet = sheetOf(design)
  const bottom = sheet.floor - 5
  return columnsOn(design, sheet, page.page).map(({ x, w }) => {
    const ends = page.draws.flatMap((d) =>
      d.kind === 'box' && d.rect.w > w / 3 && d.rect.x >= x - 1 && d.rect.x + d.rect.w <= x + w + 1
        ? [d.rect.y + d.rect.h]
        : [],
    )
    const wide = page.draws.flatMap((d) =>
      d.kind === 'box' && d.rect.w > w + 2 && d.rect.x <= x + w / 2 && d.rect.x + d.rect.w >= x + w / 2
        ? [d.rect.y + d.rect.h]
        : [],
    )
    const barred = textsOf(page.draws).some((d) => d.text === '请勿在此区域内作答' && Math.abs(d.rect.x - x) < 1)
    return { rest: bottom - Math.max(0, ...ends, ...wide), barred }
  })
}

describe('a card of 1.5.4', () => {
  it('keeps every promise for any design', () => {
    fc.assert(
      fc.property(designs, (design) => {
        const { pages } = holds({ ...design, cardVersion: '1.5.4', school: '青禾市第一中学' })
        for (const page of pages)
          for (const { rest, barred } of footsOf(design, page)) if (rest > 33) expect(barred).toBe(true)
      }),
      { numRuns: 120 },
    )
  })

  it.each(every)(
    'leaves no white that a student would take for paper: $name on sheet type $sheetType',
    ({ design }) => {
      const { pages } = holds(design)
      for (const page of pages)
        for (const { rest, barred } of footsOf(design, page)) expect(rest > 27 && !barred).toBe(false)
    },
  )

  it.each(every)('says of what a column goes on: $name on sheet type $sheetType', ({ design }) => {
    const { pages } = layOut(design)
    const sheet = sheetOf(design)
    for (const page of pages)
      for (const { x, w } of columnsOn(design, sheet, page.page)) {
        const rows = [
          ...page.choices.map((c) => c.cells[0]!.rect),
          ...page.blocks.filter((b) => b.unitType === 4).map((b) => b.rect),
        ].filter((r) => r.x >= x && r.x < x + w)
        if (rows.length === 0) continue
        const top = Math.min(...rows.map((r) => r.y))
        const heads = textsOf(page.draws).filter(
          (d) => d.bold && d.rect.x >= x - 1 && d.rect.x < x + w && d.rect.y < top,
        )
        expect(heads.some((d) => /^[一二三四五六七八九十]+、/.test(d.text))).toBe(true)
      }
  })

  it('gives equal marks nearly equal room, and no frame twice what another gets of the usual', () => {
    for (const { name, design } of every) {
      const marks = new Map(design.units.flatMap((u) => u.questions.map((q) => [q.questionId, q.fullScore] as const)))
      const room = layOut(design)
        .pages.flatMap((p) => p.blocks)
        .filter((b) => b.unitType === 5)
        .map((b) => b.rect.h / Math.min(110, Math.max(40, (6 * marks.get(b.questionIds[0]!)!) / 100)))
      if (room.length > 0) expect([name, Math.max(...room) / Math.min(...room) <= 2.35]).toEqual([name, true])
    }
  })
})

describe('choices with several numbers of options', () => {
  it('are as wide as their own options: a hundred on one side of A4, and English beside its blanks', () => {
    const rows = (design: CardDesign) => layOut(design).pages[0]!.choices.length
    expect(rows(cardOf('large'))).toBe(100)
    expect(rows(cardOf('large', 0, { cardVersion: '1.5.3' }))).toBeLessThan(70)
    const low = (design: CardDesign) => Math.max(...layOut(design).pages[0]!.choices.map((c) => c.cells[0]!.rect.y))
    expect(low(cardOf('english', 0, { cardVersion: '1.5.3' })) - low(cardOf('english'))).toBeGreaterThan(40)
  })

  it('begin at few columns: the eye goes down one of them and finds the next band', () => {
    const columns = (name: 'large' | 'english', sheetType: 0 | 1 | 2 | 3) => {
      const [page] = layOut(cardOf(name, sheetType)).pages
      return new Set(page!.choices.map((c) => c.cells[0]!.rect.x.toFixed(1))).size
    }
    expect([columns('english', 0), columns('english', 1)]).toEqual([4, 4])
    expect([columns('large', 0) <= 9, columns('large', 1)]).toEqual([true, 5])
  })

  it('stand in bands that hold them, mix only where that saves a band, and begin at one edge', () => {
    const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 2, max: 9 })), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(runs, fc.integer({ min: 80, max: 200 }), (some, width) => {
        const counts = some.flatMap(([n, options]) => Array.from({ length: n }, () => options))
        const groups = groupsIn(counts, 0, 5, (options) => 7 + options * 7.4)
        const { bands, places } = gridOf(groups, width, 4.9, 1.6)
        expect(bands.flatMap((b) => b.groups)).toEqual(groups)
        expect(groups.flatMap((g) => Array.from({ length: g.size }, (_, i) => g.from + i))).toEqual(
          counts.map((_, i) => i),
        )
        for (const { size, from, options } of groups) {
          expect(size).toBeLessThanOrEqual(5)
          for (let i = from; i < from + size; i++) expect(counts[i]).toBe(options)
        }
        for (const [b, { groups: own }] of bands.entries()) {
          for (const [i, { w }] of own.entries()) {
            const at = places[b]![i]!
            const next = places[b]![i + 1] ?? width + 1
            expect(at + w).toBeLessThanOrEqual(next + 0.01)
          }
        }
        expect(new Set(places.map(([first]) => first!.toFixed(6))).size).toBe(1)
      }),
      { numRuns: 200 },
    )
    const bands = (counts: number[]) =>
      gridOf(
        groupsIn(counts, 0, 5, (n) => 7 + n * 7.4),
        182,
        4.9,
        1.6,
      ).bands.map((b) => b.groups.map((g) => g.options).join(''))
    const of = (...pairs: [number, number][]) => pairs.flatMap(([n, o]) => Array.from({ length: n }, () => o))
    expect(bands(of([20, 3], [15, 4]))).toEqual(['3333', '444'])
    expect(bands(of([15, 4], [5, 7]))).toEqual(['4447'])
    // Two bands are needed: the one of fours is not shared for the sake of an even look.
    expect(bands(of([25, 3], [5, 4]))).toEqual(['33333', '4'])
  })
})

describe('writings', () => {
  it('have lines by their marks and their column, ten to twelve millimetres apart, and none is cut that a column holds', () => {
    for (const sheetType of sheets) {
      const design = cardOf('english', sheetType)
      const { pages } = holds(design)
      const written = [0, 0]
      for (const page of pages)
        for (const { rect: r, questionIds } of page.blocks.filter((b) => b.unitType === 6)) {
          const ys = page.draws
            .flatMap((d) =>
              d.kind === 'line' &&
              d.y1 === d.y2 &&
              d.width === 0.2 &&
              d.x1 > r.x &&
              d.x2 < r.x + r.w &&
              d.y1 > r.y &&
              d.y1 < r.y + r.h
                ? [d.y1]
                : [],
            )
            .sort((a, b) => a - b)
          for (const [i, y] of ys.slice(1).entries())
            expect([y - ys[i]! >= 10.4, y - ys[i]! <= 12.2]).toEqual([true, true])
          written[questionIds[0] === 'q66' ? 0 : 1]! += ys.length * (r.w - 10)
        }
      // So many words of a hand: ten lines of an upright page for 15 points, eighteen for 25.
      expect([sheetType, written[0]! >= 9.5 * 176, written[1]! >= 17.5 * 176]).toEqual([sheetType, true, true])
      const parts = pages.flatMap((p) => p.blocks).filter((b) => b.unitType === 6)
      if (sheetType < 2) expect(parts.map((b) => b.part)).toEqual([0, 0])
    }
    expect([0, 1].map((s) => layOut(cardOf('english', s as 0)).pages.length)).toEqual([3, 2])
  })

  it('of a side’s length begin it, behind any choices and solutions', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2),
        fc.integer({ min: 300, max: 1000 }),
        fc.integer({ min: 0, max: 40 }),
        fc.array(fc.integer({ min: 300, max: 1500 }), { maxLength: 5 }),
        (sheetType, totalNumber, choices, scores) => {
          const unit = (unitId: string, unitType: number, full: number[], more = {}) => ({
            ...{ unitId, unitType, ...more },
            questions: full.map((fullScore, i) => ({
              questionId: `${unitId}${i}`,
              number: `${unitId}${i}`,
              fullScore,
              optionCount: 4,
            })),
          })
          const design = {
            ...cardOf('chinese', sheetType as 1),
            units: [
              ...(choices > 0
                ? [
                    unit(
                      '1',
                      1,
                      Array.from({ length: choices }, () => 300),
                    ),
                  ]
                : []),
              ...(scores.length > 0 ? [unit('2', 5, scores)] : []),
              unit('3', 7, [6000], { totalNumber }),
            ],
          } as CardDesign
          const { pages } = holds(design)
          const parts = pages.flatMap((p) =>
            p.blocks.filter((b) => b.unitType === 7).map((b) => ({ page: p.page, ...b })),
          )
          // Alone below the head it begins there: no side is left for it.
          if (choices + scores.length > 0) expect(new Set(parts.map((p) => p.page)).size).toBe(1)
          const squares = wordsOf(pages).filter((w) => w.startsWith('▲')).length
          expect(squares).toBeGreaterThanOrEqual(Math.floor(totalNumber / 100))
          for (const { rect: r } of parts.slice(0, -1)) expect(r.h).toBeGreaterThan(5 * 10.3)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('rows', () => {
  it('of a composition stand on one pitch in all columns of a side', () => {
    for (const sheetType of sheets) {
      const { pages } = layOut(cardOf('chinese', sheetType))
      for (const page of pages) {
        const steps = page.blocks
          .filter((b) => b.unitType === 7)
          .flatMap(({ rect: r }) => {
            const ys = page.draws
              .flatMap((d) =>
                d.kind === 'box' && d.rect.h === 8.2 && d.rect.x > r.x && d.rect.x < r.x + r.w && d.rect.y > r.y
                  ? [d.rect.y]
                  : [],
              )
              .filter((y) => y < r.y + r.h)
            return ys.slice(1).map((y, i) => y - ys[i]!)
          })
        if (steps.length > 0) expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.03)
      }
    }
  })

  it('are spread before a card is left white', () => {
    const hundred = { ...cardOf('few'), units: [{ ...cardOf('few').units[0]!, questions: choices(100) }] }
    const pitch = (design: CardDesign) => {
      const [a, b] = layOut(design).pages[0]!.choices
      return b!.cells[0]!.rect.y - a!.cells[0]!.rect.y
    }
    expect(pitch(hundred)).toBeGreaterThan(5.4)
    expect(pitch(cardOf('few')).toFixed(1)).toBe('6.5')
    expect(pitch(cardOf('english'))).toBeGreaterThan(6.2)
  })
})

describe('the head', () => {
  const boxes = (page: PageGeometry): Rect[] => page.studentNumber!.columns.map((c) => c.cells[0]!.rect)
  it('has boxes of one width for the number, beside the lines up to twelve digits on any sheet', () => {
    for (const sheetType of sheets)
      for (const length of [6, 8, 9, 10, 11, 12]) {
        const [page] = layOut(cardOf('gaokao', sheetType, { studentNumber: { length, mode: 'bubbles' } })).pages
        const { rect: r } = page!.studentNumber!
        const xs = [
          r.x,
          ...page!.draws.flatMap((d) =>
            d.kind === 'line' && d.x1 === d.x2 && d.y1 === r.y + 5.5 && d.x1 > r.x && d.x1 < r.x + r.w ? [d.x1] : [],
          ),
          r.x + r.w,
        ]
        expect(xs).toHaveLength(length + 1)
        const wide = xs.slice(1).map((x, i) => x - xs[i]!)
        expect(Math.max(...wide) - Math.min(...wide)).toBeLessThan(0.03)
        expect([page!.nameBox!.y, page!.nameBox!.w >= 47]).toEqual([r.y, true])
        const cells = boxes(page!)
        // A thick stroke joins no two of them, and none with the frame.
        for (const [i, c] of cells.slice(1).entries())
          expect(c.x - cells[i]!.x - cells[i]!.w).toBeGreaterThanOrEqual(1.2)
        expect(cells[0]!.x - r.x).toBeGreaterThan(0.6)
      }
  })

  it('keeps its subtitle clear of the frame, and no larger than the title', () => {
    const title =
      '贵州省黔东南州2026—2027学年度第一学期高三年级第二次适应性模拟考试暨普通高等学校招生全国统一考试诊断性联考'
    for (const sheetType of sheets) {
      const [page] = layOut(cardOf('gaokao', sheetType, { title, school: '黔东南州民族高级中学' })).pages
      const sub = textsOf(page!.draws).find((d) => d.text.includes('答题卡'))!
      const heavy = textsOf(page!.draws).filter((d) => d.bold && title.includes(d.text))
      expect(sub.rect.y + sub.rect.h / 2 + sub.size * 0.6).toBeLessThan(30)
      expect(sub.size).toBeLessThanOrEqual(Math.min(...heavy.map((d) => d.size)) - 0.39)
    }
  })

  it('leaves empty page boxes white, and its calibration off copies', () => {
    const { pages } = layOut(cardOf('chinese'))
    for (const page of pages) {
      const drawn = page.pageMark.map((r) => page.draws.some((d) => d.kind !== 'line' && d.rect === r))
      expect(drawn.filter(Boolean).length).toBe([...page.page.toString(2)].filter((b) => b === '1').length)
    }
    const { ladders, ramp } = pages[0]!.calibration!
    for (const { rect: r } of ramp)
      expect(pages[0]!.draws.find((d) => d.kind === 'fill' && d.rect === r)!.blank).toBe(true)
    const side = ladders.find((l) => l.axis === 'y')!.rect
    expect(side.y + side.h).toBe(274)
  })

  it('of a further front has its words on its lines, and says which pencil', () => {
    const design = cardOf('gaokao', 0, { addStudentNumRegion: true })
    const page = layOut(design).pages[2]!
    const feet = page.fields!.map((f) => f.rect.y + f.rect.h)
    for (const f of page.fields!) {
      const words = textsOf(page.draws).find(
        (d) => d.rect.x < f.rect.x && Math.abs(d.rect.y + d.rect.h - f.rect.y - f.rect.h) < 0.3,
      )!
      expect(['姓名', '班级', '考场', '座号']).toContain(words.text)
    }
    for (const [i, y] of feet.slice(1, 3).entries()) expect(y - feet[i]!).toBeLessThan(10.1)
    expect(wordsOf([page])).toContain('2B铅笔填涂')
  })
})

describe('blanks', () => {
  it.each([
    [10, 0, 4],
    [10, 1, 4],
    [10, 2, 2],
    [6, 0, 3],
    [8, 0, 4],
    [9, 0, 3],
    [4, 3, 2],
  ] as const)('%i on sheet type %i are %i a row', (count, sheetType, perRow) => {
    const blanks = Array.from({ length: count }, (_, i) => ({
      questionId: `b${i}`,
      number: `${i + 1}`,
      fullScore: 200,
    }))
    const [page] = layOut({
      ...cardOf('few', sheetType),
      units: [{ unitId: 'u', unitType: 4, questions: blanks }],
    }).pages
    const ys = page!.blocks.map((b) => b.rect.y)
    expect(ys.filter((y) => y === ys[0])).toHaveLength(perRow)
  })
})

it('the cards of the fixtures hold, sealed, with marks and with a head on every front', () => {
  for (const card of [smallCard, bigCard, englishCard])
    for (const sheetType of sheets)
      for (const more of [
        {},
        { showSealLine: true, isAB: true },
        { templateType: 1, showDecimal: true, addStudentNumRegion: true },
      ])
        for (const cardVersion of ['1.5.4', '1.5.5']) holds({ ...card, cardVersion, sheetType, ...more })
})
