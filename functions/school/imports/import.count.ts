/**
 * The numbers that lists of a large school show follow the table's stream, and a large import is faster than they are:
 * it ends when its rows have been counted.
 */
import { now } from '#functions/kit/ports.ts'
import { rosterCounts, unitOf } from '../classes/roster.counts.ts'

/** The numbers of a manifest's students, a hundred at a time: its bytes are all that is held. */
export function* numbersIn(manifest: Buffer, at = 100): Generator<string[]> {
  let part: string[] = []
  for (let from = 0; from < manifest.length;) {
    const end = manifest.indexOf('\n', from)
    const to = end === -1 ? manifest.length : end
    const { studentNumber } = JSON.parse(manifest.toString('utf8', from, to)) as { studentNumber?: string }
    if (studentNumber !== undefined) part.push(studentNumber)
    if (part.length === at) {
      yield part
      part = []
    }
    from = to + 1
  }
  if (part.length > 0) yield part
}

/** Waits until each of these students was told to the counters; false when that takes longer than `patienceMs`. */
export const untilCounted = async (
  schoolId: string,
  manifest: Buffer,
  patienceMs: number,
  pauseMs = 1000,
): Promise<boolean> => {
  const until = now() + patienceMs
  for (const numbers of numbersIn(manifest)) {
    let waiting = numbers.map((n) => unitOf(schoolId, n))
    for (;;) {
      const told = await rosterCounts.told(schoolId, waiting)
      waiting = waiting.filter((unit) => !told.has(unit))
      if (waiting.length === 0) break
      if (now() > until) return false
      await new Promise((done) => setTimeout(done, pauseMs))
    }
  }
  return true
}
