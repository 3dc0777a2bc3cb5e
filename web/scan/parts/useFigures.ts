import { useEffect, useRef } from 'react'
import type { PaperId } from '#shared/kit/ids.ts'
import { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { refresh, useAsk } from '#web/kit/ask.ts'

/**
 * Every figure of a paper's scanning by one call, every three seconds as long as the screen is open (2 §4), so that no two of
 * them are of different moments; lists are read again when they have moved.
 */
export const useFigures = (paperId: PaperId) => {
  const asked = useAsk(sheetStatistic, { paperId }, { everyMs: 3_000, freshMs: 2_000, quiet: true })
  const { data } = asked
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (!data) return
    const now = JSON.stringify([data.ledger, data.counters, data.reading])
    const moved = seen.current !== null && seen.current !== now
    seen.current = now
    if (moved) void refresh(['scans', 'doubts', 'uploaders'])
  }, [data])
  return asked
}
