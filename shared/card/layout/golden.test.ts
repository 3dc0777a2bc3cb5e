/**
 * Fourteen telling cards as digests of what is drawn, to the last hundredth of a millimetre. How they look is kept as
 * pictures of their print (`infra/demo/telling.test.ts`): look at those before a new digest is written down.
 */
import { describe, expect, it } from 'vitest'
import { tellingCards as cards } from '#shared/card/template/telling.fixtures.ts'
import { layOut } from './layOut.ts'
import { pageSvg } from './svg.ts'

/** FNV-1a in 32 bits: enough to see that something moved. */
const digest = (text: string): string => {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return (h >>> 0).toString(16).padStart(8, '0')
}

describe('a telling card', () => {
  it('tells of everything that a card can have', () => {
    const pages = Object.values(cards).flatMap((d) => layOut(d).pages)
    const units = Object.values(cards).flatMap((d) => d.units.map((u) => u.unitType))
    const all = Object.values(cards)
    expect(Object.keys(cards)).toHaveLength(14)
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((t) => !units.includes(t))).toEqual([])
    expect([0, 1, 2, 3].filter((t) => !all.some((d) => d.sheetType === t))).toEqual([])
    const told = {
      seal: all.some((d) => d.showSealLine && d.sealLinePosition === 'right') && all.some((d) => d.showSealLine),
      'A and B': pages.some((p) => p.paperType),
      'English lines': all.some((d) => d.units.some((u) => u.rowNumber)),
      squares: all.some((d) => d.units.some((u) => u.totalNumber)),
      'N pick M': pages.some((p) => p.picks),
      combined: pages.some((p) => p.blocks.some((b) => b.questionIds.length > 1)),
      'score boxes': [1, 3].every((t) => pages.some((p) => p.scoreRows?.some((r) => r.template === t))),
      'continued frames': pages.some((p) => p.blocks.some((b) => b.part > 0)),
      'set heights': all.some((d) => d.customHeightMode),
      'own paper': all.some((d) => d.customPageSize),
      'number across': all.some((d) => d.studentNumber.orientation === 'horizontal'),
      'bar code': pages.some((p) => p.barcode),
      calibration: pages.some((p) => p.calibration),
      formulas: pages.some((p) => p.draws.some((d) => d.kind === 'text' && d.text.includes('x²'))),
    }
    expect(Object.entries(told).flatMap(([name, there]) => (there ? [] : [name]))).toEqual([])
  })

  it('looks as it did', () => {
    const seen = Object.entries(cards).map(([name, design]) => {
      const geometry = layOut(design)
      return `${name}: ${geometry.pages.map((p) => digest(pageSvg(p, geometry))).join(' ')}`
    })
    expect(seen).toMatchInlineSnapshot(`
      [
        "first engine, A4: a2dada2f 97ffd2e5",
        "first engine, A3 of three columns, sealed: be2e5255 5609b27a",
        "first engine, A3 of two columns: f26363b4 210cdd69",
        "present, A4, parts, A and B, score boxes: af93e28b 81372d36 28410af5",
        "present, A3, optional questions, score boxes: efcf1c51 60d036dd",
        "number across, seal on the right: 76b3ee86 ffe13e99 058c3a8b",
        "bar code on 8K: 9f317b13 f526c536",
        "QR alone, A4 of two columns: 5cef5159 d06a1032",
        "blocks of set heights: b9b080d2 ffe13e99 058c3a8b",
        "words, blanks and formulas: 486555f4 ffe13e99 058c3a8b",
        "bare: no titles, scores, foot, mark of absence: 99d5aa3a ab934701",
        "number on every front, eighteen digits: 627689b1 c9074426 8521f09a a1b99ede 56a0419f",
        "filled columns, A4, sealed, school: b0745dc7 5ed945b8",
        "filled columns, A3 of two columns, optional questions: be382b7a 385cba36",
      ]
    `)
  })
})
