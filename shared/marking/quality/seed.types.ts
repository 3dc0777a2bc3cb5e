/**
 * Seeds: answers whose right mark is known, handed out among others. They lie in a bundle beside its answers, under a name
 * of their own, so that what is given to one is a mark of no answer: it is in no script, no journal and no score.
 */
import * as z from 'zod'
import { StudentId } from '#shared/kit/ids.ts'

export const seedUses = ['expert', 'own'] as const
export const SeedUse = z.enum(seedUses)
export type SeedUse = z.infer<typeof SeedUse>

/** So many lie in one bundle at most. */
export const mostSeeds = 6

/** A seed in a bundle. */
export const Seed = z.object({
  /** What the desk knows it by: an id like any student's, and no student's. */
  as: StudentId,
  studentId: StudentId,
  imageVersion: z.int(),
  use: SeedUse,
  /** Hundredths: as the experts agreed, or as the marker gave it before. */
  right: z.int(),
})
export type Seed = z.infer<typeof Seed>
