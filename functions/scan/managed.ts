/** Who may change what of a paper's scans, and what is needed to do it. */
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { mayManage } from '#shared/exam/exam.rules.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { BatchPlace } from '#shared/scan/sheet.types.ts'
import type { Uploader } from '#shared/scan/uploader.types.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { examOf, paperOf } from '#functions/exam/exam.public.ts'
import { batches, batchPlaces } from './scan.store.ts'
import { uploaderOf } from './uploader.store.ts'

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

/** Managers, and whoever was made an uploader of the paper: `uploader` is set for those who are no managers. */
export const uploadedPaper = async (
  paperId: string,
  caller: Caller,
): Promise<{ paper: Paper; exam: Exam; uploader: Uploader | null }> => {
  const found = await seenPaper(paperId)
  if (mayManage(found.exam, caller)) return { ...found, uploader: null }
  const uploader = found.exam.owner === caller.tenant ? await uploaderOf(paperId, caller.userId) : null
  if (!uploader) throw new Barred(403)
  return { ...found, uploader }
}

/** Of an uploader who is no manager, the own batches. */
export const managedBatch = async (batchId: string, caller: Caller): Promise<BatchPlace> => {
  const at = (await batchPlaces.get({ batchId })) ?? refuse(commonProblems.notFound)
  const { uploader } = await uploadedPaper(at.paperId, caller)
  if (uploader && (await batches.get(at))?.uploadedBy !== caller.userId) throw new Barred(403)
  return at
}
