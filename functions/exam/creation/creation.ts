/** What the making of a large exam begins with: one object that says all, and the job that goes by it. */
import { createExamJob } from '#shared/exam/exam.jobs.ts'
import type { ExamSchoolItem } from '#shared/exam/exam.jobs.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { JobId, Tenant } from '#shared/kit/ids.ts'
import { asideKey, putJson } from '#functions/kit/objects.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { creations } from '../exam.store.ts'
import type { Taken } from './like.ts'

/** `grade`: the row of the one school, or what every school calls by a row of its own. */
export type Wish = {
  exam: Exam
  caller: Caller
  schools: Pick<ExamSchoolItem, 'schoolId' | 'classIds'>[]
  grade: ExamSchoolItem['gradeId'] | { stage: number; enrolmentYear: number }
  /** Of a former exam. */
  taken?: Taken | undefined
}

export const creationKey = (jobId: string, tenant: Tenant, examId: string, name: string): string =>
  asideKey(jobId, tenant, 'exam', examId, name)

/** Starts the making. Nothing of the exam is seen until it is whole. */
export const startCreation = async (wish: Wish): Promise<{ uuid: JobId }> => {
  const { exam, caller } = wish
  const jobId = newId<JobId>('job')
  const wishKey = creationKey(jobId, exam.owner, exam.examId, 'wish.json')
  await putJson(wishKey, wish)
  const { examId, examName, owner, schoolCount } = exam
  const at = now()
  await creations.create({
    ...{ schema: 1, owner, creationId: jobId, jobId, examId, examName, schoolCount, wishKey },
    ...{ byName: caller.userName, createdAt: at, begunAt: at, version: 1 },
  })
  const by = { tenant: exam.owner, userId: caller.userId }
  return startJob(createExamJob, { examId: exam.examId, wishKey }, by, { jobId, about: exam.examName })
}
