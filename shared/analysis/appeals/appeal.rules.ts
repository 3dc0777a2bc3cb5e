/** When an appeal may be made, where one stands, and what all of them come to. Pure. */
import type { ChangeState } from '../change.calls.ts'
import type { Appeal, Appellant, WindowSet } from './appeal.types.ts'

/** Why nothing may be asked now; null: it may. */
export const closedFor = (
  window: WindowSet | null,
  as: Appellant,
  at: number,
): 'off' | 'others' | 'before' | 'over' | null => {
  if (!window?.on) return 'off'
  if (at < window.opens) return 'before'
  if (at >= window.closes) return 'over'
  return window.asks.includes(as) ? null : 'others'
}

/**
 * open: waits for an answer · kept: the score stands · decided: another score, in no change set yet · changing: in one that
 * is not signed or not in force yet · changed: readers see it · corrected: they saw another score before it was answered.
 */
export const appealStates = ['open', 'kept', 'decided', 'changing', 'changed', 'corrected'] as const
export type AppealState = (typeof appealStates)[number]

/** A set that will not come into force: what it was to change is in none. */
const fallen: readonly ChangeState[] = ['failed', 'stale', 'off']

export const appealState = (
  { decision, changeId }: Pick<Appeal, 'decision' | 'changeId'>,
  stateOf: (changeId: string) => ChangeState | undefined,
): AppealState => {
  if (!decision) return 'open'
  if (decision.kind === 'keep') return 'kept'
  if (decision.kind === 'corrected') return 'corrected'
  const set = changeId === undefined ? undefined : stateOf(changeId)
  if (set === undefined || fallen.includes(set)) return 'decided'
  return set === 'inForce' ? 'changed' : 'changing'
}

/** What the student is told: an answer that names another score comes with that score, not before. */
export const toldState = (state: AppealState): 'open' | 'kept' | 'changed' | 'corrected' =>
  state === 'decided' || state === 'changing' ? 'open' : state

export type AppealSum = { questionId: string; asked: number; open: number; kept: number; up: number; down: number }
const figures = ['asked', 'open', 'kept', 'up', 'down'] as const

/**
 * What an appeal counts for: under its question, and one that was decided for another score under the set that holds it, or
 * under none. Where a set stands is read when it is asked.
 */
export const countsOf = ({
  questionId,
  score,
  decision,
  changeId,
}: Pick<Appeal, 'questionId' | 'score' | 'decision' | 'changeId'>): Record<string, number> => {
  const said = !decision ? 'open' : decision.kind === 'keep' ? 'kept' : decision.score! > score ? 'up' : 'down'
  return {
    [`asked.${questionId}`]: 1,
    [`${said}.${questionId}`]: 1,
    ...(decision?.kind === 'change' ? { [changeId === undefined ? 'free' : `set.${changeId}`]: 1 } : {}),
  }
}

/** The appeals of a paper by question, in its order; those of a question that is no part of it any more are left out. */
export const sumsIn = <Q extends { questionId: string }>(
  counts: ReadonlyMap<string, number>,
  questions: readonly Q[],
): (AppealSum & { questionId: Q['questionId'] })[] =>
  questions.flatMap(({ questionId }) => {
    const [asked, open, kept, up, down] = figures.map((what) => counts.get(`${what}.${questionId}`) ?? 0)
    return asked ? [{ questionId, asked, open: open!, kept: kept!, up: up!, down: down! }] : []
  })

/** All of one figure, of all questions. */
export const figureIn = (counts: ReadonlyMap<string, number>, what: (typeof figures)[number]): number =>
  [...counts].reduce((sum, [key, n]) => (key.startsWith(`${what}.`) ? sum + n : sum), 0)

/** The sets that hold appeals, with how many each. */
export const setsIn = (counts: ReadonlyMap<string, number>): { changeId: string; n: number }[] =>
  [...counts].flatMap(([key, n]) => (key.startsWith('set.') && n > 0 ? [{ changeId: key.slice(4), n }] : []))

/** Decided for another score and in no set that will come into force: what the next set would bring about. */
export const decidedIn = (
  counts: ReadonlyMap<string, number>,
  stateOf: (changeId: string) => ChangeState | undefined,
): number =>
  (counts.get('free') ?? 0) +
  setsIn(counts).reduce((sum, { changeId, n }) => {
    const state = stateOf(changeId)
    return state === undefined || fallen.includes(state) ? sum + n : sum
  }, 0)
