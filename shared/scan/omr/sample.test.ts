import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { floats, integrate, median, newRoom, sortFew, straighten } from './sample.ts'
import type { Grey } from './omr.types.ts'

const pictureOf = (seed: number): Grey => {
  const data = Uint8Array.from({ length: 60 * 40 }, (_, i) => (i * 7919 + seed * 104729) % 251)
  return { width: 60, height: 40, data }
}

describe('a room for a page’s pieces', () => {
  it('holds the same as pieces of their own, page after page, beside each other and beyond its size', () => {
    const room = newRoom()
    // The largest first: what it left lies under the others.
    for (const seed of [4, 1, 3, 2, 4]) {
      room.clear()
      const grey = pictureOf(seed)
      const rects = [
        { x: 1, y: 1, w: 20, h: 10 + 4 * seed },
        { x: 30, y: 5, w: 25, h: 30 },
      ]
      const lay = (into?: typeof room) =>
        rects.map((r) => integrate(straighten(grey, [1, 0.1, 0, 0, 1, 0, 0, 0, 1], r, 1, into), into))
      // All pieces of a page stand in it at once.
      expect(lay(room).map((m) => [...m.sum])).toEqual(lay().map((m) => [...m.sum]))
    }
  })
})

describe('small lists', () => {
  it('begin empty and share no place', () => {
    const lists = Array.from({ length: 5000 }, (_, i) => floats(1 + (i % 90)))
    lists.forEach((list, i) => {
      expect(list.every((v) => v === 0)).toBe(true)
      list.fill(i + 1)
    })
    expect(lists.every((list, i) => list.every((v) => v === i + 1))).toBe(true)
  })

  it('are sorted in their first places, and their upper middle is found', () => {
    const values = fc.integer({ min: -99, max: 99 })
    const lists = fc.oneof(
      fc.array(values, { minLength: 1, maxLength: 20 }),
      fc.array(values, { minLength: 33, maxLength: 60 }),
    )
    fc.assert(
      fc.property(lists, (values) => {
        const sorted = values.toSorted((a, b) => a - b)
        const list = Float32Array.from([...values, 0.5])
        sortFew(list, values.length)
        expect([...list]).toEqual([...sorted, 0.5])
        expect(median(values)).toBe(sorted[values.length >> 1])
      }),
    )
  })
})
