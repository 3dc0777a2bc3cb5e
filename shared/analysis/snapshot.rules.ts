/** From scores to a snapshot, and from a snapshot to what the statistics read. Pure. */
import { isObjective } from '#shared/exam/exam.types.ts'
import type { Candidate, PaperQuestion } from '#shared/exam/exam.types.ts'
import { notAnswered, pageMissing } from '#shared/marking/marking.types.ts'
import type { PaperScores } from '#shared/marking/marking.types.ts'
import type { ChangeRow, SnapshotColumns, SnapshotData, SnapshotHead } from './publication.types.ts'
import type { PaperItem, PaperRows } from './stats/shard.ts'

/** A paper's classes: where its course walks teaching classes beside the administrative ones, which `homes` are by themselves. */
export type GroupsOfPaper = {
  paperId: string
  classes: readonly { classId: string }[]
  homes?: readonly { classId: string }[] | undefined
}

const indexesOf = (homes: readonly { classId: string }[], roster: readonly Candidate[]): number[] => {
  const places = new Map(homes.map((h, i) => [h.classId, i]))
  return roster.map((c) => places.get(c.classId) ?? -1)
}

/** Candidates in the order of the roster with their scores; who has no script is missing. */
export const snapshotColumns = (
  roster: readonly Candidate[],
  { paperId, classes, homes }: GroupsOfPaper,
  scores: PaperScores,
): SnapshotColumns => {
  const place = new Map(scores.studentIds.map((id, i) => [id as string, i]))
  const classIndex = new Map(classes.map((c, i) => [c.classId, i]))
  const at = (c: Candidate): number | undefined => place.get(c.studentId)
  const here = (c: Candidate): number | undefined => {
    const i = at(c)
    return i !== undefined && scores.states[i] === 'present' ? i : undefined
  }
  return {
    studentId: roster.map((c) => c.studentId),
    studentName: roster.map((c) => c.studentName),
    studentNumber: roster.map((c) => c.studentNumber),
    // The class of the paper: the one in which its course is learned, where that is another.
    classOf: roster.map((c) => classIndex.get(c.teaching?.[paperId] ?? c.classId) ?? classIndex.get(c.classId) ?? -1),
    ...(homes ? { homeOf: indexesOf(homes, roster) } : {}),
    state: roster.map((c) => {
      const i = at(c)
      return i === undefined ? 'missing' : scores.states[i]!
    }),
    scores: roster.map((c) => (here(c) === undefined ? [] : [...scores.scores[here(c)!]!])),
    chosen: roster.map((c) => (here(c) === undefined ? [] : [...scores.chosen[here(c)!]!])),
  }
}

type Computed = Pick<PaperScores, 'questionIds' | 'studentIds' | 'states' | 'scores'>

/** Students whose two independent scores differ in any question, or whom only one computation knows (I11). */
export const differingStudents = (a: Computed, b: Computed): string[] => {
  const questions = new Map(b.questionIds.map((id, i) => [id as string, i]))
  const rows = new Map(b.studentIds.map((id, i) => [id as string, i]))
  const columns = a.questionIds.map((id) => questions.get(id))
  const differs = (row: number): boolean => {
    const other = rows.get(a.studentIds[row]!)
    if (other === undefined || a.states[row] !== b.states[other]) return true
    if (a.states[row] !== 'present') return false
    return columns.some((column, i) => column === undefined || a.scores[row]![i] !== b.scores[other]![column])
  }
  const known = new Set<string>(a.studentIds)
  return [
    ...a.studentIds.filter((_, row) => differs(row)),
    ...b.studentIds.filter((id, row) => !known.has(id) && b.states[row] === 'present'),
  ]
}

const letterBit = (letter: string, unitType: number): number =>
  unitType === 3 ? (letter === 'T' ? 1 : 2) : 2 ** (letter.charCodeAt(0) - 65)

const optionsOf = (q: PaperQuestion): number | undefined =>
  isObjective(q) ? (q.unitType === 3 ? 2 : (q.optionCount ?? 4)) : undefined

/** Choices as bits; a letter beyond the options (a key was changed to fewer) is not counted. */
const maskOf = (chosen: string, q: PaperQuestion): number => {
  const limit = 2 ** (optionsOf(q) ?? 0)
  return [...chosen].reduce((mask, letter) => {
    const bit = letterBit(letter, q.unitType)
    return bit < limit ? mask | bit : mask
  }, 0)
}

/** The questions as the statistics read them. */
export const itemsOf = (questions: readonly PaperQuestion[]): PaperItem[] =>
  questions.map((q) => {
    const options = optionsOf(q)
    return {
      questionId: q.questionId,
      number: q.number,
      fullScore: q.fullScore,
      objective: isObjective(q),
      ...(options === undefined ? {} : { options }),
      ...(q.unitType === 3 ? { judged: true } : {}),
      ...(q.optional ? { optional: q.optional } : {}),
    }
  })

/** The snapshot as the statistics read it. */
export const rowsOf = (data: SnapshotData): PaperRows => {
  const k = data.questions.length
  const n = data.studentId.length
  const scores = new Int32Array(n * k)
  const chosen = new Int32Array(n * k)
  const present = new Uint8Array(n)
  const exempt = Uint8Array.from(data.state, (state) => (state === 'exempt' ? 1 : 0))
  const unmarked = Uint8Array.from(data.state, (state) => (state === 'unmarked' ? 1 : 0))
  const taken = new Uint8Array(n * k)
  data.state.forEach((state, row) => {
    if (state !== 'present') return
    present[row] = 1
    data.questions.forEach((q, i) => {
      scores[i * n + row] = data.scores[row]![i]!
      const letters = data.chosen[row]![i] ?? ''
      const answered = letters !== notAnswered && letters !== pageMissing
      taken[i * n + row] = answered ? 1 : 0
      if (isObjective(q)) chosen[i * n + row] = answered ? maskOf(letters, q) : 0
    })
  })
  return {
    items: itemsOf(data.questions),
    scores,
    chosen,
    taken,
    present,
    ...(exempt.includes(1) ? { exempt } : {}),
    ...(unmarked.includes(1) ? { unmarked } : {}),
    classOf: Int32Array.from(data.classOf),
  }
}

/** Each candidate's total, null for who has no script. */
export const totalsIn = (of: Pick<SnapshotColumns, 'studentId' | 'state' | 'scores'>): Map<string, number | null> =>
  new Map(
    of.studentId.map((id, i) => [id, of.state[i] === 'present' ? of.scores[i]!.reduce((a, b) => a + b, 0) : null]),
  )

/** What a new version says of candidates against an older one (whole or in part), the unchanged among them. */
export const changesOf = (
  before: (SnapshotColumns & Pick<SnapshotHead, 'classes'>) | null,
  after: SnapshotColumns & Pick<SnapshotHead, 'classes'>,
): ChangeRow[] => {
  const [old, next] = [before ? totalsIn(before) : new Map<string, number | null>(), totalsIn(after)]
  const row = (of: SnapshotColumns & Pick<SnapshotHead, 'classes'>, i: number): ChangeRow => ({
    studentId: of.studentId[i]!,
    studentName: of.studentName[i]!,
    studentNumber: of.studentNumber[i]!,
    className: of.classes[of.classOf[i]!]?.className ?? '',
    state: of.state[i]!,
    before: old.get(of.studentId[i]!) ?? null,
    after: next.get(of.studentId[i]!) ?? null,
  })
  return [
    ...after.studentId.map((_, i) => row(after, i)),
    ...(before ? before.studentId.flatMap((id, i) => (next.has(id) ? [] : [row(before, i)])) : []),
  ]
}
