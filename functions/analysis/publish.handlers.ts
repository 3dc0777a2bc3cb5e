import {
  cancelPublish,
  publishPreview,
  publishScores,
  publishStand,
  publishState,
  publishTogether,
  sincePublished,
  startPreview,
  withdrawScores,
} from '#shared/analysis/publication.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { changesOf } from '#shared/analysis/snapshot.rules.ts'
import type { ChangeRow, PartFacts, SnapshotHead } from '#shared/analysis/publication.types.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import { isJoint } from '#shared/exam/exam.rules.ts'
import { waitsForOthers } from '#shared/exam/step.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { now } from '#functions/kit/ports.ts'
import { examSightOf } from '#functions/exam/sight.public.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { pageOfParts } from '#functions/kit/pageOfParts.ts'
import { implement } from '#functions/kit/serve.ts'
import { publications, snapshotsOf } from './analysis.store.ts'
import { digestOf, storedOf } from './scoring.ts'
import { headOf, indexOf, partOf } from './snapshot.ts'
import type { StoredPart } from './snapshot.ts'
import { drift, figuresOf, isLarge, standingOf } from './standing/standing.ts'
import { requireReady } from './standing/ready.ts'
import * as commands from './publish.commands.ts'
import { managed, newestPreview } from './publish.commands.ts'
import { shownTotalsWith } from './total.follow.ts'
import { publishTogether as startTogether, togetherStand } from './together.commands.ts'

/** What a preview shows: shards of scores now (a small paper), or of the newest version made to be looked at. */
type Previewed = {
  facts: readonly PartFacts[]
  head: Pick<SnapshotHead, 'classes' | 'against'>
  part: (n: number) => Promise<StoredPart>
}

const previewNow = async (found: { exam: Exam; paper: Paper }, against: number | null): Promise<Previewed> => {
  const standing = await standingOf(found.paper.paperId, against)
  // The sheets may still be unbalanced: what would change is shown all the same.
  requireReady(standing, 'preview')
  return {
    facts: standing.scored.map((s) => s.facts),
    head: { classes: standing.classes, against },
    part: async (n) => storedOf(standing.scored[n]!),
  }
}

const previewMade = async (paper: Paper): Promise<Previewed> => {
  const made = await newestPreview(paper.paperId)
  if (made?.comparedAt === undefined) return refuse(analysisProblems.notCompared)
  const [head, index] = await Promise.all([headOf(paper, made.v), indexOf(paper, made.v)])
  return { facts: index.parts, head, part: (n) => partOf(paper, made.v, n) }
}

const allRows = ({ columns, changes }: StoredPart, { classes, against }: Previewed['head']): ChangeRow[] => {
  const moved = new Map(changes.map((c) => [c.studentId as string, c]))
  return changesOf(null, { ...columns, classes }).map(
    (row) => moved.get(row.studentId) ?? { ...row, before: against === null ? null : row.after },
  )
}

const meanOf = (parts: readonly { sum: number; n: number }[]): number | null => {
  const n = parts.reduce((a, p) => a + p.n, 0)
  return n ? parts.reduce((a, p) => a + p.sum, 0) / n : null
}

const currentOf = async (paperId: string): Promise<number | null> =>
  (await publications.get({ paperId }))?.current ?? null

/** How far a job is, for a caller who waits for it. */
const jobState = async (jobId: JobId, since: number) => {
  const job = await jobNow(jobId)
  // A record that is not there long after it should be was never started.
  return { failed: job ? job.status === jobStatus.failed : now() - since > 60_000, message: job?.message ?? '' }
}

export const publishHandlers = [
  implement(publishState, async ({ input, caller }) => {
    const standing = await standingOf(input.paperId)
    const { exam, paper, checks } = standing
    // It names candidates of every school: those of a school that sits another's exam read the results alone.
    if (!(await examSightOf(exam, caller))) throw new Barred(403)
    const [publication, made, totals] = await Promise.all([
      publications.get({ paperId: paper.paperId }),
      snapshotsOf(paper.paperId),
      shownTotalsWith(paper),
    ])
    const pending = publication?.pending
    const preview = isLarge(exam) ? made.findLast((s) => s.purpose === 'preview') : undefined
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
      ...(publication?.withdrawn
        ? { withdrawn: { at: publication.withdrawn.at, reason: publication.withdrawn.reason } }
        : {}),
      totals,
      ...(pending
        ? {
            pending: {
              uuid: pending.jobId,
              ...(pending.at === undefined ? {} : { at: pending.at }),
              ...(await jobState(pending.jobId, pending.since)),
            },
          }
        : {}),
      snapshots: made
        .filter((s) => s.purpose === undefined)
        .slice(-20)
        .reverse(),
      checks,
      mayPublish: failed.length === 0 || onlyLedger,
      needsOverride: onlyLedger,
      mayManage: mayManage(exam, caller),
      waitsForOthers: waitsForOthers(exam, paper),
      hidesOthers: isJoint(exam) && exam.papers.length > 1 && !waitsForOthers(exam, paper),
      large: isLarge(exam),
      ...(preview
        ? {
            preview: {
              uuid: preview.jobId,
              ...(preview.comparedAt === undefined ? {} : { comparedAt: preview.comparedAt }),
              ...(await jobState(preview.jobId, preview.madeAt)),
            },
          }
        : {}),
    }
  }),

  implement(sincePublished, async ({ input, caller }) => {
    const { paper } = await managed(input.paperId, caller)
    return drift(paper.paperId)
  }),

  implement(startPreview, ({ input, caller }) => commands.startPreview(input, caller)),

  implement(publishPreview, async ({ input, caller }) => {
    const found = await managed(input.paperId, caller)
    const { paper } = found
    const previewed = isLarge(found.exam)
      ? await previewMade(paper)
      : await previewNow(found, await currentOf(paper.paperId))
    const { facts, head } = previewed
    const first = head.against === null
    const sum = (of: (f: PartFacts) => number): number => facts.reduce((n, f) => n + of(f), 0)
    const onlyChanged = input.changedOnly && !first
    return {
      ...(await pageOfParts(
        facts.map((f) => (onlyChanged ? f.changed : f.students)),
        input,
        async (n) => (onlyChanged ? (await previewed.part(n)).changes : allRows(await previewed.part(n), head)),
      )),
      digest: digestOf(facts),
      first,
      changed: sum((f) => f.changed),
      up: sum((f) => f.up),
      down: sum((f) => f.down),
      come: sum((f) => f.come ?? 0),
      meanBefore: meanOf(facts.map((f) => f.old)),
      meanAfter: meanOf(facts.map((f) => f.next)),
      ...figuresOf(facts).counts,
    }
  }),

  implement(publishScores, ({ input, caller }) => commands.publishScores(input, caller)),

  implement(publishStand, ({ input, caller }) => togetherStand(input, caller)),
  implement(publishTogether, ({ input, caller }) => startTogether(input, caller)),

  implement(cancelPublish, ({ input, caller }) => commands.cancelPublish(input, caller)),
  implement(withdrawScores, ({ input, caller }) => commands.withdrawScores(input, caller)),
]
