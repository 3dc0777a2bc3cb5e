import { describe, expect, it } from 'vitest'
import { exampleMark, sheetReader } from './sheet.rules.ts'

describe('a template that comes back', () => {
  it('has its examples passed over, with anything between their colon and the name', () => {
    const sheet = sheetReader({ columns: ['姓名', '学号'], otherNames: {}, tell: ['姓名'] })
    const rows = [
      ['姓名', '学号'],
      [`${exampleMark}张晓明`, '20260101'],
      ['示例: 李思雨', '20260102'],
      ['示例生', '20260103'],
      ['王一', '20260104'],
    ].map((cells, i) => ({ row: i + 1, cells }))
    expect(sheet.begin(rows)).toBe(true)
    expect(sheet.rows(rows).map((r) => r.cell('姓名'))).toEqual(['示例生', '王一'])
  })
})
