/**
 * The answers in a marker's hands, in the order in which they come. What is looked at together is a turn: one answer, or the
 * same candidate's answers of a group's questions, which stand one behind the other. Pure.
 */
import type { AnswerView, ClaimedBundle } from '#shared/marking/claimed.types.ts'
import type { MarkValue } from '#shared/marking/marking.types.ts'

export type Entry = {
  bundle: ClaimedBundle['bundle']
  question: ClaimedBundle['question']
  answer: AnswerView
  /** The same for all that is looked at together: by the first of them. */
  turn: string
  value?: MarkValue
  /** The own mark that is known to stand, or is on its way: what the next is given over. */
  attemptId?: string
}
type Own = { value: MarkValue; attemptId: string } | undefined

export const turnOf = (bundleId: string, studentId: string): string => `${bundleId} ${studentId}`
export const isLead = (e: Entry): boolean => e.turn === turnOf(e.bundle.bundleId, e.answer.studentId)

/** What was handed out, turn after turn; `own` is the mark of an answer that is known here. */
export const entriesOf = (got: ClaimedBundle, own: (bundleId: string, answer: AnswerView) => Own): Entry[] => {
  const all = [got, ...(got.joined ?? [])]
  const students = [...new Set(all.flatMap((of) => of.answers.map((a) => a.studentId)))]
  return students.flatMap((studentId) => {
    const parts = all.flatMap(({ bundle, question, answers }) => {
      const answer = answers.find((a) => a.studentId === studentId)
      return answer ? [{ bundle, question, answer }] : []
    })
    const turn = turnOf(parts[0]!.bundle.bundleId, studentId)
    return parts.map((part) => {
      const mark = own(part.bundle.bundleId, part.answer)
      return { ...part, turn, ...(mark ? { value: mark.value, attemptId: mark.attemptId } : {}) }
    })
  })
}

/** Where the turn of a place begins, and the next one. */
export const turnAt = (entries: readonly Entry[], at: number): { from: number; to: number } => {
  const { turn } = entries[at] ?? {}
  const from = entries.findIndex((e) => e.turn === turn)
  const behind = entries.findIndex((e, i) => i > from && e.turn !== turn)
  return from < 0 ? { from: at, to: at } : { from, to: behind < 0 ? entries.length : behind }
}

/** The beginning of the first turn from there on that is not done, else of any; -1 where all are. */
export const firstOpen = (entries: readonly Entry[], from = 0): number => {
  const next = entries.findIndex((e, i) => i >= from && e.value === undefined)
  const found = next >= 0 ? next : entries.findIndex((e) => e.value === undefined)
  return found < 0 ? found : turnAt(entries, found).from
}

/** The turns that are not done, the first few behind a place. */
export const openBehind = (entries: readonly Entry[], at: number): Entry[][] =>
  [...Map.groupBy(entries.slice(turnAt(entries, at).to), (e) => e.turn).values()].filter((of) =>
    of.some((e) => e.value === undefined),
  )
export const openTurns = (entries: readonly Entry[]): number =>
  new Set(entries.flatMap((e) => (e.value === undefined ? [e.turn] : []))).size

/** Answers of the question in hand that have their mark, and are not known to the server as done. */
export const givenTurns = (entries: readonly Entry[], finished: ReadonlySet<string>): number =>
  entries.filter((e) => isLead(e) && e.value !== undefined && !finished.has(e.bundle.bundleId)).length
