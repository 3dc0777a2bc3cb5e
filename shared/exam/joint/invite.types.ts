/** An organiser asks a school of another area to take part: it comes when it has said so itself. */
import * as z from 'zod'
import { Actor } from '#shared/kit/actor.ts'
import { ExamId, JobId, SchoolId } from '#shared/kit/ids.ts'

export const inviteStates = ['asked', 'accepted', 'declined', 'withdrawn'] as const
export type InviteState = (typeof inviteStates)[number]

export const ExamInvite = z.object({
  schema: z.literal(1),
  examId: ExamId,
  schoolId: SchoolId,
  schoolName: z.string(),
  areaName: z.string(),
  state: z.enum(inviteStates),
  /** Why not. */
  reason: z.string(),
  /** Who asked: in whose name the school is let in. */
  by: Actor,
  at: z.int(),
  answered: z.object({ byName: z.string(), at: z.int() }).optional(),
  /** The job that lets in a school which has accepted. */
  jobId: JobId.optional(),
  version: z.int(),
})
export type ExamInvite = z.infer<typeof ExamInvite>
