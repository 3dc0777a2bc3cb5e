/** What questions of a paper are put together by, beside their types. */
import * as z from 'zod'

/** Of which volume a question is, by the specification's parts of a card (2 §3). */
export const volumeNames = { 1: '第一卷', 2: '第二卷' } as const
/** The ability that a question asks, in words, and its volume: reports rate questions by each. */
export const QuestionGroups = z.object({
  ability: z.string().max(20).optional(),
  volume: z.union([z.literal(1), z.literal(2)]).optional(),
})
export type QuestionGroups = z.infer<typeof QuestionGroups>
