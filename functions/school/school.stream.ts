/**
 * Reads the table's stream: counters and finding rows follow the students. Records come twice, late and out of order; a
 * record says only whose row changed and what it was called, the rest is read from the row as it is now.
 */
import { Logger } from '@aws-lambda-powertools/logger'
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { asError } from '#functions/kit/refusal.ts'
import { followStudents } from './roster.counts.ts'
import type { Changed } from './roster.counts.ts'

export const changedBy = (records: readonly DynamoDBRecord[]): Changed[] => {
  const found = new Map<string, Changed>()
  for (const { dynamodb } of records) {
    const [kind, schoolId = ''] = (dynamodb?.Keys?.['pk']?.S ?? '').split('#')
    const studentNumber = dynamodb?.Keys?.['sk']?.S
    if (kind !== 'students' || studentNumber === undefined) continue
    const names = [dynamodb?.OldImage, dynamodb?.NewImage].flatMap((image) => image?.['studentName']?.S ?? [])
    const key = `${schoolId}#${studentNumber}`
    const known = found.get(key)?.names ?? []
    found.set(key, { schoolId, studentNumber, names: [...new Set([...known, ...names])] })
  }
  return [...found.values()]
}

const logger = new Logger({ serviceName: 'school-stream' })

export const handler = async (event: DynamoDBStreamEvent): Promise<{ batchItemFailures: never[] }> => {
  try {
    await followStudents(changedBy(event.Records))
    return { batchItemFailures: [] }
  } catch (error) {
    // The whole batch comes again: telling twice changes nothing.
    logger.error('stream failed', asError(error))
    throw error
  }
}
