/** Jobs of all schools, for the platform's own people: what runs, what failed, and having it go on. */
import * as z from 'zod'
import { call, caller, on } from '#shared/kit/call.ts'
import { JobId, Tenant } from '#shared/kit/ids.ts'
import { pageFields, pageOf } from '#shared/kit/paging.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { sought } from '#shared/kit/text.ts'
import { AsyncStatus } from './platform.types.ts'

/** Step Functions takes up an execution for so long after its end. */
export const againMs = 14 * 86_400_000

export const jobStates = ['failed', 'going'] as const

const JobOfAll = AsyncStatus.pick({
  uuid: true,
  title: true,
  name: true,
  status: true,
  processDone: true,
  processTotal: true,
  processMsg: true,
  message: true,
  lastTimestamps: true,
}).extend({
  tenant: Tenant,
  createdAt: z.int(),
  /** How it was begun again, if it was. */
  againAt: z.int().optional(),
  /** Whether it may go on where it stopped. */
  mayAgain: z.boolean(),
})
export type JobOfAll = z.infer<typeof JobOfAll>

export const jobsOfAll = call('GET /api/common/jobs', {
  summary: 'The newest jobs of all schools that failed in the last fourteen days, or that are under way',
  userTypes: [-1],
  scope: caller,
  input: () => z.object({ ...pageFields, state: z.enum(jobStates).default('failed'), keyword: sought() }),
  output: () => pageOf(JobOfAll),
  feeds: ['jobsOfAll'],
})

export const jobAgain = call('POST /api/common/jobs/again', {
  summary: 'Have a job that failed go on at the step where it stopped, in the name of who started it',
  userTypes: [-1],
  scope: on('job', 'uuid'),
  input: () => z.object({ uuid: JobId }),
  output: () => z.object({ uuid: JobId }),
  problems: [commonProblems.jobNotFound, commonProblems.jobNotAgain],
  refreshes: ['jobsOfAll', 'jobs'],
})
