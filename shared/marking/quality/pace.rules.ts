/** How long marking takes, from when the marks were given. Pure. */

/** Longer than this between two marks is a pause, not work. */
export const pauseMs = 600_000

export type Worked = { ms: number; steps: number }

/** The time between marks that follow each other, in any order; the first of them has no beginning. */
export const workedIn = (at: readonly number[]): Worked => {
  const sorted = [...at].sort((a, b) => a - b)
  const steps = sorted.slice(1).flatMap((t, i) => (t - sorted[i]! <= pauseMs ? [t - sorted[i]!] : []))
  return { ms: steps.reduce((sum, ms) => sum + ms, 0), steps: steps.length }
}

/** Ms an answer; of fewer steps than ten nothing is said. */
export const msEach = ({ ms, steps }: Worked): number | null => (steps < 10 ? null : ms / steps)
