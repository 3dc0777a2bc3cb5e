import * as z from 'zod'
import { job, step } from '#shared/kit/job.ts'
import { CardId, ClassId } from '#shared/kit/ids.ts'

/** How a card is printed. Absent fields: class by class, two-sided, in grey. */
export const PrintSettings = z.object({
  /** Only these classes; absent: all of the exam. */
  classIds: z.array(ClassId).max(200).optional(),
  /** class: class by class; number: by student number; room: by rooms of `seats`, in the order of the numbers. */
  order: z.enum(['class', 'number', 'room']).optional(),
  seats: z.int().min(10).max(100).optional(),
  oneSided: z.boolean().optional(),
  red: z.boolean().optional(),
})
export type PrintSettings = z.infer<typeof PrintSettings>

export const PrintInput = PrintSettings.extend({
  cardId: CardId,
  /** The version to print: fixed when the job is started. */
  publishedVersion: z.int().min(1),
  kind: z.enum(['blank', 'students']),
})

export const cardPrint = job('card.print', {
  title: '打印答题卡',
  input: () => PrintInput,
  flow: [
    step(
      'print',
      () => z.object({ key: z.string(), copies: z.int(), pages: z.int(), missing: z.array(z.string()).optional() }),
      840,
    ),
  ],
})
