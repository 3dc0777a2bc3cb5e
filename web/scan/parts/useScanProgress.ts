import { useEffect, useRef } from 'react'
import type { OutputOf } from '#shared/kit/call.ts'
import type { PaperId } from '#shared/kit/ids.ts'
import { scanCount } from '#shared/scan/scan.calls.ts'
import { refresh, useAsk } from '#web/kit/ask.ts'

/**
 * Scan progress is asked for every three seconds and exceptions every five, as long as the screen is open (2 §4). Only the
 * counters are: the lists are read again when these have moved.
 */
export const useScanProgress = (paperId: PaperId, everyMs: 3_000 | 5_000): OutputOf<typeof scanCount> | undefined => {
  const { data } = useAsk(scanCount, { paperId }, { everyMs, quiet: true })
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (!data) return
    const now = JSON.stringify(data)
    const moved = seen.current !== null && seen.current !== now
    seen.current = now
    if (moved) void refresh(['scans', 'doubts', 'ledger', 'uploaders'])
  }, [data])
  return data
}
