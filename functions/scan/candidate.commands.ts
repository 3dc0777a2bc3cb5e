import type * as calls from '#shared/scan/candidate.calls.ts'
import { exportAbsentJob } from '#shared/scan/scan.jobs.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const exportAbsentOfExam = async (
  input: InputOf<typeof calls.exportAbsentOfExam>,
  caller: Caller,
): Promise<AnswerOf<typeof calls.exportAbsentOfExam>> => {
  const exam = await examOf(input.examId)
  if (!exam || exam.deletedAt !== undefined) return refuse(commonProblems.notFound)
  if (!mayManage(exam, caller)) throw new Barred(403)
  return startJob(exportAbsentJob, { examId: exam.examId }, caller, { about: exam.examName })
}
