import { expect, it } from 'vitest'
import { markBy, pointKeys, rubricKey } from './rubricKeys.ts'
import type { RubricKind } from '#shared/marking/rubric/rubric.types.ts'

const of = (kind: RubricKind, ...scores: number[]) => ({
  rubric: { kind, points: scores.map((score, i) => ({ id: 'abc'[i]!, name: `点${i}`, score })) },
  full: 1000,
})

it('a key a point, none of which means something else on the desk', () => {
  expect(new Set(pointKeys).size).toBe(20)
  expect(pointKeys.filter((key) => 'fbsrcxwlg'.includes(key))).toEqual([])
})

it('points are chosen and taken back by their keys, and given by Enter', () => {
  const add = of('add', 300, 300, 400)
  expect(rubricKey(add, null, '', '1')).toEqual({ chosen: 'a' })
  expect(rubricKey(add, 'a', '', '3')).toEqual({ chosen: 'ac' })
  expect(rubricKey(add, 'ac', '', '1')).toEqual({ chosen: 'c' })
  expect(rubricKey(add, 'ac', '', 'Enter')).toEqual({ give: { kind: 'score', score: 700, points: 'ac' } })
  expect(rubricKey(add, '', '', 'Enter')).toEqual({ give: { kind: 'score', score: 0, points: '' } })
  expect(rubricKey(add, 'ac', '', 'Backspace')).toEqual({ chosen: null })
})

it('Enter gives nothing before anything is chosen, and a digit that is no point is no score', () => {
  const add = of('add', 400, 600)
  expect(rubricKey(add, null, '', 'Enter')).toBeNull()
  expect(rubricKey(add, null, '', 'Backspace')).toBeNull()
  expect(rubricKey(add, 'a', '', '7')).toEqual({ chosen: 'a' })
  expect(rubricKey(add, null, '', 's')).toBeNull()
})

it('what was given before is where a change begins', () => {
  expect(rubricKey(of('add', 300, 300, 400), null, 'ab', '2')).toEqual({ chosen: 'a' })
})

it('full and nothing are a key each, where the points can say so', () => {
  expect(rubricKey(of('add', 400, 600), null, '', 'f')).toEqual({ give: { kind: 'score', score: 1000, points: 'ab' } })
  expect(rubricKey(of('deduct', 400), null, '', 'f')).toEqual({ give: { kind: 'score', score: 1000, points: '' } })
  expect(rubricKey(of('deduct', 400), null, '', '0')).toEqual({ chosen: null })
})

it('of levels one key is the mark', () => {
  expect(rubricKey(of('levels', 0, 500, 1000), null, '', '2')).toEqual({
    give: { kind: 'score', score: 500, points: 'b' },
  })
  expect(markBy(of('levels', 0, 500), '')).toBeNull()
})
