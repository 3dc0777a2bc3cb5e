/** What the making of a large exam begins with: one object that says all, and the job that goes by it. */
import { createExamJob } from '#shared/exam/exam.jobs.ts'
import type { ExamSchoolItem } from '#shared/exam/exam.jobs.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { JobId, Tenant } from '#shared/kit/ids.ts'
import { asideKey, putJson } from '#functions/kit/objects.ts'
import { newId, now, randomText } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { transact } from '#functions/kit/table.ts'
import { startJob } from '#functions/kit/work.ts'
import { creations, examRequests } from '../exam.store.ts'
import type { ExamRequest } from '../exam.store.ts'
import type { Invited } from '../joint/invite.read.ts'
import type { Taken } from './like.ts'
import { madeBefore, requestOf } from './request.ts'
import type { Asked } from './request.ts'

/** `grade`: the row of the one school, or what every school calls by a row of its own. */
export type Wish = {
  exam: Exam
  caller: Caller
  schools: Pick<ExamSchoolItem, 'schoolId' | 'classIds'>[]
  grade: ExamSchoolItem['gradeId'] | { stage: number; enrolmentYear: number }
  /** Of a former exam. */
  taken?: Taken | undefined
  /** Schools of other areas that are asked once it is whole. */
  invited?: readonly Invited[]
  /** The groups that it is made of. */
  groupIds?: readonly string[]
}

export const creationKey = (jobId: string, tenant: Tenant, examId: string, name: string): string =>
  asideKey(jobId, tenant, 'exam', examId, name)

type Answer = ExamRequest['answer']

/** The job of a creation that is written down: asked again it starts nothing twice. */
const start = async (tenant: Tenant, userId: string, creationId: JobId): Promise<{ uuid: JobId }> => {
  const of = await creations.get({ owner: tenant, creationId })
  if (!of) throw new Error(`the creation ${creationId} is not there`)
  const { examId, examName, wishKey, jobId } = of
  return startJob(createExamJob, { examId, wishKey }, { tenant, userId }, { jobId, about: examName })
}

/** What was begun under the same name, if it was: where it was only written down, its job is started now. */
export const begunBefore = async (
  asked: Asked | undefined,
  { tenant, userId }: Pick<Caller, 'tenant' | 'userId'>,
): Promise<(Answer & { uuid?: JobId }) | null> => {
  const there = await madeBefore(asked)
  if (!there) return null
  return { ...there.answer, ...(there.creationId ? await start(tenant, userId, there.creationId) : {}) }
}

/** Starts the making. Nothing of the exam is seen until it is whole. */
export const startCreation = async (
  wish: Wish,
  asked?: Asked,
  candidateCount = 0,
): Promise<Answer & { uuid: JobId }> => {
  const { exam, caller } = wish
  const jobId = newId<JobId>('job')
  const wishKey = creationKey(jobId, exam.owner, exam.examId, 'wish.json')
  await putJson(wishKey, wish)
  const { examId, examName, owner, schoolCount } = exam
  const at = now()
  const answer = { examId, paperIds: exam.papers.map((p) => p.paperId), candidateCount }
  const row = {
    ...{ schema: 1 as const, owner, creationId: jobId, jobId, examId, examName, schoolCount, wishKey },
    ...{ byName: caller.userName, createdAt: at, begunAt: at, version: 1 },
  }
  if (!asked) await creations.create(row)
  else {
    const request = examRequests.creating(requestOf(asked, { answer, creationId: jobId }))
    if (!(await transact([creations.creating(row), request], randomText(24)))) {
      // Its twin was faster, or our own write was answered as failed.
      const before = await begunBefore(asked, { tenant: owner, userId: caller.userId })
      if (before?.uuid) return { ...before, uuid: before.uuid }
      throw new Error('the making of an exam could not be written down')
    }
  }
  const by = { tenant: owner, userId: caller.userId }
  return { ...answer, ...(await startJob(createExamJob, { examId, wishKey }, by, { jobId, about: examName })) }
}
