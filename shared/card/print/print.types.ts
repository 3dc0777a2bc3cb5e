/** Files that were printed of an exam's cards. */
import * as z from 'zod'
import { CardId, ExamId, JobId, Tenant } from '#shared/kit/ids.ts'

/** One finished print: written together with its audit record. */
export const CardPdf = z.object({
  schema: z.literal(1),
  examId: ExamId,
  jobId: JobId,
  owner: Tenant,
  cardIds: z.array(CardId).min(1),
  kind: z.enum(['blank', 'students']),
  /** The version of each card, in their order. */
  versions: z.array(z.int()),
  key: z.string(),
  name: z.string(),
  size: z.int(),
  /** Files in it: more than one is a zip. */
  files: z.int(),
  copies: z.int(),
  printedBy: z.string(),
  printedAt: z.int(),
  deletedAt: z.int().optional(),
})
export type CardPdf = z.infer<typeof CardPdf>
