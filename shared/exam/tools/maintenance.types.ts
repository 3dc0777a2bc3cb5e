import * as z from 'zod'
import { AccountId, ExamId, Tenant, UserId } from '#shared/kit/ids.ts'

/**
 * That an exam is to be deleted although it has sheets or results. Of several schools two people do it: who asks, and another
 * who agrees. One a time of an exam: a new one stands over the last.
 */
export const ForcedDeletion = z.object({
  schema: z.literal(1),
  examId: ExamId,
  /** Among whose exams one that is asked for is looked for. */
  owner: Tenant.optional(),
  reason: z.string(),
  askedBy: UserId,
  askedByName: z.string(),
  /** The account that asked, and the one behind it where it was looked through another's eyes. */
  askedAs: z.array(AccountId).min(1).max(2),
  askedAt: z.int(),
  doneBy: UserId.optional(),
  doneByName: z.string().optional(),
  doneAt: z.int().optional(),
  /** Taken back before it was done, or undone after. */
  overAt: z.int().optional(),
  overByName: z.string().optional(),
  version: z.int(),
})
export type ForcedDeletion = z.infer<typeof ForcedDeletion>
