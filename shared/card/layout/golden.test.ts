/**
 * Twenty telling cards as digests of what is drawn, to the last hundredth of a millimetre. How they look is kept as
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
    expect(Object.keys(cards)).toHaveLength(20)
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
        "first engine, A4: 4e2faf7d 33513fd5",
        "first engine, A3 of three columns, sealed: cad71fc4 44289a6c",
        "first engine, A3 of two columns: d6fd3cb9 5447659f",
        "present, A4, parts, A and B, score boxes: 15ea873b a2e3c7f7 81aa4d4d",
        "present, A3, optional questions, score boxes: 27966bd2 55d32ffd",
        "number across, seal on the right: 1b05e1db b4fe1594 db221c8b",
        "bar code on 8K: 06c06a1f f436b0df",
        "QR alone, A4 of two columns: b953fc19 ac6a5a10",
        "blocks of set heights: 1cf0abfe b4fe1594 db221c8b",
        "words, blanks and formulas: f9b532a6 b4fe1594 db221c8b",
        "bare: no titles, scores, foot, mark of absence: 7178e9b5 b8c75fc9",
        "number on every front, eighteen digits: f234a164 37e88f33 a722fe59 cbd5bdb3 ddcfbc10",
        "filled columns, A4, sealed, school: 2e512fc4 6e911da0",
        "filled columns, A3 of two columns, optional questions: e7ddf4b3 eb6cd75c",
        "one line of whose it is, A4, sealed: 8cd4dd64 ed6d13b1 f19b0520",
        "one line of whose it is, A3 of two columns, two sheets: b80f660b fcdeeeda 9d039f86",
        "every place says what it is for, A4, sealed, bar code, score boxes: 64833d8b cd2a78ea 9fa2c254",
        "options in bands, writings on one side, A3 of two columns: c4575698 ef35433d",
        "level columns, even groups, one system of score boxes, A4 of two columns: ce7a7abd 56e905b1",
        "lines below blanks, rests filled, A3 of three columns, sealed: 9ac28e97 16613bc5",
      ]
    `)
  })
})
