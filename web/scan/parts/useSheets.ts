import type { PaperId } from '#shared/kit/ids.ts'
import { sheetStatistic } from '#shared/scan/scan.calls.ts'
import { useAsk } from '#web/kit/ask.ts'

/** The sheet ledger of a paper, and what the viewer may do to it. */
export const useSheets = (paperId: PaperId) => useAsk(sheetStatistic, { paperId }, { freshMs: 5_000, quiet: true }).data
