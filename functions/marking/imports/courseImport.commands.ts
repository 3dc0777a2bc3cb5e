/** Totals of several courses of an exam from one file, for papers of which nothing was scanned or marked here. */
import { fullScoreOf, inOrder, mayManage } from '#shared/exam/exam.rules.ts'
import type { Exam, Paper, PaperQuestion } from '#shared/exam/exam.types.ts'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import type { AnswerOf, InputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { courseTemplateRows, totalQuestionOf } from '#shared/marking/imports/courseImport.rules.ts'
import type { CourseColumn } from '#shared/marking/imports/courseImport.rules.ts'
import type * as importCalls from '#shared/marking/imports/import.calls.ts'
import { importCoursesJob } from '#shared/marking/marking.jobs.ts'
import { markingProblems } from '#shared/marking/marking.problems.ts'
import { candidatesOf, examOf, papersOf } from '#functions/exam/exam.public.ts'
import { saveQuestions } from '#functions/exam/paper.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { asideKey, keepLife, putObject, signedUrl } from '#functions/kit/objects.ts'
import { newId } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { startJob } from '#functions/kit/work.ts'
import { bookOf } from '#functions/kit/workbook.ts'
import { listLimits } from '#functions/kit/xlsx.rows.ts'
import { tenantOfUpload } from '#functions/platform/upload.public.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { isHalfEmptied, isImporting } from './import.taking.ts'
import { mayTakeBack } from './takeBack.commands.ts'
import { arrangements } from '../marking.store.ts'

const managedExam = async (examId: string, caller: Caller): Promise<Exam> => {
  const exam = await examOf(examId)
  if (!exam || exam.deletedAt !== undefined) return refuse(commonProblems.notFound)
  return mayManage(exam, caller) ? exam : refuse(markingProblems.notManager)
}

/**
 * Why no total of a paper is taken; null where one is. A paper without questions waits for its full mark alone. And whether
 * what it has came by a file, and may be taken back.
 */
const standOf = async (
  paper: Paper,
  exam: Pick<Exam, 'papers'>,
): Promise<{ bar: string | null; imported: boolean }> => {
  const [arranged, ledger] = await Promise.all([arrangements.get({ paperId: paper.paperId }), ledgerOf(paper.paperId)])
  const imported = mayTakeBack(exam, paper, arranged, ledger)
  if (arranged && isHalfEmptied(arranged)) return { bar: '导入的成绩还没有全部撤回', imported }
  if (arranged && arranged.state !== 'draft') return { bar: '已经有成绩或正在阅卷，不能再导入', imported }
  if (ledger.handed > 0) return { bar: '已经上传了答题卡，不能再导入', imported }
  const bar = paper.questions.length > 0 && !totalQuestionOf(paper.questions) ? '设有小题，请按小题导入' : null
  return { bar, imported }
}

/** The papers of an exam as columns of such a file, in its order; sums of papers are none. */
export const columnsOf = async (
  exam: Pick<Exam, 'examId' | 'papers'>,
): Promise<(CourseColumn & { paper: Paper; bar: string | null; imported: boolean })[]> => {
  const papers = await papersOf(exam.examId)
  return inTurns(inOrder(exam, papers), 4, async (paper) => {
    const { bar, imported } = await standOf(paper, exam)
    const { paperId, courseName } = paper
    const question = totalQuestionOf(paper.questions)
    const of = { paperId, courseName, paper, bar, imported }
    return bar === null && question ? { ...of, question } : { ...of, barred: bar ?? '还没有满分，请先设置' }
  })
}

export const courseImport = async (
  { examId }: InputOf<typeof importCalls.courseImport>,
  caller: Caller,
): Promise<AnswerOf<typeof importCalls.courseImport>> => {
  const exam = await managedExam(examId, caller)
  return {
    examName: exam.examName,
    papers: (await columnsOf(exam)).map(({ paper, bar, imported }) => ({
      paperId: paper.paperId,
      courseName: paper.courseName,
      version: paper.version,
      fullScore: paper.questions.length > 0 ? fullScoreOf(paper.questions) : null,
      barred: bar,
      imported,
      total: bar === null && totalQuestionOf(paper.questions) !== null,
    })),
  }
}

/** @throws Refused notManager, notFound, foreignUpload */
export const importCourses = async (
  { examId, key, fileName, mode }: InputOf<typeof importCalls.importCourses>,
  caller: Caller,
): Promise<AnswerOf<typeof importCalls.importCourses>> => {
  const exam = await managedExam(examId, caller)
  if (tenantOfUpload(key) !== caller.tenant) return refuse(markingProblems.foreignUpload)
  await keepLife(key)
  if (mode !== 'check') {
    const record = auditRecord(caller, 'marking.importScores', examId, {
      after: { key },
      told: { name: fileName },
      tenant: exam.owner,
    })
    if (!(await audited([], record))) throw new Error('the import could not be put on record')
  }
  return startJob(importCoursesJob, { examId, key, fileName, mode }, caller, { about: exam.examName })
}

/** The candidates stand in it where a file may hold them all. */
export const courseTemplate = async (
  { examId }: InputOf<typeof importCalls.courseTemplate>,
  caller: Caller,
): Promise<AnswerOf<typeof importCalls.courseTemplate>> => {
  const exam = await managedExam(examId, caller)
  const columns = await columnsOf(exam)
  if (!columns.some((c) => 'question' in c)) return refuse(markingProblems.noTotals)
  const candidates = exam.candidateCount < listLimits.rows ? await candidatesOf(examId) : []
  const fileName = `${exam.examName}各科总分.xlsx`
  const key = asideKey(newId<string>('file'), exam.owner, 'marking', examId, 'template.xlsx')
  await putObject(key, await bookOf([{ name: '成绩', rows: courseTemplateRows(columns, candidates) }]), {
    type: 'application/octet-stream',
  })
  return { url: await signedUrl(key, { name: fileName }), fileName }
}

/**
 * The papers of a wish, all of which may be given a total (`set`) or have one that may change. Nothing is saved before
 * every one was looked at.
 * @throws Refused notManager, notFound, totalBarred
 */
const totalsIn = async (examId: string, ids: readonly string[], caller: Caller, has: boolean): Promise<Paper[]> => {
  const columns = await columnsOf(await managedExam(examId, caller))
  return inTurns([...new Set(ids)], 4, async (paperId) => {
    const { paper, bar } = columns.find((c) => c.paperId === paperId) ?? refuse(commonProblems.notFound)
    const total = totalQuestionOf(paper.questions)
    const there = await arrangements.get({ paperId })
    const busy = there && (await isImporting(there)) ? '正在导入成绩' : null
    const why = bar ?? busy ?? (has && !total ? '还没有满分' : null)
    return why === null ? paper : refuse(markingProblems.totalBarred, { course: paper.courseName, why })
  })
}

const totalQuestion = (paper: Paper, fullScore: number): PaperQuestion => ({
  ...(totalQuestionOf(paper.questions) ?? { questionId: newId<QuestionId>('question'), number: '总分', unitType: 5 }),
  fullScore,
  markStep: 50,
})

const saveTotals = async (
  { examId, papers }: InputOf<typeof importCalls.setImportTotals>,
  caller: Caller,
  has: boolean,
): Promise<AnswerOf<typeof importCalls.setImportTotals>> => {
  const found = await totalsIn(
    examId,
    papers.map((p) => p.paperId),
    caller,
    has,
  )
  const wishes = papers.map((wish) => ({ ...wish, paper: found.find((p) => p.paperId === wish.paperId)! }))
  // One that another has changed since keeps all of them from being saved, not only those behind it.
  const stale = wishes.find(({ paper, version, fullScore }) => paper.version !== version && !isWorth(paper, fullScore))
  if (stale) await saveQuestions(stale.paper, [totalQuestion(stale.paper, stale.fullScore)], stale.version, caller)
  const saved: { paperId: PaperId; version: number }[] = []
  for (const { paper, fullScore } of wishes) {
    const { paperId, version } = isWorth(paper, fullScore)
      ? paper
      : await saveQuestions(paper, [totalQuestion(paper, fullScore)], paper.version, caller)
    saved.push({ paperId, version })
  }
  return { papers: saved }
}

const isWorth = (paper: Paper, fullScore: number): boolean => totalQuestionOf(paper.questions)?.fullScore === fullScore

export const setImportTotals = (
  input: InputOf<typeof importCalls.setImportTotals>,
  caller: Caller,
): Promise<AnswerOf<typeof importCalls.setImportTotals>> => saveTotals(input, caller, false)

export const updateImportTotals = (
  input: InputOf<typeof importCalls.updateImportTotals>,
  caller: Caller,
): Promise<AnswerOf<typeof importCalls.updateImportTotals>> => saveTotals(input, caller, true)

/** @throws Refused notManager, notFound, totalBarred, stale */
export const removeImportTotal = async (
  { examId, paperId, version }: InputOf<typeof importCalls.removeImportTotal>,
  caller: Caller,
): Promise<AnswerOf<typeof importCalls.removeImportTotal>> => {
  const [paper] = await totalsIn(examId, [paperId], caller, true)
  if (paper!.cardId !== undefined)
    return refuse(markingProblems.totalBarred, { course: paper!.courseName, why: '已有答题卡，请先删除答题卡' })
  return { version: (await saveQuestions(paper!, [], version, caller)).version }
}
