/** Totals follow their papers: published anew when the last of them is, withdrawn when one of them is. */
import { publishJob } from '#shared/analysis/analysis.jobs.ts'
import type { Publication } from '#shared/analysis/publication.types.ts'
import type { Actor } from '#shared/kit/actor.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { totalsOf } from '#functions/exam/exam.public.ts'
import { auditRecord, audits } from '#functions/kit/audit.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { startJob } from '#functions/kit/work.ts'
import { publications } from './analysis.store.ts'
import { standsOn } from './total.ts'

const totalsWith = async ({ examId, paperId }: Pick<Paper, 'examId' | 'paperId'>): Promise<Paper[]> =>
  (await totalsOf(examId)).filter((t) => t.total!.some((p) => p.paperId === paperId))

/** Names of the totals of a paper that readers see. */
export const shownTotalsWith = async (paper: Pick<Paper, 'examId' | 'paperId'>): Promise<string[]> => {
  const totals = await totalsWith(paper)
  const stored = await publications.getMany(totals.map(({ paperId }) => ({ paperId })))
  const shown = new Set(stored.filter((p) => p.current !== null).map((p) => p.paperId as string))
  return totals.filter((t) => shown.has(t.paperId)).map((t) => t.courseName)
}

/** What a subject has before it is published for the first time. */
export const unpublished = ({ exam, paper }: { exam: Pick<Exam, 'owner'>; paper: Paper }): Publication => ({
  schema: 1,
  paperId: paper.paperId,
  examId: paper.examId,
  owner: exam.owner,
  current: null,
  version: 0,
})

const begin = async (exam: Exam, total: Paper, by: Actor): Promise<void> => {
  const jobId = await edit(`the publication of ${total.paperId}`, async () => {
    const stored = await publications.get(total)
    // A person has withdrawn it: it waits for a person.
    if (stored?.stopped) return null
    const id = newId<JobId>('job')
    const pending = { jobId: id, by: by.userId, since: now() }
    const next: Publication = { ...(stored ?? unpublished({ exam, paper: total })), pending }
    const written = stored ? await publications.save(next) : await publications.create({ ...next, version: 1 })
    return written ? id : beaten
  })
  if (jobId === null) return
  const to = { tenant: exam.owner, userId: by.userId }
  await startJob(publishJob, { paperId: total.paperId, by }, to, { jobId, about: paperTitle(exam, total) })
}

/** Publishes every total of the paper whose other papers are published too; one that is on its way begins anew. */
export const followTotals = async (exam: Exam, paper: Paper, by: Actor): Promise<void> => {
  for (const total of await totalsWith(paper))
    if ((await standsOn(total)).missing.length === 0) await begin(exam, total, by)
}

/** What is left of a publication that is taken back: what readers had seen is known until they see something again. */
export const withdrawnOf = ({ pending: _pending, publishedAt, ...rest }: Publication, reason: string): Publication => ({
  ...rest,
  current: null,
  ...(rest.current === null
    ? {}
    : {
        withdrawn: {
          v: rest.current,
          ...(publishedAt === undefined ? {} : { since: publishedAt }),
          at: now(),
          reason,
        },
      }),
})

/** A total of a paper that is no longer published is not shown either: members of the transaction that withdraws the paper. */
export const withdrawingTotals = async (paper: Paper, by: Actor, reason: string): Promise<WriteItem[]> => {
  const writes: WriteItem[] = []
  for (const total of await totalsWith(paper)) {
    const stored = await publications.get(total)
    if (!stored || (stored.current === null && !stored.pending)) continue
    const why = `${paper.courseName}成绩撤回：${reason}`
    const told = { before: stored.current, after: null, reason: why }
    const record = auditRecord(by, 'analysis.withdraw', total.paperId, told)
    writes.push(publications.saving(withdrawnOf(stored, why)), audits.creating(record))
  }
  return writes
}
