/**
 * What was typed when a session ended, kept in its tab over the new sign-in and given back to the same person only.
 * A form offers what it holds while it stands; nothing is written down before the session is over.
 */
import { tabStore } from './ports.ts'

type Draft = { who: string; values: Record<string, unknown> }

/** What a form holds that was typed and not saved; null while there is nothing. */
type Offer = { who: string; take: () => Record<string, unknown> | null }

const offers = new Map<string, Offer>()
const keyOf = (place: string): string => `draft:${place}`
const endedKey = 'sessionEnded'

let leaving = false
/** Whether the page is being left because the session is over: no question is asked about what is kept anyway. */
export const isLeaving = (): boolean => leaving

/** A form stands at this place; answers how it goes. */
export const offerDraft = (place: string, offer: Offer): (() => void) => {
  offers.set(place, offer)
  return () => {
    if (offers.get(place) === offer) offers.delete(place)
  }
}

/** The session is over: every form's typing is written down. */
export const keepDrafts = (): void => {
  leaving = true
  for (const [place, { who, take }] of offers) {
    const values = take()
    if (values) tabStore.set(keyOf(place), JSON.stringify({ who, values } satisfies Draft))
  }
}

/** What this person typed at this place before the session ended, once; another person's is thrown away. */
export const takeDraft = (place: string, who: string): Record<string, unknown> | null => {
  const text = tabStore.get(keyOf(place))
  if (text === null) return null
  tabStore.remove(keyOf(place))
  try {
    const draft = JSON.parse(text) as Draft
    return draft.who === who ? draft.values : null
  } catch {
    return null
  }
}

/** Why the sign-in page is there, until the next sign-in: the session ran out, or another tab ended it. */
export type Ending = 'expired' | 'elsewhere'
export const noteEnded = (how: Ending): void => tabStore.set(endedKey, how)
export const forgetEnded = (): void => tabStore.remove(endedKey)
export const endingOf = (): Ending | null => tabStore.get(endedKey) as Ending | null
