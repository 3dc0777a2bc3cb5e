/** Exams that a job makes, as their organisers follow it (async-unite-exam). */
import * as z from 'zod'
import { call, caller } from '#shared/kit/call.ts'
import { ExamId, JobId, Tenant } from '#shared/kit/ids.ts'
import { jointOrganisers } from '#shared/kit/people.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examProblems } from '../exam.problems.ts'

/** What was begun, and which job makes it now. It goes in time, as the record of its job does. */
export const Creation = z.object({
  schema: z.literal(1),
  owner: Tenant,
  /** The job that was first begun. */
  creationId: JobId,
  jobId: JobId,
  examId: ExamId,
  examName: z.string(),
  schoolCount: z.int(),
  /** Where it lies what is to be made. */
  wishKey: z.string(),
  byName: z.string(),
  createdAt: z.int(),
  begunAt: z.int(),
  version: z.int(),
})
export type Creation = z.infer<typeof Creation>

/** So long after it was begun a creation that failed goes on: what was given up is purged after two days. */
export const creationAgainMs = 86_400_000
/** So many of the latest are shown. */
export const mostCreations = 100

export const creationStates = ['waiting', 'going', 'failed', 'done'] as const

export const listCreations = call('GET /api/exam/union/plan/creation/list', {
  summary: 'The exams whose making was begun in the last thirty days, the latest first, each with how far its job is',
  ...jointOrganisers,
  scope: caller,
  input: () => z.object({}),
  output: () =>
    z.array(
      Creation.pick({
        creationId: true,
        examId: true,
        examName: true,
        schoolCount: true,
        byName: true,
        createdAt: true,
        version: true,
      }).extend({
        state: z.enum(creationStates),
        /** Schools whose rosters are copied. */
        schools: z.int(),
        candidates: z.int().nullable(),
        message: z.string(),
        mayAgain: z.boolean(),
      }),
    ),
  feeds: ['creations', 'exam'],
})

export const createAgain = call('POST /api/exam/union/plan/creation/again', {
  summary: 'Have the making of an exam that failed go on: what is made already stays',
  ...jointOrganisers,
  scope: caller,
  input: () => z.object({ creationId: JobId, version: z.int() }),
  output: () => z.object({ uuid: JobId }),
  problems: [commonProblems.notFound, commonProblems.stale, examProblems.creationNotAgain],
  refreshes: ['creations', 'jobs', 'exam'],
})
