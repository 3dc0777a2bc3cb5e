/** A reader of a table's stream. */
import { Logger } from '@aws-lambda-powertools/logger'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { asError } from './refusal.ts'

/**
 * The handler of `<room>.stream.ts`. Records come twice, late and out of order, and after a failure the whole batch comes
 * again: `follow` reads how things are now, and telling it twice changes nothing.
 */
export const followStream = (serviceName: string, follow: (records: readonly DynamoDBRecord[]) => Promise<void>) => {
  const logger = new Logger({ serviceName })
  return async (event: DynamoDBStreamEvent): Promise<{ batchItemFailures: never[] }> => {
    try {
      await follow(event.Records)
      return { batchItemFailures: [] }
    } catch (error) {
      logger.error('stream failed', asError(error))
      throw error
    }
  }
}
