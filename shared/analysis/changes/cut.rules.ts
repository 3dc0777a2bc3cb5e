/**
 * What becomes of the scores of a paper whose marking was ended by force. No mark is invented: who lacks one after all
 * changes has no result. `change.again.ts` finds the same a second time by other code (I11).
 */
import type { ScoredColumns } from './change.rules.ts'

export const withoutUnmarked = <C extends ScoredColumns>(columns: C): C => {
  const isOut = columns.scores.map((own, row) => columns.state[row] === 'present' && own.some((score) => score < 0))
  const kept = <T>(list: readonly T[], none: T): T[] => list.map((own, row) => (isOut[row] ? none : own))
  return {
    ...columns,
    state: kept(columns.state, 'unmarked'),
    scores: kept(columns.scores, []),
    chosen: kept(columns.chosen, []),
  }
}
