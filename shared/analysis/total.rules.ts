/**
 * A total of several papers, from the published scores of each: its items are papers. A student has a total where every
 * paper that counts for him has a score; one who was absent from any of them has none, so that no mean and no rank counts a
 * paper that was not sat as a nought. Pure.
 */
import type { Candidate, PaperQuestion, TotalPart } from '#shared/exam/exam.types.ts'
import type { QuestionId } from '#shared/kit/ids.ts'
import { notAnswered } from '#shared/marking/marking.types.ts'
import type { PaperScores } from '#shared/marking/marking.types.ts'
import type { CandidateState, SnapshotColumns } from './publication.types.ts'

type Student = Pick<Candidate, 'studentId' | 'chosen'>
type Part = Pick<TotalPart, 'paperId' | 'questionId' | 'courseName' | 'optional'>

/** The items of a total: papers, worth what each is worth. */
export const totalQuestions = (parts: readonly (Part & { fullScore: number })[]): PaperQuestion[] =>
  parts.map(({ questionId, courseName, fullScore, optional }) => ({
    questionId,
    number: courseName,
    unitType: 5,
    fullScore,
    ...(optional ? { optional } : {}),
  }))

/** Papers of a group that are not worth the same: a full mark of the total would not be one number. */
export const unequalGroup = (questions: readonly Pick<PaperQuestion, 'fullScore' | 'optional'>[]): string | null => {
  const worth = new Map<string, number>()
  for (const { fullScore, optional } of questions) {
    if (!optional) continue
    if ((worth.get(optional.group) ?? fullScore) !== fullScore) return optional.group
    worth.set(optional.group, fullScore)
  }
  return null
}

export type TotalScores = Pick<PaperScores, 'questionIds' | 'studentIds' | 'states' | 'scores' | 'chosen'> & {
  /** Sat more papers of a group than count, and it is not known which were chosen. */
  undecided: PaperScores['studentIds']
}

type Sat = { state: CandidateState; score: number }

const satOf = (columns: Pick<SnapshotColumns, 'studentId' | 'state' | 'scores'>): Map<string, Sat> =>
  new Map(
    columns.studentId.map((id, row) => [
      id,
      { state: columns.state[row]!, score: columns.scores[row]!.reduce((a, b) => a + b, 0) },
    ]),
  )

/** Why there is no total: the plainest of what the papers say. */
const lackOf = (states: readonly CandidateState[]): CandidateState =>
  (['absent', 'void', 'missing', 'unmarked', 'exempt'] as const).find((state) => states.includes(state)) ?? 'missing'

/** Of a group those places that count; null where it is not known which. */
const countedIn = (
  places: readonly number[],
  parts: readonly Part[],
  sat: readonly Sat[],
  { chosen }: Student,
): number[] | null => {
  const { count } = parts[places[0]!]!.optional!
  const said = chosen ? places.filter((i) => chosen.includes(parts[i]!.paperId)) : []
  if (said.length === count) return said
  const here = places.filter((i) => sat[i]!.state === 'present')
  if (here.length > count) return null
  // Fewer than count: those not sat say why there is no total.
  return here.length === count ? here : [...places]
}

/** The total of each of these students, from the columns of its papers. */
export const addUp = (
  parts: readonly Part[],
  columns: readonly Pick<SnapshotColumns, 'studentId' | 'state' | 'scores'>[],
  students: readonly Student[],
): TotalScores => {
  const bySubject = columns.map(satOf)
  const groups = [...Map.groupBy(parts.keys(), (i) => parts[i]!.optional?.group ?? null)]
  const rows = students.map((student) => {
    const sat = bySubject.map((of): Sat => of.get(student.studentId) ?? { state: 'missing', score: 0 })
    const counted = groups.map(([group, places]) => (group === null ? places : countedIn(places, parts, sat, student)))
    const places = new Set(counted.flatMap((c) => c ?? []))
    const lacking = [...places].map((i) => sat[i]!.state).filter((state) => state !== 'present')
    return {
      undecided: counted.includes(null) && lacking.length === 0,
      state: lacking.length > 0 ? lackOf(lacking) : ('present' as const),
      scores: sat.map(({ score }, i) => (places.has(i) ? score : 0)),
      // Without a total, what was sat is told of itself.
      chosen: parts.map((_, i) => (places.has(i) && sat[i]!.state === 'present' ? '' : notAnswered)),
    }
  })
  return {
    questionIds: parts.map((p) => p.questionId),
    studentIds: students.map((s) => s.studentId),
    states: rows.map((r) => r.state),
    scores: rows.map((r) => r.scores),
    chosen: rows.map((r) => r.chosen),
    undecided: students.filter((_, i) => rows[i]!.undecided).map((s) => s.studentId),
  }
}

type Line = { studentId: string; total: number | null }

/**
 * The same by other code, from the totals of the transcripts (I11): a student's paper counts if it has a total there, and
 * of a group the chosen ones, or all that have one. It takes nothing from `addUp`.
 */
export const addUpLines = (
  parts: readonly Part[],
  lines: readonly (readonly Line[])[],
  students: readonly Student[],
): { questionIds: QuestionId[]; studentIds: Student['studentId'][]; states: CandidateState[]; scores: number[][] } => {
  const rows = new Map(students.map((s) => [s.studentId as string, new Array<number | null>(parts.length).fill(null)]))
  lines.forEach((own, i) => {
    for (const { studentId, total } of own) {
      const row = rows.get(studentId)
      if (row) row[i] = total
    }
  })
  const whole: { studentId: Student['studentId']; row: number[] }[] = []
  for (const { studentId, chosen } of students) {
    const row = rows.get(studentId)!
    const left: Record<string, number> = {}
    const named: Record<string, number> = {}
    for (const { paperId, optional } of parts) {
      if (!optional) continue
      left[optional.group] = optional.count
      if (chosen?.includes(paperId)) named[optional.group] = (named[optional.group] ?? 0) + 1
    }
    let [fits, total] = [true, [] as number[]]
    for (const [i, { paperId, optional }] of parts.entries()) {
      const score = row[i] ?? null
      const out = optional && named[optional.group] === optional.count && !chosen!.includes(paperId)
      if (score === null || out) {
        if (!optional) fits = false
        total = [...total, 0]
        continue
      }
      if (optional) left[optional.group]!--
      total = [...total, score]
    }
    if (fits && Object.values(left).every((n) => n === 0)) whole.push({ studentId, row: total })
  }
  return {
    questionIds: parts.map((p) => p.questionId),
    studentIds: whole.map((w) => w.studentId),
    states: whole.map(() => 'present'),
    scores: whole.map((w) => w.row),
  }
}
