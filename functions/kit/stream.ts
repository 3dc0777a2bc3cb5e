/** A reader of a table's stream. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch'
import { Logger } from '@aws-lambda-powertools/logger'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { AttributeValue, Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { now } from './ports.ts'
import { asError } from './refusal.ts'

/** A row as a record tells it; Lambda's own type differs from the SDK's in bytes alone, which no row holds. */
export const rowOf = (image: Record<string, AttributeValue>): Record<string, unknown> =>
  unmarshall(image as Parameters<typeof unmarshall>[0])

export type Follow = (records: readonly DynamoDBRecord[]) => Promise<void>

/** So many records are found that cannot be followed; where there are more, the store is what fails. */
const mostFound = 12
/** What is left of the function's time when it stops looking, ms. */
const reserveMs = 30_000

/**
 * Follows as many records as can be followed: all at once, and where that fails each half alone, down to the records that
 * fail by themselves. Answers why each of the others was not.
 */
const followed = async (
  records: readonly DynamoDBRecord[],
  follow: Follow,
  until: number,
): Promise<Map<DynamoDBRecord, Error>> => {
  const failed = new Map<DynamoDBRecord, Error>()
  const part = async (batch: readonly DynamoDBRecord[]): Promise<void> => {
    if (failed.size >= mostFound || now() > until) {
      for (const record of batch) failed.set(record, new Error('not tried: too much failed before it'))
      return
    }
    try {
      return await follow(batch)
    } catch (error) {
      if (batch.length === 1) {
        failed.set(batch[0]!, asError(error))
        return
      }
    }
    const middle = Math.ceil(batch.length / 2)
    await part(batch.slice(0, middle))
    await part(batch.slice(middle))
  }
  await part(records)
  return failed
}

/**
 * The handler of `<room>.stream.ts`. Records come twice, late and out of order: `follow` reads how things are now, and
 * telling it twice changes nothing. One record that cannot be followed holds up none of the others: it is named to the
 * service, which sends it and what is behind it again so often, and then puts its place into the queue of missed changes.
 */
export const followStream = (serviceName: string, follow: Follow) => {
  const logger = new Logger({ serviceName })
  return async (
    event: DynamoDBStreamEvent,
    context?: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<DynamoDBBatchResponse> => {
    const until = now() + (context?.getRemainingTimeInMillis() ?? 120_000) - reserveMs
    const failed = await followed(event.Records, follow, until)
    for (const [record, error] of failed)
      logger.error('a change could not be followed', {
        error,
        sequenceNumber: record.dynamodb?.SequenceNumber ?? '',
        keys: record.dynamodb?.Keys ?? {},
      })
    const processor = new BatchProcessor(EventType.DynamoDBStreams)
    const verdict = (record: DynamoDBRecord): Promise<void> => {
      const error = failed.get(record)
      return error ? Promise.reject(error) : Promise.resolve()
    }
    return processPartialResponse(event, verdict, processor, {
      throwOnFullBatchFailure: false,
      ...(context ? { context: context as Context } : {}),
    })
  }
}
