/** What becomes of a paper's questions where one is split, several are joined, one comes, or others' are taken in. Pure. */
import { showScore } from '#shared/kit/score.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { defaultHalfScore } from '../exam.rules.ts'
import { isObjective } from '../exam.types.ts'
import type { PaperQuestion } from '../exam.types.ts'

/** Questions as they would be, or why not. */
export type Reshaped = { questions: PaperQuestion[]; problem: null } | { questions: null; problem: string }
const cannot = (problem: string): Reshaped => ({ questions: null, problem })
const would = (questions: PaperQuestion[]): Reshaped => ({ questions, problem: null })

/** A question of a type with what that type needs and nothing else. */
export const shaped = (q: PaperQuestion, unitType: number): PaperQuestion => {
  const { questionId, number, fullScore } = q
  const base = { questionId, number, fullScore, unitType }
  if (!isObjective({ unitType }))
    return {
      ...base,
      markStep: q.markStep ?? 100,
      markers: q.markers ?? 1,
      tolerance: q.tolerance ?? 0,
      ...(q.settle ? { settle: q.settle } : {}),
    }
  const optionCount = unitType === 3 ? 2 : unitType === q.unitType || q.unitType <= 2 ? (q.optionCount ?? 4) : 4
  const keeps = isObjective(q) && (unitType === 3) === (q.unitType === 3)
  const answer = keeps ? (unitType === 2 ? (q.answer ?? '') : (q.answer ?? '').slice(0, 1)) : ''
  return {
    ...base,
    optionCount,
    answer,
    ...(unitType === 2 ? { halfScore: q.halfScore ?? defaultHalfScore(fullScore) } : {}),
  }
}

/** So many parts has a question that is split. */
export const mostParts = 20

/** Why a question is neither split nor joined: its mark is one letter's, or it is one of several to choose from. */
const bound = (q: PaperQuestion): string | null =>
  isObjective(q)
    ? `第${q.number}题是客观题，不能拆分或合并`
    : q.optional
      ? `第${q.number}题是选做题，请先取消选做`
      : null

/**
 * One question as several of its kind in its place; together they earn what it earned. Their ids are new: what a card or a
 * marker has of the old one is not taken for one of them.
 */
export const splitQuestion = (
  questions: readonly PaperQuestion[],
  questionId: string,
  parts: readonly { questionId: QuestionId; number: string; fullScore: number }[],
): Reshaped => {
  const q = questions.find((x) => x.questionId === questionId)
  if (!q) return cannot('请选择题目')
  const why = bound(q)
  if (why !== null) return cannot(why)
  if (parts.length < 2 || parts.length > mostParts) return cannot(`请拆成2到${mostParts}道小题`)
  const sum = parts.reduce((n, p) => n + p.fullScore, 0)
  if (sum !== q.fullScore)
    return cannot(`各小题的分值之和是${showScore(sum)}分，应等于第${q.number}题的${showScore(q.fullScore)}分`)
  // One step of a mark stays where each part is so many of them.
  const markStep = parts.every((p) => p.fullScore % (q.markStep ?? 100) === 0) ? (q.markStep ?? 100) : 50
  return would(
    questions.flatMap((x) =>
      x === q ? parts.map((p) => ({ ...q, ...p, markStep, tolerance: Math.min(q.tolerance ?? 0, p.fullScore) })) : [x],
    ),
  )
}

/** Neighbours of one kind as one question, which earns what they earned together. */
export const mergeQuestions = (
  questions: readonly PaperQuestion[],
  questionIds: readonly string[],
  into: { questionId: QuestionId; number: string },
): Reshaped => {
  const own = questions.filter((q) => questionIds.includes(q.questionId))
  const [first] = own
  if (!first || own.length < 2) return cannot('请至少选择两道题')
  const why = own.map(bound).find((w) => w !== null)
  if (why !== undefined) return cannot(why)
  const at = questions.indexOf(first)
  if (own.some((q, i) => questions[at + i] !== q)) return cannot('只有相邻的题目可以合并')
  if (own.some((q) => q.unitType !== first.unitType)) return cannot('只有同一题型的题目可以合并')
  const merged = {
    ...first,
    ...into,
    fullScore: own.reduce((n, q) => n + q.fullScore, 0),
    markStep: Math.min(...own.map((q) => q.markStep ?? 100)),
    markers: Math.max(...own.map((q) => q.markers ?? 1)) as 1 | 2 | 3,
    tolerance: Math.max(...own.map((q) => q.tolerance ?? 0)),
  }
  return would([...questions.slice(0, at), merged, ...questions.slice(at + own.length)])
}

/** A question more, behind the one that is named, or before all. */
export const addQuestion = (
  questions: readonly PaperQuestion[],
  question: PaperQuestion,
  after: string | undefined,
): Reshaped => {
  const at = after === undefined ? 0 : questions.findIndex((q) => q.questionId === after) + 1
  if (after !== undefined && at === 0) return cannot('请选择放在哪道题的后面')
  return would([...questions.slice(0, at), question, ...questions.slice(at)])
}

/** 2 before 10, and 17 before 17(1). */
const before = (a: PaperQuestion, b: PaperQuestion): boolean =>
  a.number.localeCompare(b.number, 'en', { numeric: true }) < 0

export type Accepted = {
  questions: PaperQuestion[]
  /** Numbers of what came, and of what is otherwise than before. */
  added: string[]
  changed: string[]
}
/**
 * Questions that a teacher entered, in a paper: one that is there (by its id, or by its number) becomes what was entered and
 * stays where and who it is; another comes behind the last that stands before it by number. Entered twice is entered once.
 */
export const acceptedInto = (paper: readonly PaperQuestion[], entered: readonly PaperQuestion[]): Accepted => {
  let questions = [...paper]
  const [added, changed]: [string[], string[]] = [[], []]
  for (const q of entered) {
    const at = questions.findIndex((p) => p.questionId === q.questionId)
    const place = at >= 0 ? at : questions.findIndex((p) => p.number === q.number)
    const there = questions[place]
    if (!there) {
      const behind = questions.findLastIndex((p) => before(p, q)) + 1
      questions = [...questions.slice(0, behind), q, ...questions.slice(behind)]
      added.push(q.number)
      continue
    }
    // What is set beside the key for the whole paper is not theirs to drop.
    const kept = {
      ...(there.optional && !isObjective(q) ? { optional: there.optional } : {}),
      ...(there.paperB && isObjective(q) ? { paperB: there.paperB } : {}),
    }
    const next = { ...kept, ...q, questionId: there.questionId }
    if (JSON.stringify(sorted(next)) === JSON.stringify(sorted(there))) continue
    questions = questions.with(place, next)
    changed.push(q.number)
  }
  return { questions, added, changed }
}
const sorted = (q: object): [string, unknown][] => Object.entries(q).sort(([a], [b]) => (a < b ? -1 : 1))

/** Questions as they are given to a teacher to set: their shape, and no key. */
export const withoutAnswers = (questions: readonly PaperQuestion[]): PaperQuestion[] =>
  questions.map(({ paperB: _b, optional: _optional, ...q }) => (isObjective(q) ? { ...q, answer: '' } : q))
