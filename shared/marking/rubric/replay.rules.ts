/**
 * What a changed rubric makes of marks that were given by its former points: a point that is worth something else now is
 * chosen where the former was, one that was left out is chosen no more. The look beforehand and the act are these functions.
 */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { attemptAfter } from '../again/again.rules.ts'
import { answerState, standing } from '../marking.rules.ts'
import { markRoles } from '../marking.types.ts'
import type { AnswerItem, Mark, MarkRole } from '../marking.types.ts'
import type { Ruled } from '../settle.rules.ts'
import { mostWays } from './replay.types.ts'
import type { ReplayTold } from './replay.types.ts'
import { scoreBy } from './rubric.rules.ts'
import type { Rubric, RubricPoint } from './rubric.types.ts'

type Points = Pick<Rubric, 'kind' | 'points'>
type Full = Pick<PaperQuestion, 'fullScore'>
type Given = { role: MarkRole; mark: Mark }
type ByPoints = { score: number; points: string }

/** The point that is offered in a point's place: itself, the one that followed it, or none. */
export const successorOf = ({ points }: Pick<Rubric, 'points'>, id: string): RubricPoint | null => {
  const reaches = (p: RubricPoint | undefined): boolean => {
    const seen = new Set<string>()
    for (let at = p; at && !seen.has(at.id); at = points.find((x) => x.id === at!.was)) {
      if (at.id === id) return true
      seen.add(at.id)
    }
    return false
  }
  return points.find((p) => !p.retired && reaches(p)) ?? null
}

/** A choice by the points that are offered now, and what it comes to; null where that is no choice any more. */
export const replayed = (rubric: Points, q: Full, chosen: string): ByPoints | null => {
  const next = new Set([...chosen].flatMap((id) => successorOf(rubric, id)?.id ?? []))
  const points = rubric.points.flatMap((p) => (next.has(p.id) ? [p.id] : [])).join('')
  const score = scoreBy(rubric, q, points)
  return score === null ? null : { points, score }
}

const choiceIn = ({ value }: Pick<Mark, 'value'>): ByPoints | null =>
  value.kind === 'score' && value.points !== undefined ? { score: value.score, points: value.points } : null

const inPlace = (mark: Mark, { score, points }: ByPoints): Mark => {
  const attemptId = attemptAfter(mark.attemptId)
  // What was written on the answer is still written there.
  const notes = mark.value.kind === 'void' ? undefined : mark.value.notes
  const value = { kind: 'score' as const, score, points, ...(notes ? { notes } : {}) }
  // One that no attempt follows ends its claim instead.
  return { ...mark, value, ...(attemptId ? { attemptId } : { epoch: mark.epoch + 1 }) }
}

const isSame = (a: ByPoints, b: ByPoints): boolean => a.points === b.points && a.score === b.score

/** The marks that stand and become others. Their markers, their moments and their claims stay. */
export const marksReplayed = (item: AnswerItem, rubric: Points, q: Full): Given[] =>
  markRoles.flatMap((role) => {
    const mark = standing(item[role], item.imageVersion)
    const own = mark && choiceIn(mark)
    const next = own && replayed(rubric, q, own.points)
    return mark && next && !isSame(own, next) ? [{ role, mark: inPlace(mark, next) }] : []
  })

/** The marks that a replay made and that stand still, as they were before; `given` are all that were ever given. */
export const marksUndone = (item: AnswerItem, given: readonly Given[], rubric: Points, q: Full): Given[] =>
  markRoles.flatMap((role) => {
    const mark = standing(item[role], item.imageVersion)
    const own = mark && choiceIn(mark)
    const before = given.find((g) => g.role === role && attemptAfter(g.mark.attemptId) === mark?.attemptId)?.mark
    const former = before && choiceIn(before)
    if (!mark || !own || !former || before.imageVersion !== mark.imageVersion) return []
    const next = replayed(rubric, q, former.points)
    return next && isSame(next, own) && !isSame(next, former) ? [{ role, mark: inPlace(mark, former) }] : []
  })

const none: ReplayTold = {
  ...{ byPoints: 0, numbers: 0, marks: 0, lost: 0, up: 0, down: 0, waits: 0, settles: 0 },
  ways: [],
}

const wayOf = (w: ReplayTold['ways'][number]): string => `${w.from}>${w.to}`

/** Several parts as one. */
export const mergeTold = (parts: readonly ReplayTold[], most = Infinity): ReplayTold => {
  const ways = new Map<string, ReplayTold['ways'][number]>()
  const sum = { ...none }
  for (const part of parts) {
    for (const key of ['byPoints', 'numbers', 'marks', 'lost', 'up', 'down', 'waits', 'settles'] as const)
      sum[key] += part[key]
    for (const way of part.ways) {
      const there = ways.get(wayOf(way))
      ways.set(wayOf(way), there ? { ...there, marks: there.marks + way.marks } : way)
    }
  }
  const sorted = [...ways.values()].sort((a, b) => b.marks - a.marks || (wayOf(a) < wayOf(b) ? -1 : 1))
  return { ...sum, ways: sorted.slice(0, most) }
}

/** What a replay makes of one answer. */
const toldOf = (item: AnswerItem, rubric: Points, q: Ruled & Full): ReplayTold => {
  const told = { ...none, ways: [] as ReplayTold['ways'] }
  const next = marksReplayed(item, rubric, q)
  for (const role of markRoles) {
    const mark = standing(item[role], item.imageVersion)
    const own = mark && choiceIn(mark)
    if (mark?.value.kind === 'score' && !own) told.numbers++
    if (!own) continue
    told.byPoints++
    if (replayed(rubric, q, own.points) === null) told.lost++
    const after = next.find((n) => n.role === role)
    const choice = after && choiceIn(after.mark)
    if (!choice) continue
    told.marks++
    told.ways.push({ from: own.points, to: choice.points, before: own.score, after: choice.score, marks: 1 })
  }
  if (next.length === 0) return told
  const was = answerState(q, item)
  const is = answerState(q, { ...item, ...Object.fromEntries(next.map(({ role, mark }) => [role, mark])) })
  if (was.kind === 'scored' && is.kind === 'scored') {
    if (is.score > was.score) told.up++
    if (is.score < was.score) told.down++
  }
  if (was.kind === 'scored' && is.kind === 'waiting') told.waits++
  if (was.kind === 'waiting' && is.kind === 'scored') told.settles++
  return told
}

export const replayTold = (items: readonly AnswerItem[], rubric: Points, q: Ruled & Full): ReplayTold =>
  mergeTold(items.map((item) => toldOf(item, rubric, q)))

/** As it is kept and shown. */
export const toldWhole = (parts: readonly ReplayTold[]): ReplayTold => mergeTold(parts, mostWays)
