/** Questions that one group marks, and what is said to single markers of it. */
import * as z from 'zod'
import { QuestionId, UserId } from '#shared/kit/ids.ts'
import { QualityRule } from '../quality/rule.types.ts'

/** So many groups has a paper at most, so many markers and leaders a group. */
export const mostGroups = 60
export const mostMarkers = 200
export const mostLeaders = 50
export const mostPrincipals = 10
/** Who marks what is one row: so many markers, each counted with every question, and twice where a limit is set, stay below the store's bound. */
export const mostSeats = 8000

export const MarkerLimit = z.object({
  userId: UserId,
  /** Answers that are handed out to the marker in this group at most. */
  most: z.int().min(1).max(100_000).optional(),
  paused: z.literal(true).optional(),
})
export type MarkerLimit = z.infer<typeof MarkerLimit>

/**
 * A block. It is called by its first question: a question lies in one block, so that names no other. A question in none is
 * a block by itself. Who marks it stands with each of its questions, where a mark is judged.
 */
export const Block = z.object({
  questionIds: z.array(QuestionId).min(1).max(50),
  groupName: z.string().optional(),
  limits: z.array(MarkerLimit).max(mostMarkers).optional(),
  /** What its leader asks of the marking. */
  quality: QualityRule.optional(),
})
export type Block = z.infer<typeof Block>
