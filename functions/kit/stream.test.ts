import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { usePorts } from './ports.ts'
import { followStream } from './stream.ts'

const record = (n: number): DynamoDBRecord => ({
  eventID: String(n),
  eventName: 'MODIFY',
  dynamodb: { SequenceNumber: String(1000 + n), Keys: { pk: { S: `k${n}` } } },
})
const batch = (n: number) => ({ Records: Array.from({ length: n }, (_, i) => record(i)) })
const numberOf = (r: DynamoDBRecord): number => Number(r.eventID)

/** A reader that cannot follow these, and what it has followed. */
const reader = (poison: readonly number[]) => {
  const seen = new Set<number>()
  let rounds = 0
  const handler = followStream('test-stream', async (records) => {
    rounds++
    if (records.some((r) => poison.includes(numberOf(r)))) throw new Error('poison')
    for (const r of records) seen.add(numberOf(r))
  })
  return { handler, seen, rounds: () => rounds }
}

describe('a reader of a stream', () => {
  it('follows a batch at once where nothing fails', async () => {
    const of = reader([])
    expect(await of.handler(batch(200))).toEqual({ batchItemFailures: [] })
    expect([of.seen.size, of.rounds()]).toEqual([200, 1])
  })

  it('names the record that it cannot follow, and follows all others, those behind it too', async () => {
    const of = reader([70])
    expect(await of.handler(batch(200))).toEqual({ batchItemFailures: [{ itemIdentifier: '1070' }] })
    expect(of.seen.size).toBe(199)
    // By halves: not once a record.
    expect(of.rounds()).toBeLessThan(20)
  })

  it('names several in their order, the first of which is where the service goes on', async () => {
    const of = reader([3, 150])
    const { batchItemFailures } = await of.handler(batch(200))
    expect(batchItemFailures.map((f) => f.itemIdentifier)).toEqual(['1003', '1150'])
    expect(of.seen.size).toBe(198)
  })

  it('names a batch of one that fails, and throws nothing', async () => {
    expect(await reader([0]).handler(batch(1))).toEqual({ batchItemFailures: [{ itemIdentifier: '1000' }] })
  })

  it('stops looking where everything fails, or where its time is over', async () => {
    const all = reader(Array.from({ length: 1000 }, (_, i) => i))
    const { batchItemFailures } = await all.handler(batch(1000))
    expect(batchItemFailures).toHaveLength(1000)
    expect(all.rounds()).toBeLessThan(50)
    let at = 0
    const back = usePorts({ now: () => (at += 20_000) })
    try {
      const slow = reader([0])
      expect(
        (await slow.handler(batch(64), { getRemainingTimeInMillis: () => 60_000 })).batchItemFailures,
      ).toHaveLength(64)
      expect(slow.rounds()).toBeLessThan(4)
    } finally {
      back()
    }
  })
})
