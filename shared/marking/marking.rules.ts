import { isObjective } from '#shared/exam/exam.types.ts'
import type { PaperQuestion } from '#shared/exam/exam.types.ts'
import { markRoles } from './marking.types.ts'
import type { AnswerItem, GivenMark, Mark, MarkRole, MarkValue } from './marking.types.ts'
import { isSampled, rolesBegun, rolesEver, ruleOf, settle } from './settle.rules.ts'
import type { GivenScores, Ruled, Settled } from './settle.rules.ts'

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
  /** `role` is the first of the marks that it waits for. */
  { kind: 'waiting'; role: MarkRole; roles: readonly MarkRole[] } | Extract<Settled, { kind: 'scored' }>

/** What of an answer says how often it is marked. */
type Asked = Pick<AnswerItem, 'paperId' | 'studentId' | 'imageVersion' | 'asked'>

/** Whether a second mark is wanted of this picture though its question is marked once: asked for, or by the share. */
const isTwice = (q: Ruled, answer: Asked): boolean =>
  answer.asked === answer.imageVersion || isSampled(ruleOf(q), answer)

/** Where one answer stands, by its question's rule and the marks that stand. */
export const answerState = (q: Ruled, answer: Asked & Pick<AnswerItem, MarkRole>): AnswerState => {
  const given: GivenScores = {}
  for (const role of markRoles) {
    const mark = standing(answer[role], answer.imageVersion)
    if (mark) given[role] = worth(mark.value)
  }
  const state = settle(ruleOf(q), given, isTwice(q, answer))
  return state.kind === 'waiting' ? { ...state, role: state.roles[0] } : state
}

/** Roles that every answer of a question needs from the start. */
export const rolesOf = (q: Ruled): MarkRole[] => rolesBegun(ruleOf(q), false)

/** Roles of markers that an answer of a question may need. */
export const rolesPossible = (q: Ruled): MarkRole[] => rolesEver(ruleOf(q))

/** Roles that one answer needs from the start: its question's, and a second mark where one is wanted of it. */
export const rolesWanted = (q: Ruled, answer: Asked): MarkRole[] => rolesBegun(ruleOf(q), isTwice(q, answer))

/** The mark that an answer waits for by what others gave it, and that no one was asked for from the start. */
export const laterRole = (q: Ruled, answer: Asked & Pick<AnswerItem, MarkRole>): MarkRole | null => {
  const state = answerState(q, answer)
  return state.kind === 'waiting' && !rolesWanted(q, answer).includes(state.role) ? state.role : null
}

/** Roles whose marks are of other markers than one in this role: an arbitrator may decide what was decided before. */
export const otherRoles = (role: MarkRole): MarkRole[] =>
  markRoles.filter((r) => r !== role && (role === 'final' || r !== 'final'))

export const subjectiveOf = (questions: readonly PaperQuestion[]): PaperQuestion[] =>
  questions.filter((q) => !isObjective(q))

/**
 * Whether a mark may take the place of what is there: a newer picture, then a later claim, then the same marker's later
 * attempt (attempt ids are time-sorted), so that nothing that arrives late undoes what came after it (I4, I10).
 * The write's own condition says the same in the store's words. `over`: the own mark that was seen, null where none was;
 * of one claim no other is replaced unseen. `sealed`: what was given before it is published, and stands for its picture.
 */
export const mayReplace = (
  there: Mark | undefined,
  next: Pick<Mark, 'by' | 'epoch' | 'attemptId' | 'imageVersion'>,
  over?: string | null,
  sealed = 0,
): boolean => {
  if (there === undefined) return true
  if (there.imageVersion !== next.imageVersion) return there.imageVersion < next.imageVersion
  if (there.at < sealed) return false
  if (there.epoch !== next.epoch) return there.epoch < next.epoch
  if (over !== undefined && there.attemptId !== over) return false
  return there.by === next.by && there.attemptId < next.attemptId
}

/** The keys of a marker: digits give the mark; with more than nine steps two digits are typed. */
export const scoreChoices = (q: Pick<PaperQuestion, 'fullScore' | 'markStep'>): number[] =>
  Array.from({ length: Math.floor(q.fullScore / stepOf(q)) + 1 }, (_, i) => i * stepOf(q))
