import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerItem, Mark, MarkRole, ShownPicture } from './marking.types.ts'
import { askedOf, keptOf, mayLack, pictureOf, showedThis, shownWith } from './shown.rules.ts'

const block = (questionId: string, key: string, part = 0) => ({
  ...{ questionIds: [questionId], part, key, width: 1, height: 1, likelyBlank: false },
})
const page = (key: string) => ({ page: 1, key, width: 1, height: 1 })
const pictures = (imageVersion: number, blocks: ReturnType<typeof block>[], unseen: string[] = []) => ({
  ...{ imageVersion, blocks, pages: [page('whole')], unseen },
})

describe('what is shown of a question', () => {
  it('is its crops in their order, without any the whole pages, and nothing of a page that is not there', () => {
    const two = [block('q', 'b', 1), block('q', 'a', 0), block('other', 'c')]
    expect(pictureOf(pictures(1, two), 'q')).toBe(pictureOf(pictures(2, two.toReversed()), 'q'))
    expect(pictureOf(pictures(1, two), 'q')).not.toBe(pictureOf(pictures(1, [two[1]!]), 'q'))
    const whole = pictureOf(pictures(1, []), 'q')
    expect(whole).toBe(pictureOf({ blocks: [block('x', 'whole')], pages: [] }, 'x'))
    expect(pictureOf(pictures(1, [], ['q']), 'q')).toBeNull()
    expect(pictureOf({ blocks: [], pages: [] }, 'q')).toBeNull()
  })

  it('is written down once there is another version, and not again for the same', () => {
    const first = pictures(1, [block('q', 'a')])
    expect(shownWith(null, first, ['q'])).toBeUndefined()
    expect(shownWith(first, first, ['q'])).toBeUndefined()
    const shown = shownWith(first, pictures(2, [block('q', 'b')]), ['q'])!
    expect(shown['q']!.map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect(shownWith({ ...pictures(2, [block('q', 'b')]), shown }, pictures(2, [block('q', 'b')]), ['q'])).toBe(shown)
  })
})

/** What each version showed, told one after the other; null: nothing. */
const told = (keys: readonly (string | null)[]): ShownPicture[] => {
  let there: Parameters<typeof shownWith>[0] = null
  keys.forEach((key, i) => {
    const next = pictures(i + 1, key === null ? [] : [block('q', key)], key === null ? ['q'] : [])
    const shown = shownWith(there, next, ['q'])
    there = { ...next, ...(shown ? { shown } : {}) }
  })
  return there!.shown?.['q'] ?? []
}

const mark = (imageVersion: number, attempt: number, more: Partial<Mark> = {}): Mark => ({
  ...{ value: { kind: 'score', score: 100 * imageVersion }, by: 'us_a' as never, at: 0, epoch: 1, imageVersion },
  attemptId: `at_${String(attempt).padStart(3, '0')}` as never,
  ...more,
})

describe('marks of a picture that comes back', () => {
  const anyKeys = fc.array(fc.constantFrom('a', 'b', null), { minLength: 2, maxLength: 6 })

  it('are those of the versions that showed it, also where another lay between', () => {
    fc.assert(
      fc.property(anyKeys, (keys) => {
        const shown = told(keys)
        const now = keys.length
        for (let earlier = 1; earlier < now; earlier++) {
          if (keys[earlier - 1] === null) continue
          const same = keys[now - 1] !== null && keys[earlier - 1] === keys[now - 1]
          expect(showedThis(shown, earlier, now), `${keys.join()} ${earlier}`).toBe(same)
        }
      }),
    )
  })

  it('are of each role the last, by version, claim and attempt', () => {
    const shown = told(['a', 'a', 'b', 'a'])
    const given: { role: MarkRole; mark: Mark }[] = [
      { role: 'first', mark: mark(1, 9) },
      { role: 'first', mark: mark(2, 1) },
      { role: 'first', mark: mark(2, 2) },
      { role: 'first', mark: mark(3, 7, { epoch: 9 }) },
      { role: 'second', mark: mark(1, 4, { epoch: 2 }) },
      { role: 'second', mark: mark(1, 5) },
    ]
    const names = keptOf(given, shown, 4).map((k) => [k.role, k.mark.attemptId])
    expect(names).toEqual([
      ['first', 'at_002'],
      ['second', 'at_004'],
    ])
    expect(keptOf(given, told(['a', 'b', 'c', 'd']), 4)).toEqual([])
  })

  it('say that a second one was asked for of this picture, and of no other', () => {
    const asked = { role: 'second' as const, mark: mark(1, 1, { value: { kind: 'void', asked: true } }) }
    expect(askedOf([asked], told(['a', 'b', 'a']), 3)).toBe(asked)
    expect(askedOf([asked], told(['a', 'b', 'b']), 3)).toBeUndefined()
  })

  it('may be told by the journal alone where others took their places', () => {
    const item = (first?: Mark) => ({ imageVersion: 2, ...(first ? { first } : {}) }) as AnswerItem
    expect(mayLack(item(mark(2, 1)), told(['a', 'b', 'a']), 3)).toBe(true)
    expect(mayLack(item(mark(1, 1)), told(['a', 'b', 'a']), 3)).toBe(false)
    expect(mayLack(item(mark(1, 1)), told(['a', 'b']), 2)).toBe(false)
    expect(mayLack(item(), told(['a', 'b', 'a']), 3)).toBe(false)
  })
})
