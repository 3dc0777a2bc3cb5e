/**
 * Reads the table's stream: counters and finding rows follow the students. Records come twice, late and out of order; a
 * record says only whose row changed and what it was called, the rest is read from the row as it is now.
 */
import type { DynamoDBRecord } from 'aws-lambda'
import { followStream } from '#functions/kit/stream.ts'
import { followStudents } from './classes/roster.counts.ts'
import type { Changed } from './classes/roster.counts.ts'

export const changedBy = (records: readonly DynamoDBRecord[]): Changed[] => {
  const changed = new Map<string, Changed>()
  for (const { dynamodb } of records) {
    const [kind, schoolId = ''] = (dynamodb?.Keys?.['pk']?.S ?? '').split('#')
    const studentNumber = dynamodb?.Keys?.['sk']?.S
    if (kind !== 'students' || studentNumber === undefined) continue
    const names = [dynamodb?.OldImage, dynamodb?.NewImage].flatMap((image) => image?.['studentName']?.S ?? [])
    const key = `${schoolId}#${studentNumber}`
    const known = changed.get(key)?.names ?? []
    changed.set(key, { schoolId, studentNumber, names: [...new Set([...known, ...names])] })
  }
  return [...changed.values()]
}

export const handler = followStream('school-stream', async (records) => {
  await followStudents(changedBy(records))
})
