/**
 * Reads the table's stream: counters and finding rows follow the students, schools the area that goes to another city. Records come twice, late and out of order; a
 * record says only whose row changed and what it was called, the rest is read from the row as it is now.
 */
import type { DynamoDBRecord } from 'aws-lambda'
import { followStream } from '#functions/kit/stream.ts'
import { followArea } from './areas/area.follow.ts'
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

/** Areas that were changed: who made one anew has no school yet. */
export const areasIn = (records: readonly DynamoDBRecord[]): string[] => {
  const changed = records.flatMap(({ dynamodb }) => {
    const [kind, areaId] = (dynamodb?.Keys?.['pk']?.S ?? '').split('#')
    return kind === 'area' && areaId && dynamodb?.OldImage ? [areaId] : []
  })
  return [...new Set(changed)]
}

export const handler = followStream('school-stream', async (records) => {
  await followStudents(changedBy(records))
  for (const areaId of areasIn(records)) await followArea(areaId)
})
