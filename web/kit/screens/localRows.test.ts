import { expect, it } from 'vitest'
import { localRows } from './localRows.ts'

const columns = [{ key: 'n', name: 'n', value: (r: { n: number | null }) => r.n }]
const state = { filters: {}, pageNumber: 1, pageSize: 2, sort: '-n' }

it('sorts and cuts an array, nothing last when ascending, and leaves a page as it is', () => {
  const rows = [{ n: 1 }, { n: null }, { n: 10 }, { n: 2 }]
  expect(localRows(rows, columns, { ...state, sort: 'n' })).toEqual({
    rows: [{ n: 1 }, { n: 2 }],
    total: 4,
    pageNumber: 1,
  })
  expect(localRows(rows, columns, { ...state, pageNumber: 9, sort: 'n' })).toMatchObject({
    rows: [{ n: 10 }, { n: null }],
    pageNumber: 2,
  })
  const page = { list: [{ n: 3 }], total: 7, pageNumber: 4 }
  expect(localRows(page, columns, state)).toEqual({ rows: page.list, total: 7, pageNumber: 4 })
})
