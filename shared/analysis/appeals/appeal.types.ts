/** Appeals: a student asks that the score of a question be looked at once more, within the exam's window. */
import * as z from 'zod'
import { ChangeId, ExamId, PaperId, QuestionId, StudentId, Tenant, UserId } from '#shared/kit/ids.ts'

export const appellants = ['student', 'parent'] as const
export const Appellant = z.enum(appellants)
export type Appellant = z.infer<typeof Appellant>

/** So many questions of a paper may a student ask about at most. */
export const mostAsked = 20

/** When an exam takes appeals, and whose. */
export const WindowSet = z.object({
  on: z.boolean(),
  opens: z.int().min(0),
  closes: z.int().min(0),
  asks: z.array(Appellant).min(1, '请选择谁可以提出申诉').max(appellants.length),
  /** Questions of a paper that one student may ask about. */
  most: z.int().min(1).max(mostAsked),
})
export type WindowSet = z.infer<typeof WindowSet>

export const AppealWindow = WindowSet.extend({
  schema: z.literal(1),
  examId: ExamId,
  owner: Tenant,
  version: z.int(),
})
export type AppealWindow = z.infer<typeof AppealWindow>

/** That an appeal has one of the places which a student has in a paper: beside one another no two take the same. */
export const AppealPlace = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  studentId: StudentId,
  /** From 0. */
  place: z.int().min(0).max(mostAsked),
})

/**
 * `keep`: the score stands. `change`: to this score, which a change set brings about. `corrected`: what was asked was met
 * otherwise before it was answered (a corrected key, another set): readers see this score already.
 */
export const Decision = z.object({
  kind: z.enum(['keep', 'change', 'corrected']),
  score: z.int().min(0).optional(),
  /** Of a choice: what it is to be read as, which earns that score. */
  letters: z.string().optional(),
  answer: z.string(),
  by: UserId,
  byName: z.string(),
  at: z.int(),
})
export type Decision = z.infer<typeof Decision>

/** One a question and student. `score` is what the student was shown of it, in version `v`. */
export const Appeal = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  studentId: StudentId,
  questionId: QuestionId,
  as: Appellant,
  askedBy: UserId,
  askedAt: z.int(),
  v: z.int(),
  score: z.int(),
  fullScore: z.int(),
  reason: z.string(),
  decision: Decision.optional(),
  /** The change set that brings the decided score about. */
  changeId: ChangeId.optional(),
  version: z.int(),
})
export type Appeal = z.infer<typeof Appeal>
