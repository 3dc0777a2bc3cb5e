import { previewJob, publishJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { Publication, Snapshot } from '#shared/analysis/publication.types.ts'
import { mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import { mayMove, standOf } from '#shared/exam/step.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { movePaper } from '#functions/exam/step.public.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { startJob } from '#functions/kit/work.ts'
import { publications, snapshotsOf } from './analysis.store.ts'
import { examAndPaper, isLarge, standingOf } from './standing/standing.ts'
import { requireLedger, requireReady } from './standing/ready.ts'
import { unpublished, withdrawingTotals, withdrawnOf } from './total.follow.ts'
import type * as publicationCalls from '#shared/analysis/publication.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const managed = async (paperId: string, caller: Caller): Promise<{ exam: Exam; paper: Paper }> => {
  const found = await examAndPaper(paperId)
  if (!mayManage(found.exam, caller)) throw new Barred(403)
  return found
}

export const newestPreview = async (paperId: string): Promise<Snapshot | undefined> =>
  (await snapshotsOf(paperId)).findLast((s) => s.purpose === 'preview')

export const startPreview = async (
  input: InputOf<typeof publicationCalls.startPreview>,
  caller: Caller,
): Promise<AnswerOf<typeof publicationCalls.startPreview>> => {
  const { exam, paper } = await managed(input.paperId, caller)
  const last = await newestPreview(paper.paperId)
  // One at a time: who asks again while it runs waits for the same one.
  if (last && last.comparedAt === undefined) {
    const job = await jobNow(last.jobId)
    if (job && job.status !== jobStatus.failed && job.status !== jobStatus.done) return { uuid: last.jobId }
  }
  return startJob(previewJob, { paperId: paper.paperId, by: caller }, caller, { about: paperTitle(exam, paper) })
}

export const publishScores = async (
  input: InputOf<typeof publicationCalls.publishScores>,
  caller: Caller,
): Promise<AnswerOf<typeof publicationCalls.publishScores>> => {
  const sitting = await managed(input.paperId, caller)
  if (input.publishAt !== undefined && input.publishAt <= now()) refuse(analysisProblems.timePassed)
  // Who names the scores has looked at them: they are not computed here as well. The job does, and refuses others.
  const named = input.digest !== undefined && !sitting.paper.total && !isLarge(sitting.exam)
  if (named) await requireLedger(input.paperId, input.override)
  else requireReady(await standingOf(input.paperId), input.override)
  const stored = await publications.get({ paperId: sitting.paper.paperId })
  const publication = stored ?? unpublished(sitting)
  // Once people have seen scores, a new version is signed off against the difference that was shown (I12).
  if (publication.current !== null && input.digest === undefined) refuse(analysisProblems.changedSince)
  const jobId = newId<JobId>('job')
  const { stopped: _stopped, ...kept } = publication
  const next: Publication = {
    ...kept,
    pending: {
      jobId,
      ...(input.publishAt === undefined ? {} : { at: input.publishAt }),
      by: caller.userId,
      since: now(),
    },
  }
  const record = auditRecord(caller, 'analysis.requestPublish', input.paperId, {
    before: publication.pending,
    after: next.pending,
    ...(input.override === undefined ? {} : { reason: input.override }),
  })
  const write = stored ? publications.saving(next) : publications.creating({ ...next, version: 1 })
  if (!(await audited([write], record))) await refuseStale(publications, publication)
  return startJob(
    publishJob,
    {
      paperId: sitting.paper.paperId,
      ...(input.publishAt === undefined ? {} : { publishAt: input.publishAt }),
      ...(input.digest === undefined ? {} : { digest: input.digest }),
      ...(input.override === undefined ? {} : { override: input.override }),
      by: caller,
    },
    caller,
    { jobId, about: paperTitle(sitting.exam, sitting.paper) },
  )
}

/** Takes back a publication that waits for its time: what readers see stays. */
export const cancelPublish = async (
  input: InputOf<typeof publicationCalls.cancelPublish>,
  caller: Caller,
): Promise<AnswerOf<typeof publicationCalls.cancelPublish>> => {
  const { paper } = await managed(input.paperId, caller)
  await edit(`the publication of ${paper.paperId}`, async () => {
    const publication = await publications.get({ paperId: paper.paperId })
    if (publication?.pending?.at === undefined) return refuse(analysisProblems.nothingPending)
    const { pending, ...next } = publication
    const record = auditRecord(caller, 'analysis.cancelPublish', paper.paperId, { before: pending, after: null })
    return (await audited([publications.saving(next)], record)) ? undefined : beaten
  })
  return { cancelled: true }
}

export const withdrawScores = async (
  input: InputOf<typeof publicationCalls.withdrawScores>,
  caller: Caller,
): Promise<AnswerOf<typeof publicationCalls.withdrawScores>> => {
  const { exam, paper } = await managed(input.paperId, caller)
  const stand = exam.papers.find((p) => p.paperId === paper.paperId) ?? standOf([])
  await edit(`the publication of ${paper.paperId}`, async () => {
    const publication = await publications.get({ paperId: paper.paperId })
    if (!publication) return refuse(analysisProblems.nothingPublished)
    const { pending } = publication
    // Also when a try before this one ended between the pointer and the exam.
    if (publication.current === null && !pending)
      return mayMove('withdrawn', stand) ? undefined : refuse(analysisProblems.nothingPublished)
    const next: Publication = {
      ...withdrawnOf(publication, input.reason),
      ...(paper.total ? { stopped: true } : {}),
    }
    const record = auditRecord(caller, 'analysis.withdraw', paper.paperId, {
      before: publication.current,
      after: null,
      reason: input.reason,
    })
    const totals = await withdrawingTotals(paper, caller, input.reason)
    return (await audited([publications.saving(next), ...totals], record)) ? undefined : beaten
  })
  await movePaper(paper, 'withdrawn')
  return { withdrawn: true }
}
