/** What chosen points come to, which rubrics can be marked by, and what a changed one keeps. Pure. */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { showScore } from '#shared/kit/score.ts'
import { answerState, standing, stepOf, worth } from '../marking.rules.ts'
import { markRoles } from '../marking.types.ts'
import type { AnswerItem, MarkRole, MarkValue } from '../marking.types.ts'
import type { Ruled } from '../settle.rules.ts'
import { mostPoints, pointSigns } from './rubric.types.ts'
import type { EarnedPoints, Rubric, RubricKind, RubricPoint } from './rubric.types.ts'

type Points = Pick<Rubric, 'kind' | 'points'>
type Full = Pick<PaperQuestion, 'fullScore'>

/** The points that are offered. */
export const offered = ({ points }: Pick<Rubric, 'points'>): RubricPoint[] => points.filter((p) => !p.retired)

/** What a choice of points comes to, hundredths; null for what is no choice: unknown, twice, or of levels not exactly one. */
export const scoreBy = ({ kind, points }: Points, { fullScore }: Full, chosen: string): number | null => {
  const own = [...chosen].map((id) => points.find((p) => p.id === id))
  if (own.some((p) => p === undefined) || new Set(chosen).size !== chosen.length) return null
  const sum = own.reduce((n, p) => n + p!.score, 0)
  if (kind === 'levels') return own.length === 1 ? sum : null
  return kind === 'add' ? Math.min(fullScore, sum) : Math.max(0, fullScore - sum)
}

/** The choice with one point more or less; of levels the one alone. In the points' own order, so that it is one word. */
export const toggled = (rubric: Points, chosen: string, id: string): string => {
  if (rubric.kind === 'levels') return id
  const next = chosen.includes(id) ? chosen.replace(id, '') : chosen + id
  return rubric.points
    .map((p) => p.id)
    .filter((p) => next.includes(p))
    .join('')
}

/** The choice of points offered that comes to the full score, and to nothing; null where there is none. */
export const choiceOf = (rubric: Points, q: Full, wanted: 'full' | 'zero'): string | null => {
  const all = offered(rubric)
  const score = wanted === 'full' ? q.fullScore : 0
  const choices = rubric.kind === 'levels' ? all.map((p) => p.id) : [all.map((p) => p.id).join(''), '']
  return choices.find((c) => scoreBy(rubric, q, c) === score) ?? null
}

type Typed = { id?: string | undefined; name: string; score: number }

/** Why a question cannot be marked by these; null where it can. */
export const rubricFault = (
  q: Pick<PaperQuestion, 'fullScore' | 'markStep'>,
  kind: RubricKind,
  points: readonly Typed[],
): { at?: number; text: string } | null => {
  const step = stepOf(q)
  for (const [at, { name, score }] of points.entries()) {
    if (name.trim() === '') return { at, text: `第${at + 1}点请填写内容` }
    if (!Number.isInteger(score) || score < 0 || score > q.fullScore || score % step !== 0)
      return { at, text: `第${at + 1}点的分值在0到${showScore(q.fullScore)}之间，每${showScore(step)}分一档` }
    if (kind !== 'levels' && score === 0) return { at, text: `第${at + 1}点的分值不能为0` }
  }
  if (points.length > mostPoints) return { text: `最多${mostPoints}点` }
  // A sign means one point: of two with the same one a mark could not tell which it chose.
  const twin = points.findIndex(({ id }, i) => id !== undefined && points.findIndex((p) => p.id === id) < i)
  if (twin >= 0) return { at: twin, text: `第${twin + 1}点与前面的一点重复` }
  const names = points.map((p) => p.name.trim())
  const twice = names.findIndex((n, i) => names.indexOf(n) < i)
  if (twice >= 0) return { at: twice, text: `“${names[twice]}”写了两次` }
  const sum = points.reduce((n, p) => n + p.score, 0)
  if (points.length > 0 && kind === 'add' && sum < q.fullScore)
    return { text: `各点合计${showScore(sum)}分，不到满分${showScore(q.fullScore)}分` }
  if (points.length === 1 && kind === 'levels') return { text: '至少要有两个等级' }
  return null
}

/**
 * The points as they were typed, each with its sign. Once marks may have chosen some (`begun`), a point that is left out or
 * worth something else now is offered no more and stays beside the new one. Null where no signs are left.
 */
export const withTyped = (
  before: readonly RubricPoint[],
  typed: readonly Typed[],
  begun: boolean,
): RubricPoint[] | null => {
  const used = new Set(before.map((p) => p.id))
  const next = (): string | null => {
    const id = [...pointSigns].find((s) => !used.has(s)) ?? null
    if (id) used.add(id)
    return id
  }
  const own = typed.map(({ id, name, score }) => {
    const there = before.find((p) => p.id === id && !p.retired)
    const same = there && (!begun || there.score === score) ? there : undefined
    const was = same ? same.was : begun ? there?.id : undefined
    return { id: same ? same.id : next(), name: name.trim(), score, ...(was ? { was } : {}) }
  })
  if (own.some((p) => p.id === null)) return null
  const kept = new Set(own.map((p) => p.id))
  const gone = begun ? before.filter((p) => !kept.has(p.id)).map((p) => ({ ...p, retired: true as const })) : []
  return [...(own as RubricPoint[]), ...gone]
}

type Answer = Pick<AnswerItem, 'paperId' | 'studentId' | 'asked' | 'imageVersion' | MarkRole>

/** The marks that make a score as it is settled: the decision, or those of the markers. */
export const makingOf = (item: Answer, by: string): MarkValue[] =>
  markRoles.flatMap((role) => {
    const mark = standing(item[role], item.imageVersion)
    const makes = by === 'final' ? role === 'final' : by === 'first' ? role === 'first' : role !== 'final'
    return mark && makes ? [mark.value] : []
  })

/**
 * What was written on an answer with a mark that its score is: of two whose mean was taken neither, since each would explain
 * another score.
 */
export const notesBehind = (item: Answer, { score, by }: { score: number; by: string }): MarkValue['notes'] =>
  makingOf(item, by).find((value) => value.notes && worth(value) === score)?.notes

/** The points that an answer's score is made of, as one word; null where none stands, or it is not what one choice comes to. */
export const chosenOf = (q: Ruled, item: Answer): string | null => {
  const state = answerState(q, item)
  if (state.kind !== 'scored') return null
  const [one, ...others] = makingOf(item, state.by)
  if (one?.kind !== 'score' || one.points === undefined || one.score !== state.score) return null
  return others.every((v) => v.kind === 'score' && v.points === one.points) ? one.points : null
}

/**
 * What a settled score was made of: where the marks that made it chose the same points, and these come to it. Null where
 * they did not (two of which the mean was taken), or where it was given as a number.
 */
export const earnedOf = (
  rubric: Points,
  q: Full,
  score: number,
  choices: readonly (string | undefined)[],
): EarnedPoints | null => {
  const [chosen, ...others] = choices
  if (chosen === undefined || others.some((other) => other !== chosen)) return null
  if (scoreBy(rubric, q, chosen) !== score) return null
  const told = rubric.points.filter((p) => chosen.includes(p.id) || (!p.retired && rubric.kind !== 'levels'))
  return {
    kind: rubric.kind,
    points: told.map((p) => ({ name: p.name, score: p.score, chosen: chosen.includes(p.id) })),
  }
}
