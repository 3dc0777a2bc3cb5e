/** What a card is handed back with: the published result, and what was read on the pages. */
import { resultOf } from '#functions/analysis/analysis.public.ts'
import type { ScoreSource } from '#functions/card/scored.public.ts'
import { readingsOfStudents } from '#functions/scan/scan.public.ts'

export const scoreSource: ScoreSource = { resultOf, readingsOf: readingsOfStudents }
