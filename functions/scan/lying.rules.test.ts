/** What is kept of how a page lies finds its answers again: against the map itself. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { smallCard } from '#shared/card/card.fixtures.ts'
import { layOut } from '#shared/card/layout/layOut.ts'
import { lyingOf, regionsOf } from '#shared/scan/lying.rules.ts'
import { project } from '#shared/scan/omr/homography.ts'
import type { Homography } from '#shared/scan/omr/omr.types.ts'

const card = layOut(smallCard)
const [front] = card.pages
const all = new Set([...front!.choices.map((c) => c.questionId), ...front!.blocks.flatMap((b) => b.questionIds)])
const picture = { width: 1654, height: 2339 }

it('every region lies where the picture shows it, turned, shifted and seen askew', () => {
  const place = fc.record({
    turn: fc.double({ min: -3.2, max: 3.2, noNaN: true }),
    scale: fc.double({ min: 6, max: 8.2, noNaN: true }),
    x: fc.double({ min: -60, max: 1800, noNaN: true }),
    y: fc.double({ min: -60, max: 2400, noNaN: true }),
    lean: fc.double({ min: -1e-4, max: 1e-4, noNaN: true }),
  })
  fc.assert(
    fc.property(place, ({ turn, scale, x, y, lean }) => {
      const [c, s] = [scale * Math.cos(turn), scale * Math.sin(turn)]
      const map = [c, -s, x, s, c, y, lean, -lean, 1] as unknown as Homography
      const lies = lyingOf({ code: 'SMALL001', version: 1 }, map, card, picture)
      const found = regionsOf(lies, card, front!, all)
      expect(found.flatMap((r) => r.questionIds).sort()).toEqual([...all].sort())
      for (const { questionIds, choice, at } of found) {
        const rects = choice
          ? front!.choices.find((row) => row.questionId === questionIds[0])!.cells.map((cell) => cell.rect)
          : [front!.blocks.find((b) => b.part === 0 && b.questionIds[0] === questionIds[0])!.rect]
        const ends = rects.flatMap((r) =>
          [
            [r.x, r.y],
            [r.x + r.w, r.y],
            [r.x, r.y + r.h],
            [r.x + r.w, r.y + r.h],
          ].map(([px, py]) => project(map, px!, py!)),
        )
        const wanted = [
          Math.min(...ends.map((p) => p.x)) / picture.width,
          Math.min(...ends.map((p) => p.y)) / picture.height,
          Math.max(...ends.map((p) => p.x)) / picture.width,
          Math.max(...ends.map((p) => p.y)) / picture.height,
        ]
        const seen = [at[0]!, at[1]!, at[0]! + at[2]!, at[1]! + at[3]!]
        // Half a millimetre of an A4 is 24 ten-thousandths of its width.
        seen.forEach((n, i) => expect(Math.abs(n - wanted[i]!)).toBeLessThan(0.0024))
      }
    }),
    { numRuns: 60 },
  )
})

it('is told of the questions that are asked about alone', () => {
  const lies = { code: 'SMALL001', version: 1, corners: [0, 0, 10_000, 0, 10_000, 10_000, 0, 10_000] }
  const [first] = front!.choices
  expect(regionsOf(lies, card, front!, new Set())).toEqual([])
  expect(regionsOf(lies, card, front!, new Set([first!.questionId])).map((r) => r.questionIds)).toEqual([
    [first!.questionId],
  ])
})
