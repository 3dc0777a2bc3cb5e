import { useRef } from 'react'
import type { DoubtRow } from '#shared/scan/scan.calls.ts'
import { now } from '#web/kit/ports.ts'

/** Signed addresses live ten minutes. */
const freshMs = 8 * 60_000

/**
 * Rows as they were when they were first seen, as long as they are the same page in the same version: each answer signs
 * the pictures anew, and a new address is a picture fetched anew, in front of whoever looks at it.
 */
export const useStill = (rows: readonly DoubtRow[] | undefined): readonly DoubtRow[] | undefined => {
  const seen = useRef(new Map<string, { row: DoubtRow; at: number }>())
  return rows?.map((row) => {
    const known = seen.current.get(row.id)
    if (known && known.row.version === row.version && known.row.kind === row.kind && now() - known.at < freshMs)
      return known.row
    seen.current.set(row.id, { row, at: now() })
    return row
  })
}
