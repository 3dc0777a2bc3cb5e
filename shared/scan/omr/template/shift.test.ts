import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { shiftOf } from './shift.ts'
import type { Box, Dark, LikeShift } from './shift.ts'

/** The same without leaving anything out: every shift to its end. */
const everyShift = (own: Dark, page: Dark, b: Box, reachX: number, reachY: number): LikeShift | null => {
  const { width, height } = own
  let best: LikeShift | null = null
  for (let dy = -reachY; dy <= reachY; dy++)
    for (let dx = -reachX; dx <= reachX; dx++) {
      let [n, p, pp] = [0, 0, 0]
      // Where the shifted piece lies within the page, columns are summed by turns in two sums.
      const q = [0, 0]
      const qq = [0, 0]
      const pq = [0, 0]
      const within = b.x0 + dx >= 0 && b.x1 + dx <= width
      for (let y = b.y0; y < b.y1; y += 2)
        for (let x = b.x0, i = 0; x < b.x1; x += 2, i++) {
          const v = own.data[y * width + x]!
          const row = Math.min(height - 1, Math.max(0, y + dy)) * width
          const w = page.data[row + Math.min(width - 1, Math.max(0, x + dx))]!
          const paired = within && (i & ~1) * 2 < b.x1 - b.x0 - 2
          const k = paired ? i & 1 : 0
          n++
          p += v
          pp += v * v
          q[k]! += w
          qq[k]! += w * w
          pq[k]! += v * w
        }
      const [sum, squares, cross] = [q, qq, pq].map(([a, c]) => a! + c!) as [number, number, number]
      const spread = (pp - (p * p) / n) * (squares - (sum * sum) / n)
      const like = spread > 0 ? (cross - (p * sum) / n) / Math.sqrt(spread) : -1
      if (!best || like > best.like) best = { dx, dy, like }
    }
  return best && best.like >= 0.35 ? best : null
}

const size = { width: 64, height: 48 }
const places = size.width * size.height
/** Print as a form has it: lines at even steps, signs among them; where `step` is 0 nothing but what lies about. */
const sheet = fc
  .record({
    step: fc.integer({ min: 0, max: 12 }),
    ink: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
    signs: fc.array(fc.nat(places - 1), { maxLength: 200 }),
    noise: fc.constantFrom(0, 0.001, 0.05),
    seed: fc.nat(),
  })
  .map(({ step, ink, signs, noise, seed }): Dark => {
    const data = new Float32Array(places)
    let chance = seed
    for (let k = 0; k < places; k++) {
      chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0
      const [x, y] = [k % size.width, Math.floor(k / size.width)]
      data[k] = (step > 2 && (x % step === 0 || y % step === 1) ? ink : 0) + (noise * chance) / 2 ** 32
    }
    for (const k of signs) data[k] = ink
    return { ...size, data }
  })
const moved = ({ data }: Dark, dx: number, dy: number, gain: number): Dark => ({
  ...size,
  data: data.map((_, k) => {
    const [x, y] = [(k % size.width) - dx, Math.floor(k / size.width) - dy]
    return x < 0 || y < 0 || x >= size.width || y >= size.height ? 0 : gain * data[y * size.width + x]!
  }),
})
const span = (most: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: most - 2 }), fc.integer({ min: 2, max: most }))
    .map(([from, length]) => [from, Math.min(most, from + length)] as const)

it('finds the shift that measuring every one to its end finds, bit by bit, also at the page’s edges', () => {
  const at = fc.integer({ min: -6, max: 6 })
  fc.assert(
    fc.property(
      fc.record({ own: sheet, over: sheet, x: span(size.width), y: span(size.height), dx: at, dy: at }),
      fc.record({ across: fc.integer({ min: 1, max: 9 }), down: fc.integer({ min: 1, max: 9 }) }),
      fc.constantFrom(0, 0.3, 1),
      ({ own, over, x, y, dx, dy }, { across, down }, stray) => {
        const page = moved(own, dx, dy, 0.8)
        for (let k = 0; k < places; k++) page.data[k] = Math.min(0.5, page.data[k]! + stray * over.data[k]!)
        const box = { x0: x[0], x1: x[1], y0: y[0], y1: y[1] }
        expect(shiftOf(own, page, box, across, down)).toEqual(everyShift(own, page, box, across, down))
      },
    ),
    { numRuns: 400 },
  )
})

it('says of a piece without print that it is not seen', () => {
  const bare: Dark = { ...size, data: new Float32Array(places) }
  expect(shiftOf(bare, { ...size, data: bare.data.map((_, k) => k % 7) }, { x0: 5, x1: 40, y0: 5, y1: 40 }, 4, 4)).toBe(
    null,
  )
})
