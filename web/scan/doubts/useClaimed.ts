import { useEffect, useState } from 'react'
import type { PaperId } from '#shared/kit/ids.ts'
import { claimDoubts } from '#shared/scan/doubts/exception.calls.ts'
import type { DoubtRow } from '#shared/scan/doubts/doubt.types.ts'
import { act } from '#web/kit/ask.ts'

/** Every so often what is held is taken again: a lease lives two minutes. */
const againMs = 45_000

/** In a group: the doubts that are one's own just now, more of them when they run out. null outside a group. */
export const useClaimed = (
  paperId: PaperId,
  joined: number | null,
): { rows: DoubtRow[] | undefined; more: () => void } | null => {
  const [rows, setRows] = useState<DoubtRow[]>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (joined === null) return
    let gone = false
    const take = async (): Promise<void> => {
      const { list } = await act(claimDoubts, { paperId, count: 10 }, { quiet: true })
      if (!gone) setRows(list)
    }
    void take().catch(() => undefined)
    const timer = setInterval(() => void take().catch(() => undefined), againMs)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [paperId, joined, turn])
  return joined === null ? null : { rows, more: () => setTurn((t) => t + 1) }
}
