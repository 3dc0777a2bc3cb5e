/** What stands in the way of publishing a paper. A small one's scores are computed to tell; a large one's are counted. */
import { doubtfulKeys, doubtfulKeyText } from '#shared/analysis/key.rules.ts'
import type { PartFacts, Publication, SnapshotHead, StateCounts } from '#shared/analysis/publication.types.ts'
import { unbalancedText } from '#shared/marking/ledger.words.ts'
import { ledgerDetail } from '#shared/analysis/standing.words.ts'
import type { Exam, Paper } from '#shared/exam/exam.types.ts'
import { schoolSits } from '#shared/exam/tools/total.rules.ts'
import type { JobId } from '#shared/kit/ids.ts'
import { jobStatus } from '#shared/kit/job.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { unlikelyTexts } from '#shared/marking/quality/unlikely.rules.ts'
import type { SheetLedger } from '#shared/scan/ledger.types.ts'
import { examOf, examSchoolsOf, paperOf } from '#functions/exam/exam.public.ts'
import { schoolsCome } from '#functions/exam/step.public.ts'
import {
  correctedSince,
  cutOf,
  finishedSchools,
  scriptCountsOf,
  unfinishedScripts,
  unlikelyQuestionsOf,
} from '#functions/marking/marking.public.ts'
import { ledgerOf, schoolScripts } from '#functions/scan/scan.public.ts'
import { jobNow } from '#functions/kit/ended.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { publications } from '../analysis.store.ts'
import { editsOf, questionsAfter } from '../changes/inForce.ts'
import { groupsIn, scoreSlice, slicesOf } from '../scoring.ts'
import type { Scored } from '../scoring.ts'
import { sizes } from '../sizes.ts'
import { headOf, indexOf, reportOf } from '../snapshot.ts'
import { cohortsFor, partsNow, scoredAs, standsOn } from '../total.ts'

export type Check = {
  key: 'ledger' | 'parts' | 'marking' | 'scores' | 'bounds' | 'candidates' | 'unlikely' | 'keys' | 'schools'
  name: string
  state: 'ok' | 'warning' | 'waiting' | 'failed'
  detail: string
}

/** The figures that decide. `compared`: by both computations, or not yet (a large paper, before its job). */
export type Figures = {
  students: number
  counts: StateCounts
  unfinished: number
  differing: number
  named: readonly string[]
  /** Scripts of which it is not known which optional questions count. */
  undecided: number
  undecidedNamed: readonly string[]
  /** Whose scores no computation may give: above a full mark, a group's points or the paper's. */
  broken: number
  brokenNamed: readonly string[]
  following: boolean
  compared: boolean
  /** Whether there are figures at all. */
  counted: boolean
}

export type Standing = Figures & {
  exam: Exam
  paper: Paper
  /** Of a cohort that is scored here; else they are the snapshot's to name. */
  classes: SnapshotHead['classes']
  checks: Check[]
  /** The shards of a small paper. */
  scored: Scored[]
}

/** Whether a job is still on its way; of one that has no record long after it should, it was never started. */
export const isGoing = async (jobId: JobId, since: number): Promise<boolean> => {
  const job = await jobNow(jobId)
  if (!job) return now() - since < 60_000
  return job.status !== jobStatus.failed && job.status !== jobStatus.done
}

/** The publication that is on its way, now or at its hour; one that failed is on no way. */
export const goingOf = async (publication: Publication | null): Promise<{ at?: number } | null> => {
  const pending = publication?.pending
  if (!pending || !(await isGoing(pending.jobId, pending.since))) return null
  return pending.at === undefined ? {} : { at: pending.at }
}

export const examAndPaper = async (paperId: string): Promise<{ exam: Exam; paper: Paper }> => {
  const paper = (await paperOf(paperId)) ?? refuse(commonProblems.notFound)
  const exam = (await examOf(paper.examId)) ?? refuse(commonProblems.notFound)
  return { exam, paper }
}

/** Whether a request may compute its scores. */
export const isLarge = (exam: Pick<Exam, 'candidateCount'>): boolean => exam.candidateCount > sizes.request

export const whoOf = (named: readonly string[], all: number): string =>
  `${named.join('、')}${all > named.length ? '等' : ''}`
export const namesOf = ({ named, differing }: Pick<Figures, 'named' | 'differing'>): string => whoOf(named, differing)

/** Who ended marking by force has given the reason for what is still open. */
export const ledgerCheck = (ledger: SheetLedger, cut: boolean): Check => ({
  key: 'ledger',
  name: '扫描页数平衡',
  state: ledger.balanced ? 'ok' : cut ? 'warning' : 'failed',
  detail: ledgerDetail(ledger, unbalancedText(ledger), cut),
})

const scoresCheck = (of: Figures): Pick<Check, 'state' | 'detail'> => {
  if (!of.compared) return { state: 'waiting', detail: '考生较多，发布时逐份核对两次独立算分，不一致则不会发布' }
  if (of.differing === 0) return { state: 'ok', detail: '按答题记录与按阅卷流水两次独立计算，逐题一致' }
  return of.following
    ? {
        state: 'waiting',
        detail: '正在汇总最后的评分，通常只需几秒；现在就可以发布，系统会等汇总完成再生成成绩',
      }
    : { state: 'failed', detail: `有${of.differing}名考生不一致：${namesOf(of)}` }
}

/** Why scripts have no total yet. */
const unfinishedDetail = ({ unfinished, undecided, undecidedNamed }: Figures): string => {
  if (undecided === 0) return `还有${unfinished}份答卷没有得分齐全，请先完成阅卷`
  const who = undecidedNamed.length > 0 ? `（${whoOf(undecidedNamed, undecided)}）` : ''
  const rest = unfinished > undecided ? `；还有${unfinished - undecided}份没有得分齐全，请先完成阅卷` : ''
  return `有${undecided}份答卷选做了哪道题还没有确定${who}，请在“阅卷进度”中确定${rest}`
}

const boundsCheck = (of: Figures): Pick<Check, 'state' | 'detail'> =>
  !of.compared
    ? { state: 'waiting', detail: '考生较多，发布时逐份核对' }
    : of.broken === 0
      ? { state: 'ok', detail: '每题不超过满分，选做题不超过应计题数，总分不超过卷面满分' }
      : { state: 'failed', detail: `有${of.broken}名考生的得分超出满分：${whoOf(of.brokenNamed, of.broken)}` }

export const scoreChecks = (paperFigures: Figures, questions: number): Check[] => {
  const { counts, students, unfinished } = paperFigures
  const complete = unfinished === 0 && counts.present > 0
  const unmarked = counts.unmarked ?? 0
  return [
    {
      key: 'marking',
      name: '阅卷完成',
      state: complete ? (unmarked > 0 ? 'warning' : 'ok') : paperFigures.counted ? 'failed' : 'waiting',
      detail: complete
        ? `${counts.present}份答卷的${questions}道题都有得分${unmarked > 0 ? `；阅卷已强制完成，另有${unmarked}名考生未评完，没有成绩，不进统计和排名` : ''}`
        : !paperFigures.counted
          ? '正在汇总阅卷进度，请稍候'
          : unfinished > 0
            ? unfinishedDetail(paperFigures)
            : '还没有可以发布的答卷，请先扫描并完成阅卷',
    },
    { key: 'scores', name: '两次独立算分一致', ...scoresCheck(paperFigures) },
    { key: 'bounds', name: '得分都在满分之内', ...boundsCheck(paperFigures) },
    {
      key: 'candidates',
      name: '考生齐全',
      state: counts.missing === 0 ? 'ok' : 'warning',
      detail:
        counts.missing === 0
          ? `${students}名考生：到考${counts.present}人，缺考${counts.absent}人${counts.exempt ? `，免考${counts.exempt}人` : ''}${unmarked > 0 ? `，未评完${unmarked}人` : ''}`
          : `${students}名考生中有${counts.missing}人既没有答卷也没有缺考标记，发布后显示为“无答卷”，不计入统计`,
    },
  ]
}

/** Adds shards up. */
export const figuresOf = (parts: readonly PartFacts[], following = false): Figures => {
  const sum = (of: (f: PartFacts) => number): number => parts.reduce((n, f) => n + of(f), 0)
  return {
    students: sum((f) => f.students),
    counts: {
      present: sum((f) => f.counts.present),
      absent: sum((f) => f.counts.absent),
      missing: sum((f) => f.counts.missing),
      void: sum((f) => f.counts.void),
      exempt: sum((f) => f.counts.exempt ?? 0),
      unmarked: sum((f) => f.counts.unmarked ?? 0),
    },
    unfinished: sum((f) => f.unfinished),
    differing: sum((f) => f.differing),
    named: parts.flatMap((f) => f.named).slice(0, 5),
    undecided: sum((f) => f.undecided ?? 0),
    undecidedNamed: parts.flatMap((f) => f.undecidedNamed ?? []).slice(0, 5),
    broken: sum((f) => f.broken ?? 0),
    brokenNamed: parts.flatMap((f) => f.brokenNamed ?? []).slice(0, 5),
    following,
    compared: true,
    counted: true,
  }
}

const countedFigures = async (exam: Exam, paper: Paper, cut: boolean): Promise<Figures> => {
  const found = await scriptCountsOf(paper)
  const none = { present: 0, absent: 0, missing: 0, void: 0, unfinished: 0, undecided: 0 }
  const { unfinished: lacking, undecided, ...all } = found ?? none
  // What lacks a score is no hindrance any more, and none of those who count.
  const [unfinished, unmarked] = cut ? [0, lacking] : [lacking, 0]
  const counts = { ...all, present: all.present - unmarked, unmarked }
  // Who has no script at all is counted nowhere.
  const missing = Math.max(counts.missing, exam.candidateCount - all.present - all.absent - all.void)
  return {
    students: exam.candidateCount,
    counts: { ...counts, missing },
    unfinished,
    differing: 0,
    named: [],
    undecided: cut ? 0 : undecided,
    undecidedNamed: [],
    broken: 0,
    brokenNamed: [],
    following: false,
    compared: false,
    counted: found !== null,
  }
}

/** The same checks in the words of a total. */
const ofTotal = (of: Figures, papers: number): Check[] =>
  scoreChecks(of, papers).map((c): Check => {
    if (c.key === 'marking')
      return {
        ...c,
        name: '总分齐全',
        detail:
          of.undecided > 0
            ? `有${of.undecided}名考生参加的选考科目多于应选科数，名单中又没有选课（${whoOf(of.undecidedNamed, of.undecided)}）`
            : of.counts.present > 0
              ? `${of.counts.present}名考生的各科成绩齐全；缺任何一科的不计总分`
              : '没有考生的各科成绩齐全',
      }
    if (c.key === 'scores' && c.state === 'ok')
      return { ...c, detail: `${papers}科按各题得分与按各科成绩单两次独立相加，逐人一致` }
    if (c.key === 'bounds' && c.state === 'ok')
      return { ...c, detail: '每科不超过满分，选考不超过应选科数，总分不超过满分' }
    return c
  })

/** Of a total nothing is scanned or marked: its papers are published, or it waits for them. */
const totalStanding = async (exam: Exam, paper: Paper, against: number | null): Promise<Standing> => {
  const { missing, stands } = await standsOn(paper)
  const papers = paper.total!.length
  const there: Check = {
    key: 'parts',
    name: '各科成绩已发布',
    state: missing.length > 0 ? 'failed' : 'ok',
    detail: missing.length > 0 ? `${missing.join('、')}的成绩还没有发布` : `${papers}科的成绩都已发布`,
  }
  const none = { exam, paper, classes: [], scored: [] }
  if (missing.length > 0) return { ...none, ...figuresOf([]), checks: [there] }
  const parts = await partsNow(paper)
  const asked = scoredAs(paper, parts)
  if (isLarge(exam)) {
    // Of its candidates nothing is known before the job: its papers are whole.
    const { present, absent, registered } = (await reportOf(parts[0]!.of, parts[0]!.v)).overall
    const counts = { present, absent, missing: registered - present - absent, void: 0 }
    const figures = { ...figuresOf([]), students: exam.candidateCount, counts, compared: false }
    return { ...none, ...figures, checks: [there, ...ofTotal(figures, papers)] }
  }
  const { classes } = await groupsIn(exam, paper)
  const edits = await editsOf(paper, (await publications.get({ paperId: paper.paperId }))?.changes)
  const cohorts = await cohortsFor(paper, stands, edits)
  const scored: Scored[] = []
  for await (const slice of slicesOf(exam))
    scored.push(await scoreSlice({ exam, paper: asked, classes, parts, edits, cohorts }, slice, against))
  const figures = figuresOf(scored.map((s) => s.facts))
  return {
    ...{ exam, paper: asked, classes, scored },
    ...figures,
    checks: [there, ...ofTotal(figures, papers)],
  }
}

/** One school that is late stops no other: what goes out without it says so. */
const schoolsCheck = async (
  exam: Exam,
  paper: Paper,
  classes: SnapshotHead['classes'],
  scored: readonly Scored[],
): Promise<Check[]> => {
  if (exam.schoolCount <= 1) return []
  const all = await examSchoolsOf(exam.examId)
  const there = new Set<string>()
  if (isLarge(exam)) {
    // Scores from a file were never scanned: the school has scripts of which nothing waits for a mark.
    const [scanned, finished] = await Promise.all([schoolScripts(paper.paperId), finishedSchools(paper)])
    // Until marking has counted, its job tells.
    if (!finished) return []
    for (const { name, counts } of scanned) if ((counts.get('present') ?? 0) > 0) there.add(name)
    for (const schoolId of finished) there.add(schoolId)
  }
  const places = new Set(
    scored.flatMap(({ columns }) =>
      columns.classOf.flatMap((c, i) => (columns.state[i] === 'present' ? [classes[c]?.school] : [])),
    ),
  )
  const takes = all.filter((s) => schoolSits(s, paper))
  const lacking = takes.filter((s) => !there.has(s.schoolId) && !places.has(all.indexOf(s)))
  // Of whom all were absent nothing is missing.
  const come = lacking.length > 0 ? await schoolsCome(exam.examId, [paper.paperId]) : new Set<string>()
  const out = lacking.filter((s) => !come.has(s.schoolId))
  const absent = lacking.length - out.length
  const detail =
    out.length === 0
      ? absent > 0
        ? `${takes.length - absent}所学校有答卷，${absent}所全部缺考`
        : `${takes.length}所学校都有答卷`
      : `${whoOf(
          out.slice(0, 5).map((s) => s.schoolName),
          out.length,
        )}没有一份答卷；可以先发布，各项数据都注明“不含${out.length}所学校”，补齐后再次发布`
  return [{ key: 'schools', name: '学校齐全', state: out.length === 0 ? 'ok' : 'warning', detail }]
}

/** A whole question at nothing is rather a mistake of marking than the students': said, and no bar. */
const unlikelyCheck = async (paper: Paper): Promise<Check[]> => {
  const found = await unlikelyQuestionsOf(paper)
  if (found.length === 0) return []
  const detail = `${unlikelyTexts(found)}；请在“阅卷记录”中查看，确实如此再发布`
  return [{ key: 'unlikely', name: '各题得分', state: 'warning', detail }]
}

/**
 * A key that most students contradict is rather wrong itself: said, and no bar. Of a large paper its first candidates tell,
 * once every score is there.
 */
const keysCheck = async (of: Parameters<typeof scoreSlice>[0], scored: readonly Scored[]): Promise<Check[]> => {
  const columns = scored.map((s) => s.columns)
  if (isLarge(of.exam))
    for await (const slice of slicesOf(of.exam)) {
      columns.push((await scoreSlice(of, slice, null)).columns)
      break
    }
  const found = doubtfulKeys(questionsAfter(of.paper.questions, of.edits), columns)
  if (found.length === 0) return []
  const detail = `${doubtfulKeyText(found)}；请核对答案，确实如此再发布`
  return [{ key: 'keys', name: '客观题答案', state: 'warning', detail }]
}

/** Everything that the decision to publish rests on, read now. */
export const standingOf = async (paperId: string, against: number | null = null): Promise<Standing> => {
  const { exam, paper } = await examAndPaper(paperId)
  if (paper.total) return totalStanding(exam, paper, against)
  const [ledger, ended] = await Promise.all([ledgerOf(paperId), cutOf(paper)])
  const cut = ended ? (true as const) : undefined
  const scored: Scored[] = []
  const { classes, homes } = isLarge(exam) ? { classes: [] } : await groupsIn(exam, paper)
  const edits = await editsOf(paper, (await publications.get({ paperId }))?.changes)
  if (!isLarge(exam)) {
    for await (const slice of slicesOf(exam))
      scored.push(await scoreSlice({ exam, paper, classes, homes, edits, cut }, slice, against))
  }
  const figures = isLarge(exam)
    ? await countedFigures(exam, paper, cut ?? false)
    : figuresOf(
        scored.map((s) => s.facts),
        scored.some((s) => s.following),
      )
  const scores = scoreChecks(figures, paper.questions.length)
  const isMarked = scores.some((c) => c.key === 'marking' && (c.state === 'ok' || c.state === 'warning'))
  const checks = [
    ledgerCheck(ledger, cut ?? false),
    ...scores,
    ...(await unlikelyCheck(paper)),
    ...(isMarked ? await keysCheck({ exam, paper, classes, homes, edits, cut }, scored) : []),
    ...(await schoolsCheck(exam, paper, classes, scored)),
  ]
  return { exam, paper, classes, scored, ...figures, checks }
}

/** So many corrected scores are counted. */
const mostCorrected = 100

/**
 * What became other after the published version was made. By stamps and counters, never by scoring again: an overview asks
 * it of every paper.
 */
export const drift = async (
  paperId: string,
): Promise<{ key: boolean; corrected: number; sheets: number; open: number; unmarked: number }> => {
  const none = { key: false, corrected: 0, sheets: 0, open: 0, unmarked: 0 }
  const { paper } = await examAndPaper(paperId)
  const v = (await publications.get({ paperId: paper.paperId }))?.current ?? null
  // A total follows its papers by itself.
  if (v === null || paper.total) return none
  const [head, { parts }, ledger] = await Promise.all([headOf(paper, v), indexOf(paper, v), ledgerOf(paperId)])
  const { counts } = figuresOf(parts)
  const setOut = parts.reduce((n, p) => n + (p.setOut ?? 0), 0)
  return {
    key: paper.keyVersion !== head.keyVersion,
    corrected: await correctedSince(paper, head.madeAt, mostCorrected),
    // Fewer than the version has are scores from a file, or of a paper marked elsewhere.
    sheets: Math.max(0, ledger.candidates.present - counts.present - counts.void - setOut),
    open: ledger.open,
    // What is left out knowingly waits for no marker.
    unmarked: (await cutOf(paper)) ? 0 : await unfinishedScripts(paper),
  }
}
