/**
 * The specification's own tables held against the layout: sheet types, unit types and constants (2 §9), the fallbacks
 * and messages in their order (2 §4), and what every gated version laid out.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigCard, englishCard, smallCard } from '#shared/card/card.fixtures.ts'
import { withParts } from '#shared/card/card.rules.ts'
import type { CardDesign, CardUnit } from '#shared/card/card.types.ts'
import type { Draw } from '#shared/card/geometry/geometry.types.ts'
import { unitTypes } from '#shared/card/card.types.ts'
import { versionGates } from '#shared/card/card.version.ts'
import { layOut, layOutAuto } from './layOut.ts'
import { designs, holds } from './promises.fixture.ts'
import { columnsOf, sheetOf } from './sheet.ts'

const now: CardDesign = { ...smallCard, cardVersion: '1.4.9' }
/** Pixels of the specification in mm: 96 to an inch. */
const mm = (px: number): number => (px * 25.4) / 96
const questions = (count: number, more: object = {}): CardUnit['questions'] =>
  Array.from({ length: count }, (_, i) => ({ questionId: `q${i}`, number: String(i + 1), fullScore: 1000, ...more }))
const unit = (unitType: number, count: number, more: Partial<CardUnit> = {}): CardUnit => ({
  unitId: 'u',
  unitType,
  questions: questions(count, unitType <= 3 ? { optionCount: 4 } : {}),
  ...more,
})
const laid = (of: CardUnit, more: Partial<CardDesign> = {}) => holds({ ...now, ...more, units: [of] })
const words = (draws: readonly Draw[]) => draws.flatMap((d) => (d.kind === 'text' ? [d.text] : []))

describe('sheet types (2 §9)', () => {
  it.each([
    [0, 794, 1123, 1],
    [1, 1588, 1123, 2],
    [2, 1588, 1123, 3],
    [3, 794, 1123, 2],
  ] as const)('type %i is %i × %i px in %i columns', (sheetType, w, h, columns) => {
    const sheet = sheetOf({ ...now, sheetType })
    expect(Math.abs(sheet.width - mm(w))).toBeLessThan(0.5)
    expect(Math.abs(sheet.height - mm(h))).toBeLessThan(0.5)
    expect(columnsOf(sheet)).toHaveLength(columns)
  })
})

describe('unit types 1–12 (2 §3)', () => {
  it('are twelve, by the names of the specification', () => {
    expect(Object.keys(unitTypes)).toEqual(Array.from({ length: 12 }, (_, i) => String(i + 1)))
  })

  const cells = (of: CardUnit) => laid(of).pages[0]!.choices.map((c) => c.cells.map((x) => x.value).join(''))
  it.each([
    [1, 'ABCD'],
    [2, 'ABCD'],
    [3, 'TF'],
  ])('%i is read by machine: %s', (unitType, values) => {
    expect(cells(unit(unitType, 6))).toEqual(Array(6).fill(values))
    // In groups of five, one below the other.
    const xs = laid(unit(unitType, 6)).pages[0]!.choices.map((c) => c.cells[0]!.rect.x)
    expect([new Set(xs.slice(0, 5)).size, xs[5]! > xs[0]!]).toEqual([1, true])
  })

  it('4 is blanks: four a row of 50 px, each 100/4 of the width', () => {
    const { blocks } = laid(unit(4, 6)).pages[0]!
    const ys = [...new Set(blocks.map((b) => b.rect.y))]
    expect(blocks.map((b) => ys.indexOf(b.rect.y))).toEqual([0, 0, 0, 0, 1, 1])
    expect(Math.abs(ys[1]! - ys[0]! - mm(50))).toBeLessThan(0.05)
    const step = blocks[1]!.rect.x - blocks[0]!.rect.x
    expect(Math.abs(step - 186 / 4)).toBeLessThan(0.3)
    const three = laid(unit(4, 3, { perRow: 3 })).pages[0]!.blocks
    expect(Math.abs(three[1]!.rect.x - three[0]!.rect.x - 186 / 3)).toBeLessThan(0.4)
  })

  it('5 is a solution of its author’s height, and so is 6 without rows', () => {
    for (const unitType of [5, 6]) {
      const { blocks } = laid(unit(unitType, 2, { height: 60 })).pages[0]!
      expect(blocks.map((b) => [b.questionIds, b.rect.h])).toEqual([
        [['q0'], 60],
        [['q1'], 60],
      ])
    }
  })

  it('6 with rows is English writing: ten lines unless said, 11 mm apart', () => {
    const ruled = (rowNumber: number) => {
      const page = laid(unit(6, 1, { rowNumber })).pages[0]!
      const { rect } = page.blocks[0]!
      const ys = page.draws.flatMap((d) =>
        d.kind === 'line' && d.y1 === d.y2 && d.width === 0.2 && d.y1 > rect.y && d.y1 < rect.y + rect.h ? [d.y1] : [],
      )
      return [...new Set(ys)]
    }
    const ys = ruled(10)
    expect(ys).toHaveLength(10)
    for (const [i, y] of ys.slice(1).entries()) expect(y - ys[i]!).toBeCloseTo(11, 5)
    expect(ruled(4)).toHaveLength(4)
  })

  it('7 is Chinese writing: squares of 31 px, 800 unless said, 续 where it goes on', () => {
    const pages = laid(unit(7, 1)).pages
    const all = pages.flatMap((p) => p.draws)
    const side = all.flatMap((d) => (d.kind === 'line' && d.width === 0.12 ? [d.y2 - d.y1] : []))
    expect(Math.abs(side[0]! - mm(31))).toBeLessThan(0.05)
    expect(words(all).filter((w) => w.startsWith('▲'))).toEqual(
      [100, 200, 300, 400, 500, 600, 700, 800].map((n) => `▲${n}字`),
    )
    expect(pages.flatMap((p) => p.blocks).map((b) => b.part)).toEqual([0, 1, 2])
    expect(words(all)).toContain('1.（续）')
  })

  it('8 is N pick M, one frame; 9 is combined, 12 special: one frame of several questions', () => {
    for (const [unitType, more] of [
      [8, { optionalCount: 2 }],
      [9, {}],
      [12, {}],
    ] as const) {
      const page = laid(unit(unitType, 3, { height: 80, ...more })).pages[0]!
      expect(page.blocks.map((b) => b.questionIds)).toEqual([['q0', 'q1', 'q2']])
      expect(words(page.draws).some((w) => w.includes('3选2'))).toBe(unitType === 8)
    }
  })

  it('10 and 11 are words alone: a volume’s name in the middle, a type’s name at the left', () => {
    for (const unitType of [10, 11]) {
      const title = unitType === 10 ? '第一卷' : '一、选择题'
      const design = { ...now, units: [{ unitId: 'w', unitType, title, questions: [] }, unit(5, 1)] }
      const drawn = holds(design).pages[0]!.draws.find((d) => d.kind === 'text' && d.text === title)
      expect(drawn).toMatchObject({ align: unitType === 10 ? 'center' : 'left', bold: true })
    }
  })
})

describe('further constants (2 §9)', () => {
  it('parts are titled 第一卷 and 第二卷', () => {
    const titles = withParts(now, true).units.filter((u) => u.unitType === 10)
    expect(titles.map((u) => u.title)).toEqual(['第一卷', '第二卷'])
  })
  it('a unit is 400 px high where its author sets every height and set none', () => {
    const { blocks } = laid(unit(5, 1), { customHeightMode: true }).pages[0]!
    expect(Math.abs(blocks[0]!.rect.h - mm(400))).toBeLessThan(0.05)
  })
  it('words are 14 px on lines of 1.7 from 1.4.8 on', () => {
    const sizeAt = (cardVersion: string) => {
      const of = unit(5, 1, { questions: questions(1, { content: '已知函数，求它的最小值。' }) })
      const drawn = layOut({ ...now, cardVersion, units: [of] }).pages[0]!.draws.find(
        (d) => d.kind === 'text' && d.text.includes('已知函数'),
      )
      return drawn?.kind === 'text' ? drawn.size : 0
    }
    expect(Math.abs(sizeAt('1.4.8') - mm(14))).toBeLessThan(0.01)
    expect(sizeAt('1.4.4')).toBeLessThan(mm(14) - 0.1)
  })
  it('no part of a solution is lower than 30 px', () => {
    const parts = laid(unit(5, 9, { height: 75 })).pages.flatMap((p) => p.blocks.map((b) => b.rect.h))
    for (const h of parts) expect(h).toBeGreaterThanOrEqual(mm(30))
  })
})

describe('what does not fit (2 §4)', () => {
  const solutions = (count: number): CardUnit => unit(5, count, { height: 100 })
  const auto = (count: number, more: Partial<CardDesign>, pages?: number) => {
    const found = layOutAuto({ ...now, ...more, units: [solutions(count)] }, pages)
    return 'refusal' in found
      ? [found.refusal]
      : [...found.notices, `${found.design.sheetType}: ${found.geometry.pages.length}`]
  }
  const page = '无法自动排版，自动将页数加1'
  const type = '无法自动排版，自动更换版式'
  const none = '无法正常排版，请调整题目数量'
  it.each([
    ['fits on one page', 1, {}, 1, ['0: 1']],
    ['gets the back first', 3, {}, 1, [page, '0: 2']],
    ['then the next type', 7, {}, 1, [page, type, '1: 2']],
    ['then the one after it', 11, {}, 1, [page, type, type, '2: 2']],
    ['goes on from type 1', 11, { sheetType: 1 }, 1, [page, type, '2: 2']],
    ['with two pages already', 7, {}, 2, [type, '1: 2']],
    ['is refused at type 2', 40, { sheetType: 2 }, 1, [none]],
    ['is refused at type 3', 40, { sheetType: 3 }, 1, [none]],
    ['is refused at last', 40, {}, 1, [none]],
    [
      'grows where heights are the author’s',
      7,
      { customHeightMode: true },
      2,
      ['排版空间不足，已自动增加一面', '0: 4'],
    ],
  ] as const)('%s', (_, count, more, pages, expected) => {
    expect(auto(count, more as Partial<CardDesign>, pages)).toEqual(expected)
  })
})

/** FNV-1a in 32 bits. */
const digest = (text: string): string => {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return (h >>> 0).toString(16).padStart(8, '0')
}

describe('a card saved by any gated version', () => {
  // Everything that a version may lay out otherwise: words, score boxes above and below thresholds, optional questions.
  const telling = (cardVersion: string | undefined): CardDesign[] =>
    [smallCard, bigCard, englishCard].map((card, i) => ({
      ...card,
      ...(cardVersion ? { cardVersion, ...(i === 1 ? { templateType: 1 } : {}) } : {}),
      units: [
        ...card.units,
        {
          unitId: 'more',
          unitType: 5,
          questions: [5, 15, 25].map((points, k) => ({
            questionId: `m${k}`,
            number: `9${k}`,
            fullScore: points * 100,
            ...(k === 0 ? { content: '已知 $x^2=4$，则 x＝______。' } : {}),
          })),
        },
      ],
    }))
  const seen = (cardVersion: string | undefined) =>
    telling(cardVersion)
      .map((d) => digest(JSON.stringify(layOut(d).pages)))
      .join(' ')

  // Reviewed when one of them changes: cards of that version that are printed already would be read by another geometry.
  it('lays out as that version did', () => {
    const table = [undefined, ...versionGates].map((v) => `${v ?? 'none'}: ${seen(v)}`)
    expect(table).toMatchInlineSnapshot(`
      [
        "none: 205b8fe3 c488388b 90ba1d77",
        "1.3: 205b8fe3 c13e3934 90ba1d77",
        "1.3.6: 205b8fe3 c13e3934 90ba1d77",
        "1.3.7: 205b8fe3 c13e3934 90ba1d77",
        "1.3.8: 205b8fe3 c13e3934 90ba1d77",
        "1.4.1: 205b8fe3 c13e3934 90ba1d77",
        "1.4.3: 205b8fe3 c13e3934 90ba1d77",
        "1.4.4: 205b8fe3 fc2a7267 90ba1d77",
        "1.4.8: 0fe933f4 e0889fad 49542bb9",
        "1.4.9: 092eca57 43b67bfe 0fe6144d",
        "1.5: cad97fe3 3fd63d8a 1f7e6d04",
        "1.5.1: cad97fe3 3fd63d8a 1f7e6d04",
        "1.5.2: 53457a97 32ef15c2 8ad999cf",
        "1.5.3: 787973c1 52c2b911 bec0e9c1",
        "1.5.4: 7c4900f8 53058860 5114dfdf",
        "1.5.5: 00d0c986 f83e932e 241096f1",
      ]
    `)
  })
  // The same for sixteen cards of every kind, drawn by a fixed seed: corners that the three above do not reach.
  it('lays out as that version did, with anything on it', () => {
    const drawn = fc.sample(designs, { seed: 20261121, numRuns: 16 })
    const table = [undefined, ...versionGates].map((v) => {
      const laidOut = drawn.map((d) => {
        const { cardVersion: _, ...plain } = d
        const { hash, pages } = layOut(v ? { ...plain, cardVersion: v } : plain)
        return `${hash} ${pages.map((p) => p.draws.length).join(' ')}`
      })
      return `${v ?? 'none'}: ${digest(laidOut.join(' '))}`
    })
    expect(table).toMatchInlineSnapshot(`
      [
        "none: a5adc347",
        "1.3: 67021a1f",
        "1.3.6: 67021a1f",
        "1.3.7: 67021a1f",
        "1.3.8: 67021a1f",
        "1.4.1: 67021a1f",
        "1.4.3: 67021a1f",
        "1.4.4: af9dacb9",
        "1.4.8: 26618a9b",
        "1.4.9: c81aa723",
        "1.5: 8bbf16fe",
        "1.5.1: 8bbf16fe",
        "1.5.2: 8bbf16fe",
        "1.5.3: 8bbf16fe",
        "1.5.4: fa33180a",
        "1.5.5: 51c1ffa3",
      ]
    `)
  })
  it('is told apart where the specification says that something changed', () => {
    const groups = [undefined, ...versionGates].map(seen)
    const [none, ...gated] = groups
    const of = (v: (typeof versionGates)[number]) => gated[versionGates.indexOf(v)]
    expect(new Set([none, of('1.3'), of('1.4.4'), of('1.4.8'), of('1.4.9')]).size).toBe(5)
    for (const v of ['1.3.6', '1.3.7', '1.3.8', '1.4.1', '1.4.3'] as const) expect(of(v)).toBe(of('1.3'))
  })
})
