import { describe, expect, it } from 'vitest'
import type { AnswerView, ClaimedBundle } from '#shared/marking/claimed.types.ts'
import { groupsIn, joined, likeChoices, movedOut } from './likeGroups.ts'

const answer = (id: string, more: Partial<AnswerView> = {}): AnswerView =>
  ({ studentId: id, imageVersion: 1, images: [], likelyBlank: false, others: [], ...more }) as unknown as AnswerView
const claimed = (answers: AnswerView[], sets?: { studentIds: string[]; outliers: number }[]): ClaimedBundle =>
  ({ bundle: { bundleId: 'b' }, answers, ...(sets ? { sets } : {}) }) as unknown as ClaimedBundle
const members = (groups: ReturnType<typeof groupsIn>) => groups.map((g) => g.answers.map((a) => a.studentId).join(''))

const five = claimed(
  ['a', 'b', 'c', 'd', 'e'].map((id) => answer(id)),
  [
    { studentIds: ['a', 'b', 'c'], outliers: 1 },
    { studentIds: ['d', 'e'], outliers: 0 },
  ],
)

describe('groups of a sheet', () => {
  it('are what it says; without groups each answer is alone, and what was marked is not shown again', () => {
    expect(members(groupsIn(five))).toEqual(['abc', 'de'])
    expect(members(groupsIn(claimed([answer('a'), answer('b')])))).toEqual(['a', 'b'])
    const mine = { value: { kind: 'noAnswer' as const }, attemptId: 'at' as never }
    const left = claimed(
      [answer('a', { mine }), answer('b'), answer('c')],
      [{ studentIds: ['a', 'b', 'c'] as never, outliers: 1 }],
    )
    expect(members(groupsIn(left))).toEqual(['bc'])
  })

  it('lose what is moved out, which stands alone behind all; a group never loses all', () => {
    const groups = groupsIn(five)
    const [one] = groups
    const out = movedOut(groups, one!.key, new Set(['a', 'c']))
    expect(members(out)).toEqual(['b', 'de', 'a', 'c'])
    expect(out[0]!.outliers).toBe(0)
    expect(members(movedOut(groups, one!.key, new Set(['a', 'b', 'c'])))).toEqual(['abc', 'de'])
    expect(members(movedOut(groups, 'none', new Set(['a'])))).toEqual(['abc', 'de'])
  })

  it('become one with the next that is open', () => {
    const groups = groupsIn(five)
    expect(members(joined(groups, groups[0]!.key, () => true))).toEqual(['abcde'])
    expect(members(joined(groups, groups[0]!.key, (g) => g !== groups[1]))).toEqual(['abc', 'de'])
    expect(members(joined(groups, groups[1]!.key, () => true))).toEqual(['abc', 'de'])
  })

  it('are given a mark by one digit where one is enough, and typed where not', () => {
    expect(likeChoices({ fullScore: 300, step: 100 }).map((c) => c.key)).toEqual(['0', '1', '2', '3', 'b', 's'])
    expect(likeChoices({ fullScore: 1000, step: 100 }).map((c) => c.key)).toEqual(['b', 's'])
    expect(likeChoices({ fullScore: 300, step: 50 }).map((c) => c.key)).toEqual(['b', 's'])
  })
})
