import { exportReportJob, exportScansJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import type { ClassId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { seenBy } from './sight.ts'
import { examAndPaper } from './standing.ts'
import type * as exportCalls from '#shared/analysis/export.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/** What the caller sees now is what is exported, also when another version is published after it. */
export const fixed = async (paperId: PaperId, caller: Caller) => {
  const { version, sight } = await seenBy(paperId, caller)
  return {
    paperId,
    v: version.v,
    classIds: sight.classIds as ClassId[] | null,
    totalRank: sight.totalRank,
    schoolIds: sight.schoolIds as SchoolId[] | null,
    by: caller,
  }
}

export const about = async (paperId: PaperId): Promise<{ about: string }> => {
  const { exam, paper } = await examAndPaper(paperId)
  return { about: paperTitle(exam, paper) }
}

export const exportReport = async (
  input: InputOf<typeof exportCalls.exportReport>,
  caller: Caller,
): Promise<AnswerOf<typeof exportCalls.exportReport>> =>
  startJob(
    exportReportJob,
    { ...(await fixed(input.paperId, caller)), report: input.report, form: input.form, params: input.params },
    caller,
    await about(input.paperId),
  )

export const exportScans = async (
  input: InputOf<typeof exportCalls.exportScans>,
  caller: Caller,
): Promise<AnswerOf<typeof exportCalls.exportScans>> => {
  const { exam, paper } = await examAndPaper(input.paperId)
  if (!mayManage(exam, caller)) throw new Barred(403)
  if ((await ledgerOf(paper.paperId)).matched === 0) refuse(analysisProblems.noScans)
  return startJob(exportScansJob, { paperId: paper.paperId, classIds: null, by: caller }, caller, {
    about: paperTitle(exam, paper),
  })
}
