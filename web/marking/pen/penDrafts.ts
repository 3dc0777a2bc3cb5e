/**
 * What was written on answers and goes with no mark yet: kept on this computer at every stroke, for its writer and question,
 * so that a reload or a desk that is left loses none. One tab at a time has the desk of a question (`useSoleTab`).
 */
import * as z from 'zod'
import { PenNote } from '#shared/kit/pen/pen.types.ts'
import type { Store } from '#web/kit/ports.ts'

/** After these days the answer is no longer in the writer's hands. */
const keptMs = 2 * 86_400_000
/** As many as a marker holds at once. */
const mostKept = 60

const Draft = z.object({ at: z.number(), notes: z.array(PenNote) })
type Draft = z.infer<typeof Draft>
export type Drafts = ReadonlyMap<string, readonly PenNote[]>
export type PenDrafts = { read: () => Drafts; keep: (of: string, notes: readonly PenNote[] | undefined) => Drafts }

/** `place`: whose, and of which question; notes are kept by answer and picture. */
export const penDrafts = (store: Store, now: () => number, place: string): PenDrafts => {
  const key = `marking.notes.${place}`
  const all = (): [string, Draft][] => {
    try {
      const found: unknown = JSON.parse(store.get(key) ?? '{}')
      return Object.entries(z.record(z.string(), z.unknown()).parse(found)).flatMap(([of, kept]) => {
        const { data } = Draft.safeParse(kept)
        return data && data.at > now() - keptMs ? [[of, data]] : []
      })
    } catch {
      return []
    }
  }
  const shown = (kept: readonly [string, Draft][]): Drafts => new Map(kept.map(([of, { notes }]) => [of, notes]))
  return {
    read: () => shown(all()),
    keep: (of, notes) => {
      const others = all().filter(([other]) => other !== of)
      const next: [string, Draft][] = notes ? [...others, [of, { at: now(), notes: [...notes] }]] : others
      const kept = next.slice(-mostKept)
      if (kept.length === 0) store.remove(key)
      else store.set(key, JSON.stringify(Object.fromEntries(kept)))
      return shown(kept)
    },
  }
}
