import { expect, it } from 'vitest'
import { doubtsIn, kindsFrom, lackingIn } from './tally.rules.ts'

const scripts = new Map([['lacking', 3]])
const kinds = (sheets: ReadonlyMap<string, number>) => kindsFrom(sheets, scripts).map((k) => [k.kind, k.count])

it('pages that scripts lack are doubts when every batch is read: until then they may still be in it', () => {
  const reading = new Map([
    ['recognising', 1],
    ['queue', 2],
    ['kind.noNumber', 2],
  ])
  expect([lackingIn(reading, scripts), doubtsIn(reading, scripts)]).toEqual([0, 2])
  expect(kinds(reading)).toEqual([['noNumber', 2]])
  const read = new Map([...reading, ['recognising', 0]] as const)
  expect([lackingIn(read, scripts), doubtsIn(read, scripts)]).toEqual([3, 5])
  expect(kinds(read)).toContainEqual(['missingPage', 3])
})
