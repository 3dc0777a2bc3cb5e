import { beforeEach, describe, expect, it } from 'vitest'
import { endingOf, forgetEnded, isLeaving, keepDrafts, noteEnded, offerDraft, takeDraft } from './drafts.ts'
import { tabStore } from './ports.ts'

describe('what was typed when a session ended', () => {
  beforeEach(() => tabStore.clear())

  it('comes back once, at its place, to the same person', () => {
    const gone = offerDraft('/v2/a', { who: 'us_1', take: () => ({ name: '一班' }) })
    offerDraft('/v2/b', { who: 'us_1', take: () => null })
    keepDrafts()
    gone()
    expect(isLeaving()).toBe(true)
    expect([takeDraft('/v2/b', 'us_1'), takeDraft('/v2/c', 'us_1')]).toEqual([null, null])
    expect(takeDraft('/v2/a', 'us_1')).toEqual({ name: '一班' })
    expect(takeDraft('/v2/a', 'us_1')).toBeNull()
  })

  it('is one user’s, and is thrown away when another user comes', () => {
    const gone = offerDraft('/v2/a', { who: 'us_1', take: () => ({ name: '一班' }) })
    keepDrafts()
    gone()
    expect(takeDraft('/v2/a', 'us_2')).toBeNull()
    expect(takeDraft('/v2/a', 'us_1')).toBeNull()
  })

  it('is not written down of a form that has gone, nor read where it is no draft', () => {
    offerDraft('/v2/a', { who: 'us_1', take: () => ({ name: '一班' }) })()
    keepDrafts()
    tabStore.set('draft:/v2/d', '{')
    expect([takeDraft('/v2/a', 'us_1'), takeDraft('/v2/d', 'us_1')]).toEqual([null, null])
  })

  it('says that a session has ended until one begins', () => {
    noteEnded('expired')
    expect(endingOf()).toBe('expired')
    forgetEnded()
    expect(endingOf()).toBeNull()
  })
})
