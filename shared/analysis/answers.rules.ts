/** Which answers of a question make a booklet: excellent ones, and such as most wrote. Pure; fed shard by shard. */
import type { SnapshotColumns } from './publication.types.ts'

export type Picked = { studentId: string; score: number }
export type Picks = { excellent: Picked[]; typical: Picked[] }
export const noPicks: Picks = { excellent: [], typical: [] }

/** An excellent answer earned at least so much of its full mark. */
const excellentFrom = 0.85

/** Of equal scores the order is the students' ids backwards: their last characters are chance, so no class comes first. */
const chance = (id: string): string => [...id].reverse().join('')
const byChance = (a: Picked, b: Picked): number => (chance(a.studentId) < chance(b.studentId) ? -1 : 1)

/**
 * The picks with those of one more shard: `each` of the best, and `each` of those nearest to the mean that are none of
 * these; what falls out of the best is weighed again. Who has no score of the question, or earned nothing, is in neither.
 */
export const pickAnswers = (
  before: Picks,
  columns: Pick<SnapshotColumns, 'studentId' | 'state' | 'scores'>,
  question: { place: number; fullScore: number; mean: number },
  each: number,
): Picks => {
  const { place, fullScore, mean } = question
  const own = columns.studentId.flatMap((studentId, i): Picked[] => {
    const score = columns.scores[i]?.[place]
    return columns.state[i] === 'present' && score !== undefined && score > 0 ? [{ studentId, score }] : []
  })
  const all = [...before.excellent, ...before.typical, ...own]
  const excellent = all
    .filter((p) => p.score >= excellentFrom * fullScore)
    .sort((a, b) => b.score - a.score || byChance(a, b))
    .slice(0, each)
  const best = new Set(excellent.map((p) => p.studentId))
  const typical = all
    .filter((p) => !best.has(p.studentId))
    .sort((a, b) => Math.abs(a.score - mean) - Math.abs(b.score - mean) || byChance(a, b))
    .slice(0, each)
  return { excellent, typical }
}
