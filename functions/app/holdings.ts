/** Rooms that hold more of a student than rows, or rows that go with others: who is erased goes out of all of them. */
import './kinds.ts'
import type { Holding } from '#functions/kit/holding.ts'
import { analysisHolding } from '#functions/analysis/holding.public.ts'
import { cardHolding } from '#functions/card/holding.public.ts'
import { identityHolding } from '#functions/identity/holding.public.ts'
import { scanHolding } from '#functions/scan/holding.public.ts'

// What was published says more of a student's state than his pages: it is asked first.
export const holdings: readonly Holding[] = [analysisHolding, scanHolding, cardHolding, identityHolding]
