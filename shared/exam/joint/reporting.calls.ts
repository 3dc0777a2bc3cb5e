/** What is still to be reported in joint exams (reporting-task): by a school, or to who organises. */
import * as z from 'zod'
import { call, caller } from '#shared/kit/call.ts'
import { ExamId } from '#shared/kit/ids.ts'
import { jointReporters } from '#shared/kit/people.ts'
import { applicationKinds } from './application.types.ts'

export const Owed = z.object({
  /** The answer whether one takes part, cards of papers, and what was applied for and is not decided. */
  what: z.enum(['answer', 'cards', ...applicationKinds]),
  /** Papers of a school's; schools, or people, of an organiser's. */
  n: z.int(),
})
export type Owed = z.infer<typeof Owed>

/** So many people of one kind are counted in one exam; of an area so many exams are looked at, the latest at work. */
export const mostOwedCounted = 99
export const mostExamsOwing = 20

export const reportingTasks = call('GET /api/exam/union/plan/reporting/list', {
  summary: "The joint exams of the caller's school or area that are at work, each with what is still to be reported",
  // Beside who reports: the home of who organises.
  userTypes: [...jointReporters.userTypes, 18],
  scope: caller,
  input: () => z.object({}),
  output: () =>
    z.array(
      z.object({
        examId: ExamId,
        examName: z.string(),
        examDate: z.int(),
        /** Of a school: until when its cards come. */
        dueAt: z.int().nullable(),
        as: z.enum(['school', 'organiser']),
        owed: z.array(Owed),
        /** Of an organiser: so many schools have said that they do not take part. */
        declined: z.int(),
      }),
    ),
  feeds: ['exam', 'ownParts', 'applications', 'jointSchools'],
})
