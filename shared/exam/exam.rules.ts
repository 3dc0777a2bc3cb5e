import { showScore } from '#shared/kit/score.ts'
import { isObjective } from './exam.types.ts'
import type { Exam, Paper, PaperQuestion } from './exam.types.ts'

/** Types that manage every exam of their tenant (spec 2 §5: creator and grade-director rights, school administration). */
export const managerTypes = [1, 2, 15, 18, 19] as const

type Viewer = { userId: string; userType: number; tenant: string }

/** Creating, editing, scanning, publishing: the creator and the owner's administrators. */
export const mayManage = (exam: Pick<Exam, 'owner' | 'creatorId'>, viewer: Viewer): boolean =>
  viewer.userType === -1 ||
  (exam.owner === viewer.tenant &&
    (exam.creatorId === viewer.userId || (managerTypes as readonly number[]).includes(viewer.userType)))

export const fullScoreOf = (questions: readonly Pick<PaperQuestion, 'fullScore'>[]): number =>
  questions.reduce((n, q) => n + q.fullScore, 0)

/** Half score of a multiple choice when none is set: half of the full score, up for course 3, down otherwise, in whole points (spec 2 §5). */
export const defaultHalfScore = (fullScore: number, courseSort?: number): number => {
  const half = fullScore / 200
  return (courseSort === 3 ? Math.ceil(half) : Math.floor(half)) * 100
}

const letters = (n: number): string => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, n)

/** What is wrong with a paper's questions, in the order of the questions; [] when nothing is. */
export const paperProblems = (questions: readonly PaperQuestion[]): string[] => {
  const found: string[] = []
  if (questions.length === 0) found.push('试卷没有题目，请先添加题目')
  const numbers = new Set<string>()
  const ids = new Set<string>()
  for (const q of questions) {
    const say = (text: string) => found.push(`第${q.number}题：${text}`)
    if (q.number.trim() === '') found.push('有题目没有题号')
    if (numbers.has(q.number)) say('题号重复')
    if (ids.has(q.questionId)) say('题目编号重复')
    numbers.add(q.number)
    ids.add(q.questionId)
    if (!isObjective(q)) {
      const step = q.markStep ?? 100
      if (q.fullScore % step !== 0) say(`满分${showScore(q.fullScore)}不是给分间隔${showScore(step)}的整数倍`)
      if ((q.tolerance ?? 0) > q.fullScore) say('允许误差不能大于满分')
      continue
    }
    const count = q.unitType === 3 ? 2 : (q.optionCount ?? 4)
    const allowed = q.unitType === 3 ? 'TF' : letters(count)
    const answer = q.answer ?? ''
    if ([...answer].some((c) => !allowed.includes(c))) say(`答案“${answer}”超出选项范围`)
    if (new Set(answer).size !== answer.length || [...answer].sort().join('') !== answer)
      say('答案的选项要按顺序且不重复')
    if (q.unitType !== 2 && answer.length > 1) say('只能有一个答案')
    if (q.unitType === 2 && (q.halfScore ?? 0) > q.fullScore) say('半对得分不能大于满分')
  }
  return found
}

/** Questions whose key is still missing: marking of objective questions waits for them. */
export const withoutKey = (paper: Pick<Paper, 'questions'>): PaperQuestion[] =>
  paper.questions.filter((q) => isObjective(q) && !q.answer)

/**
 * Score of an objective question (hundredths): the key gives all; a multiple choice that is incomplete but without a
 * wrong letter gives the half score; anything else gives nothing.
 */
export const objectiveScore = (
  q: Pick<PaperQuestion, 'unitType' | 'fullScore' | 'answer' | 'halfScore'>,
  chosen: readonly string[],
): number => {
  const key = q.answer ?? ''
  if (key === '' || chosen.length === 0) return 0
  const given = [...chosen].sort().join('')
  if (given === key) return q.fullScore
  if (q.unitType !== 2) return 0
  return chosen.every((c) => key.includes(c)) ? (q.halfScore ?? defaultHalfScore(q.fullScore)) : 0
}

/** How a paper is named beside others, e.g. in a list of jobs. */
export const paperTitle = (exam: Pick<Exam, 'examName'>, paper: Pick<Paper, 'courseName'>): string =>
  `${exam.examName} ${paper.courseName}`
