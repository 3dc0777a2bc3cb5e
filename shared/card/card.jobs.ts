import * as z from 'zod'
import { job, step } from '#shared/kit/job.ts'
import { CardId, ClassId } from '#shared/kit/ids.ts'

export const PrintInput = z.object({
  cardId: CardId,
  /** The version to print: fixed when the job is started. */
  publishedVersion: z.int().min(1),
  kind: z.enum(['blank', 'students']),
  classIds: z.array(ClassId).optional(),
})

export const cardPrint = job('card.print', {
  title: '打印答题卡',
  input: () => PrintInput,
  flow: [step('print', () => z.object({ key: z.string(), copies: z.int(), pages: z.int() }), 840)],
})
