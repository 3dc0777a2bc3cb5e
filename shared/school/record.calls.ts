/** A school's operation records: who did what to whom, when, before and after. */
import * as z from 'zod'
import { Change } from '#shared/kit/acts.ts'
import { call, on } from '#shared/kit/call.ts'
import { AttemptId, SchoolId } from '#shared/kit/ids.ts'
import { pageFields } from '#shared/kit/paging.ts'
import { recordFilter } from './record.filter.ts'
import { rosterManagers } from './roster/scope.rules.ts'

export const RecordRow = z.object({
  auditId: z.string(),
  at: z.int(),
  kind: z.string(),
  words: z.string(),
  by: z.object({ userId: z.string(), userName: z.string(), userType: z.int().optional() }),
  /** The operator who was in this person's place. */
  pretendedBy: z.string().optional(),
  /** What it was done to. */
  on: z.string(),
  changes: z.array(Change),
  reason: z.string(),
  /** A move or a graduation is taken back by its act; who did so already. */
  undo: z.object({ actId: AttemptId, kind: z.enum(['move', 'graduate']), undone: z.string().optional() }).optional(),
})
export type RecordRow = z.infer<typeof RecordRow>

export const listRecords = call('GET /api/school/record/list', {
  summary: 'Everything on record of a school, latest first: who did what when, before and after',
  userTypes: rosterManagers,
  scope: on('school', 'schoolId'),
  input: () =>
    z.object({
      ...recordFilter,
      schoolId: SchoolId,
      pageSize: pageFields.pageSize,
      after: z
        .string()
        .regex(/^\d{13}(#[\w-]{1,64})?$/)
        .optional(),
    }),
  /** `next` without a full page: so many were looked at that the rest is another call's. */
  output: () => z.object({ list: z.array(RecordRow), next: z.string().optional(), more: z.boolean() }),
  feeds: ['records', 'acts', 'roster', 'students'],
})
