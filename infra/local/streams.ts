import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dynamoCall, streamArnOf } from './dynamoTables.ts'
import { ofType, textOf } from './inventory.ts'
import type { Invocation } from './lambda.types.ts'
import type { Resource } from './template.ts'

type StreamRecord = {
  eventID?: string
  dynamodb: { SequenceNumber: string; Keys?: { pk?: { S?: string } } }
}
type Invoke = (functionArn: string, event: string) => Promise<Invocation>
/** Shard to the last sequence number that was taken. */
type Places = Record<string, string>

/**
 * Whether a mapping hears of a record. Of Lambda's filters (Developer Guide, "Using event filtering with a DynamoDB
 * event source") only prefixes of the partition key are known here; any other is refused at the start.
 */
const heardBy = (mapping: Resource): ((record: StreamRecord) => boolean) => {
  const of = mapping.properties['FilterCriteria'] as { Filters: { Pattern: string }[] } | undefined
  if (of === undefined) return () => true
  const prefixes = of.Filters.flatMap(({ Pattern }) => {
    const asked = JSON.parse(Pattern) as { dynamodb?: { Keys?: { pk?: { S?: { prefix: string }[] } } } }
    const own = asked.dynamodb?.Keys?.pk?.S?.map((rule) => rule.prefix) ?? []
    const known = JSON.stringify({ dynamodb: { Keys: { pk: { S: own.map((prefix) => ({ prefix })) } } } })
    if (known !== Pattern) throw new Error(`the local cloud does not know the filter of ${mapping.id}: ${Pattern}`)
    return own
  })
  return (record) => prefixes.some((prefix) => record.dynamodb.Keys?.pk?.S?.startsWith(prefix) === true)
}

const target = (operation: string): string => `DynamoDBStreams_20120810.${operation}`
/** A reader that nobody wakes looks again after so long: what was written past the guard. */
const pauseMs = 2000
/** What is written within so long of a first write is read with it. */
const wakeMs = 100
/** Shards come and go by the hour. */
const describedMs = 10_000
/** How long a stream gathers for each record that it has just handed on. */
const gatherMs = 10

export type Streams = {
  /** A table was written to: whoever reads its stream looks at once, instead of asking again and again. */
  wrote: (table: string) => void
  /** Whether a stream may hold something that was written before `since` (performance.now()) and not handed on. */
  busy: (since: number) => boolean
  close: () => Promise<void>
}

/**
 * Reads the tables' streams for their event source mappings, in order, each batch again until it is taken; where it
 * stands is kept in `dataDir`, so a restart loses nothing and repeats at most a batch.
 */
export const startStreams = (
  dataDir: string,
  endpoint: string,
  resources: readonly Resource[],
  invoke: Invoke,
): Streams => {
  let open = true
  const readers = ofType(resources, 'AWS::Lambda::EventSourceMapping').map((mapping) => {
    const table = /:table\/([^/]+)\/stream\//.exec(textOf(mapping, 'EventSourceArn'))?.[1]
    if (table === undefined) throw new Error(`the local cloud reads only streams of tables, not that of ${mapping.id}`)
    return startReader(table, mapping)
  })
  return {
    wrote: (table) => readers.forEach((r) => r.table === table && r.wake(wakeMs)),
    busy(since) {
      const behind = readers.filter((r) => r.emptyAt() < since)
      for (const r of behind) r.wake(0)
      return behind.length > 0
    },
    async close() {
      open = false
      for (const r of readers) r.wake(0)
      await Promise.all(readers.map((r) => r.ended))
    },
  }

  function startReader(table: string, mapping: Resource) {
    const functionArn = textOf(mapping, 'FunctionName')
    const heard = heardBy(mapping)
    const batchSize = Number(mapping.properties['BatchSize'] ?? 100)
    const windowMs = 1000 * Number(mapping.properties['MaximumBatchingWindowInSeconds'] ?? 0)
    const file = join(dataDir, `stream-${table}-${functionArn.split(':').at(-1)}.json`)
    const places: Places = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Places) : {}
    const keep = (): void => {
      writeFileSync(`${file}.new`, JSON.stringify(places))
      renameSync(`${file}.new`, file)
    }
    /** When the last pass began that found nothing. */
    let emptyAt = -Infinity
    /** When it is to look again, by `performance.now()`; and what ends its sleep before. */
    let due = 0
    let rise = (): void => undefined
    const wake = (inMs: number): void => {
      due = Math.min(due, performance.now() + inMs)
      rise()
    }
    /** Until its time comes; whoever wakes it brings that forward. */
    const asleep = async (): Promise<void> => {
      const patience = Promise.withResolvers<void>()
      let timer: NodeJS.Timeout | undefined
      rise = () => {
        clearTimeout(timer)
        timer = setTimeout(patience.resolve, Math.max(0, due - performance.now()))
      }
      rise()
      await patience.promise
      rise = () => undefined
    }

    const deliver = async (streamArn: string, records: StreamRecord[]): Promise<string> => {
      const Records = records.map((r) => ({ ...r, eventSource: 'aws:dynamodb', eventSourceARN: streamArn }))
      const outcome = await invoke(functionArn, JSON.stringify({ Records }))
      if (!outcome.ok) return ''
      const answer = JSON.parse(outcome.payload) as { batchItemFailures?: { itemIdentifier: string }[] } | null
      const failed = answer?.batchItemFailures?.[0]?.itemIdentifier
      const at = records.findIndex((r) => r.dynamodb.SequenceNumber === failed)
      if (failed !== undefined && at <= 0) return ''
      return records[(at > 0 ? at : records.length) - 1]!.dynamodb.SequenceNumber
    }

    /** Where each shard is read on: an iterator is good for one read, and names the next. */
    const iterators = new Map<string, string>()
    const iteratorOf = async (streamArn: string, shardId: string): Promise<string | undefined> => {
      const known = iterators.get(shardId)
      if (known !== undefined) return known
      const after = places[shardId]
      const found = await dynamoCall<{ ShardIterator?: string }>(endpoint, target('GetShardIterator'), {
        StreamArn: streamArn,
        ShardId: shardId,
        ...(after === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }),
      })
      return found.ShardIterator
    }

    const readShard = async (streamArn: string, shardId: string): Promise<boolean> => {
      const { Records, NextShardIterator } = await dynamoCall<{ Records: StreamRecord[]; NextShardIterator?: string }>(
        endpoint,
        target('GetRecords'),
        { ShardIterator: await iteratorOf(streamArn, shardId), Limit: batchSize },
      )
      if (NextShardIterator === undefined) iterators.delete(shardId)
      else iterators.set(shardId, NextShardIterator)
      if (Records.length === 0) return false
      emptyAt = -Infinity
      const wanted = Records.filter(heard)
      const last = Records.at(-1)!.dynamodb.SequenceNumber
      const taken = wanted.length === 0 ? last : await deliver(streamArn, wanted)
      // What was not taken is read again.
      if (taken !== last && taken !== wanted.at(-1)?.dynamodb.SequenceNumber) iterators.delete(shardId)
      if (taken === '') {
        await new Promise((resolve) => setTimeout(resolve, 500))
        return open
      }
      // What nobody wants to hear behind the last that was taken need not be read again.
      places[shardId] = taken === wanted.at(-1)?.dynamodb.SequenceNumber ? last : taken
      keep()
      // A busy stream gathers for a while, as its window says; a quiet one is told at once, so that nobody here waits. A
      // full batch has nothing to gather.
      if (Records.length < batchSize)
        await new Promise((resolve) => setTimeout(resolve, Math.min(windowMs, gatherMs * wanted.length)))
      return true
    }

    const described = async () => {
      const streamArn = await streamArnOf(endpoint, table)
      const { StreamDescription } = await dynamoCall<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
        endpoint,
        target('DescribeStream'),
        { StreamArn: streamArn },
      )
      return { streamArn, shards: StreamDescription.Shards, at: performance.now() }
    }

    const run = async (): Promise<void> => {
      let known: Awaited<ReturnType<typeof described>> | undefined
      while (open) {
        let moved = false
        const began = performance.now()
        due = began + pauseMs
        try {
          if (!known || began - known.at > describedMs) known = await described()
          for (const { ShardId } of known.shards) moved = (await readShard(known.streamArn, ShardId)) || moved
          if (!moved) emptyAt = began
        } catch (error) {
          emptyAt = -Infinity
          known = undefined
          iterators.clear()
          if (open) console.error(`the stream of ${table}: ${String(error)}`)
        }
        if (!moved && open) await asleep()
      }
    }
    return { table, emptyAt: () => emptyAt, wake, ended: run() }
  }
}
