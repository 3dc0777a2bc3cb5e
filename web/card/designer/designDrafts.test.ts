import { describe, expect, it } from 'vitest'
import { smallCard } from '#shared/card/card.fixtures.ts'
import type { Draft } from './designDrafts.ts'
import { dropDraft, keepDraft, takeDraft } from './designDrafts.ts'

const storeOf = () => {
  const held = new Map<string, string>()
  return {
    held,
    get: (key: string) => held.get(key) ?? null,
    set: (key: string, value: string) => void held.set(key, value),
    remove: (key: string) => void held.delete(key),
  }
}
const draft = (title: string, at: number): Draft => ({ version: 3, at, design: { ...smallCard, title } })

describe('drafts of a card', () => {
  it('survive a crash and a closed tab', () => {
    const store = storeOf()
    keepDraft(store, 'c', 'tab1', draft('甲', 1))
    expect(takeDraft(store, 'c', 'tab2', smallCard)?.design.title).toBe('甲')
    // Taken over: when the new tab has saved it, nothing is left.
    dropDraft(store, 'c', 'tab2')
    expect(store.held.size).toBe(0)
  })

  it('of two tabs are both kept; the newest is taken first, then the other', () => {
    const store = storeOf()
    keepDraft(store, 'c', 'tab1', draft('甲', 1))
    keepDraft(store, 'c', 'tab2', draft('乙', 2))
    expect(takeDraft(store, 'c', 'tab3', smallCard)?.design.title).toBe('乙')
    dropDraft(store, 'c', 'tab3')
    expect(takeDraft(store, 'c', 'tab3', smallCard)?.design.title).toBe('甲')
  })

  it('of the own tab come before newer ones of another', () => {
    const store = storeOf()
    keepDraft(store, 'c', 'tab1', draft('甲', 1))
    keepDraft(store, 'c', 'tab2', draft('乙', 2))
    expect(takeDraft(store, 'c', 'tab1', smallCard)?.design.title).toBe('甲')
  })

  it('of before are read, what the server has and what is broken or newer is not', () => {
    const store = storeOf()
    store.set('card-draft:c', JSON.stringify(draft('旧', 1)))
    expect(takeDraft(store, 'c', 't', smallCard)?.design.title).toBe('旧')
    store.set('card-draft:c', '{"a":')
    expect(takeDraft(store, 'c', 't', smallCard)).toBeNull()
    keepDraft(store, 'c', 't', { version: 1, at: 1, design: smallCard })
    expect(takeDraft(store, 'c', 't', smallCard)).toBeNull()
    keepDraft(store, 'c', 't', { version: 1, at: 1, design: { ...smallCard, title: '新', cardVersion: '2.0' } })
    expect(takeDraft(store, 'c', 't', smallCard)).toBeNull()
  })
})
