import { beforeAll, describe, expect, it } from 'vitest'
import { actAs } from '#functions/kit/testing.ts'
import { markedPaper } from './analysis.fixtures.ts'
import { severalShards, singleFaults } from './publish.faults.testing.ts'

describe('publication ends whole', () => {
  beforeAll(() => actAs('analysis-work'))

  it('after any single fault of any store call', async () => {
    expect(await singleFaults(await markedPaper(2), { everyRead: 1 })).toBeGreaterThan(100)
  }, 900_000)

  it('with several shards, after any write whose answer was lost', async () => {
    expect(await severalShards({ kinds: ['appliedButFailed'], everyRead: 40 })).toBeGreaterThan(30)
  }, 900_000)
})
