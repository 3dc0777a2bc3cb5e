/**
 * Reads the table's stream: with an exam that is purged goes what hangs on it, its copy of the roster first of all.
 * Records come twice and late, and a purge that was cut short comes again: what is gone already is gone.
 */
import type { DynamoDBRecord } from 'aws-lambda'
import { followStream } from '#functions/kit/stream.ts'
import { purgeExam } from './exam.purge.ts'

/** The exams whose rows went, each with the school whose roster it copied. */
export const purgedBy = (records: readonly DynamoDBRecord[]): { examId: string; schoolId: string }[] =>
  records.flatMap(({ eventName, dynamodb }) => {
    const [examId, schoolId] = [dynamodb?.OldImage?.['examId']?.S, dynamodb?.OldImage?.['schoolId']?.S]
    const isExam = eventName === 'REMOVE' && dynamodb?.Keys?.['sk']?.S === 'exam'
    return isExam && examId && schoolId ? [{ examId, schoolId }] : []
  })

export const handler = followStream('exam-stream', async (records) => {
  for (const purged of purgedBy(records)) await purgeExam(purged)
})
