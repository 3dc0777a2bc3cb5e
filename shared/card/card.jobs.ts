import * as z from 'zod'
import { Actor } from '#shared/kit/actor.ts'
import { each, job, step } from '#shared/kit/job.ts'
import { RenderSubject } from './print/render.types.ts'
import { CardId, ClassId, ExamId } from '#shared/kit/ids.ts'

/** How a card is printed. Absent fields: class by class, two-sided, in grey, in one file. */
export const PrintSettings = z.object({
  /** Only these classes; absent: all of the exam. */
  classIds: z.array(ClassId).max(200).optional(),
  /** class: class by class; number: by student number; room: by rooms of `seats`, in the order of the numbers. */
  order: z.enum(['class', 'number', 'room']).optional(),
  seats: z.int().min(10).max(100).optional(),
  oneSided: z.boolean().optional(),
  red: z.boolean().optional(),
  /** class: a file for each class; room: one for each room; absent: one file a card. Several files come in one zip. */
  split: z.enum(['class', 'room']).optional(),
})
export type PrintSettings = z.infer<typeof PrintSettings>

export const PrintInput = PrintSettings.extend({
  /** Who sits where, by student number, where a list of seats was given. */
  seatsKey: z.string().optional(),
  examId: ExamId,
  /** The versions to print: fixed when the job is started. */
  cards: z
    .array(z.object({ cardId: CardId, publishedVersion: z.int().min(1) }))
    .min(1)
    .max(30),
  kind: z.enum(['blank', 'students']),
  by: Actor,
})
export type PrintInput = z.infer<typeof PrintInput>

/** One file of a print: which card, and the key of its list of students (absent: one blank card). */
export const PrintPart = z.object({
  index: z.int().min(0),
  cardId: CardId,
  publishedVersion: z.int().min(1),
  /** Without its suffix. */
  name: z.string(),
  studentsKey: z.string().optional(),
})
export type PrintPart = z.infer<typeof PrintPart>

export const cardPrint = job('card.print', {
  title: '打印答题卡',
  cancellable: true,
  input: () => PrintInput,
  flow: [
    step('plan', () => z.object({ manifestKey: z.string(), files: z.int(), copies: z.int() })),
    each('print', { from: 'plan', item: () => PrintPart, batch: 1, concurrency: 8, timeoutSeconds: 840 }),
    step(
      'bind',
      () => z.object({ key: z.string(), copies: z.int(), pages: z.int(), missing: z.array(z.string()).optional() }),
      840,
    ),
  ],
})

export const cardPreflight = job('card.preflight', {
  title: '考前检查扫描',
  again: true,
  input: () =>
    z.object({
      cardId: CardId,
      publishedVersion: z.int().min(1),
      key: z.string(),
      fileName: z.string(),
      testedBy: z.string(),
    }),
  flow: [step('measure', () => z.object({ judged: z.string(), pages: z.int() }), 300)],
})

export const cardRender = job('card.render', {
  title: '生成PDF',
  again: true,
  input: () => RenderSubject.extend({ by: Actor }),
  flow: [step('print', () => z.object({ key: z.string(), size: z.int() }), 300)],
})
