/** What 1.5 changed: questions stay whole, columns are filled, choices share a frame, marks are quiet. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import { designFromPaper } from '#shared/card/card.rules.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { Draw, PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { headingText } from './headings.ts'
import { headsIn, heightsIn, layOut } from './layOut.ts'
import { designs, holds } from './promises.fixture.ts'
import { columnsOn, sheetOf } from './sheet.ts'
import { wrapText } from './textWidth.ts'

const run = (from: number, count: number, unitType: number, fullScore: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => ({
    questionId: `q${from + i}`,
    number: String(from + i),
    unitType,
    fullScore,
    ...more,
  }))
const maths: CardDesign = {
  ...designFromPaper({
    title: '高一第一次月考·数学',
    school: '青禾市第一中学',
    questions: [
      ...run(1, 8, 1, 500, { optionCount: 4 }),
      ...run(9, 3, 2, 600, { optionCount: 4 }),
      ...run(12, 2, 3, 300),
      ...run(14, 3, 4, 500),
      ...run(17, 5, 5, 1500),
      ...run(22, 2, 5, 1000, { optional: { group: 'a', count: 1 } }),
    ],
  }),
  cardVersion: '1.5.3',
}
const sheets = [0, 1, 2, 3] as const
const textsOf = (draws: readonly Draw[]) => draws.flatMap((d) => (d.kind === 'text' ? [d] : []))

/** White between a column's last frame and its warning, column by column, where frames stand. */
const restsOf = (design: CardDesign, page: PageGeometry): number[] => {
  const sheet = sheetOf(design)
  return columnsOn(design, sheet, page.page).flatMap(({ x, w }) => {
    const ends = page.blocks.filter((b) => b.rect.x >= x - 1 && b.rect.x < x + w).map((b) => b.rect.y + b.rect.h)
    return ends.length === 0 ? [] : [sheet.floor - 5 - Math.max(...ends)]
  })
}
const apart = (a: Rect, b: Rect) => Math.max(a.x - (b.x + b.w), b.x - (a.x + a.w), a.y - (b.y + b.h), b.y - (a.y + a.h))

describe('a card of 1.5', () => {
  it('keeps every promise for any design', () => {
    fc.assert(
      fc.property(designs, (design) => {
        for (const cardVersion of ['1.5', '1.5.2', '1.5.3', '1.5.4'])
          holds({ ...design, cardVersion, school: '青禾市第一中学' })
      }),
      { numRuns: 100 },
    )
  })

  it('never cuts a question that a column holds', () => {
    const units = fc.array(
      fc.record({
        unitType: fc.constantFrom(5, 9, 6, 7),
        score: fc.integer({ min: 100, max: 4000 }),
        height: fc.option(fc.integer({ min: 20, max: 240 }), { nil: undefined }),
        count: fc.integer({ min: 1, max: 4 }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(units, fc.constantFrom(...sheets), (some, sheetType) => {
        const design: CardDesign = {
          ...smallCard,
          cardVersion: '1.5',
          sheetType,
          units: [
            smallCard.units[0]!,
            ...some.map(({ unitType, score, height, count }, i) => ({
              unitId: `w${i}`,
              unitType,
              ...(unitType === 6 ? { rowNumber: 12 } : unitType === 7 ? { totalNumber: 120 } : {}),
              ...(height === undefined || unitType > 5 ? {} : { height }),
              questions: Array.from({ length: unitType > 5 ? 1 : count }, (_, k) => ({
                questionId: `w${i}.${k}`,
                number: `${i + 20}(${k + 1})`,
                fullScore: score,
              })),
            })),
          ],
        }
        expect(
          holds(design)
            .pages.flatMap((p) => p.blocks)
            .filter((b) => b.part > 0),
        ).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  // In half of an A4 a frame that does not fit below the head and the choices leaves its place white.
  it.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 80],
  ] as const)('fills every column that it begins, on sheet type %i', (sheetType, white) => {
    const design = { ...maths, sheetType }
    const rests = holds(design).pages.flatMap((p) => restsOf(design, p))
    expect(rests.reduce((a, b) => a + Math.max(0, b), 0)).toBeLessThan(white)
  })

  it('gives what a column leaves over by marks', () => {
    const questions = [900, 1800].map((fullScore, i) => ({ questionId: `q${i}`, number: `${i + 1}`, fullScore }))
    const two = { ...maths, units: [{ unitId: 'u', unitType: 5, questions }] }
    const [a, b] = layOut(two).pages[0]!.blocks.map((x) => x.rect.h)
    expect(b! / a!).toBeCloseTo(2, 0)
    expect(restsOf(two, layOut(two).pages[0]!)[0]).toBeLessThan(2)
  })

  it('leaves no column of an A3 unused that larger frames would reach', () => {
    const few = { ...maths, sheetType: 2 as const, units: maths.units.filter((u) => u.unitType !== 8) }
    const said = layOut(few).pages.flatMap((p) => textsOf(p.draws).map((d) => d.text))
    expect(said).not.toContain('请勿在此区域内作答')
  })

  it('sets choices side by side in one frame, each under its caption', () => {
    const page = layOut(maths).pages[0]!
    const top = (id: string) => page.choices.find((c) => c.questionId === id)!.cells[0]!.rect
    expect([top('q9').y, top('q12').y]).toEqual([top('q1').y, top('q1').y])
    expect([top('q1').x < top('q9').x, top('q9').x < top('q12').x]).toEqual([true, true])
    const captions = textsOf(page.draws).filter((d) => /^[一二三]、/.test(d.text))
    expect([captions.length, new Set(captions.map((d) => d.rect.y)).size]).toEqual([3, 1])
    // One below the other they take some 37 mm more, as 1.4.9 has them.
    const below = (d: CardDesign) => layOut(d).pages[0]!.blocks[0]!.rect.y
    expect(below({ ...maths, cardVersion: '1.4.9' }) - below(maths)).toBeGreaterThan(30)
  })

  it('prints the school over the title, 4 mm and 6.2 mm', () => {
    const texts = textsOf(layOut(maths).pages[0]!.draws)
    const school = texts.find((d) => d.text === '青禾市第一中学')!
    const title = texts.find((d) => d.text === maths.title)!
    expect([school.size, title.size, school.rect.y < title.rect.y]).toEqual([4, 6.2, true])
  })

  it('says of optional questions what a student understands', () => {
    const unit = maths.units.find((u) => u.unitType === 8)!
    expect(headingText(unit, maths)).toBe('六、选做题（2题中任选1题作答，10分）')
    const questions = [...unit.questions, { ...unit.questions[0]!, questionId: 'x' }]
    expect(headingText({ ...unit, questions, optionalCount: 2 }, maths)).toBe(
      '六、选做题（3题中任选2题作答，每题10分，共20分）',
    )
    const texts = layOut(maths).pages.flatMap((p) => textsOf(p.draws).map((d) => d.text))
    // The heading said what it earns; without one the frame does, behind its words, so that no bracket hangs out.
    expect(texts).toContain('第22、23题中任选1题作答，并用2B铅笔把所选题号涂黑')
    const bare = layOut({ ...maths, showUnitTitle: false }).pages.flatMap((p) => textsOf(p.draws).map((d) => d.text))
    expect(bare).toContain('第22、23题中任选1题作答（10分），并用2B铅笔把所选题号涂黑')
  })

  it('calls the number by one name, and counts characters so that they can be read', () => {
    const all = [maths, { ...englishCard, cardVersion: '1.5' }, { ...smallCard, cardVersion: '1.5' }]
    const texts = all.flatMap((d) => layOut(d).pages.flatMap((p) => textsOf(p.draws)))
    expect(texts.filter((d) => d.text.replaceAll(' ', '').includes('准考证号'))).toEqual([])
    const counts = texts.filter((d) => d.text.startsWith('▲'))
    expect(counts).toHaveLength(3)
    // 6 pt, black.
    for (const d of counts) expect([d.size >= 2.1, d.ink]).toEqual([true, 1])
  })

  it.each([
    ['none', {}],
    ['left', { showSealLine: true }],
    ['right', { showSealLine: true, sealLinePosition: 'right' as const }],
  ])('keeps its calibration to page 1, small, and clear of the sealed line: %s', (_, more) => {
    for (const design of [maths, bigCard, { ...maths, sheetType: 1 as const }]) {
      const { pages } = holds({ ...design, cardVersion: '1.5', showSealLine: false, ...more })
      expect(pages.map((p) => p.calibration !== undefined)).toEqual(pages.map((p) => p.page === 1))
      const { ladders, ramp } = pages[0]!.calibration!
      for (const { rect } of ladders) expect([Math.max(rect.w, rect.h), Math.min(rect.w, rect.h)]).toEqual([50, 1.2])
      expect(ramp.map((p) => p.ink)).toEqual([0.12, 0.25, 0.4, 0.55, 0.75])
      const sealed = textsOf(pages[0]!.draws).filter((d) => d.rotate)
      expect(sealed).toHaveLength('showSealLine' in more ? 7 : 0)
      for (const word of sealed)
        for (const { rect } of [...ladders, ...ramp]) expect(apart(word.rect, rect)).toBeGreaterThan(4)
    }
  })

  it('has its anchors flush with its columns', () => {
    for (const design of [maths, { ...maths, sheetType: 1 as const }]) {
      const { pages, width } = layOut(design)
      for (const { anchors } of pages) {
        const at = (role: string) => anchors.find((a) => a.role === role)!.rect
        expect([at('tl').x, at('bl').x, at('tr').x + 6, at('br').x + 6]).toEqual([12, 12, width - 12, width - 12])
      }
    }
  })
})

describe('words of a card of 1.5.1', () => {
  const cut = /\d(?:小?题|[分个行字名])/u
  /** Whether a line ends with a number whose measure begins the next one. */
  const parted = (lines: readonly string[]): string[] =>
    lines.slice(1).flatMap((l, i) => {
      const [before, after] = [lines[i]!, l]
      return /\d$/.test(before) && cut.test(before.slice(-1) + after.slice(0, 2)) ? [`${before}/${after}`] : []
    })
  const worth = '（共3题，每题4分，选对但不全得2分，共12分）'

  it('keep a number beside what it counts in a column of any width, and lose nothing', () => {
    const widths = Array.from({ length: 50 }, (_, i) => 14 + i)
    const lines = widths.map((w) => wrapText(worth, w, 2.7, false, true))
    expect(lines.flatMap(parted)).toEqual([])
    expect(lines.filter((l) => l.some((x) => /^[，。；：、）]/.test(x)))).toEqual([])
    expect(new Set(lines.map((l) => l.join('')))).toEqual(new Set([worth]))
    // The cause: an older card's words part there.
    expect(widths.flatMap((w) => parted(wrapText(worth, w, 2.7)))).not.toEqual([])
  })

  it('keep them where choice groups stand side by side', () => {
    const group = (unitId: string, unitType: number, title: string, n: number, score: number) => ({
      ...{ unitId, unitType, title },
      questions: Array.from({ length: n }, (_, i) => ({
        ...{
          questionId: `${unitId}${i}`,
          number: `${unitId}${i}`,
          fullScore: score,
          optionCount: unitType === 3 ? 2 : 4,
        },
        ...(unitType === 2 ? { halfScore: 200 } : {}),
      })),
    })
    const units = [
      group('1', 1, '一、单选题', 8, 300),
      group('2', 2, '二、多选题', 3, 400),
      group('3', 3, '三、判断题', 2, 200),
    ]
    const printed = (cardVersion: string) =>
      layOut({ ...smallCard, cardVersion, units } as CardDesign).pages.flatMap((p) =>
        textsOf(p.draws).map((d) => d.text),
      )
    expect(printed('1.5').join('|')).toContain('得2|分')
    const now = printed('1.5.1')
    expect([parted(now), now.join('').includes('选对但不全得2分，共12分')]).toEqual([[], true])
  })
})

describe('a card of 1.5.2', () => {
  const sealed: CardDesign = {
    ...designFromPaper({
      title: '高一化学',
      showSealLine: true,
      questions: [
        ...run(1, 12, 1, 300, { optionCount: 4 }),
        ...run(13, 4, 2, 400, { optionCount: 5 }),
        ...run(17, 5, 3, 200),
        ...run(22, 2, 5, 1500),
      ],
    }),
    cardVersion: '1.5.3',
  }
  const leftOf = (design: CardDesign, id: string) => {
    const row = layOut(design).pages[0]!.choices.find((c) => c.questionId === id)!
    return row.cells[0]!.rect
  }

  it('sets true/false beside multiple choice rather than alone in a frame of the full width', () => {
    holds(sealed)
    const [multiple, judged] = [leftOf(sealed, 'q13'), leftOf(sealed, 'q17')]
    expect([judged.y === multiple.y, judged.x > multiple.x]).toEqual([true, true])
    // Nothing is lower for it.
    const top = (d: CardDesign) => layOut(d).pages[0]!.blocks[0]!.rect.y
    expect(top(sealed)).toBeLessThanOrEqual(top({ ...sealed, cardVersion: '1.5.1' }) + 1)
    const older = { ...sealed, cardVersion: '1.5.1' }
    expect(leftOf(older, 'q17').y).toBeGreaterThan(leftOf(older, 'q13').y)
  })

  it('has a line of whose it is on every page without the candidate’s own lines', () => {
    fc.assert(
      fc.property(designs, (design) => {
        const { pages } = holds({ ...design, cardVersion: '1.5.2' })
        for (const page of pages) {
          if (page.nameBox) expect(page.nameLine).toBeUndefined()
          else if (!design.customPageSize) expect(page.nameLine!.w).toBeGreaterThan(20)
        }
      }),
      { numRuns: 60 },
    )
    expect(layOut({ ...sealed, cardVersion: '1.5.1' }).pages.map((p) => p.nameLine)).toEqual([undefined, undefined])
  })
})

describe('a card of 1.5.3', () => {
  const optional = (from: number, count: number, score: number, choose: number) =>
    run(from, count, 5, score, { optional: { group: `${from}`, count: choose } })
  const geography: CardDesign = {
    ...designFromPaper({
      title: '高一地理',
      school: '青禾市第一中学',
      sheetType: 1,
      questions: [
        ...run(1, 20, 1, 200, { optionCount: 4 }),
        ...run(21, 5, 2, 400, { optionCount: 4 }),
        ...run(26, 5, 3, 200),
        ...run(31, 4, 4, 300),
        ...optional(35, 2, 1000, 1),
        ...optional(37, 3, 800, 2),
        ...run(40, 3, 5, 1400),
      ],
    }),
    cardVersion: '1.5.3',
  }
  const barred = (design: CardDesign) =>
    layOut(design).pages.flatMap((p) => textsOf(p.draws).filter((d) => d.text === '请勿在此区域内作答')).length
  const white = (design: CardDesign) =>
    layOut(design)
      .pages.flatMap((p) => restsOf(design, p))
      .reduce((sum, rest) => sum + Math.max(0, rest), 0)
  const parted = (design: CardDesign) =>
    layOut(design).pages.flatMap((p) => p.draws.flatMap((d) => (d.kind === 'line' && d.dash === 1.2 ? [d] : [])))

  it('leaves neither half of a column nor a whole one empty where a frame can begin the next', () => {
    const before = { ...geography, cardVersion: '1.5.2' }
    expect([white(before) > 70, barred(before)]).toEqual([true, 0])
    expect([white(geography) < 2, barred(geography)]).toEqual([true, 0])
    expect(holds(geography).pages.length).toBe(layOut(before).pages.length)
  })

  it('parts a frame for several answers into as many places as are answered, each with the number to write', () => {
    const { pages } = layOut(geography)
    const frame = pages.flatMap((p) => p.blocks).find((b) => b.questionIds.includes('q38'))!.rect
    const [between, ...more] = parted(geography)
    expect(more).toEqual([])
    const numbers = pages.flatMap((p) => textsOf(p.draws).filter((d) => d.text === '第______题'))
    const [first, second] = numbers.map((d) => d.rect.y) as [number, number]
    expect(numbers).toHaveLength(2)
    expect([frame.y < first, first < between!.y1, between!.y1 < second, second < frame.y + frame.h]).toEqual([
      true,
      true,
      true,
      true,
    ])
    // Both have the same room to write.
    expect(frame.y + frame.h - between!.y1).toBeCloseTo(between!.y1 - (first - 0.8), 1)
    expect(parted({ ...geography, cardVersion: '1.5.2' })).toEqual([])
  })

  it('stands as it does while nothing of it is dragged yet', () => {
    const papers = fc.record({
      sheetType: fc.constantFrom(...sheets),
      solutions: fc.array(fc.integer({ min: 200, max: 2000 }), { minLength: 1, maxLength: 7 }),
      choices: fc.integer({ min: 0, max: 40 }),
      group: fc.option(fc.tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 3 })), { nil: undefined }),
    })
    fc.assert(
      fc.property(papers, ({ sheetType, solutions, choices, group }) => {
        const design = designFromPaper({
          title: '高一物理',
          sheetType,
          questions: [
            ...run(1, choices, 1, 300, { optionCount: 4 }),
            ...(group ? optional(choices + 1, group[0], 1000, Math.min(group[0], group[1])) : []),
            ...solutions.flatMap((score, i) => run(50 + i, 1, 5, score)),
          ],
        })
        const geometry = layOut(design)
        const held = layOut(design, heightsIn(geometry), headsIn(geometry))
        expect(held.pages.map((p) => p.blocks)).toEqual(geometry.pages.map((p) => p.blocks))
      }),
      { numRuns: 60 },
    )
  })

  it('names room and seat as the candidate’s own lines do', () => {
    const said = (design: CardDesign) =>
      textsOf(layOut(design).pages[0]!.draws)
        .map((d) => d.text)
        .join('')
    expect([said(geography).includes('考场和座号'), said(geography).includes('座位号')]).toEqual([true, false])
  })
})

describe('while an edge is dragged', () => {
  it('what stands above it stays, and the edge is where the hand is', () => {
    const before = layOut(maths)
    const held = heightsIn(before)
    const placeOf = (pages: readonly PageGeometry[], questionId: string) =>
      pages.flatMap((p) =>
        p.blocks.flatMap((b) => (b.questionIds[0] === questionId ? [{ page: p.page, ...b.rect }] : [])),
      )
    // Held as it stands, it stands as it does.
    expect(layOut(maths, held).pages.map((p) => p.blocks)).toEqual(before.pages.map((p) => p.blocks))
    const page = before.pages.find((p) => p.blocks.filter((b) => b.unitType === 5).length > 1)!
    const framed = page.blocks.filter((b) => b.unitType === 5)
    const { questionIds, rect } = framed.at(-1)!
    const [last] = questionIds as [string]
    for (const by of [-30, -14, -1, 0]) {
      const { pages } = layOut(maths, new Map(held).set(last, rect.h + by))
      const [now] = placeOf(pages, last)
      expect(now!.page).toBe(page.page)
      expect(now!.y).toBeCloseTo(rect.y, 2)
      expect(now!.y + now!.h).toBeCloseTo(rect.y + rect.h + by, 1)
      for (const b of framed.slice(0, -1))
        expect(placeOf(pages, b.questionIds[0]!)).toEqual(placeOf(before.pages, b.questionIds[0]!))
    }
    // Let go, the column is full again.
    const shared = layOut({
      ...maths,
      units: maths.units.map((u) => (u.questions.some((q) => q.questionId === last) ? { ...u, height: 60 } : u)),
    })
    expect(placeOf(shared.pages, last)).not.toEqual([])
  })
})
