import { describe, expect, it } from 'vitest'
import type { PaperId, UserId } from '#shared/kit/ids.ts'
import { examUploaderIdOf, mayUnlock, uploaderNamed } from './unlock.rules.ts'

const of = { paperId: `pa_${'0'.repeat(26)}` as PaperId, userId: `us_${'1'.repeat(26)}` as UserId }

describe('a locked exam', () => {
  it('is named by paper and uploader, there and back', () => {
    expect(uploaderNamed(examUploaderIdOf(of))).toEqual(of)
    for (const nonsense of ['', 'a', 'a.', '.b', 'a.b.c']) expect(uploaderNamed(nonsense)).toBeNull()
  })
  it.each([
    [{ manages: true, own: false, progress: 6 }, 'yes'],
    [{ manages: false, own: true, progress: 4 }, 'yes'],
    [{ manages: false, own: true, progress: 5 }, 'late'],
    [{ manages: false, own: false, progress: 1 }, 'no'],
  ] as const)('%j may be unlocked: %s', (given, may) => expect(mayUnlock(given)).toBe(may))
})
