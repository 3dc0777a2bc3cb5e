/** The setting of a paper's questions by teachers of several schools (question-setting-list). */
import * as z from 'zod'
import { ExamId, PaperId, SchoolId, TeacherId, Tenant, UserId } from '#shared/kit/ids.ts'
import { PaperQuestion } from '../exam.types.ts'

export const settingStates = ['open', 'submitted', 'returned', 'accepted', 'cancelled'] as const
export type SettingState = (typeof settingStates)[number]
export const settingStateNames: Readonly<Record<SettingState, string>> = {
  open: '待命题',
  submitted: '已提交',
  returned: '已退回',
  accepted: '已采纳',
  cancelled: '已取消',
}

/** A teacher has one of a paper: what is asked for again is the same row. */
export const SettingTask = z.object({
  schema: z.literal(1),
  examId: ExamId,
  /** The exam's. */
  owner: Tenant,
  paperId: PaperId,
  schoolId: SchoolId,
  schoolName: z.string(),
  teacherId: TeacherId,
  userId: UserId,
  teacherName: z.string(),
  /** What is to be set, in the organiser's words. */
  ask: z.string(),
  dueAt: z.int(),
  state: z.enum(settingStates),
  byName: z.string(),
  at: z.int(),
  /** What was entered so far. */
  questions: z.int(),
  fullScore: z.int(),
  submittedAt: z.int().optional(),
  review: z.string().optional(),
  reviewedByName: z.string().optional(),
  reviewedAt: z.int().optional(),
  version: z.int(),
})
export type SettingTask = z.infer<typeof SettingTask>

/** What a teacher entered, beside the task: lists of tasks do not read it. */
export const EnteredQuestions = z.object({
  schema: z.literal(1),
  examId: ExamId,
  paperId: PaperId,
  teacherId: TeacherId,
  questions: z.array(PaperQuestion).max(400),
  version: z.int(),
})
export type EnteredQuestions = z.infer<typeof EnteredQuestions>

/** So many tasks has an exam; so many are given at once. */
export const mostSettingTasks = 300
export const mostSettersAtOnce = 20
