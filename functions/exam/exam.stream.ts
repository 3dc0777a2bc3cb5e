/**
 * Reads the table's stream: with an exam that is purged goes what hangs on it; what hung on others follows by night. With
 * the row of a paper's file, deleted long ago or purged with its exam, goes the file.
 * Records come twice and late, and a purge that was cut short comes again: what is gone already is gone.
 */
import type { DynamoDBRecord } from 'aws-lambda'
import '#functions/app/kinds.ts'
import { endLife } from '#functions/kit/objects.ts'
import { followStream } from '#functions/kit/stream.ts'
import { purgeExam } from './exam.purge.ts'

/** The exams whose rows went. */
export const purgedBy = (records: readonly DynamoDBRecord[]): string[] =>
  records.flatMap(({ eventName, dynamodb }) => {
    const isExam = eventName === 'REMOVE' && dynamodb?.Keys?.['sk']?.S === 'exam'
    return isExam ? (dynamodb?.OldImage?.['examId']?.S ?? []) : []
  })

/** The objects of paper files whose rows went. */
export const filesGoneBy = (records: readonly DynamoDBRecord[]): string[] =>
  records.flatMap(({ eventName, dynamodb }) => {
    const isFile = eventName === 'REMOVE' && dynamodb?.Keys?.['sk']?.S?.startsWith('file#')
    return isFile ? (dynamodb?.OldImage?.['key']?.S ?? []) : []
  })

export const handler = followStream('exam-stream', async (records) => {
  for (const key of filesGoneBy(records)) await endLife(key, 'week')
  for (const examId of purgedBy(records)) await purgeExam(examId)
})
