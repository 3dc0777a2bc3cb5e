/** What 1.5.5 changed: rests become rows, lines and answers; one system of score boxes; even groups; level columns. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { designFromPaper } from '#shared/card/card.rules.ts'
import type { CardDesign } from '#shared/card/card.types.ts'
import type { PageGeometry, Rect } from '#shared/card/geometry/geometry.types.ts'
import { copyOf } from '../print/prefilled.rules.ts'
import { sizesOf } from './bands.ts'
import { layOut } from './layOut.ts'
import { scoreValues } from './marks.ts'
import { designs, holds } from './promises.fixture.ts'
import { columnsOn, sheetOf } from './sheet.ts'
import { cardOf, papers, questionsOf, textsOf, wordsOf } from './told.fixture.ts'
import { textWidth } from './textWidth.ts'

const sheets = [0, 1, 2, 3] as const
const names = Object.keys(papers) as (keyof typeof papers)[]
const every = names.flatMap((name) => sheets.map((sheetType) => ({ name, sheetType, design: cardOf(name, sheetType) })))
const inside = (r: Rect, x: number, w: number): boolean => r.x >= x - 1 && r.x + r.w <= x + w + 1

/** The columns of a card in their order: what is left below the last frame of each, and the blocks that end it. */
const columnsIn = (design: CardDesign) => {
  const sheet = sheetOf(design)
  return layOut(design).pages.flatMap((page) =>
    columnsOn(design, sheet, page.page).map(({ x, w }) => {
      const frames = page.draws.flatMap((d) =>
        d.kind === 'box' && d.ink === 1 && d.rect.w > w / 3 && inside(d.rect, x, w) ? [d.rect] : [],
      )
      const end = Math.max(0, ...frames.map((r) => r.y + r.h))
      const blocks = page.blocks.filter((b) => inside(b.rect, x, w))
      return { page, x, w, rest: sheet.floor - 5 - end, empty: frames.length === 0, blocks }
    }),
  )
}

it('a card of any design keeps every promise', () => {
  fc.assert(
    fc.property(designs, (design) => {
      holds({ ...design, cardVersion: '1.5.5', school: '青禾市第一中学' })
    }),
    { numRuns: 120 },
  )
})

describe('what a column leaves over', () => {
  // A Chinese paper's four short answers on A3 of three columns: two and two of one height leave 70 mm, and less white.
  it('is no white before an answer that could begin there', () => {
    for (const { name, sheetType, design } of every) {
      const columns = columnsIn(design)
      const next = columns.map((_, i) => columns.slice(i + 1).find((c) => c.blocks.length > 0)?.blocks[0])
      for (const [i, { rest, empty }] of columns.entries())
        if (!empty && next[i]?.unitType === 5 && next[i].part === 0)
          expect([name, sheetType, i, rest < 75]).toEqual([name, sheetType, i, true])
    }
  })

  it('is written on in lines, each writing on one side', () => {
    const design = cardOf('english', 2)
    const [front, back] = layOut(design).pages
    expect(wordsOf([front!])).not.toContain('请勿在此区域内作答')
    const sideOf = (id: string) => [front!, back!].filter((p) => p.blocks.some((b) => b.questionIds.includes(id)))
    expect(['q66', 'q67'].map((id) => sideOf(id).map((p) => p.page))).toEqual([[1], [2]])
    for (const { rest } of columnsIn(design).slice(0, 3)) expect(rest).toBeLessThan(15)
  })

  it('goes to rows before it is white: blanks are long enough for a word', () => {
    for (const sheetType of [0, 1] as const) {
      const design = cardOf('english', sheetType)
      const [column] = columnsIn(design)
      expect([sheetType, column!.rest < 15]).toEqual([sheetType, true])
      const blanks = column!.blocks.filter((b) => b.unitType === 4).map((b) => b.rect)
      const rows = [...new Set(blanks.map((r) => r.y))].map((y) => blanks.filter((r) => r.y === y).length)
      expect([rows, Math.min(...blanks.map((r) => r.w)) > 42]).toEqual([[4, 3, 3], true])
    }
    const hundred = cardOf('few')
    const many = questionsOf([100, 1, 100, { optionCount: 4 }])
    const card = { ...hundred, units: [{ ...hundred.units[0]!, questions: many.map((q) => ({ ...q })) }] }
    expect(columnsIn(card)[0]!.rest).toBeLessThan(10)
  })

  it('is the last answer’s unless words bar it: it ends at the foot', () => {
    const two = designFromPaper({
      title: '期中',
      questions: questionsOf([6, 1, 500, { optionCount: 4 }], [2, 5, 1000]),
    })
    const short = sheets.map((sheetType) => ({ name: 'two', sheetType, design: { ...two, sheetType } }))
    for (const { name, sheetType, design } of [...every, ...short])
      for (const { blocks, rest, empty } of columnsIn(design))
        if (!empty && blocks.at(-1)?.unitType === 5)
          expect([name, sheetType, rest < 0.5 || rest > 25]).toEqual([name, sheetType, true])
  })

  it('is shared by marks: ten have never twice what ten others have, and a front is not squeezed beside an empty back', () => {
    for (const { name, sheetType, design } of every) {
      const marks = new Map(design.units.flatMap((u) => u.questions.map((q) => [q.questionId, q.fullScore] as const)))
      const { pages } = layOut(design)
      const room = pages
        .flatMap((p) => p.blocks)
        .filter((b) => b.unitType === 5)
        .map((b) => b.rect.h / Math.min(110, Math.max(40, (6 * marks.get(b.questionIds[0]!)!) / 100)))
      if (room.length === 0) continue
      expect([name, sheetType, Math.max(...room) / Math.min(...room) <= 2]).toEqual([name, sheetType, true])
      expect([name, sheetType, Math.min(...room) >= 0.7]).toEqual([name, sheetType, true])
    }
  })
})

describe('score boxes', () => {
  it('are one box a score as long as a line holds them, under one wording', () => {
    for (const sheetType of sheets)
      for (const showDecimal of [false, true]) {
        const at = (points: number) =>
          scoreValues({ ...cardOf('maths', sheetType), templateType: 1, showDecimal }, points * 100).template
        const last = Array.from({ length: 60 }, (_, i) => i + 1).findLast((n) => at(n) === 1)!
        // The specification's own threshold for A4 of two columns.
        expect([sheetType, last >= (sheetType === 3 ? 8 : 16)]).toEqual([sheetType, true])
        for (let n = 1; n <= last; n++) expect([sheetType, n, at(n)]).toEqual([sheetType, n, 1])
        const design = cardOf('gaokao', sheetType, { templateType: 1, showDecimal })
        design.units.at(-1)!.questions = questionsOf([1, 5, last * 100], [1, 5, 3500]).map((q, i) => ({
          ...{ questionId: `s${i}`, number: `9${i}`, fullScore: q.fullScore },
        }))
        const { pages } = holds(design)
        const said = wordsOf(pages).filter((w) => w.includes('教师填'))
        expect(new Set(said)).toEqual(new Set(['得分（教师填）']))
        for (const row of pages.flatMap((p) => p.scoreRows ?? []))
          if (row.template === 1) expect(new Set(row.cells.map((c) => c.rect.y)).size).toBe(1)
      }
  })
})

describe('the half of a score', () => {
  it('stands apart, and says that it is added', () => {
    for (const [sheetType, fullScore] of [
      [0, 150],
      [1, 1250],
      [3, 2050],
    ] as const) {
      const design = cardOf('gaokao', sheetType, { templateType: 1 })
      design.units.at(-1)!.questions = [{ questionId: 'half', number: '99', fullScore }] as never
      const { pages } = holds(design)
      const cells = pages.flatMap((p) => p.scoreRows ?? []).find((r) => r.questionIds.includes('half'))!.cells
      const [before, half] = cells.slice(-2) as [(typeof cells)[number], (typeof cells)[number]]
      expect([half.value, half.rect.y]).toEqual(['0.5', before.rect.y])
      if (sheetType !== 3) expect(half.rect.x - (before.rect.x + before.rect.w)).toBeGreaterThan(2)
      expect(wordsOf(pages)).toContain('+0.5')
    }
  })
})

describe('blanks among words', () => {
  const line = '写出该反应的化学方程式$2Fe^{3+}+Cu=2Fe^{2+}+Cu^{2+}$，并指出氧化剂____________与还原产物____________。'
  const chemistry = (sheetType: 0 | 1 | 2 | 3, lines: readonly number[], more: Partial<CardDesign> = {}) => {
    const design = cardOf('few', sheetType, more)
    const questions = lines.map((n, i) => ({
      ...{ questionId: `w${i}`, number: String(60 + i), fullScore: 600 },
      content: Array.from({ length: n }, () => line).join('\n'),
    }))
    const units = [{ unitId: 'w', unitType: 4, title: '二、填空题', questions }] as unknown as CardDesign['units']
    return { ...design, units: [...design.units.slice(0, 1), ...units] }
  }

  it('are cut only where no column holds them', () => {
    for (const sheetType of sheets)
      for (const templateType of [undefined, 1] as const) {
        const { pages } = holds(chemistry(sheetType, [3, 5, 4, 6, 3, 5, 4, 6], { templateType }))
        const parts = pages.flatMap((p) => p.blocks.filter((b) => b.unitType === 4))
        expect([sheetType, parts.map((b) => b.part)]).toEqual([sheetType, parts.map(() => 0)])
        expect(parts).toHaveLength(8)
      }
    const long = holds(chemistry(0, [40])).pages.flatMap((p) => p.blocks.filter((b) => b.unitType === 4))
    expect(long.map((b) => b.part).length).toBeGreaterThan(1)
  })

  it('have their formulas whole, each as wide as it is printed', () => {
    for (const sheetType of sheets) {
      const words = wordsOf(holds(chemistry(sheetType, [4])).pages).filter((w) => w.includes('Cu'))
      expect(words.filter((w) => w.includes('2Fe³⁺+Cu=2Fe²⁺+Cu²⁺'))).toEqual(words)
      expect(words.length).toBeGreaterThan(3)
    }
  })

  it('stand further apart where a column has the room', () => {
    const design = chemistry(0, [0])
    design.units.at(-1)!.questions[0]!.content = '写出一种____________\n写出两种____________'
    const ys = textsOf(holds(design).pages[0]!.draws).flatMap((d) => (d.text.includes('写出') ? [d.rect.y] : []))
    expect(ys[1]! - ys[0]!).toBeCloseTo(12, 1)
  })
})

describe('a column of A4 in two', () => {
  it.each(['judged', 'large', 'maths', 'gaokao'] as const)(
    'has whole headings, and its frames are level: %s',
    (name) => {
      const design = cardOf(name, 3)
      const sheet = sheetOf(design)
      for (const page of layOut(design).pages) {
        const heads = textsOf(page.draws).filter((d) => d.bold && /^[一二三四五六七]、/u.test(d.text) && d.size > 3)
        for (const d of heads) {
          const unit = design.units.find((u) => u.title === d.text)
          expect([d.text, unit !== undefined]).toEqual([d.text, true])
          // The pen stands on the name's own line.
          const beside = textsOf(page.draws).filter((h) => Math.abs(h.rect.y - d.rect.y) < 0.1 && h.align === 'right')
          const w = columnsOn(design, sheet, page.page)[0]!.w
          const hint = beside.find((h) => Math.abs(h.rect.x - d.rect.x) < w / 2 && /填涂|书写/u.test(h.text))
          expect([d.text, hint !== undefined]).toEqual([d.text, true])
          expect(textWidth(d.text, d.size, true) + textWidth(hint!.text, hint!.size)).toBeLessThan(w)
        }
        const tops = columnsOn(design, sheet, page.page).map(({ x, w }) =>
          Math.min(
            ...page.draws.flatMap((d) =>
              d.kind === 'box' && d.ink === 1 && d.width === 0.3 && d.rect.w > w / 2 && inside(d.rect, x, w)
                ? [d.rect.y]
                : [],
            ),
          ),
        )
        if (page.page === 1) expect(tops[1]! - tops[0]!).toBeCloseTo(0, 1)
      }
    },
  )
})

describe('groups', () => {
  it.each([
    [5, [5]],
    [6, [3, 3]],
    [7, [4, 3]],
    [8, [4, 4]],
    [9, [5, 4]],
    [10, [5, 5]],
    [11, [4, 4, 3]],
    [12, [4, 4, 4]],
    [14, [5, 5, 4]],
    [16, [4, 4, 4, 4]],
    [17, [5, 4, 4, 4]],
    [20, [5, 5, 5, 5]],
    [21, [5, 5, 5, 5, 1]],
    [23, [5, 5, 5, 5, 3]],
  ])('of %i choices are %j', (count, expected) => {
    expect(sizesOf(count, 5, true)).toEqual(expected)
    expect(
      sizesOf(count, 5, false)
        .slice(0, -1)
        .every((n) => n === 5),
    ).toBe(true)
    const few = cardOf('few')
    const questions = questionsOf([count, 1, 500, { optionCount: 4 }]).map((q) => ({ ...q }))
    const rows = (groupNumber?: number) => {
      const unit = { ...few.units[0]!, questions, ...(groupNumber ? { groupNumber } : {}) }
      const page = layOut({ ...few, units: [unit] }).pages[0]!
      const starts = page.choices.map(({ cells: [first] }) => first!.rect)
      return starts.reduce<number[]>(
        (sizes, r, i) =>
          i > 0 && starts[i - 1]!.x === r.x && starts[i - 1]!.y < r.y && r.y - starts[i - 1]!.y < 7
            ? [...sizes.slice(0, -1), sizes.at(-1)! + 1]
            : [...sizes, 1],
        [],
      )
    }
    expect(rows()).toEqual(expected)
    // Its author's number stands.
    expect(rows(5)).toEqual(sizesOf(count, 5, false))
  })

  it('go on with the next group where a column ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 20 }), fc.boolean(), (n, most, even) => {
        const sizes = sizesOf(n, most, even)
        expect(sizes.reduce((a, b) => a + b, 0)).toBe(n)
        expect(sizes).toHaveLength(Math.ceil(n / most))
        expect(Math.max(...sizes)).toBeLessThanOrEqual(most)
        expect(Math.min(...sizes)).toBeGreaterThan(0)
      }),
    )
  })
})

describe('words', () => {
  it('tell two writings apart', () => {
    const titles = (...scores: number[]) =>
      designFromPaper({
        title: '期中',
        questions: questionsOf(
          [4, 1, 300, { optionCount: 4 }],
          ...scores.map((s) => [1, 6, s] as [number, number, number]),
        ),
      }).units.map((u) => u.title)
    expect(titles(1500)).toEqual(['一、单项选择题', '二、书面表达'])
    expect(titles(1500, 2500)).toEqual(['一、单项选择题', '二、应用文写作', '三、读后续写'])
    expect(titles(1000, 1000)).toEqual(['一、单项选择题', '二、书面表达　第一节', '三、书面表达　第二节'])
  })

  it('about which pencil stand back, and those that ask do not', () => {
    const quiet = textsOf(layOut(cardOf('history')).pages.flatMap((p) => p.draws)).filter((d) =>
      d.text.includes('所选题号涂黑'),
    )
    expect(quiet.map((d) => [d.size, d.bold ?? false])).toEqual([
      [3, false],
      [3, false],
    ])
    const asking = textsOf(layOut(cardOf('history', 0, { showUnitTitle: false })).pages.flatMap((p) => p.draws)).filter(
      (d) => d.text.includes('任选'),
    )
    expect(asking.map((d) => d.bold)).toEqual([true, true])
  })

  it('say what the marks at the foot are, on the blank card alone', () => {
    for (const sheetType of sheets) {
      const [page] = layOut(cardOf('maths', sheetType)).pages
      const says = (p: Pick<PageGeometry, 'draws'>) => wordsOf([p]).filter((w) => w === '印刷检测标记，请勿涂写').length
      expect([says(page!), says(copyOf(page!, 'named'))]).toEqual([1, 0])
    }
  })

  it('of a name line end clear of the answers below', () => {
    for (const sheetType of sheets) {
      const page = layOut(cardOf('sheets', sheetType)).pages[2]!
      const line = page.nameLine!
      const top = Math.min(...page.blocks.map((b) => b.rect.y).filter((y) => y > line.y))
      expect(top - line.y - line.h).toBeGreaterThan(4.5)
    }
  })
})
