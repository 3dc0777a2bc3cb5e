import { entryKeyOf } from '#shared/marking/journal/journal.rules.ts'
import { journal } from './journal.ts'
import type { Told } from './journal.ts'

/** Those of these entries that the journal does not hold. */
export const missingOf = async (owed: readonly Told[]): Promise<Told[]> => {
  const keyOf = ({ paperId, studentId, entry }: Told) => ({ paperId, studentId, entryKey: entryKeyOf(entry) })
  const there = new Set((await journal.getMany(owed.map(keyOf))).map((r) => `${r.studentId}#${r.entryKey}`))
  return owed.filter((t) => !there.has(`${t.studentId}#${entryKeyOf(t.entry)}`))
}
