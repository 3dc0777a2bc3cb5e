import type { AbsentMark } from '#shared/scan/sheet.types.ts'
import { now } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/session.ts'
import { absents } from './scan.store.ts'

/** Writes the mark over whatever stands; a repeat changes nothing. */
export const markAbsent = async (
  at: { paperId: AbsentMark['paperId']; studentId: AbsentMark['studentId'] },
  absent: boolean,
  reason: string,
  caller: Caller,
): Promise<boolean> => {
  let changed = false
  await absents.edit({ ...at }, (known) => {
    changed = (known?.absent ?? false) !== absent
    return changed ? { schema: 1, ...at, absent, by: caller.userName, at: now(), reason, version: 1 } : null
  })
  return changed
}
