/** What is counted of a paper's scanning beside the ledger: what is still to do, and which pages of the card are there. */
import * as z from 'zod'

export const checkSteps = [
  'card',
  'recognising',
  'failed',
  'open',
  'unequal',
  'candidates',
  'lacking',
  'waiting',
] as const

/** In the order of doing it. */
export const ScanSteps = z.object({
  /** Nothing keeps marking from being opened. */
  ready: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(checkSteps),
      count: z.int(),
      /** Marking waits for it; the rest may be done while people mark. */
      needed: z.boolean(),
      /** Pages that are settled along with these. */
      along: z.int().optional(),
    }),
  ),
})
export type ScanSteps = z.infer<typeof ScanSteps>

/** By page of the card: in how many scripts it is, and in how many that have others it is lacking. */
export const CardPageCounts = z.array(z.object({ page: z.int(), there: z.int(), lacking: z.int() }))
