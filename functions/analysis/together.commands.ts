/** Several papers of an exam published in one act: all of them are asked for, or none. */
import { publishJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type * as calls from '#shared/analysis/publication.calls.ts'
import type { TogetherRow } from '#shared/analysis/publication.calls.ts'
import type { Publication } from '#shared/analysis/publication.types.ts'
import { inOrder, mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import { paperStep } from '#shared/exam/step.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { unbalancedText } from '#shared/marking/ledger.words.ts'
import { examOf, papersOf } from '#functions/exam/exam.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { publications } from './analysis.store.ts'
import { unpublished } from './total.follow.ts'

type Stand = { paper: Paper; publication: Publication; isStored: boolean; row: TogetherRow }

/** What is on its way: none where its job has failed, since it may be asked for again then. */
const goingOf = async ({ pending }: Publication): Promise<string | null> => {
  if (!pending) return null
  const job = await jobNow(pending.jobId)
  if (job?.status === jobStatus.failed || (!job && now() - pending.since > 60_000)) return null
  return pending.at === undefined ? '正在发布' : '等待定时发布'
}

/** Why a paper is not published with others; the scores themselves are judged by its job. */
const whyNot = async (exam: Exam, paper: Paper, publication: Publication): Promise<string | null> => {
  const stand = exam.papers.find((p) => p.paperId === paper.paperId)
  if ((stand?.lowest ?? 0) < paperStep.done) return '还没有结束阅卷'
  // What readers have seen is signed off against the difference, by itself.
  if (publication.current !== null) return '已发布；再次发布要先核对变化'
  const going = await goingOf(publication)
  if (going !== null) return going
  const ledger = await ledgerOf(paper.paperId)
  return ledger.balanced ? null : `${unbalancedText(ledger)}；强制发布要单独填写原因`
}

/** The papers of an exam in its order, each with why it is not published with the others. */
const standsOf = async (exam: Exam): Promise<Stand[]> => {
  const papers = await papersOf(exam.examId)
  const ordered = inOrder(exam, papers)
  return inTurns(ordered, 5, async (paper) => {
    const stored = await publications.get({ paperId: paper.paperId })
    const publication = stored ?? unpublished({ exam, paper })
    const { paperId, courseName } = paper
    const row = { paperId, courseName, current: publication.current, why: await whyNot(exam, paper, publication) }
    return { paper, publication, isStored: stored !== null, row }
  })
}

const managedExam = async (examId: string, caller: Caller): Promise<Exam> => {
  const exam = await examOf(examId)
  if (!exam || exam.deletedAt !== undefined || !mayManage(exam, caller)) throw new Barred(403)
  return exam
}

export const togetherStand = async (
  { examId }: InputOf<typeof calls.publishStand>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.publishStand>> => {
  const exam = await managedExam(examId, caller)
  return { examName: exam.examName, papers: (await standsOf(exam)).map((s) => s.row) }
}

/** @throws Refused timePassed, notTogether, stale */
export const publishTogether = async (
  { examId, paperIds, publishAt }: InputOf<typeof calls.publishTogether>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.publishTogether>> => {
  const exam = await managedExam(examId, caller)
  if (publishAt !== undefined && publishAt <= now()) refuse(analysisProblems.timePassed)
  const stands = await standsOf(exam)
  const wanted = [...new Set(paperIds)].map(
    (id) =>
      stands.find((s) => s.row.paperId === id) ?? refuse(analysisProblems.notTogether, { why: '科目不在这场考试里' }),
  )
  const barred = wanted.filter((s) => s.row.why !== null)
  if (barred.length > 0)
    return refuse(analysisProblems.notTogether, {
      why: barred.map(({ row }) => `${row.courseName}${row.why}`).join('；'),
    })
  const begun = wanted.map((s) => ({ ...s, jobId: newId<JobId>('job') }))
  const at = publishAt === undefined ? {} : { at: publishAt }
  const writes = begun.map(({ publication, isStored, jobId }) => {
    const { stopped: _stopped, ...kept } = publication
    const next: Publication = { ...kept, pending: { jobId, ...at, by: caller.userId, since: now() } }
    return isStored ? publications.saving(next) : publications.creating({ ...next, version: 1 })
  })
  const record = auditRecord(caller, 'analysis.requestPublish', examId, {
    after: { papers: begun.map(({ paper, jobId }) => ({ paperId: paper.paperId, jobId })), ...at },
    told: { name: exam.examName, changes: [{ field: '发布', after: wanted.map((s) => s.row.courseName).join('、') }] },
    tenant: exam.owner,
  })
  if (!(await audited(writes, record))) return refuseStale(publications, begun[0]!.publication)
  for (const { paper, jobId } of begun) {
    const input = { paperId: paper.paperId, ...(publishAt === undefined ? {} : { publishAt }), by: caller }
    await startJob(publishJob, input, caller, { jobId, about: paperTitle(exam, paper) })
  }
  return { papers: begun.map(({ paper, jobId }) => ({ paperId: paper.paperId, uuid: jobId })) }
}
