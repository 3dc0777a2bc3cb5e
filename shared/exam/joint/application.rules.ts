/** What may become of an application. Pure. */
import type { ApplicationState } from './application.types.ts'

type Move = 'apply' | 'withdraw' | 'approve' | 'return'

/** What was approved is put right by its organiser alone: what followed from it is taken back with it. */
const moves: Readonly<Record<Move, { to: ApplicationState; from: readonly ApplicationState[] }>> = {
  apply: { to: 'pending', from: ['pending', 'returned', 'withdrawn'] },
  withdraw: { to: 'withdrawn', from: ['pending', 'returned'] },
  approve: { to: 'approved', from: ['pending', 'returned'] },
  return: { to: 'returned', from: ['pending', 'approved'] },
}

/** Whether it may be moved so; what stands there already is let through, and is then nothing to do. */
export const mayMove = (state: ApplicationState, move: Move): boolean =>
  moves[move].from.includes(state) || moves[move].to === state
