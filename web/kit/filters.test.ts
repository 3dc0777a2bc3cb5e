import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleared,
  isSet,
  nextSort,
  putWithin,
  readList,
  sentOf,
  startOf,
  toggled,
  toggledAll,
  within,
  writeList,
} from './filters.ts'

const options = ['1', '2', '3'].map((value) => ({ value, label: value }))
const all = { field: 'grade', mode: 'checkboxAll', options } as const
const box = { field: 'kind', mode: 'checkbox', options } as const
const radio = { field: 'state', mode: 'radio', options, start: ['2'] } as const
const search = { field: 'name', mode: 'search' } as const
const filters = [all, box, radio, search]

describe('the filter widget', () => {
  it('keeps what is always chosen when the rest is cleared, and counts it as no condition', () => {
    const grade = { field: 'gradeId', mode: 'dropdown', options, always: true } as const
    const shapes = [grade, radio, search]
    const state = readList(new URLSearchParams('gradeId=2&state=3&name=王&pageNumber=4'), shapes)
    expect(shapes.map((f) => isSet(f, state.filters[f.field]!))).toEqual([false, true, true])
    expect(isSet({ ...grade, always: undefined }, ['2'])).toBe(true)
    const address = writeList(new URLSearchParams('tab=x'), cleared(state, shapes), shapes)
    expect(String(address)).toBe('tab=x&gradeId=2')
  })

  it('keeps at least one chosen where there is a select-all', () => {
    expect(startOf(all)).toEqual(['1', '2', '3'])
    expect(toggled(all, ['2'], '2')).toEqual(['2'])
    expect(toggled(all, ['3'], '1')).toEqual(['1', '3'])
  })
  it('select-all picks all; unchecking it leaves only the first', () => {
    expect(toggledAll(all, ['2'])).toEqual(['1', '2', '3'])
    expect(toggledAll(all, ['1', '2', '3'])).toEqual(['1'])
  })
  it('lets plain checkboxes be empty, and radio hold one', () => {
    expect(toggled(box, ['2'], '2')).toEqual([])
    expect(toggled(radio, ['2'], '3')).toEqual(['3'])
    expect(toggled(radio, ['2'], '')).toEqual([])
  })
})

describe('a list in the address', () => {
  it('leaves defaults out and keeps what is not its own', () => {
    const query = new URLSearchParams('tab=rows')
    const state = readList(query, filters)
    expect(state.filters).toEqual({ grade: ['1', '2', '3'], kind: [], state: ['2'], name: [] })
    expect(writeList(query, state, filters).toString()).toBe('tab=rows')
  })
  it('refuses nonsense', () => {
    expect(readList(new URLSearchParams('pageNumber=-3&pageSize=x'))).toMatchObject({ pageNumber: 1, pageSize: 20 })
  })
  it('reads back what it wrote', () => {
    const some = fc.subarray(['1', '2', '3'])
    const state = fc.record({
      filters: fc.record({
        grade: fc.subarray(['1', '2', '3'], { minLength: 1 }),
        kind: some,
        state: fc.subarray(['1', '2', '3'], { maxLength: 1 }),
        name: fc.string({ minLength: 1 }).map((s) => [s]),
      }),
      pageNumber: fc.integer({ min: 1, max: 999 }),
      pageSize: fc.integer({ min: 1, max: 1000 }),
      sort: fc.constantFrom('a', '-a', undefined),
    })
    fc.assert(
      fc.property(state, (s) => {
        expect(readList(writeList(new URLSearchParams(), s, filters), filters)).toEqual(s)
      }),
    )
  })
  it('sends lists of checkboxes and one value of the rest', () => {
    const state = readList(new URLSearchParams('kind=1,3&name=王&sort=-score'), filters)
    expect(sentOf(state, filters)).toEqual({
      pageNumber: 1,
      pageSize: 20,
      sort: '-score',
      grade: ['1', '2', '3'],
      kind: ['1', '3'],
      state: '2',
      name: '王',
    })
  })
})

it('sorts up, down, and not', () => {
  expect([nextSort(undefined, 'a'), nextSort('a', 'a'), nextSort('-a', 'a'), nextSort('b', 'a')]).toEqual([
    'a',
    '-a',
    undefined,
    'a',
  ])
})

it('keeps several lists apart in one address', () => {
  const fields = fc.array(fc.tuple(fc.constantFrom('pageNumber', 'sort', 'name'), fc.string()), { maxLength: 4 })
  fc.assert(
    fc.property(fields, fields, fields, (screen, one, other) => {
      const start = putWithin(new URLSearchParams(screen), 'classes', new URLSearchParams(other))
      const query = putWithin(start, 'batches', new URLSearchParams(one))
      expect([...within(query, 'batches')]).toEqual(one)
      expect([...within(query, 'classes')]).toEqual(other)
      expect([
        ...putWithin(putWithin(query, 'batches', new URLSearchParams()), 'classes', new URLSearchParams()),
      ]).toEqual(screen)
    }),
  )
})
