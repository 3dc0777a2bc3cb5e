import { examProblems } from '#shared/exam/exam.problems.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { examOf } from './exam.public.ts'

/** The exam, of its manager. @throws Barred; Refused notFound */
export const managed = async (examId: string, caller: Caller): Promise<Exam> => {
  const exam = (await examOf(examId)) ?? refuse(examProblems.notFound)
  if (!mayManage(exam, caller)) throw new Barred(403)
  return exam.deletedAt === undefined ? exam : refuse(examProblems.notFound)
}
