import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigCard, smallCard } from './card.fixtures.ts'
import { matchPaper, paperMismatch } from './card.match.ts'
import { designFromPaper } from './card.rules.ts'
import type { CardDesign } from './card.types.ts'

type Questions = Parameters<typeof paperMismatch>[1]
const ofPaper = (types: readonly number[]): Questions =>
  types.map((unitType, i) => ({
    questionId: `q${i + 1}`,
    number: String(i + 1),
    unitType,
    fullScore: 200 + unitType * 100,
    ...(unitType <= 2 ? { optionCount: 4 } : {}),
  })) as unknown as Questions

const types = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 40 })
const cardOf = (questions: Questions): CardDesign => designFromPaper({ title: '卡', questions })

describe('a card against its paper', () => {
  it('does not differ when it was made from it', () => {
    fc.assert(fc.property(types, (t) => paperMismatch(cardOf(ofPaper(t)), ofPaper(t)).length === 0))
  })

  it('differs in nothing after matching, from any card before', () => {
    fc.assert(
      fc.property(types, types, (before, after) => {
        const matched = matchPaper(cardOf(ofPaper(before)), ofPaper(after))
        expect(paperMismatch(matched, ofPaper(after))).toEqual([])
        expect(new Set(matched.units.map((u) => u.unitId)).size).toBe(matched.units.length)
      }),
    )
  })

  it('comes back as it is when nothing differs', () => {
    const card = cardOf(ofPaper([1, 1, 5]))
    expect(matchPaper(card, ofPaper([1, 1, 5]))).toBe(card)
  })

  it('names what differs', () => {
    const card = cardOf(ofPaper([1, 1, 4, 5]))
    const changed = structuredClone(ofPaper([1, 1, 5, 5])) as unknown as {
      fullScore: number
      optionCount?: number
      number: string
    }[]
    changed[0]!.fullScore = 500
    changed[1]!.optionCount = 5
    changed.pop()
    expect(paperMismatch(card, changed as unknown as Questions)).toEqual([
      '第1题的分值与试卷不一致：试卷5分，答题卡3分',
      '第2题的选项数量与试卷不一致：试卷5个，答题卡4个',
      '第3题的分值与试卷不一致：试卷7分，答题卡6分',
      '第4题已不在试卷中',
    ])
    expect(paperMismatch(card, ofPaper([1, 5, 4, 5, 5]))).toContain('第2题的题型与试卷不一致')
    expect(paperMismatch(card, ofPaper([1, 1, 4, 5, 5]))).toEqual(['试卷第5题不在答题卡上'])
  })

  it('keeps headings, heights, volume names and order when it matches', () => {
    const card = structuredClone(bigCard)
    const own = card.units.flatMap((u) =>
      u.questions.map((q) => ({ ...q, unitType: u.unitType <= 7 ? u.unitType : 5 })),
    ) as unknown as Questions
    const matched = matchPaper(card, own.slice(0, -1))
    expect(matched.units.map((u) => [u.unitId, u.title, u.height])).toEqual(
      bigCard.units.map((u) => [u.unitId, u.title, u.height]),
    )
    expect(matched.units.at(-1)!.questions).toHaveLength(1)
    expect(card).toEqual(bigCard)
  })

  it('puts a new question beside its neighbour', () => {
    const own = smallCard.units.flatMap((u) =>
      u.questions.map((q) => ({ ...q, unitType: u.unitType })),
    ) as unknown as Questions
    const added = own.toSpliced(1, 0, { ...own[1]!, questionId: 'new' as never, number: '1(2)' })
    const matched = matchPaper(smallCard, added)
    expect(matched.units[0]!.questions.map((q) => q.questionId).slice(0, 3)).toEqual(['q1', 'new', 'q2'])
    expect(matched.units).toHaveLength(smallCard.units.length)
  })
})
