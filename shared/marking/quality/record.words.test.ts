import { expect, it } from 'vitest'
import type { RecordedMark } from '#shared/marking/quality/record.calls.ts'
import { formerIn, givenIn, standingIn } from './record.words.ts'

const mark = (score: number, past: boolean, more: Partial<RecordedMark> = {}): RecordedMark => ({
  ...{ role: 'first', markerName: '黄怀瑾', value: { kind: 'score', score }, at: 1, past },
  ...more,
})

it('shows the mark that stands, and the former ones behind it, however many', () => {
  const marks = [mark(1000, true), mark(200, true, { value: { kind: 'noAnswer' } }), mark(800, false)]
  expect(standingIn(marks, 'first')).toBe('8（黄怀瑾），改过 2 次')
  expect(formerIn(marks, 'first')).toBe('之前：未作答（黄怀瑾，已作废）；10（黄怀瑾，已作废）')
  expect(givenIn(marks, 'first')).toBe('8（黄怀瑾）；未作答（黄怀瑾，已作废）；10（黄怀瑾，已作废）')
})

it('names what a mark chose of its rubric, the first of many, and keeps the name of what is offered no more', () => {
  const points = [...'abcdef'].map((id) => ({ id, name: `点${id}` }))
  const by = (chosen: string) =>
    standingIn([mark(800, false, { value: { kind: 'score', score: 800, points: chosen } })], 'first', points)
  expect([by('ab'), by(''), by('abcdef')]).toEqual([
    '8：点a、点b（黄怀瑾）',
    '8：未选评分点（黄怀瑾）',
    '8：点a、点b、点c、点d等6点（黄怀瑾）',
  ])
})

it('says of one mark itself, of none nothing, and of marks that were all taken back that they were', () => {
  expect([standingIn([mark(800, false)], 'first'), formerIn([mark(800, false)], 'first')]).toEqual([
    '8（黄怀瑾）',
    undefined,
  ])
  expect([standingIn([mark(800, false)], 'second'), formerIn([], 'first')]).toEqual(['—', undefined])
  expect(standingIn([mark(800, true)], 'first')).toBe('8（黄怀瑾，已作废）')
})
