import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { wallScale } from './wallScale.ts'

const wall = { width: 1440, height: 900 }

it.each([
  [0, 3.2],
  [3, 3.2],
  [200, 1],
])('draws the tiles of %i schools %s times as large', (schools, scale) => {
  expect(wallScale(schools, wall)).toBe(scale)
})

it('is never larger for more schools, and what is larger than one fits', () => {
  const size = fc.record({ width: fc.integer({ min: 390, max: 3840 }), height: fc.integer({ min: 400, max: 2160 }) })
  fc.assert(
    fc.property(fc.nat(400), size, (n, of) => {
      const scale = wallScale(n, of)
      expect(wallScale(n + 1, of)).toBeLessThanOrEqual(scale)
      if (scale === 1) return
      const columns = Math.max(1, Math.floor((of.width - 32) / (184 * scale)))
      expect(Math.ceil(n / columns) * 46 * scale).toBeLessThanOrEqual(of.height - 84 + 1)
    }),
  )
})
