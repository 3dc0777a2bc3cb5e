/**
 * Reads the stream of the exams' table: who comes to a roster, leaves it or is in another class counts so in the papers
 * that are counted already. Where nothing is counted yet, the first look does it.
 */
import type { DynamoDBRecord } from 'aws-lambda'
import type { ExamId } from '#shared/kit/ids.ts'
import { memo } from '#functions/kit/memo.ts'
import { followStream } from '#functions/kit/stream.ts'
import { papersOf } from '#functions/exam/exam.public.ts'
import { countUnits, isCounted, scriptUnit } from './counts.ts'

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>

/** The units that a change of candidates touches, by exam; a change of number, room or tag touches none. */
export const movedBy = (records: readonly DynamoDBRecord[]): Map<ExamId, Set<string>> => {
  const moved = new Map<ExamId, Set<string>>()
  for (const { dynamodb } of records) {
    const unitOf = (image: Image | undefined): string | null => {
      const [classId, studentId] = [image?.['classId']?.S, image?.['studentId']?.S]
      return classId && studentId ? scriptUnit({ classId, studentId } as Parameters<typeof scriptUnit>[0]) : null
    }
    const [before, after] = [unitOf(dynamodb?.OldImage), unitOf(dynamodb?.NewImage)]
    const examId = dynamodb?.Keys?.['pk']?.S?.split('#')[1] as ExamId | undefined
    if (!examId || before === after) continue
    const own = moved.get(examId) ?? new Set<string>()
    for (const unit of [before, after]) if (unit !== null) own.add(unit)
    moved.set(examId, own)
  }
  return moved
}

const papersNow = memo(60, async (examId: ExamId) => papersOf(examId), { keep: (papers) => papers.length > 0 })

export const handler = followStream('scan-projector', async (records) => {
  for (const [examId, units] of movedBy(records))
    for (const { paperId } of await papersNow(examId))
      if (await isCounted(paperId)) await countUnits({ examId, paperId }, [...units])
})
