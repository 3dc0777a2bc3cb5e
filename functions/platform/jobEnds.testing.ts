/** For tests: the end of a job that a call has started, as who started it sees it. */
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { asyncStatus } from '#shared/platform/platform.calls.ts'
import type { AsyncStatus } from '#shared/platform/platform.types.ts'
import { viaGateway } from '#functions/kit/gateway.testing.ts'

/**
 * Waits, up to two minutes, until the job is over: done or failed; its files are there to be fetched. Unlike `jobEnds`
 * it takes on no other function's rights in between, so that several may be waited for at once.
 * @throws Error when it does not end.
 */
export const jobEndsFor = async ({ token }: { token: string }, jobId: string): Promise<AsyncStatus> => {
  for (let looks = 0; looks < 1200; looks++) {
    const { data } = await viaGateway(asyncStatus, { uuid: jobId as JobId }, token)
    if (data.status === jobStatus.done || data.status === jobStatus.failed) return data
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new Error(`job ${jobId} does not end`)
}
