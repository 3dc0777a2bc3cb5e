import type { Candidate } from '#shared/exam/exam.types.ts'
import { jobStatus } from '#shared/kit/job.ts'
import type { PageCounts, BatchRow, PageRow } from '#shared/scan/scan.calls.ts'
import { undoable } from '#shared/scan/scan.rules.ts'
import type { Batch, ScanPage } from '#shared/scan/sheet.types.ts'
import { jobsNow } from '#functions/kit/ended.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { partNamed, sheetCounts } from '../counts.ts'

export const countsOf = (batchId: string, of: ReadonlyMap<string, number>): PageCounts => {
  const n = (key: string): number => of.get(`${partNamed(batchId)}.${key}`) ?? 0
  return {
    pages: n('pages'),
    matched: n('matched'),
    duplicate: n('duplicate'),
    voided: n('voided'),
    open: n('open'),
    waiting: n('waiting'),
    unread: n('unread'),
  }
}

/** Counts of batches, in their order: one small row each. */
export const countsOfBatches = async (paperId: string, of: readonly Batch[]): Promise<PageCounts[]> => {
  const wanted = of.map(({ batchId }) => ({ of: batchId, part: partNamed(batchId) }))
  return (await sheetCounts.readParts(paperId, wanted)).map((counts, i) => countsOf(of[i]!.batchId, counts))
}

export const rowOf = (batch: Batch, counts: PageCounts, failed: ReadonlySet<string>): BatchRow => {
  const state =
    batch.state === 'recognising'
      ? failed.has(batch.jobId)
        ? 'failed'
        : 'recognising'
      : counts.waiting > 0 || counts.open > 0
        ? 'settling'
        : 'done'
  return { ...batch, state, counts }
}

/** A job that is still queued by then was only written down: its caller got no answer, and went away. */
const queuedMs = 120_000

/** So long a batch may be there before its job is written down. */
const beforeJobMs = 10_000

/** Jobs that have ended badly or never began: their batches wait to be started again. */
export const failedOf = async (of: readonly Batch[]): Promise<Set<string>> => {
  const running = of.filter((b) => b.state === 'recognising')
  const records = running.length > 0 ? await jobsNow(running) : []
  const byId = new Map(records.map((r) => [r.jobId as string, r]))
  const lives = ({ jobId, createdAt }: Batch): boolean => {
    const job = byId.get(jobId)
    if (!job) return createdAt > now() - beforeJobMs
    return job.status === jobStatus.queued ? job.createdAt > now() - queuedMs : job.status !== jobStatus.failed
  }
  return new Set(running.filter((b) => !lives(b)).map((b) => b.jobId as string))
}

export const rowsOf = async (paperId: string, of: readonly Batch[]): Promise<BatchRow[]> => {
  const [failed, counts] = await Promise.all([failedOf(of), countsOfBatches(paperId, of)])
  return of.map((b, i) => rowOf(b, counts[i]!, failed))
}

/** One batch as it is shown. */
export const batchRowOf = async (batch: Batch): Promise<BatchRow> => (await rowsOf(batch.paperId, [batch]))[0]!

export const pageRow = async (p: ScanPage, candidate: Candidate | undefined): Promise<PageRow> => {
  const last = p.journal.at(-1)
  return {
    batchId: p.batchId,
    no: p.no,
    scanId: p.scanId,
    name: p.source.name,
    filePage: p.source.page,
    state: p.state,
    waits: p.waits,
    recognised: p.readAt !== undefined || !p.imageKey,
    doubts: p.doubts.map(({ kind, detail, number }) => ({ kind, detail, number })),
    page: p.page,
    number: p.number,
    studentId: p.studentId,
    studentName: candidate?.studentName,
    className: candidate?.className,
    reason: p.reason,
    // Of a page that was read before it was told, the small picture lies as the page was scanned.
    wide: p.wide ?? p.width > p.height,
    thumbUrl: p.thumbKey ? await signedUrl(p.thumbKey) : undefined,
    imageUrl: p.imageKey ? await signedUrl(p.imageKey) : undefined,
    undoable: ![undefined, 'displaced'].includes(undoable(p.journal)?.act),
    settledBy: last?.byName,
    version: p.version,
  }
}
