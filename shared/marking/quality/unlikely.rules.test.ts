import { describe, expect, it } from 'vitest'
import type { QuestionId } from '#shared/kit/ids.ts'
import { unlikelyOf, unlikelyText, unlikelyTexts } from './unlikely.rules.ts'

const q = (fullScore: number, number = '19') => ({ questionId: `qu_${number}` as QuestionId, number, fullScore })
const text = (fullScore: number, [done, zero, blank, noAnswer]: readonly [number, number, number, number]) => {
  const of = unlikelyOf(q(fullScore), { done, zero, blank, noAnswer })
  return of && unlikelyText(of)
}

describe('a question at nothing for nearly all students', () => {
  it.each([
    // Four fifths of twenty, and not one less.
    [1000, [20, 16, 0, 0], '第19题 20 份中 16 份为 0 分'],
    [1000, [20, 15, 0, 0], null],
    [1000, [19, 19, 0, 19], null],
    // One point is right or wrong.
    [199, [58, 58, 0, 0], null],
    [200, [58, 49, 0, 0], '第19题 58 份中 49 份为 0 分'],
    [1000, [58, 49, 0, 49], '第19题 58 份中 49 份为 0 分（49 份有字迹而判为未作答）'],
    // Three fifths of those that are not empty.
    [1000, [50, 30, 0, 30], '第19题 50 份有字迹的作答中 30 份判为未作答'],
    [1000, [50, 29, 0, 29], null],
    [100, [58, 58, 8, 50], '第19题 58 份中 58 份为 0 分（50 份有字迹而判为未作答）'],
    // Empty ones are rightly unanswered.
    [1000, [58, 40, 40, 0], null],
    [1000, [58, 46, 39, 19], null],
    [1000, [0, 0, 0, 0], null],
  ] as const)('of %i hundredths, %j: %s', (full, counts, said) => {
    expect(text(full, counts)).toBe(said)
  })

  it('names three and counts the rest', () => {
    const all = ['1', '2', '3', '4'].map((n) => unlikelyOf(q(200, n), { done: 20, zero: 20, blank: 0, noAnswer: 0 })!)
    expect(unlikelyTexts(all.slice(0, 2))).toBe('第1题 20 份中 20 份为 0 分；第2题 20 份中 20 份为 0 分')
    expect(unlikelyTexts(all)).toMatch(/第3题 20 份中 20 份为 0 分；等 4 题$/)
  })
})
