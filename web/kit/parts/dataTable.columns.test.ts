import { expect, it } from 'vitest'
import type { Column } from '../screens/screen.types.ts'
import { decimalsIn, evenly } from './dataTable.columns.ts'

type Row = { name: string; score: string | number | null }
const rows: Row[] = [
  { name: '1.25', score: '85' },
  { name: '乙', score: '72.5' },
  { name: '丙', score: '−60.25' },
  { name: '丁', score: null },
  { name: '戊', score: '缺考' },
  { name: '己', score: 100 },
]
const columns: Column<Row>[] = [
  { key: 'name', name: '姓名', value: (r) => r.name },
  { key: 'score', name: '得分', unit: '分', number: true, value: (r) => r.score },
  { key: 'drawn', name: '画', number: true, value: (r) => r.score, cell: () => '' },
]

it('a column of numbers has one number of decimals: as many as the one that needs most', () => {
  const decimals = decimalsIn(columns, rows)
  expect([...decimals]).toEqual([['score', 2]])
  expect(rows.map((r) => evenly(r.score, decimals.get('score')))).toEqual([
    '85.00',
    '72.50',
    '−60.25',
    null,
    '缺考',
    '100.00',
  ])
})

it('whole numbers stay whole, and what is no plain number stays as it is', () => {
  expect([...decimalsIn(columns, [rows[0]!, rows[5]!])]).toEqual([])
  expect(evenly('12.5%', 2)).toBe('12.5%')
  expect(evenly('85', undefined)).toBe('85')
  // A hyphen is shorter than the plus over which it stands.
  expect([
    evenly('-60.25', undefined),
    evenly('-5', 2),
    evenly(-3, undefined),
    evenly('2026-11-22', undefined),
  ]).toEqual(['−60.25', '−5.00', '−3', '2026-11-22'])
})
