import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fit, invert, pixelsPerMm, project, residual, turnOf } from './homography.ts'
import { boxMean, integrate } from './sample.ts'

const small = fc.double({ min: -0.0003, max: 0.0003, noNaN: true })
const placing = fc.tuple(
  fc.double({ min: 2, max: 12, noNaN: true }),
  fc.double({ min: 0, max: 6.2, noNaN: true }),
  small,
  small,
)

describe('homography', () => {
  it('is recovered from four corners and undone by its inverse', () => {
    fc.assert(
      fc.property(placing, ([k, turn, g, h]) => {
        const c = Math.cos(turn) * k
        const s = Math.sin(turn) * k
        const truth = [c, -s, 500, s, c, 300, g, h, 1] as const
        const corners = [
          [12, 12],
          [198, 12],
          [12, 285],
          [198, 285],
        ].map(([x, y]) => {
          const p = project(truth, x!, y!)
          return { x: x!, y: y!, u: p.x, v: p.y, weight: 1 }
        })
        const found = fit(corners)!
        expect(residual(found, corners)).toBeLessThan(1e-4)
        const there = project(found, 100, 150)
        const back = project(invert(found), there.x, there.y)
        expect(Math.hypot(back.x - 100, back.y - 150)).toBeLessThan(1e-4)
      }),
      { numRuns: 100 },
    )
  })

  it('knows scale and turn, and is affine from three points', () => {
    const h = fit([
      { x: 0, y: 0, u: 100, v: 100, weight: 1 },
      { x: 10, y: 0, u: 100, v: 180, weight: 1 },
      { x: 0, y: 10, u: 20, v: 100, weight: 1 },
    ])!
    expect(turnOf(h, 0, 0)).toBeCloseTo(90)
    expect(pixelsPerMm(h, 3, 3)).toBeCloseTo(8)
    expect(fit([{ x: 0, y: 0, u: 0, v: 0, weight: 1 }])).toBeNull()
  })
})

describe('integral image', () => {
  it('gives the mean of any box', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 63, maxLength: 63 }),
        fc.nat(8),
        fc.nat(6),
        fc.nat(8),
        fc.nat(6),
        (data, a, b, c, d) => {
          const x0 = Math.min(a, c)
          const x1 = Math.max(a, c) + 1
          const y0 = Math.min(b, d)
          const y1 = Math.max(b, d) + 1
          let sum = 0
          for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) sum += data[y * 9 + x]!
          const mean = boxMean(integrate({ width: 9, height: 7, data }), x0, y0, x1, y1)
          expect(mean).toBeCloseTo(sum / ((x1 - x0) * (y1 - y0)), 6)
        },
      ),
      { numRuns: 50 },
    )
  })
})
