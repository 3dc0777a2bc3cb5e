/** An organiser asks a school of another area to take part: it comes when it has said so itself. */
import * as z from 'zod'
import { lateAfter } from '../atWork.rules.ts'
import { Actor } from '#shared/kit/actor.ts'
import { ExamId, JobId, SchoolId } from '#shared/kit/ids.ts'

/** As registers have it, however it was typed. */
export const SchoolCodeTyped = z
  .string()
  .transform((text) => text.normalize('NFKC').replace(/\s/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z][0-9A-Z-]{3,19}$/, '学校代码应为4到20位字母、数字或短横线'))

/** So many schools are asked with the making of an exam. */
export const mostInvitedAtOnce = 50

/** An invitation that waits is open as long as the exam's cards come; it runs out by itself, and back where the day is moved. */
export const isLapsed = (state: InviteState, examDate: number, now: number): boolean =>
  state === 'asked' && lateAfter(examDate) < now

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
