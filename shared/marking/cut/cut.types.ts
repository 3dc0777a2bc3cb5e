import type * as z from 'zod'
import { ForcedDeletion } from '#shared/exam/tools/maintenance.types.ts'
import { PaperId } from '#shared/kit/ids.ts'

/**
 * That marking of a paper is ended although answers have no mark: asked and agreed to as a deletion by force is. One a time of
 * a paper: a new one stands over the last.
 */
export const ForcedCompletion = ForcedDeletion.extend({ paperId: PaperId })
export type ForcedCompletion = z.infer<typeof ForcedCompletion>
