/** Where pages end: each line once, and nothing parted that is read together. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fewest, flow, stay } from './report.flow.ts'
import type { Block } from './report.flow.ts'

const room = 740
type Name = { name: string }
/** A heading with what stays with it: a picture, then a table of which a page may hold a part, then what is said of it. */
const section = fc
  .record({
    figure: fc.option(fc.integer({ min: 100, max: 220 }), { nil: null }),
    rows: fc.integer({ min: 1, max: 130 }),
    tall: fc.boolean(),
    said: fc.integer({ min: 0, max: 90 }),
  })
  .map(({ figure, rows, tall, said }): Block<Name>[] => [
    { gap: 18, heights: [20], after: stay, draw: { name: 'heading' } },
    ...(figure === null
      ? []
      : [{ heights: [figure], give: figure * 0.15, after: 1, draw: { name: 'figure' } } satisfies Block<Name>]),
    {
      ...{ gap: 8, head: 17 },
      heights: Array.from({ length: rows }, (_, i) => (tall && i % 7 === 0 ? 28 : 17)),
      after: said > 0 ? stay : 0,
      draw: { name: 'table' },
    },
    ...(said > 0 ? [{ heights: [said], after: 0, draw: { name: 'said' } } satisfies Block<Name>] : []),
  ])
const book = fc.array(section, { minLength: 1, maxLength: 9 }).map((parts) => parts.flat())
const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)

describe('pages of a book', () => {
  it('hold each line once, in its order, and no more than they can', () => {
    fc.assert(
      fc.property(book, (blocks) => {
        const pages = flow(blocks, room)
        const placed = pages.flat()
        for (const { draw, heights } of blocks) {
          const own = placed.filter((p) => p.draw === draw)
          expect(own.flatMap((p) => heights.slice(p.from, p.to))).toEqual(heights)
        }
        expect(placed.map((p) => blocks.findIndex((b) => b.draw === p.draw))).toEqual(
          placed.map((p) => blocks.findIndex((b) => b.draw === p.draw)).sort((a, b) => a - b),
        )
        for (const page of pages)
          for (const [i, p] of page.entries()) {
            const { head = 0, heights } = blocks.find((b) => b.draw === p.draw)!
            const end = p.y + head + sum(heights.slice(p.from, p.to)) - p.given
            expect(end).toBeLessThanOrEqual((page[i + 1]?.y ?? room) + 0.001)
          }
      }),
    )
  })

  it('part nothing that stays together, leave three rows of a table or all of them, and are half full but the last', () => {
    fc.assert(
      fc.property(book, (blocks) => {
        const pages = flow(blocks, room)
        for (const [i, page] of pages.entries()) {
          for (const p of page) {
            const { heights } = blocks.find((b) => b.draw === p.draw)!
            if (p.draw.name === 'table') expect(p.to - p.from).toBeGreaterThanOrEqual(Math.min(fewest, heights.length))
          }
          const last = page.at(-1)!
          const { after, heights, head = 0 } = blocks.find((b) => b.draw === last.draw)!
          if (i === pages.length - 1) continue
          if (last.to === heights.length) expect(after).toBeLessThan(stay)
          const end = last.y + head + sum(heights.slice(last.from, last.to)) - last.given
          expect(end).toBeGreaterThan(room / 2)
        }
      }),
    )
  })

  it('a picture becomes lower where the page then holds what is said of it, and no lower than that', () => {
    const blocks: Block<Name>[] = [
      { heights: [500], after: 0, draw: { name: 'text' } },
      { heights: [200], give: 30, after: stay, draw: { name: 'figure' } },
      { heights: [60], after: 0, draw: { name: 'said' } },
    ]
    const [page, ...rest] = flow(blocks, room)
    expect([rest.length, page![1]!.given]).toEqual([0, 20])
    expect(flow(blocks, 725).length).toBe(2)
  })

  it('what is higher than a page stands alone', () => {
    const blocks = ['a', 'b', 'c'].map((name, i): Block<Name> => ({
      heights: [i === 1 ? 2000 : 30],
      after: 0,
      draw: { name },
    }))
    expect(flow(blocks, room).map((p) => p.map((b) => b.draw.name).join(''))).toEqual(['a', 'b', 'c'])
  })
})
