/**
 * Once marking is open, a picture that goes or comes must reach it: its job is started again, which takes in the readings
 * as they are now. Marks on an image version that is no more are void by themselves and their answers are queued anew (I10).
 */
import { openMarkingJob } from '#shared/marking/marking.jobs.ts'
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { Tenant } from '#shared/kit/ids.ts'
import { startJob } from '#functions/kit/work.ts'
import { advanceExam, examOf, paperOf, papersOf } from '#functions/exam/exam.public.ts'
import { sheetCounts } from './counts.ts'
import { ledgerOf } from './scan.public.ts'

/**
 * Where an exam stands before marking: what its exceptions are is settled once the sheets of every paper balance, and
 * they are not any more once another pile is handed in.
 */
const standAt = async ({ examId }: Pick<Exam, 'examId'>): Promise<void> => {
  const { cardExceptions, arrangement } = markingProgress
  const ledgers = await Promise.all((await papersOf(examId)).map((p) => ledgerOf(p.paperId)))
  const settled = ledgers.length > 0 && ledgers.every((l) => l.handed > 0 && l.balanced)
  if (settled) await advanceExam(examId, { markingProgress: arrangement, from: cardExceptions })
  else await advanceExam(examId, { markingProgress: cardExceptions, from: arrangement, back: true })
}

/**
 * Answers whether marking was told: not before it is open, and not while the sheets do not balance. `settled`: of a pile
 * that is being settled only the last one tells.
 */
export const followMarking = async (
  paperId: string,
  by: { tenant: Tenant; userId: string },
  options: { settled?: boolean } = {},
): Promise<boolean> => {
  const paper = await paperOf(paperId)
  const exam = paper && (await examOf(paper.examId))
  if (!exam) return false
  if (exam.markingProgress < markingProgress.marking) {
    await standAt(exam)
    return false
  }
  if (!(await ledgerOf(paperId)).balanced) return false
  if (options.settled && ((await sheetCounts.read(paperId)).get('queue') ?? 0) > 0) return false
  await startJob(openMarkingJob, { paperId: paper.paperId }, by, { about: paperTitle(exam, paper) })
  return true
}
