import { expect, it } from 'vitest'
import { studentColumns } from './student.columns.ts'

it.each([
  [[], 110],
  [['2026000001'], 110],
  [['2026000001', '32026000001'], 119],
])('the column of numbers holds the longest of them: %j', (numbers, width) => {
  const lines = numbers.map((studentNumber) => ({ studentNumber }))
  const data = { lines, source: { fullScore: 100 } } as unknown as Parameters<typeof studentColumns>[0]
  expect(studentColumns(data).find((c) => c.column.key === 'studentNumber')?.column.width).toBe(width)
})
