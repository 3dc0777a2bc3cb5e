/** Who may hand in the cards of a paper, and of which classes. */
import * as z from 'zod'
import { ClassId, ExamId, PaperId, TeacherId, Tenant, UserId } from '#shared/kit/ids.ts'

/** Answer card upload state (2 §4). */
export const uploadState = { none: 0, uploading: 1, uploaded: 2, marking: 3, done: 4 } as const
export const uploadStateNames = ['未上传', '上传中', '已上传', '阅卷中', '阅卷完成'] as const

export const uploaderActs = ['add', 'allot', 'handOver', 'finish', 'rollback', 'remove', 'restore'] as const
export const UploaderAct = z.object({
  at: z.int(),
  by: UserId,
  byName: z.string(),
  act: z.enum(uploaderActs),
  note: z.string(),
})
export type UploaderAct = z.infer<typeof UploaderAct>

export const Uploader = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  examId: ExamId,
  owner: Tenant,
  userId: UserId,
  teacherId: TeacherId,
  userName: z.string(),
  /** Whose cards; none stands for every class. */
  classIds: z.array(ClassId),
  /** Said by the uploader: everything was handed in. */
  finishedAt: z.int().optional(),
  journal: z.array(UploaderAct),
  deletedAt: z.int().optional(),
  deletedBy: UserId.optional(),
  version: z.int(),
})
export type Uploader = z.infer<typeof Uploader>
