/** What a student reads of an own script. Pure. */
import { isObjective } from '#shared/exam/exam.types.ts'
import { notAnswered, pageMissing } from '#shared/marking/marking.types.ts'
import type { StudentReading } from '#shared/scan/ledger.types.ts'
import type { PaperReport } from './analysis.types.ts'
import type { ResultItem, SnapshotData, StudentResult, TranscriptRow } from './publication.types.ts'
import { fullScoreOf } from './stats/shard.ts'

/** Below this many present candidates a figure of the group could tell of one person: it is not shown to students. */
export const smallestGroup = 5

/** At most this many questions are named in "went well" and in "do next". */
const named = 5

/** A course of a total is told to have gone well from this share above the others' on. */
const above = 0.1

/**
 * What a student did better than most, and what to work on first: losses on questions that most could do, dearest
 * first (points lost × the share that the others got), and full marks on questions where most lost some, hardest first.
 * Of a total the items are courses, in which hardly any student has full marks: one goes well that is far above the others.
 */
export const adviceOf = (items: readonly ResultItem[], ofTotal = false): Pick<StudentResult, 'wentWell' | 'doNext'> => {
  const rate = (i: ResultItem): number => i.scoreRate ?? 0
  const lead = (i: ResultItem): number => i.score / i.fullScore - rate(i)
  // On a page that was not handed in nothing was done better or worse.
  const known = items.filter((i) => i.scoreRate !== null && !i.lacked)
  const first = (list: ResultItem[], worth: (i: ResultItem) => number): string[] =>
    list
      .map((i) => ({ number: i.number, worth: worth(i) }))
      .sort((a, b) => b.worth - a.worth)
      .slice(0, named)
      .map((i) => i.number)
  return {
    wentWell: ofTotal
      ? first(
          known.filter((i) => lead(i) >= above),
          lead,
        )
      : first(
          known.filter((i) => i.score === i.fullScore && rate(i) < 0.7),
          (i) => 1 - rate(i),
        ),
    doNext: first(
      known.filter((i) => i.score < i.fullScore && rate(i) >= 0.5 && i.score / i.fullScore < rate(i)),
      (i) => (i.fullScore - i.score) * rate(i),
    ),
  }
}

/**
 * Groups of optional questions of which this row has answered none: their points are part of the full mark as well. Of a
 * group whose page was not handed in it is not known which question was meant.
 */
export const unansweredIn = (
  questions: SnapshotData['questions'],
  chosen: readonly string[],
): StudentResult['unanswered'] => {
  const groups = [...Map.groupBy(questions, (q) => q.optional?.group)].flatMap(([group, own]) => {
    const signs = own.map((q) => chosen[questions.indexOf(q)])
    if (group === undefined || signs.some((s) => s !== notAnswered && s !== pageMissing)) return []
    const lacked = signs.includes(pageMissing)
    return [{ numbers: own.map((q) => q.number), fullScore: fullScoreOf(own), ...(lacked ? { lacked } : {}) }]
  })
  return groups.length > 0 ? groups : undefined
}

/** Groups of which this row has answered some, and fewer than are asked for. Where a page is missing it is not known. */
export const shortIn = (questions: SnapshotData['questions'], chosen: readonly string[]): StudentResult['short'] => {
  const groups = [...Map.groupBy(questions, (q) => q.optional?.group)].flatMap(([group, own]) => {
    const signs = own.map((q) => chosen[questions.indexOf(q)])
    if (group === undefined || signs.includes(pageMissing)) return []
    const done = own.filter((_, i) => signs[i] !== notAnswered)
    const left = own[0]!.optional!.count - done.length
    const fullScore = fullScoreOf(own) - done.reduce((n, q) => n + q.fullScore, 0)
    if (done.length === 0 || left <= 0 || fullScore <= 0) return []
    return [{ numbers: own.filter((q) => !done.includes(q)).map((q) => q.number), left, fullScore }]
  })
  return groups.length > 0 ? groups : undefined
}

/** One student's result of version v. */
export const resultOf = (
  data: SnapshotData,
  report: PaperReport,
  row: TranscriptRow,
  v: number,
  pages: StudentReading['pages'],
): StudentResult => {
  const i = data.studentId.indexOf(row.studentId)
  const here = row.state === 'present'
  const told = report.overall.present >= smallestGroup
  const unanswered = here ? unansweredIn(data.questions, data.chosen[i]!) : undefined
  const short = here ? shortIn(data.questions, data.chosen[i]!) : undefined
  const items = here
    ? data.questions
        .map((q, k): ResultItem => ({
          questionId: q.questionId,
          number: q.number,
          objective: isObjective(q),
          score: row.scores[k]!,
          fullScore: q.fullScore,
          ...(data.chosen[i]![k] === pageMissing ? { lacked: true } : {}),
          ...(q.optional ? { optional: true } : {}),
          ...(isObjective(q)
            ? {
                chosen: data.chosen[i]![k]?.replace(pageMissing, '') ?? '',
                answer: data.keys?.[q.questionId] ?? q.answer ?? '',
                ...(q.unitType === 3 ? { judged: true } : {}),
              }
            : {}),
          scoreRate: told ? (report.items[k]?.difficulty ?? null) : null,
        }))
        .filter(
          ({ number }, k) =>
            data.chosen[i]![k] !== notAnswered &&
            !(data.questions[k]!.optional && unanswered?.some((g) => g.numbers.includes(number))),
        )
    : []
  return {
    schema: 1,
    paperId: data.paperId,
    v,
    studentId: row.studentId,
    examName: data.examName,
    courseName: data.courseName,
    examDate: data.examDate,
    studentName: row.studentName,
    className: row.homeName ?? row.className,
    state: row.state,
    total: row.total,
    fullScore: report.fullScore,
    rank: data.studentRank ? row.rank : null,
    candidates: data.studentRank ? report.overall.present : null,
    items,
    ...(unanswered ? { unanswered } : {}),
    ...(short ? { short } : {}),
    ...adviceOf(items, data.of !== undefined),
    ...(row.corrected ? { corrected: row.corrected } : {}),
    // Of the pictures themselves the evidence tells.
    pages: pages.map(({ sha256: _digest, ...p }) => p),
  }
}
