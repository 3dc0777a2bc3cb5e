/**
 * Reads the table's stream: what was stored becomes journal, and an answer on which the markers differ becomes work for
 * another. Records come twice, late and out of order; what is decided is decided by the row as it is now. The
 * counters have a reader of their own (`marking.projector.ts`): what they cannot count keeps no mark from the journal.
 */
import type { DynamoDBRecord } from 'aws-lambda'
import { laterRole } from '#shared/marking/marking.rules.ts'
import { AnswerItem, markRoles, ObjectiveAnswers, ScriptHead } from '#shared/marking/marking.types.ts'
import { memo } from '#functions/kit/memo.ts'
import { followStream, rowOf } from '#functions/kit/stream.ts'
import { paperOf } from '#functions/exam/exam.public.ts'
import { appendJournal } from './journal/journal.ts'
import type { Told } from './journal/journal.ts'
import { answers, isAnswer } from './marking.store.ts'
import { queueLater } from './queue.ts'

const read = new WeakMap<object, AnswerItem>()
/** The answer of an image, read once: what is told of it and what is handed on both look at it. */
const answerOf = (image: Parameters<typeof rowOf>[0]): AnswerItem => {
  const known = read.get(image)
  if (known) return known
  const item = AnswerItem.parse(rowOf(image))
  read.set(image, item)
  return item
}

/** The marks of an answer, with those that others took the place of. */
const marksIn = (item: AnswerItem) => [
  ...(item.past ?? []),
  ...markRoles.flatMap((role) => (item[role] ? [{ role, mark: item[role] }] : [])),
]

/** What a record tells of a script; nothing for rows of other kinds. */
export const toldBy = (record: DynamoDBRecord): Told[] => {
  const { NewImage, OldImage, Keys } = record.dynamodb ?? {}
  if (!NewImage || !Keys?.['pk']?.S?.startsWith('script#')) return []
  const sk = Keys['sk']?.S ?? ''
  if (sk === 'head') {
    const { paperId, studentId, version, state, imageVersion } = ScriptHead.parse(rowOf(NewImage))
    return [{ paperId, studentId, entry: { kind: 'script', version, state, imageVersion } }]
  }
  if (sk === 'objective') {
    const { paperId, studentId, version, chosen, paperType, picks, decided, unseen } = ObjectiveAnswers.parse(
      rowOf(NewImage),
    )
    const more = {
      ...(paperType ? { paperType } : {}),
      ...(picks ? { picks } : {}),
      ...(decided ? { decided } : {}),
      ...(unseen ? { unseen } : {}),
    }
    return [{ paperId, studentId, entry: { kind: 'choices', version, chosen, ...more } }]
  }
  if (!isAnswer({ sk })) return []
  const item = answerOf(NewImage)
  const before = OldImage ? answerOf(OldImage) : undefined
  const given = marksIn(item)
  const told = new Set(before ? marksIn(before).map((g) => g.mark.attemptId) : [])
  const { paperId, studentId, questionId } = item
  return given.flatMap(({ role, mark }) =>
    told.has(mark.attemptId) ? [] : [{ paperId, studentId, entry: { kind: 'mark' as const, questionId, role, mark } }],
  )
}

const paperNow = memo(5, paperOf, { keep: (paper) => paper !== null })
const questionOf = async ({ paperId, questionId }: Pick<AnswerItem, 'paperId' | 'questionId'>) =>
  (await paperNow(paperId))?.questions.find((x) => x.questionId === questionId)

/** The answer that a record leaves; null for one of another row, or of a row that is gone. */
const answerIn = ({ dynamodb }: DynamoDBRecord): AnswerItem | null => {
  const { NewImage, Keys } = dynamodb ?? {}
  const isAnswers = Keys?.['pk']?.S?.startsWith('script#') && isAnswer({ sk: Keys['sk']?.S ?? '' })
  return NewImage && isAnswers ? answerOf(NewImage) : null
}

/**
 * Hands on answers that were marked and now wait for an arbitrator, or for a marker more. Most do not, as their records already tell: the row
 * is read of those alone whose record waits, and the change that made a row wait has a record of its own.
 */
const handOn = async (records: readonly DynamoDBRecord[]): Promise<void> => {
  const seen = new Map<string, AnswerItem>()
  for (const record of records) {
    const item = answerIn(record)
    const q = item && (await questionOf(item))
    if (item && q && laterRole(q, item)) seen.set(`${item.paperId}#${item.studentId}#${item.questionId}`, item)
  }
  for (const item of await answers.getMany([...seen.values()])) {
    const paper = await paperNow(item.paperId)
    const q = await questionOf(item)
    if (paper && q) await queueLater(paper, q, item)
  }
}

export const handler = followStream('marking-stream', async (records) => {
  // Nothing that was acknowledged may be missing from the journal (I1).
  await appendJournal(records.flatMap(toldBy))
  await handOn(records)
})
