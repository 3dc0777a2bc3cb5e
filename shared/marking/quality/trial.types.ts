/**
 * Trial marking (试评): before live work every marker of a group marks the same answers, whose marks the experts agreed on.
 * What is given here is a mark of no answer.
 */
import * as z from 'zod'
import { AttemptId, PaperId, QuestionId, StudentId, UserId } from '#shared/kit/ids.ts'
import { ChosenPoints } from '../rubric/rubric.types.ts'
import { mostStandards } from './standard.types.ts'

export const trialStates = ['going', 'passed', 'failed', 'byHand'] as const
export const TrialState = z.enum(trialStates)
export type TrialState = z.infer<typeof TrialState>

/** A marker's trial of a question: one row, written by the marker and by who lets the marker pass. */
export const TrialSheet = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  questionId: QuestionId,
  userId: UserId,
  marks: z
    .array(
      z.object({
        studentId: StudentId,
        score: z.int(),
        points: ChosenPoints.optional(),
        attemptId: AttemptId,
        at: z.int(),
      }),
    )
    .max(mostStandards),
  state: TrialState,
  /** Since when. */
  since: z.int(),
  /** Of the marks as they were when it ended: percent within the tolerance, hundredths that the mean is off. */
  result: z.object({ n: z.int(), exact: z.int(), within: z.int(), off: z.number(), apart: z.number() }).optional(),
  /** How often it was begun. */
  round: z.int(),
  by: UserId.optional(),
  byName: z.string().optional(),
  reason: z.string().optional(),
  version: z.int(),
})
export type TrialSheet = z.infer<typeof TrialSheet>
