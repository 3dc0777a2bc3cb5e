import { expect, it } from 'vitest'
import type { ChangeWish } from '#shared/analysis/change.calls.ts'
import { faultsWith, numbersTyped, whoIn } from './whose.ts'
import type { Names } from './whose.ts'

const names: Names = new Map([
  ...['1', '2', '3', '4'].map((n) => [n, { studentName: `学生${n}`, className: '1班' }] as const),
  ['999', null] as const,
])
const set = (number: string): ChangeWish => ({ kind: 'set', questionId: 'q' as never, number, score: 100 })

it('numbers of no candidate are named with the other lines that are wrong, in the order of the lines', () => {
  const values = { how: 'many', table: '考号 题号 得分\n1 3 99\n999 3 9\n2 9 1' }
  const typed = { faults: ['第2行：第3题的满分是10分', '第4行：没有第9题'] }
  const asked = numbersTyped(values, typed)
  expect(asked).toEqual([
    { number: '1', at: 2 },
    { number: '999', at: 3 },
    { number: '2', at: 4 },
  ])
  expect(faultsWith(typed, asked, names)).toEqual([
    '第2行：第3题的满分是10分',
    '第3行：考号999不是本场考试的考生',
    '第4行：没有第9题',
  ])
  const one = { edits: [set('999')] }
  expect(faultsWith(one, numbersTyped({ how: 'one' }, one), names)).toEqual(['考号999不是本场考试的考生'])
  expect(faultsWith({ edits: [set('1')] }, [{ number: '1' }], names)).toEqual([])
})

it('an edit is told with whose it is', () => {
  expect([whoIn(set('1'), names), whoIn(set('5'), names)]).toEqual(['学生1（1班）', ''])
  const add: ChangeWish = { kind: 'add', questionId: 'q' as never, by: 100, numbers: ['1', '2', '3', '4'] }
  expect(whoIn(add, names)).toBe('学生1（1班）、学生2（1班）、学生3（1班）等4人')
})
