import * as z from 'zod'
import { tutorRules } from '#shared/analysis/tutors/tutor.rules.ts'
import { ClassId, ExamId, PaperId, StudentId, UserId } from '#shared/kit/ids.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'

/** A student who is tutored in a subject since an exam. Names are the roster's. */
export const TutorEntry = z.object({
  schema: z.literal(1),
  examId: ExamId,
  paperId: PaperId,
  studentId: StudentId,
  classId: ClassId,
  rule: z.enum([...tutorRules, 'hand']),
  why: z.string(),
  /** The share of candidates who stood lower when it was put there. */
  percentile: z.number().nullable(),
  teacher: UserId.optional(),
  teacherName: z.string().optional(),
  by: UserId,
  at: z.int(),
})
export type TutorEntry = z.infer<typeof TutorEntry>

export const tutorEntries = rows({
  table: 'TABLE_ANALYSIS',
  schema: TutorEntry,
  hangsOn: under('paper', ({ paperId }) => ({ pk: `tutor#${paperId}` })),
  personal: 'staff',
  key: (of: { paperId: string; studentId: string }) => ({ pk: `tutor#${of.paperId}`, sk: of.studentId }),
  index: (e) => (e.teacher ? { gsi1pk: `tutored#${e.teacher}`, gsi1sk: `${e.at}#${e.paperId}#${e.studentId}` } : {}),
})

/** A class's or a grade's: a few hundred. */
export const entriesOf = (paperId: string): Promise<TutorEntry[]> =>
  tutorEntries.query(`tutor#${paperId}`, { consistent: true })

/** The row is still the one that was read: what another manager has said since is not lost. */
const asRead = ({ by, at }: TutorEntry) => ({
  ConditionExpression: '#by = :by AND #at = :at',
  ExpressionAttributeNames: { '#by': 'by', '#at': 'at' },
  ExpressionAttributeValues: { ':by': by, ':at': at },
})
export const handingOn = (read: TutorEntry, next: TutorEntry): WriteItem => ({
  Put: { ...tutorEntries.putting(next).Put!, ...asRead(read) },
})
export const takingOff = (read: TutorEntry): WriteItem => ({
  Delete: { ...tutorEntries.dropping(read).Delete!, ...asRead(read) },
})
