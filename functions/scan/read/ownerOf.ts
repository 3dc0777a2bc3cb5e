/** Whose number was read: the roster's own number, or one that only zeros or empty columns tell apart, where no other may be meant. */
import type { Candidate } from '#shared/exam/exam.types.ts'
import type { PageReading } from '#shared/scan/omr/omr.types.ts'
import { numbersMeant, shortNumber } from '#shared/scan/omr/shortNumber.ts'
import type { Near, Roster } from './roster.ts'

export type Owner = {
  /** The only one who may be meant. */
  candidate: Candidate | null
  /** Of several who may be: those of the number itself before those of whom a digit would be lacking. */
  tied: Near
}

const unknown: Owner = { candidate: null, tied: [] }

export const ownerOf = async (
  seen: PageReading['studentNumber'],
  roster: Pick<Roster, 'withNumber' | 'withNumbers'>,
): Promise<Owner> => {
  if (!seen) return unknown
  const known = seen.value === null ? null : await roster.withNumber(seen.value)
  if (known) return { candidate: known, tied: [] }
  const short = seen.short ?? (seen.value !== null && seen.from === 'bubbles' ? shortNumber([...seen.value]) : null)
  if (!short) return unknown
  const { same, longer } = numbersMeant(short)
  const found = await roster.withNumbers([...same, ...longer])
  const ofNumber = new Set(same)
  const [only] = found
  if (!only) return unknown
  if (found.length === 1) return ofNumber.has(only.studentNumber) ? { candidate: only, tied: [] } : unknown
  const near = found.map(({ studentId, studentNumber }) => ({ studentId, far: ofNumber.has(studentNumber) ? 0 : 0.5 }))
  return { candidate: null, tied: near.sort((a, b) => a.far - b.far) }
}
