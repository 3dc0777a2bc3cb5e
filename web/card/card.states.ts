import type { Meaning } from '#web/kit/parts/StateMark.tsx'
import { templateStatuses } from '#shared/card/card.types.ts'

const meanings: Record<keyof typeof templateStatuses, Meaning> = { 0: 'none', 1: 'waits', 2: 'done' }

/** A card's or template's state in a word, with what it means. */
export const templateState = (status: keyof typeof templateStatuses): { text: string; meaning: Meaning } => ({
  text: templateStatuses[status],
  meaning: meanings[status],
})
