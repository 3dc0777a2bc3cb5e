/**
 * Once marking is open, a picture that goes or comes must reach it: its job is started again, which takes in the readings
 * as they are now. Marks on an image version that is no more are void by themselves and their answers are queued anew (I10).
 */
import { openMarkingJob } from '#shared/marking/marking.jobs.ts'
import { isJoint, paperTitle } from '#shared/exam/exam.rules.ts'
import { markingProgress } from '#shared/exam/exam.types.ts'
import { paperProgress } from '#shared/exam/step.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { Tenant } from '#shared/kit/ids.ts'
import { startJob } from '#functions/kit/work.ts'
import { examOf, paperOf } from '#functions/exam/exam.public.ts'
import { movePaper, tellCame } from '#functions/exam/step.public.ts'
import { sheetCounts } from './counts.ts'
import { ledgerOf, schoolScripts } from './scan.public.ts'

/**
 * Where a paper stands before marking: its exceptions are settled once its sheets balance, and they are not any more once
 * another pile is handed in.
 */
const standAt = async (paper: Paper): Promise<void> => {
  const { handed, balanced } = await ledgerOf(paper.paperId)
  await movePaper(paper, handed > 0 && balanced ? 'settled' : 'unsettled')
}

/** Each school of a joint exam is said to have come by its own scripts and absents, also once it has none any more. */
const tellSchools = async (exam: Exam, paper: Paper): Promise<void> => {
  if (!isJoint(exam)) return
  await tellCame(paper, async () => {
    const own = await schoolScripts(paper.paperId)
    const n = (of: ReadonlyMap<string, number>, what: string): number => of.get(what) ?? 0
    return own.map(({ name, counts }) => ({
      schoolId: name,
      there: n(counts, 'present'),
      absent: n(counts, 'absent'),
    }))
  })
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
  await tellSchools(exam, paper)
  if (paperProgress(exam, paperId).lowest < markingProgress.marking) {
    await standAt(paper)
    return false
  }
  if (!(await ledgerOf(paperId)).balanced) return false
  if (options.settled && ((await sheetCounts.read(paperId)).get('queue') ?? 0) > 0) return false
  await startJob(openMarkingJob, { paperId: paper.paperId }, by, { about: paperTitle(exam, paper) })
  return true
}
