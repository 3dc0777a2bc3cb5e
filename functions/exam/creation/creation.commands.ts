/** The making of large exams as their organisers follow it. */
import { createExamJob } from '#shared/exam/exam.jobs.ts'
import { examProblems } from '#shared/exam/exam.problems.ts'
import { creationAgainMs, mostCreations } from '#shared/exam/creation/creation.calls.ts'
import type { createAgain as createAgainCall, Creation, creationStates } from '#shared/exam/creation/creation.calls.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus, resultOf } from '#shared/kit/job.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { jobNow, jobsNow } from '#functions/kit/ended.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { startJob } from '#functions/kit/work.ts'
import type { JobRow } from '#functions/kit/work.ts'
import { creations } from '../exam.store.ts'

/** A job that was written down and never begun is as good as one that failed, and has it go on too. */
const stateOf = (job: JobRow | null | undefined): (typeof creationStates)[number] => {
  if (!job) return 'failed'
  if (job.status === jobStatus.queued) return 'waiting'
  return job.status === jobStatus.done ? 'done' : job.status === jobStatus.failed ? 'failed' : 'going'
}
const mayGoOn = ({ begunAt }: Creation, job: JobRow | null | undefined): boolean =>
  stateOf(job) === 'failed' && begunAt > now() - creationAgainMs

export const creationsOf = async ({ tenant }: Caller) => {
  const all = await creations.query(`creations#${tenant}`, { reverse: true, limit: mostCreations })
  const jobs = new Map((await jobsNow(all)).map((job) => [job.jobId, job]))
  return all.map((of) => {
    const job = jobs.get(of.jobId)
    const { creationId, examId, examName, schoolCount, byName, createdAt, version } = of
    const state = stateOf(job)
    return {
      ...{ creationId, examId, examName, schoolCount, byName, createdAt, version, state },
      schools: state === 'done' ? schoolCount : (job?.processDone ?? 0),
      candidates: (job && resultOf(createExamJob, job.result)?.candidates) ?? null,
      message: job?.message ?? '',
      mayAgain: mayGoOn(of, job),
    }
  })
}

/** Under another job, by what was wished then; of two who ask at once one has it go on. @throws Refused notFound, stale */
export const createAgain = async (
  { creationId, version }: InputOf<typeof createAgainCall>,
  caller: Caller,
): Promise<AnswerOf<typeof createAgainCall>> => {
  const { tenant, userId } = caller
  const of = (await creations.get({ owner: tenant, creationId })) ?? refuse(commonProblems.notFound)
  if (of.version !== version) return refuseStale(creations, of)
  if (!mayGoOn(of, await jobNow(of.jobId))) return refuse(examProblems.creationNotAgain)
  const next = await creations.save({ ...of, jobId: newId<JobId>('job'), begunAt: now() })
  if (!next) return refuseStale(creations, of)
  const { examId, examName, wishKey, jobId } = next
  return startJob(createExamJob, { examId, wishKey }, { tenant, userId }, { jobId, about: examName })
}
