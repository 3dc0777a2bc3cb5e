import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dynamoCall, streamArnOf } from './dynamoTables.ts'
import { ofType, textOf } from './inventory.ts'
import type { Invocation } from './lambda.types.ts'
import { openChanges } from './stores/dynamo/changes.ts'
import type { Change } from './stores/dynamo/changes.ts'
import type { Queues } from './stores/queues.ts'
import type { Resource } from './template.ts'

type Invoke = (functionArn: string, event: string) => Promise<Invocation>
/** Shard to the last sequence number that was taken. */
type Places = Record<string, string>

/**
 * The beginnings of the partition keys that a mapping hears of; null: of all. Of Lambda's filters (Developer Guide, "Using
 * event filtering with a DynamoDB event source") only prefixes of the partition key are known here; any other is refused at
 * the start.
 */
const heardBy = (mapping: Resource): string[] | null => {
  const of = mapping.properties['FilterCriteria'] as { Filters: { Pattern: string }[] } | undefined
  if (of === undefined) return null
  return of.Filters.flatMap(({ Pattern }) => {
    const asked = JSON.parse(Pattern) as { dynamodb?: { Keys?: { pk?: { S?: { prefix: string }[] } } } }
    const own = asked.dynamodb?.Keys?.pk?.S?.map((rule) => rule.prefix) ?? []
    const known = JSON.stringify({ dynamodb: { Keys: { pk: { S: own.map((prefix) => ({ prefix })) } } } })
    if (known !== Pattern) throw new Error(`the local cloud does not know the filter of ${mapping.id}: ${Pattern}`)
    return own
  })
}

const target = (operation: string): string => `DynamoDBStreams_20120810.${operation}`
/** What is written within so long of a first write is read with it. */
const wakeMs = 100
/** Shards come and go by the hour. */
const describedMs = 10_000
/** The longest that a batch waits before it is tried again. */
const longestRetryMs = 2000
/**
 * How long a place waits for the next before it is kept, beside all else: a rename that the disk is slow at would hold up
 * every service of this process. A process that dies tells so much twice, as streams may.
 */
const keepMs = 250
/** How long a stream gathers for each record that it has just handed on. */
const gatherMs = 10

export type Streams = {
  /** A table was written to: the readers of its stream look at once, instead of asking again and again. */
  wrote: (table: string) => void
  /** Whether a stream may hold something that was written before `since` (performance.now()) and not handed on. */
  busy: (since: number) => boolean
  close: () => Promise<void>
}

type StreamOptions = {
  /** How long a function's stream gathers, ms. */
  windows?: ((functionId: string) => number) | undefined
  /** A reader that is not woken looks again after so long: what was written past the guard. */
  pauseMs?: number
}

/**
 * Reads the tables' streams for their event source mappings, in order; where it stands is kept in `dataDir`, so a restart
 * loses nothing and repeats at most what was told since the place was kept. What a function does not take is tried again as its mapping says (Lambda
 * Developer Guide, "Using AWS Lambda with Amazon DynamoDB"): from the first record that it names, in halves, so often and
 * so long, and then its place is sent to the mapping's destination.
 */
export const startStreams = (
  dataDir: string,
  endpoint: string,
  resources: readonly Resource[],
  invoke: Invoke,
  queues: Pick<Queues, 'send'>,
  { windows, pauseMs = 2000 }: StreamOptions = {},
): Streams => {
  let open = true
  const readers = ofType(resources, 'AWS::Lambda::EventSourceMapping').map((mapping) => {
    const table = /:table\/([^/]+)\/stream\//.exec(textOf(mapping, 'EventSourceArn'))?.[1]
    if (table === undefined) throw new Error(`the local cloud reads only streams of tables, not that of ${mapping.id}`)
    return startReader(table, mapping)
  })
  const all = openChanges(dataDir)
  return {
    wrote: (table) => {
      if (!windows) for (const r of readers) if (r.table === table) r.wake(wakeMs)
    },
    busy(since) {
      const behind = readers.filter((r) => r.emptyAt() < since)
      for (const r of behind) r.wake(0)
      return behind.length > 0
    },
    async close() {
      open = false
      for (const r of readers) r.wake(0)
      await Promise.all(readers.map((r) => r.ended))
      all.close()
    },
  }

  function startReader(table: string, mapping: Resource) {
    const functionArn = textOf(mapping, 'FunctionName')
    const prefixes = heardBy(mapping)
    const batchSize = Number(mapping.properties['BatchSize'] ?? 100)
    const windowMs = 1000 * Number(mapping.properties['MaximumBatchingWindowInSeconds'] ?? 0)
    const bisects = mapping.properties['BisectBatchOnFunctionError'] === true
    const mostRetries = Number(mapping.properties['MaximumRetryAttempts'] ?? -1)
    const oldestMs = 1000 * Number(mapping.properties['MaximumRecordAgeInSeconds'] ?? -1)
    const namesFailures = JSON.stringify(mapping.properties['FunctionResponseTypes'] ?? []).includes('ReportBatchItem')
    const { OnFailure } = (mapping.properties['DestinationConfig'] ?? {}) as { OnFailure?: { Destination: string } }
    const file = join(dataDir, `stream-${table}-${functionArn.split(':').at(-1)}.json`)
    const places: Places = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Places) : {}
    let keeping: NodeJS.Timeout | undefined
    let kept = Promise.resolve()
    const write = async (): Promise<void> => {
      await writeFile(`${file}.new`, JSON.stringify(places))
      await rename(`${file}.new`, file)
    }
    /** What waits to be kept is; one write after another, since they share a file. */
    const keepNow = (): Promise<void> => {
      if (keeping === undefined) return kept
      clearTimeout(keeping)
      keeping = undefined
      kept = kept.then(write).catch((error: unknown) => console.error(`the place in ${table}: ${String(error)}`))
      return kept
    }
    const keep = (): void => void (keeping ??= setTimeout(() => void keepNow(), keepMs))
    /** When the last pass began that found nothing. */
    let emptyAt = -Infinity
    /** When it is to look again, by `performance.now()`; and what ends its sleep before. */
    let due = 0
    let rise = (): void => undefined
    const wake = (inMs: number): void => {
      due = Math.min(due, performance.now() + inMs)
      rise()
    }
    /** Until its time comes; waking it brings that forward. */
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

    /** The first of these records that the function did not take; their number when it took all. */
    const taken = async (records: readonly Change[]): Promise<number> => {
      const outcome = await invoke(functionArn, `{"Records":[${records.map((r) => r.text).join(',')}]}`)
      if (!outcome.ok) return 0
      if (!namesFailures) return records.length
      const answer = JSON.parse(outcome.payload) as { batchItemFailures?: { itemIdentifier: string }[] } | null
      const failed = (answer?.batchItemFailures ?? []).map(({ itemIdentifier }) =>
        records.findIndex((r) => r.sequence === itemIdentifier),
      )
      // The lowest one is where it goes on; one that is not of this batch fails all of it.
      return failed.length === 0 ? records.length : Math.max(0, Math.min(...failed))
    }
    const isOld = ([first]: readonly Change[]): boolean =>
      oldestMs >= 0 && Date.now() - 1000 * (first?.at ?? Infinity) > oldestMs
    const giveUp = (streamArn: string, shardId: string, records: readonly Change[], tries: number): void => {
      const [first, last] = [records[0]!, records.at(-1)!]
      const condition = tries > mostRetries && mostRetries >= 0 ? 'RetryAttemptsExhausted' : 'MaximumRecordAgeExceeded'
      console.error(`${functionArn.split(':').at(-1)}: ${records.length} changes of ${table} were missed: ${condition}`)
      if (OnFailure === undefined) return
      queues.send(OnFailure.Destination, {
        requestContext: { functionArn, condition, approximateInvokeCount: tries },
        version: '1.0',
        timestamp: new Date().toISOString(),
        DDBStreamBatchInfo: {
          shardId,
          startSequenceNumber: first.sequence,
          endSequenceNumber: last.sequence,
          batchSize: records.length,
          streamArn,
        },
      })
    }

    /** Hands records on until each was taken or given up; false when the cloud closes before. */
    const handOn = async (
      streamArn: string,
      shardId: string,
      records: readonly Change[],
      tries = 0,
    ): Promise<boolean> => {
      const reached = (upTo: number): void => {
        if (upTo === 0) return
        places[shardId] = records[upTo - 1]!.sequence
        keep()
      }
      const first = await taken(records)
      reached(first)
      const rest = records.slice(first)
      if (rest.length === 0) return true
      const retries = tries + 1
      if ((mostRetries >= 0 && retries > mostRetries) || isOld(rest)) {
        giveUp(streamArn, shardId, rest, retries)
        reached(records.length)
        return true
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(longestRetryMs, 50 * 2 ** retries)))
      if (!open) return false
      if (!bisects || rest.length === 1) return handOn(streamArn, shardId, rest, retries)
      // Cutting in two is no retry.
      const middle = Math.ceil(rest.length / 2)
      return (
        (await handOn(streamArn, shardId, rest.slice(0, middle), tries)) &&
        handOn(streamArn, shardId, rest.slice(middle), tries)
      )
    }

    const readShard = async (streamArn: string, shardId: string): Promise<boolean> => {
      const after = places[shardId]
      const { changes, upTo } = all.read({ table, shardId, streamArn, prefixes, after, limit: batchSize })
      if (upTo === undefined || upTo === after) return false
      if (changes.length > 0) emptyAt = -Infinity
      if (changes.length > 0 && !(await handOn(streamArn, shardId, changes))) return open
      // What the reader does not hear of behind the last that was taken need not be looked at again.
      places[shardId] = upTo
      keep()
      if (changes.length === 0) return false
      // A busy stream gathers for a while, as its window says; a quiet one is told at once, so that no test here waits.
      // A full batch has nothing to gather.
      if (changes.length < batchSize && windows) {
        due = performance.now() + windows(functionArn.split(':qinghe-').at(-1)!)
        await asleep()
      } else if (changes.length < batchSize)
        await new Promise((resolve) => setTimeout(resolve, Math.min(windowMs, gatherMs * changes.length)))
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
      let description: Awaited<ReturnType<typeof described>> | undefined
      while (open) {
        let moved = false
        const began = performance.now()
        due = began + pauseMs
        try {
          if (!description || began - description.at > describedMs) description = await described()
          for (const { ShardId } of description.shards)
            moved = (await readShard(description.streamArn, ShardId)) || moved
          if (!moved) emptyAt = began
        } catch (error) {
          emptyAt = -Infinity
          description = undefined
          if (open) console.error(`the stream of ${table}: ${String(error)}`)
        }
        if (!moved && open) await asleep()
      }
    }
    return { table, emptyAt: () => emptyAt, wake, ended: run().finally(keepNow) }
  }
}
