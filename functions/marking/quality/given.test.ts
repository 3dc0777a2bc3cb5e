import { expect, it } from 'vitest'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AnswerItem, MarkRole } from '#shared/marking/marking.types.ts'
import { givenKeys } from './given.ts'

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
