import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import type { AnswerItem, GivenMark, Mark, MarkRole, MarkValue } from './marking.types.ts'

/** The grid that a question's marks lie on: one point unless the question says otherwise. */
export const stepOf = (q: Pick<PaperQuestion, 'markStep' | 'fullScore'>): number => q.markStep ?? 100

/** 0 ≤ mark ≤ full, on the step grid (I6). */
export const isOnGrid = (q: Pick<PaperQuestion, 'markStep' | 'fullScore'>, score: number): boolean =>
  Number.isInteger(score) && score >= 0 && score <= q.fullScore && score % stepOf(q) === 0

/** What a value counts: a score as given, no answer as zero, a problem as nothing at all. */
export const worth = (value: MarkValue): number | null =>
  value.kind === 'score' ? value.score : value.kind === 'noAnswer' ? 0 : null

/** A mark given to another picture than the one there is now does not count (I10), nor one that was taken back. */
export const standing = (mark: Mark | undefined, imageVersion: number): GivenMark | undefined =>
  mark && mark.imageVersion === imageVersion && mark.value.kind !== 'void' ? { ...mark, value: mark.value } : undefined

export type AnswerState =
  | { kind: 'waiting'; role: MarkRole }
  /** Terminal: the score that stands, hundredths. */
  | { kind: 'scored'; score: number; by: 'first' | 'mean' | 'final' }

type Asked = Pick<AnswerItem, 'imageVersion' | 'asked'>

/** Whether a second mark was asked for of this picture. */
const isAsked = (answer: Asked): boolean => answer.asked === answer.imageVersion

type Ruled = Pick<PaperQuestion, 'markers' | 'tolerance' | 'fullScore' | 'markStep'>

/**
 * Where one answer stands. Two markers within the tolerance give their mean; beyond it, or when either hands the answer
 * on as a problem, the arbitrator decides. An arbitrator's problem keeps the answer waiting.
 */
export const answerState = (q: Ruled, answer: Asked & Pick<AnswerItem, MarkRole>): AnswerState => {
  const [first, second, final] = [answer.first, answer.second, answer.final].map((m) =>
    standing(m, answer.imageVersion),
  )
  const decided = final ? worth(final.value) : null
  if (decided !== null) return { kind: 'scored', score: decided, by: 'final' }
  if (final) return { kind: 'waiting', role: 'final' }
  if (!first) return { kind: 'waiting', role: 'first' }
  const a = worth(first.value)
  if ((q.markers ?? 1) === 1 && !isAsked(answer))
    return a === null ? { kind: 'waiting', role: 'final' } : { kind: 'scored', score: a, by: 'first' }
  if (!second) return { kind: 'waiting', role: 'second' }
  const b = worth(second.value)
  if (a === null || b === null || Math.abs(a - b) > (q.tolerance ?? 0)) return { kind: 'waiting', role: 'final' }
  // Steps are multiples of ten hundredths, so the sum is even: nothing is rounded.
  return { kind: 'scored', score: (a + b) / 2, by: 'mean' }
}

/** Roles that every answer of a question needs from the start. */
export const rolesOf = (q: Pick<PaperQuestion, 'markers'>): MarkRole[] =>
  (q.markers ?? 1) === 2 ? ['first', 'second'] : ['first']

/** Roles that one answer needs: its question's, and a second mark where one was asked for. */
export const rolesWanted = (q: Pick<PaperQuestion, 'markers'>, answer: Asked): MarkRole[] =>
  isAsked(answer) ? ['first', 'second'] : rolesOf(q)

export const subjectiveOf = (questions: readonly PaperQuestion[]): PaperQuestion[] =>
  questions.filter((q) => !isObjective(q))

/**
 * Whether a mark may take the place of what is there: a newer picture, then a later claim, then the same marker's later
 * attempt (attempt ids are time-sorted), so that nothing that arrives late undoes what came after it (I4, I10).
 * The write's own condition says the same in the store's words.
 */
export const mayReplace = (
  there: Mark | undefined,
  next: Pick<Mark, 'by' | 'epoch' | 'attemptId' | 'imageVersion'>,
): boolean => {
  if (there === undefined) return true
  if (there.imageVersion !== next.imageVersion) return there.imageVersion < next.imageVersion
  if (there.epoch !== next.epoch) return there.epoch < next.epoch
  return there.by === next.by && there.attemptId < next.attemptId
}

/** The keys of a marker: digits give the mark; with more than nine steps two digits are typed. */
export const scoreChoices = (q: Pick<PaperQuestion, 'fullScore' | 'markStep'>): number[] =>
  Array.from({ length: Math.floor(q.fullScore / stepOf(q)) + 1 }, (_, i) => i * stepOf(q))
