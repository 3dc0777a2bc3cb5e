import { expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AnswerItem, MarkRole } from '#shared/marking/marking.types.ts'
import { givenKeys, givenOf, markerRowOf } from './given.ts'

const marks = (given: Partial<Record<MarkRole, number>>): AnswerItem =>
  ({
    paperId: 'pa',
    studentId: 'st',
    imageVersion: 1,
    ...Object.fromEntries(
      Object.entries(given).map(([role, score]) => [
        role,
        { value: { kind: 'score', score }, by: role, at: 1, attemptId: 'at', epoch: 1, imageVersion: 1 },
      ]),
    ),
  }) as unknown as AnswerItem

const keys = (rule: Partial<PaperQuestion>, given: Partial<Record<MarkRole, number>>): string[] =>
  givenKeys({ questionId: 'qu' as never, fullScore: 1000, markers: 1, tolerance: 0, ...rule }, marks(given), 2).map(
    (key) => key.replace(/^@(\w+)\.\w+\.([a-z]-?\d*).*$/, '$1 $2'),
  )

it.each<[string, Partial<PaperQuestion>, Partial<Record<MarkRole, number>>, string[]]>([
  ['one mark', {}, { first: 300 }, ['first s300']],
  [
    'two marks of an answer that is marked twice',
    { markers: 2 },
    { first: 300, second: 500 },
    ['first s300', 'second s500', 'first d-200', 'second d200'],
  ],
  [
    'a third mark, which is of answers on which two differ',
    { markers: 2, settle: { beyond: 'third' } },
    { first: 0, second: 900, third: 800 },
    ['first s0', 'second s900', 'third f800', 'first d-900', 'second d900'],
  ],
  [
    'a second mark of a zero, which is of zeros alone',
    { settle: { extremes: true } },
    { first: 0, second: 200 },
    ['first s0', 'second f200'],
  ],
  [
    'three marks from the start',
    { markers: 3 },
    { first: 300, second: 300, third: 400 },
    ['first s300', 'second s300', 'third s400', 'first d0', 'second d0'],
  ],
  ['an arbitrator', {}, { first: 300, final: 400 }, ['first s300', 'final f400']],
])('what is known of markers by %s', (_, rule, given, expected) => {
  expect(keys(rule, given)).toEqual(expected)
})

/** The rows of the markers of these pairs: of the first mark's and of the second's. */
const rowsOf = (pairs: readonly (readonly [a: string, b: string, one: number, other: number])[], named?: boolean) => {
  const rows = new Map<string, Map<string, number>>()
  for (const [a, b, one, other] of pairs) {
    const item = marks({ first: one, second: other })
    Object.assign(item.first!, { by: a })
    Object.assign(item.second!, { by: b })
    const rule = { questionId: 'qu' as never, fullScore: 1000, markers: 2 as const, tolerance: 0 }
    for (const key of givenKeys(rule, item, 2, named)) {
      const { name, adds } = markerRowOf(key)!
      const row = rows.get(name) ?? new Map<string, number>()
      rows.set(name, row)
      for (const [field, n] of Object.entries(adds)) row.set(field, (row.get(field) ?? 0) + n)
    }
  }
  return rows
}

it('tells from the rows with whom the pairs of each were, and what they come to', () => {
  const pairs = [
    ['ann', 'bob', 300, 500],
    ['bob', 'ann', 400, 400],
    ['ann', 'cui', 700, 600],
  ] as const
  const given = givenOf([{ questionId: 'qu' as never }], rowsOf(pairs))
  const of = (userId: string) => given.find((g) => g.userId === userId)!
  const beside = (userId: string, other: string) => of(userId).beside.get(of(other).name)
  expect(beside('ann', 'bob')).toEqual({ n: 2, sum: -200 })
  expect(beside('bob', 'ann')).toEqual({ n: 2, sum: 200 })
  expect(beside('ann', 'cui')).toEqual({ n: 1, sum: 100 })
  expect(beside('cui', 'ann')).toEqual({ n: 1, sum: -100 })
  expect(beside('bob', 'cui')).toBeUndefined()
  expect(of('ann').pairs).toMatchObject({ n: 3, sum: -100 })
  // Of many markers who the other was is not counted; the pairs are.
  const many = givenOf([{ questionId: 'qu' as never }], rowsOf(pairs, false))
  expect(many.map((g) => [g.pairs.n, g.beside.size])).toEqual([
    [3, 0],
    [2, 0],
    [1, 0],
  ])
})
