/** The password before marking: a word of the day for a paper's markers, read out where they sit. */
import * as z from 'zod'
import { PaperId, UserId } from '#shared/kit/ids.ts'

/** Digits that are read out, and typed with one hand. */
export const passwordDigits = 6
/** So many wrong tries, one after the other; then one waits. */
export const mostTries = 5
export const lockedMs = 10 * 60_000

/** `code` null: none is asked for. Who entered another `epoch`'s is asked again. */
export const ReadPassword = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  code: z.string().nullable(),
  epoch: z.int(),
  setBy: UserId,
  setByName: z.string(),
  setAt: z.int(),
  version: z.int(),
})
export type ReadPassword = z.infer<typeof ReadPassword>

/** What a marker has tried. */
export const ReadEntry = z.object({
  schema: z.literal(1),
  paperId: PaperId,
  userId: UserId,
  userName: z.string(),
  /** The password that was entered last, and when. */
  epoch: z.int(),
  enteredAt: z.int().optional(),
  /** Wrong ones in all, and since the last right one or the last wait. */
  wrong: z.int(),
  since: z.int(),
  wrongAt: z.int().optional(),
  version: z.int(),
})
export type ReadEntry = z.infer<typeof ReadEntry>

/** Until when no try is taken; null: one is. */
export const lockedUntil = (entry: Pick<ReadEntry, 'since' | 'wrongAt'> | null, now: number): number | null => {
  const until = entry && entry.since >= mostTries ? (entry.wrongAt ?? 0) + lockedMs : 0
  return until > now ? until : null
}
