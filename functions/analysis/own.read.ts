/** The own results, as the exam's policy shows them: of one subject, and of all subjects of an exam. */
import type { OwnSubject, ownExam } from '#shared/analysis/analysis.calls.ts'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import type { ClassFigures } from '#shared/analysis/analysis.types.ts'
import { toldCorrections } from '#shared/analysis/corrections.rules.ts'
import type { ToldCorrection } from '#shared/analysis/corrections.rules.ts'
import { disclosed } from '#shared/analysis/disclosed.rules.ts'
import type { DisclosedResult } from '#shared/analysis/disclosed.rules.ts'
import type { SnapshotHead } from '#shared/analysis/publication.types.ts'
import { isJoint, mayManage } from '#shared/exam/exam.rules.ts'
import { takesPaper } from '#shared/exam/tools/total.rules.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { candidateOf, examOf, papersOf, totalsOf } from '#functions/exam/exam.public.ts'
import { disclosedTo } from '#functions/exam/tools/disclosure.public.ts'
import { signedUrl } from '#functions/kit/objects.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { penNotes } from '#functions/marking/desk/pen.public.ts'
import { earnedPoints } from '#functions/marking/rubric/rubric.public.ts'
import { regionsOn } from '#functions/scan/regions.public.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { correctedIn } from './sight.ts'
import { classFiguresOf, headOf, reportOf, resultIn, versionFor } from './snapshot.ts'
import { examAndPaper } from './standing/standing.ts'

type Of = { exam: Exam; paper: Paper }
type As = 'student' | 'parent' | undefined

/** What of a paper's version is shown to whose result it is; null where nothing is. */
const shownOf = async ({ exam, paper }: Of, studentId: string, caller: Caller, as?: As) => {
  const [version, shown] = await Promise.all([
    versionFor(paper, mayManage(exam, caller)),
    disclosedTo({ exam, paper }, caller, { as, studentId }),
  ])
  if (!version || !shown || !('own' in shown)) return null
  const [head, result] = await Promise.all([headOf(paper, version.v), resultIn(paper, version.v, studentId)])
  const corrections: ToldCorrection[] =
    result && (result.state === 'present' || result.corrected)
      ? toldCorrections(
          { ...correctedIn({ exam, head, version }), ofTotal: head.of !== undefined },
          result.corrected ?? [],
          { ...shown.own, from: shown.from },
        )
      : []
  return { v: version.v, shown: shown.own, head, result, corrections }
}

/** The figures of the class that a result names; none where several are called so. */
const classOf = async (
  paper: Paper,
  v: number,
  head: SnapshotHead,
  { className }: { className: string },
): Promise<ClassFigures | null> => {
  const places = head.classes.flatMap((c, i) => (c.className === className ? [i] : []))
  return places.length === 1 ? ((await classFiguresOf(paper, v, head, new Set(places)))[0] ?? null) : null
}

/**
 * A student's own result as the policy shows it, to the student, a parent, or who looks as one of them.
 * @throws Refused notPublished, notYourResult
 */
export const ownSeen = async (
  paperId: string,
  studentId: string,
  caller: Caller,
  as?: As,
): Promise<DisclosedResult & { examId?: ExamId }> => {
  const { exam, paper } = await examAndPaper(paperId)
  const found = (await shownOf({ exam, paper }, studentId, caller, as)) ?? refuse(analysisProblems.notPublished)
  const { v, shown, head, corrections } = found
  const result = found.result ?? refuse(analysisProblems.notYourResult)
  // Results that were published before they told it: T and F of what is judged are no letters.
  const judged = new Set(head.questions.flatMap((q) => (q.unitType === 3 ? [q.questionId as string] : [])))
  const items = result.items.map((i) =>
    i.chosen !== undefined && judged.has(i.questionId) ? { ...i, judged: true } : i,
  )
  const ownClass = shown.mean ? await classOf(paper, v, head, result) : null
  const own = disclosed({ ...result, items }, shown, head.report, ownClass)
  const besideOthers =
    own.rank !== null ||
    own.rankBand !== null ||
    own.classMean !== undefined ||
    own.items.some((i) => i.scoreRate !== null)
  // Of a school's own exam none can be missing.
  const report = besideOthers && (isJoint(exam) || head.cut || head.of) ? await reportOf(paper, v) : undefined
  const out = isJoint(exam) ? report?.without : undefined
  const unmarked = report?.overall.unmarked
  // A rubric says how an answer is marked, as a key does. Totals of several papers have no questions of one.
  const scores = new Map(own.items.map((i) => [i.questionId as string, i.score]))
  const [earned, notes] = await Promise.all([
    shown.questions && shown.key && !paper.total ? earnedPoints(paper, studentId, scores) : null,
    shown.notes && !paper.total ? penNotes(paper, studentId, scores) : null,
  ])
  return {
    ...own,
    items: own.items.map((item) => {
      const [points, written] = [earned?.get(item.questionId), notes?.get(item.questionId)]
      return { ...item, ...(points ? { earned: points } : {}), ...(written ? { notes: written } : {}) }
    }),
    ...(head.of === undefined ? {} : { ofTotal: true as const }),
    ...(exam.papers.length > 1 ? { examId: exam.examId } : {}),
    ...(out ? { without: out.length } : {}),
    ...(unmarked ? { unmarked } : {}),
    ...(corrections.length > 0 ? { corrections } : {}),
  }
}

/** Totals and subjects are read so many at once. */
const atOnce = 8

/** Published totals first, then the subjects that one takes, or sat all the same. @throws Refused notYourResult */
export const ownExamSeen = async (
  examId: string,
  studentId: string,
  caller: Caller,
): Promise<OutputOf<typeof ownExam>> => {
  const exam = (await examOf(examId)) ?? refuse(commonProblems.notFound)
  const candidate = (await candidateOf(exam, studentId)) ?? refuse(analysisProblems.notYourResult)
  const [totals, papers] = await Promise.all([totalsOf(examId), papersOf(examId)])
  const places = new Map(exam.papers.map((p, i) => [p.paperId as string, i]))
  const inOrder = papers.sort((a, b) => (places.get(a.paperId) ?? 0) - (places.get(b.paperId) ?? 0))
  const subjects = await inTurns([...totals, ...inOrder], atOnce, async (paper): Promise<OwnSubject[]> => {
    const { paperId, courseName } = paper
    const found = await shownOf({ exam, paper }, studentId, caller)
    const named = { paperId, courseName, ...(paper.total ? { ofTotal: true as const } : {}) }
    // A total that is not shown may be meant for those who manage the exam alone.
    if (!found) return paper.total || !takesPaper(candidate, paperId) ? [] : [named]
    if (!found.result) return []
    const { state, total, fullScore, rank, candidates, level, scored, rankBand } = disclosed(
      found.result,
      found.shown,
      found.head.report,
    )
    const correctedAt = found.corrections[0]?.at
    const told = { state, total, fullScore, rank, candidates, level, scored, rankBand }
    return [{ ...named, result: { ...told, ...(correctedAt === undefined ? {} : { correctedAt }) } }]
  })
  const { examName, examDate } = exam
  const { studentName, className } = candidate
  return { examName, examDate, studentName, className, subjects: subjects.flat() }
}

/** The pages of a result to be looked at, and where on them these questions stand. */
export const picturesOf = (pages: DisclosedResult['pages'], told: ReadonlySet<string>) =>
  Promise.all(
    pages.map(async ({ key, lies, ...p }) => {
      const [url, regions] = await Promise.all([signedUrl(key), regionsOn({ page: p.page, lies }, told)])
      return { ...p, url, ...(regions.length > 0 ? { regions } : {}) }
    }),
  )
