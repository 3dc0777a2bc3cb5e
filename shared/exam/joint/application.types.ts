/** What a school of a joint exam applies for, a person at a time, and its organiser decides. */
import * as z from 'zod'
import { ExamId, PaperId, SchoolId, StudentId, TeacherId, Tenant } from '#shared/kit/ids.ts'
import { optionalLine } from '#shared/kit/text.ts'
import { mostPapers } from '../exam.types.ts'

/** teacher: is to mark answers of the exam; absent: did not sit; transient (借读): sat, and is not the school's own. */
export const applicationKinds = ['teacher', 'absent', 'transient'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

export const applicationStates = ['pending', 'approved', 'returned', 'withdrawn'] as const
export type ApplicationState = (typeof applicationStates)[number]
export const applicationStateNames: Readonly<Record<ApplicationState, string>> = {
  pending: '待审核',
  approved: '已通过',
  returned: '已退回',
  withdrawn: '已撤回',
}

export const PersonId = z.union([TeacherId, StudentId])
export type PersonId = z.infer<typeof PersonId>

/** A school has one of a kind for a person: what it applies for again is the same row. */
export const Application = z.object({
  schema: z.literal(1),
  examId: ExamId,
  /** The exam's. */
  owner: Tenant,
  schoolId: SchoolId,
  schoolName: z.string(),
  kind: z.enum(applicationKinds),
  personId: PersonId,
  personName: z.string(),
  /** What it is about. */
  paperIds: z.array(PaperId).min(1).max(mostPapers),
  note: z.string(),
  state: z.enum(applicationStates),
  byName: z.string(),
  at: z.int(),
  /** Of the organiser, once it is decided. */
  reviewedByName: z.string().optional(),
  reviewedAt: z.int().optional(),
  review: z.string().optional(),
  version: z.int(),
})
export type Application = z.infer<typeof Application>

/** So many of a kind has a school in an exam. */
export const mostApplications: Readonly<Record<ApplicationKind, number>> = {
  teacher: 200,
  absent: 500,
  transient: 500,
}
/** The tag of a candidate who was approved as transient. */
export const transientTag = '借读'
/** So many are applied for, withdrawn or decided at once: with what follows they are one transaction. */
export const mostAppliedAtOnce = 40

/** Which are decided, as they were seen, and how. */
export const decision = {
  of: z
    .array(z.object({ schoolId: SchoolId, personId: PersonId, version: z.int() }))
    .min(1, '请选择申报')
    .max(mostAppliedAtOnce, `一次最多选${mostAppliedAtOnce}人`),
  approve: z.boolean(),
  review: optionalLine('审核意见', 100),
}
