import * as z from 'zod'
import { PaperId, QuestionId, Tenant, UserId } from '#shared/kit/ids.ts'

/** A teacher's note on a question; `owner` is the school whose teachers read it. */
export const QuestionNote = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  owner: Tenant,
  questionId: QuestionId,
  noteId: z.uuid('编号格式不正确'),
  text: z.string(),
  userId: UserId,
  userName: z.string(),
  at: z.int(),
  editedAt: z.int().optional(),
  deletedAt: z.int().optional(),
  deletedBy: z.string().optional(),
  version: z.int(),
})
export type QuestionNote = z.infer<typeof QuestionNote>

/** That the notes of a question were closed, and whether they are: every write of one asks. */
export const NoteLock = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  owner: Tenant,
  questionId: QuestionId,
  locked: z.object({ userId: UserId, userName: z.string(), at: z.int() }).optional(),
  version: z.int(),
})
export type NoteLock = z.infer<typeof NoteLock>
