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
 * is not signed or not in force yet · changed: readers see it.
 */
export const appealStates = ['open', 'kept', 'decided', 'changing', 'changed'] as const
export type AppealState = (typeof appealStates)[number]

/** A set that will not come into force: what it was to change is in none. */
const fallen: readonly ChangeState[] = ['failed', 'stale', 'off']

export const appealState = (
  { decision, changeId }: Pick<Appeal, 'decision' | 'changeId'>,
  stateOf: (changeId: string) => ChangeState | undefined,
): AppealState => {
  if (!decision) return 'open'
  if (decision.kind === 'keep') return 'kept'
  const set = changeId === undefined ? undefined : stateOf(changeId)
  if (set === undefined || fallen.includes(set)) return 'decided'
  return set === 'inForce' ? 'changed' : 'changing'
}

/** What the student is told: an answer that names another score comes with that score, not before. */
export const toldState = (state: AppealState): 'open' | 'kept' | 'changed' =>
  state === 'decided' || state === 'changing' ? 'open' : state

export type AppealSum = { questionId: string; asked: number; open: number; kept: number; up: number; down: number }

/** Appeals by question, folded one after another: nothing of them is held. */
export const countAppeal = (sums: Map<string, AppealSum>, { questionId, score, decision }: Appeal): void => {
  const sum = sums.get(questionId) ?? { questionId, asked: 0, open: 0, kept: 0, up: 0, down: 0 }
  const next = decision?.kind === 'change' ? (decision.score ?? score) : score
  sums.set(questionId, {
    ...sum,
    asked: sum.asked + 1,
    open: sum.open + (decision ? 0 : 1),
    kept: sum.kept + (decision?.kind === 'keep' ? 1 : 0),
    up: sum.up + (next > score ? 1 : 0),
    down: sum.down + (next < score ? 1 : 0),
  })
}
