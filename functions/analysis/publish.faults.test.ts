import { beforeAll, describe, expect, it } from 'vitest'
import { withFaults } from '#functions/kit/faults.ts'
import { actAs } from '#functions/kit/testing.ts'
import { markedPaper } from './analysis.fixtures.ts'
import { publications } from './analysis.store.ts'
import { atRest, drive, request, severalShards, singleFaults } from './publish.faults.testing.ts'

describe('publication under faults', () => {
  beforeAll(() => actAs('analysis-work'))

  it('ends whole after any write whose answer was lost', async () => {
    const sample = { kinds: ['appliedButFailed', 'conflict'], everyRead: 40, everyWrite: 3 } as const
    expect(await singleFaults(await markedPaper(2), sample)).toBeGreaterThan(5)
  }, 120_000)

  it('ends whole with several shards, and a stretch of lines from more than one', async () => {
    const sample = { kinds: ['appliedButFailed'], everyRead: 100, everyWrite: 7 } as const
    expect(await severalShards(sample)).toBeGreaterThan(4)
  }, 120_000)

  it('leaves the old version where the job gives up', async () => {
    const of = await markedPaper(2)
    await drive(of, await request(of))
    const jobId = await request(of)
    // No transaction ever goes through: the pointer cannot move.
    const faults = withFaults((call) => (/Transact/.test(call.command) ? 'failBefore' : null))
    await expect(drive(of, jobId)).rejects.toThrow()
    faults.stop()
    await atRest(of, 1)
    expect((await publications.get({ paperId: of.paperId }))!.current).toBe(1)
    // Driven on, it drains.
    expect((await drive(of, jobId)).out['publish']).toMatchObject({ published: true, v: 2 })
    await atRest(of, 2)
  })
})
