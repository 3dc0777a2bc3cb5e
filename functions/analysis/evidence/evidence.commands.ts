import type * as evidenceCalls from '#shared/analysis/evidence.calls.ts'
import { exportEvidenceJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { candidatesByIds, examOf, papersOf } from '#functions/exam/exam.public.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/session.ts'
import { startJob } from '#functions/kit/work.ts'
import { publications } from '../analysis.store.ts'

/** @throws Refused notFound, notPublished */
export const makeEvidence = async (
  { examId, studentId, names }: InputOf<typeof evidenceCalls.makeEvidence>,
  caller: Caller,
): Promise<AnswerOf<typeof evidenceCalls.makeEvidence>> => {
  const exam = await examOf(examId)
  if (!exam || exam.deletedAt !== undefined) return refuse(commonProblems.notFound)
  if (!mayManage(exam, caller)) throw new Barred(403)
  if ((await candidatesByIds(exam, [studentId])).length === 0) return refuse(commonProblems.notFound)
  const known = await publications.getMany(await papersOf(examId))
  if (known.every((p) => p.current === null)) return refuse(analysisProblems.notPublished)
  const input = { examId, studentId, names, by: caller }
  return startJob(exportEvidenceJob, input, caller, { about: exam.examName })
}
