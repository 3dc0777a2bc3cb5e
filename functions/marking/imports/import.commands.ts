import { paperTitle, withoutKey } from '#shared/exam/exam.rules.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import type * as importCalls from '#shared/marking/imports/import.calls.ts'
import { scoreTemplate as templateRows } from '#shared/marking/imports/import.rules.ts'
import { importScoresJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { asideKey, keepLife, putObject, signedUrl } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { startJob } from '#functions/kit/work.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import { listLimits } from '#functions/kit/xlsx.rows.ts'
import { candidatesOf } from '#functions/exam/exam.public.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { managed } from '../desk/desk.ts'

/** Scores from a file, for a paper of which nothing was scanned or marked here. */
export const importScores = async (
  { paperId, key, fileName, mode }: InputOf<typeof importCalls.importScores>,
  caller: Caller,
): Promise<AnswerOf<typeof importCalls.importScores>> => {
  const { exam, paper, arrangement } = await managed(paperId, caller)
  if (tenantOfUpload(key) !== caller.tenant) return refuse(markingProblems.foreignUpload)
  if (arrangement.state !== 'draft') return refuse(markingProblems.alreadyOpen)
  if (paper.questions.length === 0) return refuse(markingProblems.noQuestions)
  const missing = withoutKey(paper).length
  if (missing > 0) return refuse(markingProblems.missingKeys, { n: missing })
  if ((await ledgerOf(paperId)).handed > 0) return refuse(markingProblems.hasPages)
  await keepLife(key)
  if (mode !== 'check') {
    const record = auditRecord(caller, 'marking.importScores', paperId, {
      after: { key },
      told: { name: fileName },
      tenant: paper.owner,
    })
    if (!(await audited([], record))) throw new Error('the import could not be put on record')
  }
  return startJob(importScoresJob, { paperId, key, fileName, mode }, caller, { about: paperTitle(exam, paper) })
}

/** The candidates stand in it where a file may hold them all. */
export const scoreTemplate = async (
  { paperId }: InputOf<typeof importCalls.scoreTemplate>,
  caller: Caller,
): Promise<AnswerOf<typeof importCalls.scoreTemplate>> => {
  const { exam, paper } = await managed(paperId, caller)
  if (paper.questions.length === 0) return refuse(markingProblems.noQuestions)
  const candidates = exam.candidateCount < listLimits.rows ? await candidatesOf(exam.examId) : []
  const fileName = `${paperTitle(exam, paper)}成绩.xlsx`
  const id = newId<string>('file')
  const key = asideKey(id, paper.owner, 'marking', exam.examId, 'template.xlsx')
  const book = await bookOf([{ name: '成绩', rows: templateRows(paper.questions, candidates) }])
  await putObject(key, book, { type: 'application/octet-stream' })
  return { url: await signedUrl(key, { name: fileName }), fileName }
}
