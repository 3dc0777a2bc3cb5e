import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byBytes, listPage, successor } from './listing.ts'
import type { Seek, Start } from './listing.ts'

const character = fc.constantFrom(
  'a',
  'b',
  '/',
  '!',
  '青',
  '\u{d7ff}',
  '\u{e000}',
  '\u{ffff}',
  '\u{1f600}',
  '\u{10ffff}',
)
const text = fc.array(character, { maxLength: 6 }).map((parts) => parts.join(''))
const keysOf = fc.uniqueArray(
  text.filter((key) => key !== ''),
  { maxLength: 40 },
)

const seekIn = (keys: string[]): Seek<{ key: string }> => {
  const sorted = [...keys].sort(byBytes)
  return ({ from, inclusive }, upTo, limit) =>
    sorted
      .filter((key) => byBytes(key, from) > (inclusive ? -1 : 0) && (upTo === null || byBytes(key, upTo) < 0))
      .slice(0, limit)
      .map((key) => ({ key }))
}

/** The definition, without pages: filter, roll up, in byte order. */
function wholeList(keys: string[], prefix: string, delimiter: string, startAfter: string): string[] {
  const names = keys
    .filter((key) => key.startsWith(prefix) && byBytes(key, startAfter) > 0)
    .map((key) => {
      const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      return cut < 0 ? `key ${key}` : `folder ${key.slice(0, cut + delimiter.length)}`
    })
  return [...new Set(names)].sort()
}

describe('pages of a list', () => {
  it('put together are the list, each full but the last', () => {
    fc.assert(
      fc.property(
        keysOf,
        text,
        fc.constantFrom('', '/', 'a', '青'),
        text,
        fc.integer({ min: 1, max: 5 }),
        (keys, prefix, delimiter, startAfter, limit) => {
          const found: string[] = []
          let start: Start | null = startAfter === '' ? null : { from: startAfter, inclusive: false }
          for (let pages = 0; ; pages++) {
            const page = listPage(seekIn(keys), { prefix, delimiter, start, limit })
            const names = [
              ...page.contents.map(({ key }) => `key ${key}`),
              ...page.commonPrefixes.map((folder) => `folder ${folder}`),
            ]
            found.push(...names)
            if (page.next === null) break
            expect(names).toHaveLength(limit)
            expect(pages).toBeLessThan(50)
            start = page.next
          }
          expect([...found].sort()).toEqual(wholeList(keys, prefix, delimiter, startAfter))
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('jump over a folder by one seek, at any number of keys', () => {
    const keys = Array.from({ length: 5000 }, (_, n) => `a/${n}`).concat('a0', 'b')
    let seeks = 0
    const seek = seekIn(keys)
    const page = listPage((...ask) => (seeks++, seek(...ask)), { prefix: '', delimiter: '/', start: null, limit: 100 })
    expect([page.commonPrefixes, page.contents, seeks]).toEqual([['a/'], [{ key: 'a0' }, { key: 'b' }], 2])
  })
})

describe('the successor of a prefix', () => {
  it('comes after all that begin with it and before all else that does', () => {
    fc.assert(
      fc.property(text, text, (prefix, rest) => {
        const after = successor(prefix)
        if (after === null) expect(prefix.replaceAll('\u{10ffff}', '')).toBe('')
        else {
          expect(byBytes(prefix + rest, after)).toBeLessThan(0)
          if (byBytes(rest, prefix) > 0 && !rest.startsWith(prefix))
            expect(byBytes(rest, after)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})
