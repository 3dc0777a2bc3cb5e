/** Scores of a file that was the wrong one are taken back, as long as no reader sees them: the paper stands as before it. */
import { paperTitle } from '#shared/exam/exam.rules.ts'
import { isReleased } from '#shared/exam/step.rules.ts'
import type { Exam } from '#shared/exam/exam.types.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type * as importCalls from '#shared/marking/imports/import.calls.ts'
import { takeImportBackJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import type { Arrangement } from '#shared/marking/marking.types.ts'
import type { SheetLedger } from '#shared/scan/ledger.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { managed } from '../desk/desk.ts'
import { isHalfEmptied, isImporting } from './import.taking.ts'

/** Whether what a paper has came by a file: its marking is over, and not one page was handed in. */
export const mayTakeBack = (
  exam: Pick<Exam, 'papers'>,
  { paperId }: Pick<Arrangement, 'paperId'>,
  arranged: Pick<Arrangement, 'state' | 'emptied'> | null,
  { handed }: Pick<SheetLedger, 'handed'>,
): boolean =>
  arranged !== null &&
  (arranged.state === 'closed' || isHalfEmptied(arranged)) &&
  handed === 0 &&
  !isReleased(exam, paperId)

/** @throws Refused notManager, notFound, importReleased, hasPages, notImported, importing */
export const takeImportBack = async (
  { examId, paperId }: InputOf<typeof importCalls.takeImportBack>,
  caller: Caller,
): Promise<AnswerOf<typeof importCalls.takeImportBack>> => {
  const { exam, paper, arrangement } = await managed(paperId, caller)
  if (exam.examId !== examId) return refuse(commonProblems.notFound)
  if (isReleased(exam, paperId)) return refuse(markingProblems.importReleased)
  const ledger = await ledgerOf(paperId)
  if (ledger.handed > 0) return refuse(markingProblems.hasPages)
  if (!mayTakeBack(exam, paper, arrangement, ledger)) return refuse(markingProblems.notImported)
  if (await isImporting(arrangement)) return refuse(markingProblems.importing)
  const record = auditRecord(caller, 'marking.takeImportBack', paperId, {
    told: { name: paperTitle(exam, paper) },
    tenant: paper.owner,
  })
  if (!(await audited([], record))) throw new Error('the taking back could not be put on record')
  return startJob(takeImportBackJob, { paperId: paper.paperId }, caller, { about: paperTitle(exam, paper) })
}
