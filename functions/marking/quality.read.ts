/** How a paper is marked, read from the markers' counters; one marker's newest answers are read as they are. */
import { createHash } from 'node:crypto'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { MarkerQuality, QuestionQuality } from '#shared/marking/quality.calls.ts'
import { driftStep, sampledBundles } from '#shared/marking/quality.calls.ts'
import type { sampleOrders } from '#shared/marking/quality.calls.ts'
import { answerState, standing, stepOf, worth } from '#shared/marking/marking.rules.ts'
import {
  agreementOf,
  chanceOfDistance,
  clearBy,
  severityOf,
  spreadOf,
  verdictOf,
  widthOf,
} from '#shared/marking/quality.rules.ts'
import type { Tallied } from '#shared/marking/quality.rules.ts'
import type { AnswerItem, Bundle, Mark } from '#shared/marking/marking.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { answersOf } from './claim.commands.ts'
import type { MarkerGiven } from './given.ts'
import { doneBy, heldBy } from './queue.ts'

const countOf = (marks: readonly { n: number }[]): number => marks.reduce((sum, m) => sum + m.n, 0)
/** The marks of one question together, one row a score and stratum: a question may have thousands of markers. */
const together = (given: readonly MarkerGiven[]): Map<string, Tallied> => {
  const all = new Map<string, Tallied>()
  for (const { marks } of given)
    for (const m of marks) {
      const key = `${m.score}x${m.stratum}`
      all.set(key, { ...m, n: (all.get(key)?.n ?? 0) + m.n })
    }
  return all
}
const without = (all: ReadonlyMap<string, Tallied>, own: readonly Tallied[]): Tallied[] => {
  const rest = new Map(all)
  for (const m of own) {
    const key = `${m.score}x${m.stratum}`
    const left = (rest.get(key)?.n ?? 0) - m.n
    if (left > 0) rest.set(key, { ...m, n: left })
    else rest.delete(key)
  }
  return [...rest.values()]
}

export const questionQuality = (q: PaperQuestion, all: readonly MarkerGiven[]): QuestionQuality => {
  const given = all.filter((g) => g.questionId === q.questionId)
  const marks = [...together(given).values()]
  const { n, mean, sd } = spreadOf(marks)
  const share = (of: (score: number) => boolean): number | null =>
    n === 0 ? null : countOf(marks.filter((m) => of(m.score))) / n
  return {
    questionId: q.questionId,
    number: q.number,
    fullScore: q.fullScore,
    markers: given.filter((g) => g.marked > 0).length,
    marked: given.reduce((sum, g) => sum + g.marked, 0),
    mean,
    sd,
    zero: share((score) => score === 0),
    full: share((score) => score === q.fullScore),
    agreement: agreementOf(given, q.tolerance ?? 0),
  }
}

/** Every marker of a question beside all others of it. */
export const markerQualities = (
  q: PaperQuestion,
  all: readonly MarkerGiven[],
  nameOf: (userId: string) => string,
): MarkerQuality[] => {
  const given = all.filter((g) => g.questionId === q.questionId && g.marked > 0)
  const everything = together(given)
  return given
    .map((g) => {
      const others = without(everything, g.marks)
      const severity = severityOf(g, others, stepOf(q))
      const { mean, sd } = spreadOf(g.marks)
      return {
        userId: g.userId as UserId,
        teacherName: nameOf(g.userId),
        questionId: q.questionId,
        number: q.number,
        fullScore: q.fullScore,
        marked: g.marked,
        problems: g.problems,
        mean,
        sd,
        othersMean: spreadOf(others).mean,
        severity,
        verdict: verdictOf(severity, q.fullScore),
        width: widthOf(g, others),
        chance: chanceOfDistance(g, others),
      }
    })
    .sort((a, b) => a.teacherName.localeCompare(b.teacherName, 'zh-CN'))
}

/** Shares of the marks by score, one marker's beside the others'. */
export const sharesOf = (q: PaperQuestion, all: readonly MarkerGiven[], userId: string) => {
  const given = all.filter((g) => g.questionId === q.questionId)
  const own = given.filter((g) => g.userId === userId).flatMap((g) => g.marks)
  const others = without(together(given), own)
  const [ownCount, othersCount] = [Math.max(1, countOf(own)), Math.max(1, countOf(others))]
  const scores = [...new Set([...own, ...others].map((m) => m.score))].sort((a, b) => a - b)
  return scores.map((score) => ({
    score,
    own: countOf(own.filter((m) => m.score === score)) / ownCount,
    others: countOf(others.filter((m) => m.score === score)) / othersCount,
  }))
}

export type Seen = { bundle: Bundle; item: AnswerItem; mark: Mark }

/** The newest marks of a marker that stand, oldest first. */
export const newestMarks = async (paperId: string, questionId: string, userId: UserId): Promise<Seen[]> => {
  const [held, done] = await Promise.all([heldBy(paperId, questionId, userId), doneBy(paperId, questionId, userId)])
  const newest = [...held, ...done.sort((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0))].slice(0, sampledBundles)
  const seen = await Promise.all(
    newest.map(async (bundle) =>
      (await answersOf(bundle)).flatMap((item) => {
        const mark = standing(item[bundle.role], item.imageVersion)
        return mark?.by === userId ? [{ bundle, item, mark }] : []
      }),
    ),
  )
  return seen.flat().sort((a, b) => a.mark.at - b.mark.at)
}

const scoreOf = ({ mark }: Seen): number | null => worth(mark.value)
const others = ({ bundle, item }: Seen): Mark[] =>
  (['first', 'second'] as const).flatMap((role) => {
    const mark = role === bundle.role ? undefined : standing(item[role], item.imageVersion)
    return mark ? [mark] : []
  })
const apartOf = (seen: Seen): number => {
  const own = scoreOf(seen)
  const theirs = others(seen).flatMap((m) => worth(m.value) ?? [])
  return own === null || theirs.length === 0 ? -1 : Math.max(...theirs.map((score) => Math.abs(score - own)))
}

/** In the order in which they are looked at; by chance is the same chance for every page. */
export const inOrder = (seen: readonly Seen[], order: (typeof sampleOrders)[number]): Seen[] => {
  const by = {
    newest: (s: Seen) => -s.mark.at,
    highest: (s: Seen) => -(scoreOf(s) ?? -1),
    lowest: (s: Seen) => scoreOf(s) ?? Infinity,
    apart: (s: Seen) => -apartOf(s),
    random: (s: Seen) => createHash('sha256').update(s.mark.attemptId).digest().readUInt32BE(0),
  }[order]
  return [...seen].sort((a, b) => by(a) - by(b) || b.mark.at - a.mark.at)
}

/** Means of `driftStep` marks one after the other; what is left over is the newest and no point yet. */
export const driftOf = (seen: readonly Seen[]): { from: number; to: number; mean: number }[] => {
  const scored = seen.flatMap((s) => {
    const score = s.bundle.role === 'final' ? null : scoreOf(s)
    return score === null ? [] : [{ at: s.mark.at, score }]
  })
  return Array.from({ length: Math.floor(scored.length / driftStep) }, (_, i) => {
    const part = scored.slice(i * driftStep, (i + 1) * driftStep)
    return { from: part[0]!.at, to: part.at(-1)!.at, mean: part.reduce((sum, x) => sum + x.score, 0) / driftStep }
  })
}

/** Between these nearly all means of `driftStep` answers lie that are marked as the others mark (Shewhart 1931). */
export const bandOf = (q: PaperQuestion, all: readonly MarkerGiven[], userId: string) => {
  const given = all.filter((g) => g.questionId === q.questionId)
  const own = given.filter((g) => g.userId === userId).flatMap((g) => g.marks)
  const rest = spreadOf(without(together(given), own))
  const { mean, sd } = rest.n >= driftStep ? rest : { mean: null, sd: null }
  if (mean === null || sd === null) return null
  const reach = (clearBy * sd) / Math.sqrt(driftStep)
  return { low: Math.max(0, mean - reach), mean, high: Math.min(q.fullScore, mean + reach) }
}

const longestPauseMs = 600_000
/** Seconds from mark to mark, the middle one. */
export const paceOf = (seen: readonly Seen[]): number | null => {
  const gaps = seen
    .slice(1)
    .map((s, i) => s.mark.at - seen[i]!.mark.at)
    .filter((ms) => ms > 0 && ms <= longestPauseMs)
    .sort((a, b) => a - b)
  return gaps.length < 5 ? null : gaps[Math.floor(gaps.length / 2)]! / 1000
}

/** What the list tells of a mark beside its own value: of the others' marks only to who manages the exam. */
export const toldOf = (q: PaperQuestion, seen: Seen, nameOf: (userId: string) => string) => {
  const state = answerState(q, seen.item)
  return {
    score: state.kind === 'scored' ? state.score : null,
    others: (['first', 'second', 'final'] as const).flatMap((role) => {
      const mark = role === seen.bundle.role ? undefined : standing(seen.item[role], seen.item.imageVersion)
      return mark ? [{ role, value: mark.value, markerName: nameOf(mark.by) }] : []
    }),
  }
}
