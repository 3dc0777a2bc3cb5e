/**
 * The scores of one student after change sets, computed a second time (I11): question by question from the student's own
 * row, where `change.rules.ts` goes edit by edit over columns. The two share no code.
 */
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { CandidateState, SnapshotColumns } from '../publication.types.ts'
import type { BandScheme } from '../stats/assigned.schemes.ts'
import type { ChangeEdit, Cohorts } from './change.types.ts'

type Own = { studentId: string; state: CandidateState; scores: readonly number[]; chosen: readonly string[] }
type Columns = Pick<SnapshotColumns, 'studentId' | 'state' | 'scores' | 'chosen'>
type Told = { state: CandidateState; scores: number[] }

/** Fractions of hundredths that lie in the middle go up. */
const share = (points: number, of: number, wanted: number): number => {
  const whole = BigInt(points) * BigInt(wanted)
  const [quotient, rest] = [whole / BigInt(of), whole % BigInt(of)]
  return Number(rest * 2n >= BigInt(of) ? quotient + 1n : quotient)
}

const earned = (edit: Extract<ChangeEdit, { kind: 'key' }>, unitType: number, half: number, letters: string) => {
  const given = new Set(letters)
  const sameAs = (key: string): boolean => key.length === given.size && [...key].every((c) => given.has(c))
  for (const { letters: key, points } of edit.accepted) if (sameAs(key)) return points
  const shown = new Set(edit.accepted[0]!.letters)
  if (unitType !== 2 || [...given].some((c) => !shown.has(c))) return 0
  return edit.tiers ? (edit.tiers.filter((t) => t.right === given.size)[0]?.points ?? 0) : half
}

/** Which students an edit names, so that a file of thousands is not searched for each of them. */
const namedIn = (edits: readonly ChangeEdit[]): ((edit: ChangeEdit, studentId: string) => boolean) => {
  const sets = new Map<ChangeEdit, Set<string>>()
  for (const edit of edits) if ('studentIds' in edit) sets.set(edit, new Set(edit.studentIds))
  return (edit, studentId) =>
    'studentIds' in edit ? sets.get(edit)!.has(studentId) : 'studentId' in edit ? edit.studentId === studentId : true
}

/** The edits of each question, and those of whole students, in their order: looked up once for a shard. */
const editsByQuestion = (edits: readonly ChangeEdit[]): Map<string, ChangeEdit[]> => {
  const by = new Map<string, ChangeEdit[]>()
  const questions = [...new Set(edits.flatMap((e) => (e.kind === 'state' ? [] : [e.questionId as string])))]
  for (const id of questions)
    by.set(
      id,
      edits.filter((e) => e.kind === 'state' || e.questionId === id),
    )
  by.set(
    '',
    edits.filter((e) => e.kind === 'state'),
  )
  return by
}

/**
 * What a scheme makes of each raw score of a cohort. The grade of a raw score is found for itself by how many stand above
 * it and on it; the ends of a grade are the lowest and the highest raw score that it holds.
 */
const assigned = (
  { n, values, counts }: Cohorts[string],
  { bands, tieRule, single }: BandScheme,
): Map<number, number> => {
  // In hundredths of a per cent, so that all that is compared is whole.
  const upTo = bands.map((_, i) => bands.slice(0, i + 1).reduce((sum, b) => sum + Math.round(100 * b.share), 0) * n)
  const gradeAt = (above: number, on: number): number => {
    const found = upTo.findIndex((share) =>
      tieRule === 'above'
        ? above * 10_000 < share
        : tieRule === 'atOrAbove'
          ? (above + on) * 10_000 <= share
          : (2 * above + on) * 10_000 <= 2 * share,
    )
    return found < 0 ? bands.length - 1 : found
  }
  const held = new Map<number, number[]>()
  let below = 0
  for (const [i, value] of values.entries()) {
    const grade = gradeAt(n - below - counts[i]!, counts[i]!)
    held.set(grade, [...(held.get(grade) ?? []), value])
    below += counts[i]!
  }
  return new Map(
    [...held].flatMap(([grade, own]) => {
      const [low, high, { high: to, low: from }] = [own[0]!, own.at(-1)!, bands[grade]!]
      const alone = single === 'high' ? to : Math.floor((to + from + 1) / 2)
      const step = (value: number): number => {
        const twice = 2 * (value - low) * (to - from)
        return Math.floor((twice + high - low) / (2 * (high - low)))
      }
      return own.map((value): [number, number] => [value, 100 * (low === high ? alone : from + step(value))])
    }),
  )
}

/** What a student has after all edits. */
const toldAfter = (
  questions: readonly PaperQuestion[],
  own: Own,
  edits: Map<string, ChangeEdit[]>,
  names: (edit: ChangeEdit, studentId: string) => boolean,
  tables: ReadonlyMap<ChangeEdit, Map<number, number>>,
  cut: boolean,
): Told => {
  if (edits.get('')!.some((e) => e.kind === 'state' && e.state === 'exempt' && names(e, own.studentId)))
    return { state: 'exempt', scores: [] }
  if (own.state !== 'present') return { state: own.state, scores: [] }
  const out = edits.get('')!.find((e) => e.kind === 'state' && e.state !== 'zero' && names(e, own.studentId))
  if (out?.kind === 'state' && out.state !== 'zero') return { state: out.state, scores: [] }
  const scores: number[] = []
  questions.forEach((q, at) => {
    let [points, full, half, unitType] = [own.scores[at] ?? 0, q.fullScore, q.halfScore ?? -1, q.unitType]
    // '-' is an optional question that was not chosen, '~' a page that was not handed in.
    let letters = own.chosen[at] ?? ''
    const steps = edits.get(q.questionId) ?? edits.get('')!
    if (steps.some((e) => e.kind === 'drop' || (e.kind === 'weigh' && e.percent === 0))) return
    for (const e of steps) {
      if (e.kind === 'bring' || !names(e, own.studentId)) continue
      const chose = letters !== '-'
      if (e.kind === 'state') points = 0
      else if (e.kind === 'type') unitType = e.unitType
      else if (e.kind === 'key') {
        const plain = /^[A-Z]+$/.test(letters)
        points = plain ? earned(e, unitType, half < 0 ? Math.floor(full / 200) * 100 : half, letters) : 0
      } else if (e.kind === 'set') [points, letters] = [e.score, e.letters ?? (/^[A-Z]*$/.test(letters) ? letters : '')]
      else if (e.kind === 'weigh') {
        const worth = share(full, 100, e.percent)
        if (points >= 0) points = share(points, 100, e.percent)
        if (half >= 0) half = share(half, full, worth)
        full = worth
      } else if (e.kind === 'assign') {
        if (chose) points = tables.get(e)?.get(points) ?? -1
        full = 100 * e.scheme.bands[0]!.high
      } else if (e.kind === 'full') {
        if (e.how === 'scale' && points >= 0) points = share(points, full, e.fullScore)
        else if (e.how === 'cap' && points > e.fullScore) points = e.fullScore
        if (half >= 0) half = share(half, full, e.fullScore)
        full = e.fullScore
      } else if (chose) {
        if (e.kind === 'all') points = full
        else if (e.kind === 'add' && points >= 0) {
          points += e.by
          if (points < 0) points = 0
          if (points > full) points = full
        }
        if (points >= 0) letters = /^[A-Z]*$/.test(letters) ? letters : ''
      }
    }
    scores.push(points)
  })
  // Marking ended before its time: one question without points, and there is no result.
  return cut && scores.some((points) => points < 0) ? { state: 'unmarked', scores: [] } : { state: 'present', scores }
}

/** Rows of which this computation tells other than what `after` says, laid over `before`. */
export const toldOtherwise = (
  questions: readonly PaperQuestion[],
  edits: readonly ChangeEdit[],
  before: Columns,
  after: Columns,
  cohorts: Cohorts = {},
  cut = false,
): number[] => {
  if (edits.length === 0 && !cut) return []
  // Of a file of scores only what is of this shard.
  const here = new Set<string>(before.studentId)
  const own = edits.filter((e) => e.kind !== 'set' || here.has(e.studentId))
  const [steps, names] = [editsByQuestion(own), namedIn(own)]
  const brought = new Map(own.flatMap((e) => (e.kind === 'bring' ? [[e.questionId, e.question] as const] : [])))
  const all = [...questions, ...brought.values()]
  const tables = new Map<ChangeEdit, Map<number, number>>()
  for (const e of own) if (e.kind === 'assign') tables.set(e, assigned(cohorts[e.questionId]!, e.scheme))
  return before.studentId.flatMap((studentId, row) => {
    const [scores, chosen, state] = [before.scores[row]!, before.chosen[row]!, before.state[row]!]
    const told = toldAfter(all, { studentId, state, scores, chosen }, steps, names, tables, cut)
    const said = after.scores[row]!
    const same = told.state === after.state[row] && told.scores.length === said.length
    return same && told.scores.every((n, i) => n === said[i]) ? [] : [row]
  })
}
