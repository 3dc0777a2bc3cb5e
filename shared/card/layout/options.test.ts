import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smallCard } from '#shared/card/card.fixtures.ts'
import type { CardDesign, CardUnit } from '#shared/card/card.types.ts'
import type { PageGeometry } from '#shared/card/geometry/geometry.types.ts'
import { CardDesign as Schema } from '#shared/card/card.types.ts'
import { scoringTemplate, versionGates } from '#shared/card/card.version.ts'
import { layOut, layOutAuto } from './layOut.ts'
import { scoreValues } from './marks.ts'
import { designs, holds } from './promises.fixture.ts'

const now: CardDesign = { ...smallCard, cardVersion: '1.4.9' }
const words = (pages: readonly PageGeometry[]) =>
  pages.flatMap((p) => p.draws.flatMap((d) => (d.kind === 'text' ? [d.text] : [])))
const solutions = (scores: number[], more: Partial<CardUnit> = {}): CardUnit => ({
  unitId: 's',
  unitType: 5,
  questions: scores.map((fullScore, i) => ({ questionId: `s${i}`, number: String(i + 1), fullScore })),
  ...more,
})
const first = (design: CardDesign) => holds(design).pages[0]!

describe('the options of a card', () => {
  it('writes the number downwards, across, on a bar code or not at all', () => {
    const of = (studentNumber: CardDesign['studentNumber']) => first({ ...now, studentNumber })
    const down = of({ length: 12, mode: 'bubbles' }).studentNumber!.columns
    const across = of({ length: 12, mode: 'bubbles', orientation: 'horizontal' }).studentNumber!.columns
    for (const columns of [down, across]) {
      expect(columns).toHaveLength(12)
      for (const c of columns) expect(c.cells.map((x) => x.value).join('')).toBe('0123456789')
    }
    expect(new Set(down[3]!.cells.map((c) => c.rect.x)).size).toBe(1)
    expect(new Set(across[3]!.cells.map((c) => c.rect.y)).size).toBe(1)
    const barcode = of({ length: 12, mode: 'barcode' })
    expect([barcode.studentNumber, barcode.barcode!.w > 50]).toEqual([undefined, true])
    const qr = of({ length: 12, mode: 'qr' })
    expect([qr.studentNumber, qr.barcode, qr.nameBox!.w]).toEqual([undefined, undefined, 186])
  })

  it('asks for paper A or B, and for the absent unless told not to', () => {
    expect(first(now).paperType).toBeUndefined()
    expect(first({ ...now, isAB: true }).paperType!.map((c) => c.value)).toEqual(['A', 'B'])
    expect(first(now).absent).toBeDefined()
    expect(first({ ...now, absentLabelMode: 'none' }).absent).toBeUndefined()
  })

  it('gives the seal line the left or the right edge of the first page', () => {
    const span = (d: CardDesign) => layOut({ ...d, units: d.units.slice(4) }).pages.map((p) => p.blocks[0]!.rect)
    const [left, after] = span({ ...now, showSealLine: true })
    const [right] = span({ ...now, showSealLine: true, sealLinePosition: 'right' })
    expect([left!.x + left!.w > 195, right!.x < 15, right!.x + right!.w < 184]).toEqual([true, true, true])
    expect(after!.x).toBeLessThan(15)
  })

  it('takes a paper of its own, and says so where it holds nothing', () => {
    const eight = holds({ ...now, sheetType: 1, customPageSize: { width: 368, height: 260 } })
    expect([eight.width, eight.height]).toEqual([368, 260])
    // Nothing fits: the usual sheet shows what there is, `cardProblems` tells.
    expect(layOut({ ...now, customPageSize: { width: 100, height: 100 } }).width).toBe(210)
    const many = { ...now, customPageSize: { width: 210, height: 297 }, units: [solutions(Array(40).fill(1000))] }
    expect(layOutAuto(many, 2)).toEqual({ refusal: '无法正常排版，请调整题目数量' })
  })

  it('keeps blocks of a set height whole and adds sides for them', () => {
    const design = { ...now, customHeightMode: true, pageCount: 2, units: [solutions([500, 500, 500, 500, 500, 500])] }
    const laid = layOutAuto(design)
    if ('refusal' in laid) throw new Error(laid.refusal)
    holds(design)
    const blocks = laid.geometry.pages.flatMap((p) => p.blocks)
    expect(blocks.map((b) => b.part)).toEqual([0, 0, 0, 0, 0, 0])
    expect(new Set(blocks.map((b) => b.rect.h))).toEqual(new Set([105.8]))
    expect([laid.design.pageCount, laid.notices]).toEqual([
      laid.geometry.pages.length,
      ['排版空间不足，已自动增加一面'],
    ])
    // Laid out again, nothing is left to add.
    expect(layOutAuto(laid.design)).toEqual({ ...laid, notices: [] })
  })

  it('cuts a block where its author wants', () => {
    const unit = solutions([2000], { height: 260, splitHeights: [60, 120] })
    const heights = holds({ ...now, units: [unit] }).pages.flatMap((p) => p.blocks.map((b) => b.rect.h))
    expect(heights).toEqual([60, 120, 80])
  })

  it('repeats the candidate on every further front where it is asked to', () => {
    const design = { ...now, units: [solutions(Array(9).fill(2000))] }
    const fronts = (d: CardDesign) => holds(d).pages.map((p) => (p.studentNumber && p.nameBox ? p.page : 0))
    expect(fronts(design).slice(0, 4)).toEqual([1, 0, 0, 0])
    expect(fronts({ ...design, addStudentNumRegion: true }).slice(0, 4)).toEqual([1, 0, 3, 0])
  })

  it('groups choices as their unit says', () => {
    const unit: CardUnit = { ...smallCard.units[0]!, groupNumber: 8 }
    const xs = (u: CardUnit) => new Set(first({ ...now, units: [u] }).choices.map((c) => c.cells[0]!.rect.x)).size
    expect([xs(smallCard.units[0]!), xs(unit)]).toEqual([2, 1])
  })

  it('says what it is told to say', () => {
    const said = (more: Partial<CardDesign>) => words(holds({ ...now, ...more }).pages).join('|')
    expect(said({})).toContain('一、单项选择题（共8小题，每小题3分，共24分）')
    expect(said({ showUnitTitleScore: false })).not.toContain('每小题3分')
    expect(said({ showUnitTitle: false })).not.toContain('一、单项选择题')
    expect(said({ hideScore: true })).not.toContain('10分')
    expect(said({ showFooter: false })).not.toContain('共 2 页')
    expect(said({ trueOrFalseType: 'sign' })).toContain('√')
    const half = smallCard.units.map((u) => ({ ...u, questions: u.questions.map((q) => ({ ...q, halfScore: 200 })) }))
    expect(said({ units: half })).toContain('二、多项选择题（共4小题，每小题4分，选对但不全得2分，共16分）')
    expect(said({ units: half, hideHalfRight: true })).not.toContain('选对但不全')
  })

  it('lets optional questions be blackened, written before 1.4.9', () => {
    const unit: CardUnit = { ...solutions([1000, 1000, 1000]), unitType: 8, optionalCount: 2 }
    const page = first({ ...now, units: [unit] })
    expect(page.picks!.map((p) => p.cells.map((c) => c.value))).toEqual([['s0', 's1', 's2']])
    expect(words([page]).join()).toContain('3选2')
    const older = first({ ...now, cardVersion: '1.4.8', units: [unit] })
    expect([older.picks, words([older]).join().includes('我选做的题号是')]).toEqual([undefined, true])
  })

  it('prints words with their blanks and formulas', () => {
    const content = '若 $x^2=\\frac{a+1}{2}$，则 x＝______，或____。'
    const unit: CardUnit = {
      ...solutions([500]),
      unitType: 4,
      questions: [{ ...solutions([500]).questions[0]!, content }],
    }
    const page = first({ ...now, units: [unit] })
    expect(words([page]).join('')).toContain('若 x²=(a+1)/2，则 x＝')
    const { rect } = page.blocks[0]!
    const blanks = page.draws.filter(
      (d) => d.kind === 'line' && d.y1 > rect.y && d.y1 < rect.y + rect.h && d.width === 0.25,
    )
    expect(blanks).toHaveLength(2)
  })

  it('drops pages that only a heading reached', () => {
    const tail: CardUnit = { unitId: 'v', unitType: 10, title: '附录', questions: [] }
    const full = { ...now, units: [solutions([500], { height: 140 }), tail] }
    expect(holds(full).pages).toHaveLength(1)
  })
})

describe('score boxes', () => {
  it('follow the thresholds of their version', () => {
    const at = (cardVersion: string, templateType: number, sheetType: 0 | 1 | 2 | 3) =>
      [8, 9, 11, 12, 19, 20, 29, 30, 99, 100]
        .map((n) => scoringTemplate({ cardVersion, templateType, sheetType }, n))
        .join('')
    expect(at('1.4.4', 1, 1)).toBe('1111111113')
    expect(at('1.4.4', 1, 2)).toBe('1111111333')
    expect(at('1.4.4', 1, 3)).toBe('1333333333')
    expect(at('1.4.4', 1, 0)).toBe('1333333333')
    expect(at('1.4.3', 1, 2)).toBe('1113333333')
    expect(at('1.4.3', 1, 1)).toBe('1111133333')
    expect(at('1.4.9', 2, 2)).toBe('1113333333')
  })

  it('can say every score that a question has, and none above it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(0, 1, 2, 3),
        fc.boolean(),
        (halves, sheetType, tick) => {
          const design = {
            ...now,
            sheetType: sheetType as 0,
            templateType: 1,
            showDecimal: true,
            hideTickDecimal: tick,
          }
          const { template, rows } = scoreValues(design, halves * 50)
          const values = rows.flat().map(Number)
          expect(new Set(values).size).toBe(values.length)
          const whole =
            template === 1
              ? values.filter((v) => v !== 0.5)
              : (rows.length > 1 ? [0, ...rows[0]!.map(Number)] : [0]).flatMap((t) =>
                  rows
                    .at(-1)!
                    .map(Number)
                    .filter((v) => v !== 0.5)
                    .map((u) => t + u),
                )
          for (let p = 0; p <= Math.floor(halves / 2); p++) expect(whole).toContain(p)
          if (halves % 2) expect(values).toContain(0.5)
          if (template === 1) expect(Math.max(...whole)).toBe(Math.floor(halves / 2))
        },
      ),
    )
  })

  it('stand in their frames, one bar a question', () => {
    const units = [solutions([800, 1200, 3500]), { ...solutions([400, 500]), unitId: 'c', unitType: 9 }].map(
      (u, i) => ({
        ...u,
        questions: u.questions.map((q) => ({ ...q, questionId: `${i}${q.questionId}`, number: `${i}${q.number}` })),
      }),
    )
    const rows = holds({ ...now, templateType: 1, units }).pages.flatMap((p) => p.scoreRows ?? [])
    expect(rows.map((r) => [r.questionIds.join(), r.template])).toEqual([
      ['0s0', 1],
      ['0s1', 3],
      ['0s2', 3],
      ['1s0', 1],
      ['1s1', 1],
    ])
    expect(rows[2]!.cells.map((c) => c.value).join(' ')).toBe('10 20 30 0 1 2 3 4 5 6 7 8 9')
  })
})

describe('a card of any version', () => {
  it('lays out as its version did', () => {
    const drawn = (design: CardDesign) => JSON.stringify(layOut(design).pages)
    const cards = versionGates.map((cardVersion) => drawn({ ...smallCard, cardVersion }))
    // What 1.4.8, 1.4.9, 1.5, 1.5.2, 1.5.3, 1.5.4 and 1.5.5 changed is all that moves anything here.
    expect(new Set(cards.slice(0, 7)).size).toBe(1)
    expect(new Set([drawn(smallCard), ...cards]).size).toBe(8)
    expect(layOut(smallCard).hash).toBe('f9b246f1')
  })

  it('is the same when it is laid out again, and survives being stored', () => {
    fc.assert(
      fc.property(designs, (design) => {
        const stored = Schema.parse(JSON.parse(JSON.stringify(design)))
        const laid = layOut(stored)
        expect(laid).toEqual(layOut(design))
        expect(layOut(structuredClone(stored))).toEqual(laid)
      }),
      { numRuns: 40 },
    )
  })
})
