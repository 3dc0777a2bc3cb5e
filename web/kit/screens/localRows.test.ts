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
    isWhole: true,
  })
  expect(localRows(rows, columns, { ...state, pageNumber: 9, sort: 'n' })).toMatchObject({
    rows: [{ n: 10 }, { n: null }],
    pageNumber: 2,
  })
  const page = { list: [{ n: 3 }], total: 7, pageNumber: 4 }
  expect(localRows(page, columns, state)).toEqual({ rows: page.list, total: 7, pageNumber: 4, isWhole: false })
})

it('sorts an answer by pages where it is all there is, and never one page of many', () => {
  const list = [{ n: 1 }, { n: 10 }, { n: 2 }]
  const down = [{ n: 10 }, { n: 2 }, { n: 1 }]
  const of = (answer: object, after?: string) => localRows(answer, columns, state, after)
  expect(of({ list, total: 3, pageNumber: 1 })).toMatchObject({ rows: down, isWhole: true })
  expect(of({ list, next: undefined })).toMatchObject({ rows: down, isWhole: true })
  const parts = [
    of({ list, total: 9, pageNumber: 1 }),
    of({ list, total: 3, pageNumber: 1, more: true }),
    of({ list, total: 3, next: 'x' }),
    // The last page of a list that is read by key, and counts its own rows alone.
    of({ list, total: 3 }, 'w'),
  ]
  for (const part of parts) expect(part).toMatchObject({ rows: list, isWhole: false })
  // What the server sorts by stays as the server has sorted it.
  const byServer = columns.map((c) => ({ ...c, sortable: true }))
  expect(localRows({ list, total: 3, pageNumber: 1 }, byServer, state)).toMatchObject({ rows: list, isWhole: true })
})
