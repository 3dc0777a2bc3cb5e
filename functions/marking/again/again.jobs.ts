/** How far the acts of marking again have come, by their jobs. */
import { idPrefixes } from '#shared/kit/ids.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import type { AgainRound, AgainState } from '#shared/marking/again/again.types.ts'
import { jobsNow } from '#functions/kit/ended.ts'
import { now } from '#functions/kit/ports.ts'

/** The job of an act has the act's own id: asked for again, it runs once. Where it failed, another was begun for it. */
export const jobOf = ({ attemptId, jobId }: Pick<AgainRound, 'attemptId' | 'jobId'>): JobId =>
  jobId ?? (`${idPrefixes.job}${attemptId.slice(idPrefixes.attempt.length)}` as JobId)

/** So long after an act its job may not have been written down yet. */
const startMs = 60_000

/** Where acts stand, in their order. */
export const statesOf = async (rounds: readonly AgainRound[]): Promise<AgainState[]> => {
  const open = rounds.filter((r) => r.doneAt === undefined).map((r) => ({ jobId: jobOf(r) }))
  const jobs = new Map((await jobsNow(open)).map((job) => [job.jobId, job.status]))
  return rounds.map((r) => {
    const status = jobs.get(jobOf(r))
    if (r.doneAt !== undefined || status === jobStatus.done) return 'done'
    if (status === undefined) return r.at > now() - startMs ? 'going' : 'failed'
    return status === jobStatus.failed ? 'failed' : 'going'
  })
}
