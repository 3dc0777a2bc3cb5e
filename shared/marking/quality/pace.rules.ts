/** How long marking takes, and on which days it was done, from when the marks were given. Pure. */
import type { UserId } from '#shared/kit/ids.ts'
import { dayStart } from '#shared/kit/time.ts'

/** Longer than this between two marks is a pause, not work. */
export const pauseMs = 600_000
/** Marks that are closer than this were given at once: a group of like answers is one decision. */
const atOnceMs = 1000

/** `turns`: how often marks were given, be it one or a group of them; `steps`: from one to the next of them without a pause. */
export type Worked = { ms: number; steps: number; turns: number; marks: number }
export const noWork: Worked = { ms: 0, steps: 0, turns: 0, marks: 0 }
export const plus = (a: Worked, b: Worked): Worked => ({
  ms: a.ms + b.ms,
  steps: a.steps + b.steps,
  turns: a.turns + b.turns,
  marks: a.marks + b.marks,
})

/** The time between marks that follow each other, in any order; the first of them has no beginning. */
export const workedIn = (at: readonly number[]): Worked => {
  const sorted = [...at].sort((a, b) => a - b)
  const turns = sorted.filter((t, i) => i === 0 || t - sorted[i - 1]! >= atOnceMs)
  const steps = turns.slice(1).flatMap((t, i) => (t - turns[i]! <= pauseMs ? [t - turns[i]!] : []))
  return {
    ms: steps.reduce((sum, ms) => sum + ms, 0),
    steps: steps.length,
    turns: turns.length,
    marks: sorted.length,
  }
}

/** Ms an answer; of fewer steps than ten nothing is said. */
export const msEach = ({ ms, steps, turns, marks }: Worked): number | null =>
  steps < 10 ? null : ((ms / steps) * turns) / marks

/** By who gave them, the days on which marks were given: when each began. */
export const daysIn = (marks: readonly { by: UserId; at: number }[]): { by: UserId; days: number[] }[] =>
  [...Map.groupBy(marks, (m) => m.by)].map(([by, own]) => ({
    by,
    days: [...new Set(own.map((m) => dayStart(m.at)))].sort((a, b) => a - b),
  }))
