/** For tests: a job that a call has started really runs. Who looks at what it changes waits for its end first. */
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { jobNow } from './ended.ts'
import { asFunction } from './testing.ts'

/**
 * Waits, up to two minutes, until the job is over: done or failed.
 * @throws Error when it does not end.
 */
export const jobEnds = async (jobId: JobId) => {
  for (let looks = 0; looks < 1200; looks++) {
    const job = await asFunction('platform-api', () => jobNow(jobId))
    if (job?.status === jobStatus.done || job?.status === jobStatus.failed) return job
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new Error(`job ${jobId} does not end`)
}
