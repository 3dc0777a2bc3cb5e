/** Replays of a question's marks as they are shown, with how far they have come by their jobs. */
import { jobStatus } from '#shared/kit/job.ts'
import type { ReplayStand, RubricReplay } from '#shared/marking/rubric/replay.types.ts'
import { jobsNow } from '#functions/kit/ended.ts'
import { now } from '#functions/kit/ports.ts'
import { replaysOf } from './rubric.store.ts'

const mostShown = 10

const doneAs = ({ phase, told, appliedAt, undoneAt }: RubricReplay): ReplayStand | null =>
  phase === 'look' && told
    ? 'looked'
    : phase === 'apply' && appliedAt
      ? 'applied'
      : phase === 'undo' && undoneAt
        ? 'undone'
        : null

/** So long after an act its job may not have been written down yet. */
const startMs = 60_000

export const replaysShown = async (paperId: string, questionId: string) => {
  const all = await replaysOf(paperId, questionId, mostShown)
  const jobs = new Map((await jobsNow(all.filter((r) => doneAs(r) === null))).map((j) => [j.jobId, j.status]))
  const standOf = (r: RubricReplay): ReplayStand => {
    const status = jobs.get(r.jobId)
    const begun = status === undefined ? r.at > now() - startMs : status !== jobStatus.failed
    return doneAs(r) ?? (begun ? 'going' : 'failed')
  }
  return all.map((r) => {
    const { attemptId, points, rubricVersion, phase, byName, at, told, reason, appliedAt, undoneAt } = r
    return {
      ...{ attemptId, points, rubricVersion, phase, byName, at, stands: standOf(r) },
      ...(told ? { told } : {}),
      ...(reason ? { reason } : {}),
      ...(appliedAt ? { appliedAt } : {}),
      ...(undoneAt ? { undoneAt } : {}),
    }
  })
}
