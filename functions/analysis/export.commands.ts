import { exportAnswersJob, exportReportJob, exportScansJob } from '#shared/analysis/analysis.jobs.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { mayManage, paperTitle } from '#shared/exam/exam.rules.ts'
import type { ClassId, PaperId, SchoolId } from '#shared/kit/ids.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { examOf } from '#functions/exam/exam.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { signedUrl, sizeOf } from '#functions/kit/objects.ts'
import { now } from '#functions/kit/ports.ts'
import { isObjective } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { examFiles, fileUntil, publications } from './analysis.store.ts'
import { managed } from './publish.commands.ts'
import { seenBy } from './sight.ts'
import { examAndPaper } from './standing/standing.ts'
import type * as exportCalls from '#shared/analysis/export.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

/**
 * What the caller sees now is what is exported, also when another version is published after it; where `published` is asked
 * for, a manager's preview is not. @throws Refused notPublished, noClasses
 */
export const fixed = async (paperId: PaperId, caller: Caller, published = false) => {
  const { version, sight } = await seenBy(paperId, caller)
  if (published && !version.published) return refuse(analysisProblems.notPublished)
  return {
    paperId,
    v: version.v,
    classIds: sight.classIds as ClassId[] | null,
    ...(sight.homeIds === undefined ? {} : { homeIds: sight.homeIds as ClassId[] | null }),
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

export const exportAnswers = async (
  { paperId, each }: InputOf<typeof exportCalls.exportAnswers>,
  caller: Caller,
): Promise<AnswerOf<typeof exportCalls.exportAnswers>> => {
  const { exam, paper } = await managed(paperId, caller)
  const publication = await publications.get({ paperId })
  if (!publication || publication.current === null) return refuse(analysisProblems.notPublished)
  if (paper.questions.every(isObjective)) return refuse(analysisProblems.noAnswers)
  const input = { paperId, v: publication.current, each, by: caller }
  return startJob(exportAnswersJob, input, caller, { about: paperTitle(exam, paper) })
}

/** Nothing is taken out of an exam that was deleted. @throws Refused notFound */
export const fileExam = async (examId: string) => {
  const exam = await examOf(examId)
  return exam && exam.deletedAt === undefined ? exam : refuse(commonProblems.notFound)
}

/** Who takes a file that another has made is on record like who made it (I16). @throws Refused notFound, fileGone */
export const takeFile = async (
  { examId, jobId }: InputOf<typeof exportCalls.takeFile>,
  caller: Caller,
): Promise<AnswerOf<typeof exportCalls.takeFile>> => {
  const exam = await fileExam(examId)
  if (!mayManage(exam, caller)) throw new Barred(403)
  const file = (await examFiles.get({ examId, jobId })) ?? refuse(commonProblems.notFound)
  if (fileUntil(file) <= now() || (await sizeOf(file.key)) === null) return refuse(analysisProblems.fileGone)
  const { key, name } = file
  const record = auditRecord(caller, 'analysis.takeFile', examId, {
    after: { key },
    told: { name },
    tenant: exam.owner,
  })
  if (!(await audited([examFiles.putting(file)], record))) return refuse(commonProblems.notFound)
  return { url: await signedUrl(key, { name }) }
}
