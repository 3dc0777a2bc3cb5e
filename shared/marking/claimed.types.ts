/** What a marker is handed: answers of a bundle with their pictures, and no word of whose they are. */
import * as z from 'zod'
import { AttemptId, QuestionId, StudentId } from '#shared/kit/ids.ts'
import { Bundle, MarkRole, MarkValue } from './marking.types.ts'

/** One answer as its marker sees it: no name, no number, only the pictures. */
export const AnswerView = z.object({
  studentId: StudentId,
  imageVersion: z.int(),
  images: z.array(z.object({ url: z.string(), width: z.int(), height: z.int() })),
  likelyBlank: z.boolean(),
  /** The caller's own mark in this role, when there is one. */
  mine: z.object({ value: MarkValue, attemptId: AttemptId }).optional(),
  /** For the arbitrator: what the others gave. */
  others: z.array(z.object({ role: MarkRole, value: MarkValue })),
})
export type AnswerView = z.infer<typeof AnswerView>

const OneBundle = z.object({
  bundle: Bundle.pick({ bundleId: true, role: true, epoch: true, claimedUntil: true }),
  question: z.object({
    questionId: QuestionId,
    number: z.string(),
    unitType: z.int(),
    fullScore: z.int(),
    step: z.int(),
  }),
  answers: z.array(AnswerView),
  /** The answers by groups of like ones, where they were grouped; those that stand out are first. */
  sets: z.array(z.object({ studentIds: z.array(StudentId), outliers: z.int() })).optional(),
  left: z.int(),
  /** The caller's last marks lie off the scale: to be said once. */
  warned: z.literal(true).optional(),
})
export const ClaimedBundle = OneBundle.extend({
  /** Where its group's questions are shown together: the same answers in the others of them. */
  joined: z.array(OneBundle).optional(),
})
export type ClaimedBundle = z.infer<typeof ClaimedBundle>
