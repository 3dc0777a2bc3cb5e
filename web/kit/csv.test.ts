import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('quotes, marks its bytes, and lets no cell be a formula', () => {
  const columns = [
    { key: 'a', name: '姓名', value: (r: string[]) => r[0] },
    { key: 'b', name: '得分', unit: '分', value: (r: string[]) => r[1] },
  ]
  expect(
    csvOf(columns, [
      ['王,"五"', '=1+1'],
      ['-3', '-cmd'],
    ]),
  ).toBe('\ufeff姓名,得分（分）\r\n"王,""五""",\'=1+1\r\n-3,\'-cmd\r\n')
})
