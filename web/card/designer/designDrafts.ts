/**
 * What is not on the server yet, kept on this computer at every change: one draft a tab, so that two tabs on one card
 * never overwrite each other's.
 */
import type { CardDesign } from '#shared/card/card.types.ts'
import { versionProblem } from '#shared/card/card.version.ts'

export type Draft = { version: number; design: CardDesign; at: number }
type Kept = { get(key: string): string | null; set(key: string, value: string): void; remove(key: string): void }

const nameOf = (cardId: string): string => `card-draft:${cardId}`

const readAll = (store: Kept, cardId: string): Record<string, Draft> => {
  try {
    const found = JSON.parse(store.get(nameOf(cardId)) ?? '{}') as Record<string, Draft> | Draft
    // Before tabs were told apart there was one draft.
    const all = 'design' in found && 'version' in found ? { '': found as Draft } : (found as Record<string, Draft>)
    return Object.fromEntries(
      Object.entries(all).filter(([, d]) => d?.design?.schema === 1 && versionProblem(d.design) === undefined),
    )
  } catch {
    return {}
  }
}

const writeAll = (store: Kept, cardId: string, all: Record<string, Draft>): void =>
  Object.keys(all).length === 0 ? store.remove(nameOf(cardId)) : store.set(nameOf(cardId), JSON.stringify(all))

export const keepDraft = (store: Kept, cardId: string, tab: string, draft: Draft): void =>
  writeAll(store, cardId, { ...readAll(store, cardId), [tab]: draft })

/** The tab's own draft goes; others stay. */
export const dropDraft = (store: Kept, cardId: string, tab: string): void => {
  const { [tab]: _, ...rest } = readAll(store, cardId)
  writeAll(store, cardId, rest)
}

/**
 * The newest draft that differs from what the server has, taken over by this tab. Drafts that say what the server has are
 * of no more use; the others wait for the next time.
 */
export const takeDraft = (store: Kept, cardId: string, tab: string, server: CardDesign): Draft | null => {
  const same = JSON.stringify(server)
  const all = Object.entries(readAll(store, cardId)).filter(([, d]) => JSON.stringify(d.design) !== same)
  const [newest, ...others] = all.sort(([a, x], [b, y]) => Number(b === tab) - Number(a === tab) || y.at - x.at)
  writeAll(store, cardId, Object.fromEntries([...(newest ? [[tab, newest[1]] as const] : []), ...others]))
  return newest?.[1] ?? null
}
