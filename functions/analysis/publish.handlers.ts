import { publishPreview, publishScores, publishState, withdrawScores } from '#shared/analysis/analysis.calls.ts'
import { publishJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { changesOf, reportAndTranscript } from '#shared/analysis/publication.rules.ts'
import type { Publication, SnapshotData, TranscriptRow } from '#shared/analysis/publication.types.ts'
import { mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import { examStatus } from '#shared/exam/exam.types.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { page } from '#shared/kit/paging.ts'
import { advanceExam } from '#functions/exam/exam.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { jobRecords, startJob } from '#functions/kit/work.ts'
import { publications, settingsOf, snapshotsOf } from './analysis.store.ts'
import { transcriptOf } from './snapshot.ts'
import { columnsOf, examAndPaper, requireReady, standingOf } from './standing.ts'

const managed = async (paperId: string, caller: Caller): Promise<{ exam: Exam; paper: Paper }> => {
  const found = await examAndPaper(paperId)
  if (!mayManage(found.exam, caller)) throw new Barred(403)
  return found
}

const unpublished = ({ exam, paper }: { exam: Exam; paper: Paper }): Publication => ({
  schema: 1,
  paperId: paper.paperId,
  examId: exam.examId,
  owner: exam.owner,
  current: null,
  version: 0,
})

const meanOf = (rows: readonly Pick<TranscriptRow, 'total'>[]): number | null => {
  const totals = rows.flatMap((r) => (r.total === null ? [] : [r.total]))
  return totals.length ? totals.reduce((a, b) => a + b, 0) / totals.length : null
}

export const publishHandlers = [
  implement(publishState, async ({ input, caller }) => {
    const standing = await standingOf(input.paperId)
    const { exam, paper, checks } = standing
    const [publication, made] = await Promise.all([
      publications.get({ paperId: paper.paperId }),
      snapshotsOf(paper.paperId),
    ])
    const pending = publication?.pending
    const job = pending && (await jobRecords.get({ jobId: pending.jobId }))
    const failed = checks.filter((c) => c.state === 'failed')
    const onlyLedger = failed.length === 1 && failed[0]!.key === 'ledger'
    return {
      paperId: paper.paperId,
      examId: exam.examId,
      examName: exam.examName,
      courseName: paper.courseName,
      current: publication?.current ?? null,
      ...(publication?.publishedAt === undefined || publication.current === null
        ? {}
        : { publishedAt: publication.publishedAt }),
      ...(pending
        ? {
            pending: {
              uuid: pending.jobId,
              ...(pending.at === undefined ? {} : { at: pending.at }),
              // A record that is not there long after it should be was never started.
              failed: job ? job.status === jobStatus.failed : now() - pending.since > 60_000,
              message: job?.message ?? '',
            },
          }
        : {}),
      snapshots: made.slice(-20).reverse(),
      checks,
      mayPublish: failed.length === 0 || onlyLedger,
      needsOverride: onlyLedger,
      mayManage: mayManage(exam, caller),
    }
  }),

  implement(publishPreview, async ({ input, caller }) => {
    const { paper } = await managed(input.paperId, caller)
    const standing = await standingOf(input.paperId)
    // The sheets may still be unbalanced: what would change is shown all the same.
    requireReady(standing, 'preview')
    const { columns, digest } = columnsOf(standing)
    const { exam } = standing
    const own = await settingsOf(paper.paperId)
    const draft: SnapshotData = {
      schema: 1,
      paperId: paper.paperId,
      examId: exam.examId,
      owner: exam.owner,
      examName: exam.examName,
      courseName: paper.courseName,
      gradeName: exam.gradeName,
      examDate: exam.examDate,
      keyVersion: standing.paper.keyVersion,
      madeAt: now(),
      questions: standing.paper.questions,
      classes: exam.classes,
      report: own.report,
      studentRank: own.studentRank,
      teacherTotalRank: own.teacherTotalRank,
      ...columns,
    }
    const { transcript: after } = reportAndTranscript(draft)
    const publication = await publications.get({ paperId: paper.paperId })
    const first = publication === null || publication.current === null
    const before = first ? [] : await transcriptOf(paper, publication.current!)
    const rows = new Map([...before, ...after].map((r) => [r.studentId as string, r]))
    const changes = changesOf(before, after)
    const moved = changes.filter((c) => c.before !== c.after)
    const shown = page(input.changedOnly && !first ? moved : changes, input)
    const count = (state: TranscriptRow['state']) => after.filter((r) => r.state === state).length
    return {
      ...shown,
      list: shown.list.map((c) => {
        const row = rows.get(c.studentId)!
        return { ...row, before: c.before, after: c.after }
      }),
      digest,
      first,
      changed: first ? 0 : moved.length,
      up: first ? 0 : moved.filter((c) => (c.after ?? 0) > (c.before ?? 0)).length,
      down: first ? 0 : moved.filter((c) => (c.after ?? 0) < (c.before ?? 0)).length,
      meanBefore: meanOf(before),
      meanAfter: meanOf(after),
      present: count('present'),
      absent: count('absent'),
      missing: count('missing'),
      void: count('void'),
    }
  }),

  implement(publishScores, async ({ input, caller }) => {
    const found = await managed(input.paperId, caller)
    if (input.publishAt !== undefined && input.publishAt <= now()) refuse(analysisProblems.timePassed)
    const standing = await standingOf(input.paperId)
    requireReady(standing, input.override)
    const stored = await publications.get({ paperId: found.paper.paperId })
    const publication = stored ?? unpublished(found)
    // Once people have seen scores, a new version is signed off against the difference that was shown (I12).
    if (publication.current !== null || input.digest !== undefined) {
      if (input.digest !== columnsOf(standing).digest) refuse(analysisProblems.changedSince)
    }
    const jobId = newId<JobId>('job')
    const next: Publication = {
      ...publication,
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
        paperId: found.paper.paperId,
        ...(input.publishAt === undefined ? {} : { publishAt: input.publishAt }),
        ...(input.digest === undefined ? {} : { digest: input.digest }),
        ...(input.override === undefined ? {} : { override: input.override }),
        by: caller,
      },
      caller,
      { jobId, about: paperTitle(found.exam, found.paper) },
    )
  }),

  implement(withdrawScores, async ({ input, caller }) => {
    const { exam, paper } = await managed(input.paperId, caller)
    const publication = await publications.get({ paperId: paper.paperId })
    if (!publication) return refuse(analysisProblems.nothingPublished)
    const { pending, publishedAt: _at, ...rest } = publication
    if (publication.current !== null || pending) {
      const next: Publication = { ...rest, current: null }
      const record = auditRecord(caller, 'analysis.withdraw', paper.paperId, {
        before: publication.current,
        after: null,
        reason: input.reason,
      })
      if (!(await audited([publications.saving(next)], record))) await refuseStale(publications, publication)
    } else if (exam.status !== examStatus.released) return refuse(analysisProblems.nothingPublished)
    // Also when a try before this one ended between the pointer and the exam.
    if (exam.status === examStatus.released)
      await advanceExam(exam.examId, { status: examStatus.awaitingRelease, back: true })
    return { withdrawn: true }
  }),
]
