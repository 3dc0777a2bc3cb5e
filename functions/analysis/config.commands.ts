import type { setExamParams } from '#shared/analysis/params.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { ReportSettings } from '#shared/analysis/analysis.types.ts'
import type { PaperSettings } from '#shared/analysis/publication.types.ts'
import { fullScoreOf, inOrder, mayManage } from '#shared/exam/exam.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { InputOf } from '#shared/kit/call.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { showScore } from '#shared/kit/score.ts'
import { papersOf, totalsOf } from '#functions/exam/exam.public.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse, Barred } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { settingsOf, settings } from './analysis.store.ts'
import { examAndPaper } from './standing/standing.ts'

/** One section would hold all. Of a total, which has no questions, nothing is asked. @throws Refused sectionTooWide */
const mustFit = ({ questions }: Pick<Paper, 'questions'>, width: number | undefined): void => {
  const fullScore = fullScoreOf(questions)
  if (width !== undefined && fullScore > 0 && width > fullScore)
    refuse(analysisProblems.sectionTooWide, { full: showScore(fullScore) })
}

const badSettings = (message: string): never => refuse(commonProblems.badInput, { detail: message })

/** Changes some settings over the version that was read; judged as a whole, as the report will read them. */
export const changed = async (
  input: { paperId: PaperId; version: number },
  caller: Caller,
  set: (of: PaperSettings) => PaperSettings,
): Promise<PaperSettings> => {
  const { exam, paper } = await examAndPaper(input.paperId)
  if (!mayManage(exam, caller)) throw new Barred(403)
  const before = await settingsOf(input.paperId)
  const next = set({ ...before, version: input.version })
  if (next.report.sectionWidth !== before.report.sectionWidth) mustFit(paper, next.report.sectionWidth)
  const judged = ReportSettings.safeParse(next.report)
  if (!judged.success) return badSettings(judged.error.issues[0]?.message ?? '设置不正确')
  return (await settings.save(next)) ?? refuseStale(settings, input)
}

/** The papers of an exam and its totals, with what each is computed by. */
export const paramsOf = async (exam: Exam): Promise<{ paper: Paper; of: PaperSettings }[]> => {
  const papers = [...inOrder(exam, await papersOf(exam.examId)), ...(await totalsOf(exam.examId))]
  return inTurns(papers, 8, async (paper) => ({ paper, of: await settingsOf(paper.paperId) }))
}

/** All of it or nothing, each over the version that was looked at. @throws Refused notFound, badInput, stale */
export const setParams = async (
  exam: Exam,
  { of, set: { studentRank, teacherTotalRank, ...report } }: Pick<InputOf<typeof setExamParams>, 'of' | 'set'>,
  caller: Caller,
): Promise<number> => {
  if (Object.keys(report).length === 0 && studentRank === undefined && teacherTotalRank === undefined) return 0
  const params = await paramsOf(exam)
  const seen = new Map(of.map(({ paperId, version }) => [paperId as string, version]))
  const chosen = params.filter(({ paper }) => seen.has(paper.paperId))
  if (chosen.length < seen.size) return refuse(commonProblems.notFound)
  const writes = chosen.map(({ paper, of: there }) => {
    mustFit(paper, report.sectionWidth)
    const next: PaperSettings = {
      ...there,
      report: { ...there.report, ...report },
      ...(studentRank === undefined ? {} : { studentRank }),
      ...(teacherTotalRank === undefined ? {} : { teacherTotalRank }),
      version: seen.get(paper.paperId)!,
    }
    const judged = ReportSettings.safeParse(next.report)
    if (!judged.success) return badSettings(judged.error.issues[0]?.message ?? '设置不正确')
    return settings.saving(next)
  })
  const names = chosen.map(({ paper }) => paper.courseName).join('、')
  const record = auditRecord(caller, 'analysis.setParams', exam.examId, {
    before: chosen.map((c) => c.of),
    after: { ...report, studentRank, teacherTotalRank },
    told: { name: exam.examName, changes: [{ field: '科目', after: names }] },
    tenant: exam.owner,
  })
  if (await audited(writes, record)) return writes.length
  const faster = (await paramsOf(exam)).find(({ paper, of: now }) => seen.get(paper.paperId) !== now.version)
  return refuseStale(settings, faster?.paper ?? chosen[0]!.paper)
}
