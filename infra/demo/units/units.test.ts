import { expect, it } from 'vitest'
import { dearer } from './units.ts'

it('tells what became dearer, new or gone', () => {
  const frozen = { a: { read: 1, write: 0 }, b: { read: 0, write: 2 }, gone: { read: 1, write: 1 } }
  const now = { a: { read: 2, write: 0 }, b: { read: 0.5, write: 3 }, c: { read: 0, write: 0 } }
  expect(dearer(frozen, now)).toEqual([
    'a: 2 read units instead of 1',
    'b: 0.5 read units instead of 0',
    'c: not frozen',
    'gone: no longer measured',
  ])
  expect(dearer(frozen, frozen)).toEqual([])
  const pages = { pages: { write: 20, puts: 3 } }
  expect(dearer(pages, { pages: { write: 23, puts: 4 } }, 1.17)).toEqual(['pages: 4 puts instead of 3'])
})
