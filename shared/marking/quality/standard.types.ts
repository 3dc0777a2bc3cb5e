/**
 * Standards: answers of the paper whose mark was agreed on. Some lie open beside a marker's work with the reason of their
 * mark (标杆卷), some are marked by all before they begin (试评卷), some are slipped into their bundles (种子卷). What is given
 * to a standard is no mark: it lies in rows of its own, in neither computation of the scores.
 */
import * as z from 'zod'
import { PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'
import { ChosenPoints } from '../rubric/rubric.types.ts'

/** Standards of one question, of one use. */
export const mostStandards = 40

/** What a standard is for; it is for one thing alone: what lies open could not be marked without having been seen. */
export const standardUses = ['example', 'trial', 'seed'] as const
export const StandardUse = z.enum(standardUses)
export type StandardUse = z.infer<typeof StandardUse>
export const standardNames = { example: '标杆卷', trial: '试评卷', seed: '种子卷' } as const satisfies Record<
  StandardUse,
  string
>

export const Standard = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  questionId: QuestionId,
  studentId: StudentId,
  /** Of the picture that was agreed on: of another one nothing is agreed. */
  imageVersion: z.int(),
  use: StandardUse,
  /** Hundredths. */
  score: z.int(),
  /** Where the question has a rubric, the points that make it. */
  points: ChosenPoints.optional(),
  reason: z.string(),
  by: UserId,
  byName: z.string(),
  at: z.int(),
  version: z.int(),
})
export type Standard = z.infer<typeof Standard>
