import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lineOf, signOf, signSize, strokesOf, textOf, thinned, underlineOf, withNote } from './pen.rules.ts'
import { mostNotes, mostNumbers, numbersOf, PenNote, PenNotes } from './pen.types.ts'
import type { PenPoint } from './pen.rules.ts'

const point = fc.record({
  x: fc.double({ min: -50, max: 1050, noNaN: true }),
  y: fc.double({ min: -50, max: 900, noNaN: true }),
})
const way = fc.array(point, { minLength: 1, maxLength: 600 })

const distance = (p: PenPoint, a: PenPoint, b: PenPoint): number => {
  const steps = Array.from({ length: 201 }, (_, i) => i / 200)
  return Math.min(...steps.map((t) => Math.hypot(p.x - a.x - t * (b.x - a.x), p.y - a.y - t * (b.y - a.y))))
}

it('a thinned way begins and ends where it did, and passes every point of the hand closely', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 40 }), fc.integer({ min: 1, max: 60 }), (points, by) => {
      const kept = thinned(points, by)
      expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)])
      // Points of the way between two kept ones lie near the line of these.
      let from = 0
      for (let k = 1; k < kept.length; k++) {
        const to = points.indexOf(kept[k]!, from + 1)
        for (const p of points.slice(from, to)) expect(distance(p, kept[k - 1]!, kept[k]!)).toBeLessThanOrEqual(by + 8)
        from = to
      }
    }),
  )
})

it('leaves of a straight way its ends, and of a corner the corner', () => {
  const straight = Array.from({ length: 50 }, (_, i) => ({ x: i * 4, y: 10 }))
  expect(thinned(straight, 3)).toEqual([straight[0], straight[49]])
  const corner = [...straight, ...Array.from({ length: 20 }, (_, i) => ({ x: 196, y: 14 + i * 4 }))]
  expect(lineOf(0, corner)).toEqual({ kind: 'line', on: 0, at: [0, 10, 196, 10, 196, 90] })
})

it('of any hand makes notes that the server takes, or none', () => {
  fc.assert(
    fc.property(way, fc.integer({ min: 0, max: 20 }), (points, on) => {
      for (const note of [lineOf(on, points), underlineOf(on, points), signOf('tick', on, points[0]!, 30)])
        if (note) expect(PenNote.safeParse(note).success).toBe(true)
    }),
  )
})

it('takes no more notes than can be kept', () => {
  const tick = signOf('tick', 0, { x: 5, y: 5 }, 30)
  let notes: PenNote[] = []
  for (let next = withNote(notes, tick); next; next = withNote(notes, tick)) notes = next
  expect(notes).toHaveLength(mostNotes)
  expect(PenNotes.safeParse(notes).success).toBe(true)
  expect(PenNotes.safeParse([...notes, tick]).success).toBe(false)
  // A zigzag that nothing can be left out of.
  const long = lineOf(
    0,
    Array.from({ length: 200 }, (_, i) => ({ x: i * 20, y: i % 2 === 0 ? 0 : 500 })),
  )!
  let lines: PenNote[] = []
  for (let next = withNote(lines, long); next; next = withNote(lines, long)) lines = next
  expect(numbersOf(lines)).toBe(mostNumbers)
  expect(PenNotes.safeParse([...lines, long]).success).toBe(false)
})

it('a touch that went nowhere is no line', () => {
  expect(lineOf(0, [{ x: 5, y: 5 }])).toBeNull()
  expect(
    lineOf(0, [
      { x: 5, y: 5 },
      { x: 5.2, y: 5 },
    ]),
  ).toBeNull()
  expect(
    underlineOf(0, [
      { x: 5, y: 5 },
      { x: 9, y: 90 },
    ]),
  ).toBeNull()
  expect(
    underlineOf(0, [
      { x: 5, y: 5 },
      { x: 60, y: 12 },
    ]),
  ).toEqual({ kind: 'underline', on: 0, at: [5, 5, 60, 5] })
})

it.each([
  [{ kind: 'text', on: 0, at: [1, 2], size: 30, text: '   ' }],
  [{ kind: 'text', on: 0, at: [1, 2], size: 30, text: '字'.repeat(41) }],
  [{ kind: 'line', on: 0, at: [1, 2, 3] }],
  [{ kind: 'line', on: 0, at: [1, 2, 3, 4, 5] }],
  [{ kind: 'tick', on: -1, at: [1, 2], size: 30 }],
  [{ kind: 'tick', on: 0, at: [1, 20_001], size: 30 }],
  [{ kind: 'tick', on: 0, at: [1, 2], size: 9000 }],
  [{ kind: 'picture', on: 0, at: [1, 2] }],
])('is no note: %j', (note) => expect(PenNotes.safeParse([note]).success).toBe(false))

it('signs stand about their place, as tall on a narrow picture as on a wide one', () => {
  expect([1068, 330].map((w) => Math.round((signSize(w) * w) / 1000))).toEqual([30, 30])
  const cross = strokesOf(signOf('cross', 0, { x: 100, y: 50 }, 20) as never)
  expect(cross).toEqual([
    [
      { x: 92, y: 42 },
      { x: 108, y: 58 },
    ],
    [
      { x: 108, y: 42 },
      { x: 92, y: 58 },
    ],
  ])
  expect(strokesOf(textOf(0, { x: 1, y: 1 }, 20, '好') as never)).toEqual([])
})
