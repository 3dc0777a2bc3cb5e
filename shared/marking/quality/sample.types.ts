/** Samples: marks that who leads a question's marking has looked at and agreed with, or changed. */
import * as z from 'zod'
import { AttemptId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'
import { MarkRole } from '../marking.types.ts'

/** One mark, looked at once; it is known by the mark's own attempt. */
export const SampleCheck = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  questionId: QuestionId,
  studentId: StudentId,
  role: MarkRole,
  markId: AttemptId,
  marker: UserId,
  /** Hundredths: as the marker gave it, and as it should be. */
  given: z.int(),
  right: z.int(),
  attemptId: AttemptId,
  by: UserId,
  byName: z.string(),
  at: z.int(),
})
export type SampleCheck = z.infer<typeof SampleCheck>

/** Differences of the marker's mark from the one that should be: within the tolerance, summed, and their squares; hundredths. */
export const SampleSums = z.object({ n: z.int(), within: z.int(), off: z.int(), squares: z.int() })
export type SampleSums = z.infer<typeof SampleSums>

/** A marker's samples of a question, summed with each of them. */
export const SampleTally = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  questionId: QuestionId,
  userId: UserId,
  sampled: z.int(),
  agreed: z.int(),
  /** Hundredths: of what was changed. */
  apart: z.int(),
  /** Of samples since it is counted; rows from before have none. */
  sums: SampleSums.optional(),
  version: z.int(),
})
export type SampleTally = z.infer<typeof SampleTally>
