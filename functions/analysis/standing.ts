/** What stands in the way of publishing a paper, and the scores that would be published. */
import { createHash } from 'node:crypto'
import { analysisProblems } from '#shared/analysis/analysis.problems.ts'
import { differingStudents, snapshotColumns } from '#shared/analysis/publication.rules.ts'
import type { SnapshotData } from '#shared/analysis/publication.types.ts'
import type { Candidate, Exam, Paper } from '#shared/exam/exam.types.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type { PaperScores } from '#shared/marking/marking.types.ts'
import type { SheetLedger } from '#shared/scan/ledger.types.ts'
import { candidatesOf, examOf, paperOf } from '#functions/exam/exam.public.ts'
import { journalFollows, journalScoresOf, scoresOf } from '#functions/marking/marking.public.ts'
import { ledgerOf } from '#functions/scan/scan.public.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'

export type Check = {
  key: 'ledger' | 'marking' | 'scores' | 'candidates'
  name: string
  state: 'ok' | 'warning' | 'waiting' | 'failed'
  detail: string
}

export type Standing = {
  exam: Exam
  paper: Paper
  roster: Candidate[]
  scores: PaperScores
  ledger: SheetLedger
  differing: string[]
  /** They differ because the journal has not yet read the last marks: it does by itself, within moments. */
  following: boolean
  checks: Check[]
}

export const examAndPaper = async (paperId: string): Promise<{ exam: Exam; paper: Paper }> => {
  const paper = (await paperOf(paperId)) ?? refuse(commonProblems.notFound)
  const exam = (await examOf(paper.examId)) ?? refuse(commonProblems.notFound)
  return { exam, paper }
}

const namesOf = (roster: readonly Candidate[], ids: readonly string[]): string => {
  const names = new Map(roster.map((c) => [c.studentId as string, c.studentName]))
  const shown = ids.slice(0, 5).map((id) => names.get(id) ?? id)
  return `${shown.join('、')}${ids.length > shown.length ? '等' : ''}`
}

const checksOf = (of: Omit<Standing, 'checks'>): Check[] => {
  const { ledger, scores, differing, following, roster, paper } = of
  const states = snapshotColumns(roster, of.exam.classes, scores).state
  const missing = states.filter((s) => s === 'missing').length
  const present = states.filter((s) => s === 'present').length
  const absent = states.filter((s) => s === 'absent').length
  return [
    {
      key: 'ledger',
      name: '扫描页数平衡',
      state: ledger.balanced ? 'ok' : 'failed',
      detail: ledger.balanced
        ? `共${ledger.handed}页，每一页都有去向`
        : `共${ledger.handed}页，还有${ledger.open}页没有处理完，请先到“扫描异常”中处理，或填写原因强制发布`,
    },
    {
      key: 'marking',
      name: '阅卷完成',
      state: scores.complete && scores.keyVersion === paper.keyVersion ? 'ok' : 'failed',
      detail: scores.complete
        ? `${present}份答卷的${paper.questions.length}道题都有得分`
        : scores.unfinished > 0
          ? `还有${scores.unfinished}份答卷没有得分齐全，请先完成阅卷`
          : '还没有可以发布的答卷，请先扫描并完成阅卷',
    },
    {
      key: 'scores',
      name: '两次独立算分一致',
      state: differing.length === 0 ? 'ok' : following ? 'waiting' : 'failed',
      detail:
        differing.length === 0
          ? '按答题记录与按阅卷流水两次独立计算，逐题一致'
          : following
            ? '正在汇总最后的评分，通常只需几秒；现在就可以发布，系统会等汇总完成再生成成绩'
            : `有${differing.length}名考生不一致：${namesOf(roster, differing)}`,
    },
    {
      key: 'candidates',
      name: '考生齐全',
      state: missing === 0 ? 'ok' : 'warning',
      detail:
        missing === 0
          ? `${roster.length}名考生：到考${present}人，缺考${absent}人`
          : `${roster.length}名考生中有${missing}人既没有答卷也没有缺考标记，发布后显示为“无答卷”，不计入统计`,
    },
  ]
}

/** Looks that must agree before two computations are said to differ: marks come in between one reading and the next. */
const looks = 3

/** The two computations of a paper's scores, and whether one of them is still on its way. */
const comparedOf = async (paperId: string): Promise<Pick<Standing, 'scores' | 'differing' | 'following'>> => {
  for (let look = 1; ; look++) {
    const [scores, journal] = await Promise.all([scoresOf(paperId), journalScoresOf(paperId)])
    const differing = differingStudents(scores, journal)
    if (differing.length === 0) return { scores, differing, following: false }
    // Some are enough: as long as one of them is on its way, the others are looked at again.
    const following = await journalFollows(paperId, differing.slice(0, 200))
    if (following || look === looks) return { scores, differing, following }
  }
}

/** Everything that the decision to publish rests on, read now. */
export const standingOf = async (paperId: string): Promise<Standing> => {
  const { exam, paper } = await examAndPaper(paperId)
  const [roster, compared, ledger] = await Promise.all([
    candidatesOf(exam.examId),
    comparedOf(paperId),
    ledgerOf(paperId),
  ])
  const found = { exam, paper, roster, ledger, ...compared }
  return { ...found, checks: checksOf(found) }
}

/**
 * Refuses unless everything holds. The ledger alone may be overridden, by a named person with a reason; scores that are
 * still on their way to the journal are not refused: the job waits for them.
 * @throws Refused notReady, scoresDiffer
 */
export const requireReady = (standing: Standing, override?: string): void => {
  if (standing.differing.length > 0 && !standing.following)
    refuse(analysisProblems.scoresDiffer, {
      count: standing.differing.length,
      who: namesOf(standing.roster, standing.differing),
    })
  const bars = standing.checks.filter((c) => c.state === 'failed' && !(c.key === 'ledger' && override))
  if (bars.length > 0) refuse(analysisProblems.notReady, { detail: bars.map((c) => c.detail).join('；') })
}

/** The same once the journal has read what was stored: a job's step waits for it. Throws when it takes too long. */
export const settledStanding = async (paperId: string, waits: () => Promise<void>): Promise<Standing> => {
  const end = now() + 120_000
  for (let pause = 300; ; pause = Math.min(3000, pause * 1.5)) {
    const standing = await standingOf(paperId)
    if (!standing.following) return standing
    if (now() > end) throw new Error(`the journal of ${paperId} does not follow`)
    await waits()
    await new Promise((done) => setTimeout(done, pause))
  }
}

/** The columns of a snapshot made now; `digest` names the scores, whoever reads them and whenever. */
export const columnsOf = ({ exam, paper, roster, scores }: Standing) => {
  const columns = snapshotColumns(roster, exam.classes, scores)
  return { columns, digest: digestOf({ keyVersion: paper.keyVersion, ...columns }) }
}

export const digestOf = (of: Pick<SnapshotData, 'keyVersion' | 'studentId' | 'state' | 'scores'>): string =>
  createHash('sha256')
    .update(JSON.stringify([of.keyVersion, of.studentId, of.state, of.scores]))
    .digest('hex')
    .slice(0, 32)
