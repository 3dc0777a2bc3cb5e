import { expect, it } from 'vitest'
import { madeData, noParams } from './report.fixtures.ts'
import { studentColumns, transcriptColumns } from './student.columns.ts'
import { transcriptReport } from './transcript.report.ts'

it.each([
  [[], 110],
  [['2026000001'], 110],
  [['2026000001', '32026000001'], 119],
])('the column of numbers holds the longest of them: %j', (numbers, width) => {
  const lines = numbers.map((studentNumber) => ({ studentNumber }))
  const data = { lines, source: { fullScore: 100 } } as unknown as Parameters<typeof studentColumns>[0]
  expect(studentColumns(data).find((c) => c.column.key === 'studentNumber')?.column.width).toBe(width)
})

it.each([
  ['total', { scores: [8000, 0], notTaken: [1] }, [8000, null]],
  ['paper', { scores: [800, 0] }, [null, null]],
] as const)('who has no total of the %s is told the courses that are published', (subject, row, shown) => {
  const items = [{ number: '语文' }, { number: '数学' }].map((i, n) => ({
    ...i,
    questionId: `qu_${n}`,
    fullScore: 1000,
  }))
  const lines = [{ studentNumber: '1', total: null, ...row }]
  const data = { lines, items, subject, source: { fullScore: 2000 } } as unknown as Parameters<
    typeof transcriptColumns
  >[0]
  const columns = transcriptColumns(data).filter((c) => /^q\d/.test(c.column.key ?? ''))
  expect(columns.map((c) => c.value(data.lines[0]!))).toEqual(shown)
})

it('a search without a hit is told as such, and not as a matter of rights', () => {
  const data = madeData({ students: 30 }, transcriptReport)
  const none = { ...data, lines: [], students: { ...data.students, total: 0, present: 0 } }
  const said = (params: object) =>
    transcriptReport.value(none, { smallest: 5, named: true }, { ...noParams, ...params }).sentence
  expect(said({ name: '不存在' })).toBe('没有找到“不存在”，请核对姓名或考号。')
  expect(said({})).toBe('没有您可以查看的考生。')
})
