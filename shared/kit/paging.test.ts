import { describe, expect, it } from 'vitest'
import { page } from './paging.ts'

describe('a page of rows', () => {
  const rows = Array.from({ length: 41 }, (_, i) => i)
  it.each([
    [1, 20, 1, 20],
    [3, 20, 3, 1],
    // Clamped to the last page: the ceiling of total over size.
    [4, 20, 3, 1],
    [99, 41, 1, 41],
  ])('%i of %i each is page %i with %i rows', (pageNumber, pageSize, at, count) => {
    const shown = page(rows, { pageNumber, pageSize })
    expect([shown.pageNumber, shown.list.length, shown.total]).toEqual([at, count, 41])
  })
  it('of nothing is the first', () => {
    expect(page([], { pageNumber: 7, pageSize: 20 })).toEqual({ list: [], total: 0, pageNumber: 1 })
  })
})
