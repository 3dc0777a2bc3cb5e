/** How a paper is marked, read from the markers' counters; one marker's newest answers are read as they are. */
import { createHash } from 'node:crypto'
import { isJoint } from '#shared/exam/exam.rules.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { groupsOf } from '#shared/marking/groups/group.rules.ts'
import { pairsKappa } from '#shared/marking/quality/marking.report.ts'
import type { MarkingFigures } from '#shared/marking/quality/marking.report.ts'
import type { MarkerQuality, QuestionQuality } from '#shared/marking/quality/quality.calls.ts'
import { driftStep, sampledBundles } from '#shared/marking/quality/quality.calls.ts'
import type { sampleOrders } from '#shared/marking/quality/quality.calls.ts'
import { severityDrift } from '#shared/marking/quality/drift.rules.ts'
import type { Drift, DriftMark } from '#shared/marking/quality/drift.rules.ts'
import { answerState, rolesWanted, standing, stepOf, subjectiveOf, worth } from '#shared/marking/marking.rules.ts'
import { isApart, severitiesOf } from '#shared/marking/quality/apart.rules.ts'
import {
  agreementOf,
  bandOf,
  bands,
  chanceOfDistance,
  clearBy,
  given,
  noneGiven,
  spreadOf,
  verdictOf,
  widthOf,
} from '#shared/marking/quality/quality.rules.ts'
import type { Given } from '#shared/marking/quality/quality.rules.ts'
import { comparedOf } from '#shared/marking/quality/sample.rules.ts'
import type { SampleTally } from '#shared/marking/quality/sample.types.ts'
import { markRoles } from '#shared/marking/marking.types.ts'
import type { AnswerItem, Arrangement, Bundle, GivenMark } from '#shared/marking/marking.types.ts'
import type { UserId } from '#shared/kit/ids.ts'
import { now } from '#functions/kit/ports.ts'
import { answersOf } from '../desk/claim.commands.ts'
import { progressOf, workedBy } from '../counts.ts'
import { pointFigures } from '../rubric/points.public.ts'
import type { StaffedDesk } from '../desk/desk.ts'
import { ownClassNames } from '../groups/class.read.ts'
import { staffOf } from '../groups/group.read.ts'
import type { counted } from '../progress.read.ts'
import type { MarkerGiven } from './given.ts'
import { paperMarker } from '../paperMarks.ts'
import { doneBy, heldBy } from '../desk/claims.ts'
import { paperTallies } from './samples/sample.store.ts'

/** Scores on paper are no marker's. */
const ofMarkers = (q: PaperQuestion, all: readonly MarkerGiven[]): MarkerGiven[] =>
  all.filter((g) => g.questionId === q.questionId && g.userId !== paperMarker)
const together = (all: readonly Given[]): Given => all.reduce((sum, g) => given(sum, g), noneGiven)

/** Marks that others' marks asked for: they are in no mean. */
const settledBy = (g: MarkerGiven): number => g.scored.n - spreadOf(g).n

export const questionQuality = (q: PaperQuestion, all: readonly MarkerGiven[]): QuestionQuality => {
  const own = ofMarkers(q, all)
  const whole = together(own)
  const { n, mean, sd } = spreadOf(whole)
  const share = (band: number): number | null => (n === 0 ? null : whole.bands[band]! / n)
  return {
    questionId: q.questionId,
    number: q.number,
    fullScore: q.fullScore,
    // Who only settles what two disagree about has given nothing that others can be held against.
    markers: own.filter((g) => spreadOf(g).n > 0).length,
    marked: own.reduce((sum, g) => sum + g.marked - settledBy(g), 0),
    settled: own.reduce((sum, g) => sum + settledBy(g), 0),
    mean,
    sd,
    zero: share(0),
    full: share(bands - 1),
    agreement: agreementOf(whole),
  }
}

/** Every marker of a question beside all others of it. */
export const markerQualities = (
  q: PaperQuestion,
  all: readonly MarkerGiven[],
  nameOf: (userId: string) => string,
  arrangement: Pick<Arrangement, 'classRule' | 'ownSchools'>,
): MarkerQuality[] => {
  const markers = ofMarkers(q, all)
  const whole = together(markers)
  const each = markers.map((own) => ({ own, others: given(whole, own, -1) }))
  const apart = isApart(arrangement)
  const severities = severitiesOf(each, stepOf(q), apart)
  return each
    .map(({ own, others }, i) => {
      const severity = severities[i]!
      const { mean, sd } = spreadOf(own)
      return {
        userId: own.userId as UserId,
        teacherName: nameOf(own.userId),
        questionId: q.questionId,
        number: q.number,
        fullScore: q.fullScore,
        marked: own.marked,
        problems: own.problems,
        settled: settledBy(own),
        mean,
        sd,
        othersMean: spreadOf(others).mean,
        severity,
        apart,
        verdict: verdictOf(severity, q.fullScore),
        // Classes differ in what they are worth, so that how scores lie tells nothing of who gave them.
        width: apart ? null : widthOf(own, others),
        chance: apart ? null : chanceOfDistance(own, others),
      }
    })
    .sort((a, b) => a.teacherName.localeCompare(b.teacherName, 'zh-CN'))
}

/** What a marker is told of the own marks while others mark the same answers: nothing that follows from theirs. */
export const alone = (m: MarkerQuality): MarkerQuality => ({
  ...m,
  othersMean: null,
  severity: null,
  verdict: null,
  width: null,
  chance: null,
})

/** One marker's marks and all others' of a question. */
const beside = (q: PaperQuestion, all: readonly MarkerGiven[], userId: string): { own: Given; others: Given } => {
  const markers = ofMarkers(q, all)
  const own = together(markers.filter((g) => g.userId === userId))
  return { own, others: given(together(markers), own, -1) }
}

/** The scores of a band that lie on the question's grid, as they are written: 5, or 4–5.5. */
const scoresIn = (q: PaperQuestion, band: number): { from: number; to: number } | null => {
  const step = stepOf(q)
  const all = Array.from({ length: Math.floor(q.fullScore / step) + 1 }, (_, i) => i * step)
  const own = all.filter((score) => bandOf(score, q.fullScore) === band)
  return own.length === 0 ? null : { from: own[0]!, to: own.at(-1)! }
}

/** Shares of the marks by score, one marker's beside the others'. */
export const sharesOf = (q: PaperQuestion, all: readonly MarkerGiven[], userId: string) => {
  const { own, others } = beside(q, all, userId)
  const [n, m] = [own, others].map((g) =>
    Math.max(
      1,
      g.bands.reduce((sum, x) => sum + x, 0),
    ),
  ) as [number, number]
  return own.bands.flatMap((count, band) => {
    const scores = scoresIn(q, band)
    return scores ? [{ ...scores, own: count / n, others: others.bands[band]! / m }] : []
  })
}

export type Seen = { bundle: Bundle; item: AnswerItem; mark: GivenMark }

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
const others = ({ bundle, item }: Seen): GivenMark[] =>
  (['first', 'second', 'third'] as const).flatMap((role) => {
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
export const limitsOf = (q: PaperQuestion, all: readonly MarkerGiven[], userId: string) => {
  const { n, mean, sd } = spreadOf(beside(q, all, userId).others)
  if (n < driftStep || mean === null || sd === null) return null
  const reach = (clearBy * sd) / Math.sqrt(driftStep)
  return { low: Math.max(0, mean - reach), mean, high: Math.min(q.fullScore, mean + reach) }
}

/** How the newest marks move beside those of others of the same answers, or beside all others'. */
export const severityDriftOf = (
  q: PaperQuestion,
  all: readonly MarkerGiven[],
  userId: string,
  seen: readonly Seen[],
): Drift | null => {
  const marks = seen.flatMap((s): DriftMark[] => {
    const own = s.bundle.role === 'first' || s.bundle.role === 'second' ? scoreOf(s) : null
    if (own === null) return []
    // As the counters have it: first and second mark are a pair, what others asked for is none.
    const other = standing(s.item[s.bundle.role === 'first' ? 'second' : 'first'], s.item.imageVersion)
    const theirs = rolesWanted(q, s.item).includes('second') && other ? worth(other.value) : null
    return [{ at: s.mark.at, own, ...(theirs === null ? {} : { theirs }) }]
  })
  const { pairs } = together(ofMarkers(q, all))
  return severityDrift(marks, { pairs, others: beside(q, all, userId).others, step: stepOf(q) })
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
    others: markRoles.flatMap((role) => {
      const mark = role === seen.bundle.role ? undefined : standing(seen.item[role], seen.item.imageVersion)
      return mark ? [{ role, value: mark.value, markerName: nameOf(mark.by) }] : []
    }),
  }
}

/** In the order of the questions, and of the names within. */
const samplesOf = (
  questions: readonly PaperQuestion[],
  tallies: readonly SampleTally[],
  nameOf: (userId: string) => string,
): NonNullable<MarkingFigures['samples']> =>
  questions.flatMap((q) =>
    tallies
      .filter((t) => t.questionId === q.questionId)
      .map((t) => ({
        number: q.number,
        teacherName: nameOf(t.userId),
        sampled: t.sampled,
        compared: comparedOf(q, t),
      }))
      .sort((a, b) => a.teacherName.localeCompare(b.teacherName, 'zh-CN')),
  )

/** What the report of a paper's marking is made from. */
export const reportFigures = async (
  desk: StaffedDesk,
  { all, given: each }: Awaited<ReturnType<typeof counted>>,
  nameOf: (userId: string) => string,
): Promise<MarkingFigures> => {
  const { paper, exam, arrangement } = desk
  const questions = subjectiveOf(paper.questions)
  const schools = new Map(
    isJoint(exam)
      ? (await staffOf(desk)).flatMap((t) => (t.userId && t.schoolName ? [[t.userId as string, t.schoolName]] : []))
      : [],
  )
  const classes = arrangement.classRule === 'own' ? await ownClassNames(desk) : new Map<string, string>()
  const [at, points, tallies] = [now(), await pointFigures(paper, 'whole'), await paperTallies(paper.paperId)]
  return {
    ...(points ? { points } : {}),
    source: {
      examId: exam.examId,
      examName: exam.examName,
      gradeName: exam.gradeName,
      courseName: paper.courseName,
      examDate: exam.examDate,
      fullScore: paper.questions.reduce((sum, q) => sum + q.fullScore, 0),
      // Of no publication.
      v: 0,
      keyVersion: paper.keyVersion,
      published: false,
      madeAt: at,
    },
    questions: questions.map((q) => {
      const { total, done } = progressOf(q, all)
      return { ...questionQuality(q, each), kappa: pairsKappa(q, together(ofMarkers(q, each))), total, done }
    }),
    markers: questions.flatMap((q) =>
      markerQualities(q, each, nameOf, arrangement).map((m) => ({
        ...m,
        schoolName: schools.get(m.userId),
        classNames: classes.get(m.userId),
      })),
    ),
    samples: samplesOf(questions, tallies, nameOf),
    worked: await workedBy(paper.paperId),
    blocks: groupsOf(arrangement, questions),
    openedAt: arrangement.openedAt ?? null,
    closed: arrangement.state === 'closed',
    at,
  }
}
