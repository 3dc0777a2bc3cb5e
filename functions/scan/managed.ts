/** Who may change what of a paper's scans, and what is needed to do it. */
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { BatchPlace } from '#shared/scan/sheet.types.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { examOf, paperOf } from '#functions/exam/exam.public.ts'
import { batchPlaces } from './scan.store.ts'

export const seenPaper = async (paperId: string): Promise<{ paper: Paper; exam: Exam }> => {
  const paper = (await paperOf(paperId)) ?? refuse(commonProblems.notFound)
  const exam = (await examOf(paper.examId)) ?? refuse(commonProblems.notFound)
  return { paper, exam }
}

export const managedPaper = async (paperId: string, caller: Caller): Promise<{ paper: Paper; exam: Exam }> => {
  const found = await seenPaper(paperId)
  if (!mayManage(found.exam, caller)) throw new Barred(403)
  return found
}

export const managedBatch = async (batchId: string, caller: Caller): Promise<BatchPlace> => {
  const at = (await batchPlaces.get({ batchId })) ?? refuse(commonProblems.notFound)
  await managedPaper(at.paperId, caller)
  return at
}
