import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { croppedTo, upright, uprightPart } from './upright.ts'

it.each([
  [undefined, '1000 / 1400', '100%', 'translate(-50%, -50%)'],
  [180, '1000 / 1400', '100%', 'translate(-50%, -50%) rotate(180deg)'],
] as const)('a page that stands keeps its shape: turned by %s', (turn, aspectRatio, width, transform) => {
  const { box, picture } = upright({ width: 1000, height: 1400, turn })
  expect([box.aspectRatio, picture.width, picture.transform]).toEqual([aspectRatio, width, transform])
})

it.each([90, 270] as const)('a page that lies on its side stands, as wide as its box: turned by %s', (turn) => {
  const { box, picture } = upright({ width: 1400, height: 1000, turn })
  // Turned, the picture's height is the box's width.
  expect([box.aspectRatio, picture.width]).toEqual(['1000 / 1400', '140%'])
  expect(picture.transform).toBe(`translate(-50%, -50%) rotate(${turn}deg)`)
})

it.each([
  [undefined, { x: 0.1, y: 0.2, w: 0.3, h: 0.05 }],
  [90, { x: 0.75, y: 0.1, w: 0.05, h: 0.3 }],
  [180, { x: 0.6, y: 0.75, w: 0.3, h: 0.05 }],
  [270, { x: 0.2, y: 0.6, w: 0.05, h: 0.3 }],
] as const)('what lies on a picture goes with it: turned by %s', (turn, wanted) => {
  const found = uprightPart([0.1, 0.2, 0.3, 0.05], turn)
  for (const key of ['x', 'y', 'w', 'h'] as const) expect(found[key]).toBeCloseTo(wanted[key], 9)
})

it('what is cut out of a page holds the part that is meant, in its own shape, and nothing beyond the page', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(
      fc.constantFrom(undefined, 90, 180, 270),
      fc.integer({ min: 600, max: 4000 }),
      fc.integer({ min: 600, max: 4000 }),
      fc.tuple(share, share, share, share),
      (turn, width, height, [x, y, w, h]) => {
        const at = [x * 0.98, y * 0.98, (1 - x) * w * 0.98 + 0.001, (1 - y) * h * 0.98 + 0.001] as const
        const { box, sheet } = croppedTo({ width, height, turn }, at)
        const number = (text: unknown): number => Number.parseFloat(String(text)) / 100
        // The frame is 1 wide: so wide and high is the sheet in it, and so it lies.
        const [frame, wide] = [1 / (number(box.aspectRatio) * 100), number(sheet.width)]
        const lies = turn === 90 || turn === 270
        const high = wide * (lies ? width / height : height / width)
        const [left, top] = [number(sheet.left), number(sheet.top) * frame]
        const part = uprightPart(at, turn)
        expect(left).toBeLessThanOrEqual(1e-6)
        expect(top).toBeLessThanOrEqual(1e-6)
        expect(left + wide).toBeGreaterThanOrEqual(1 - 1e-6)
        expect(top + high).toBeGreaterThanOrEqual(frame - 1e-6 * high)
        expect(left + part.x * wide).toBeGreaterThanOrEqual(-1e-6)
        expect(left + (part.x + part.w) * wide).toBeLessThanOrEqual(1 + 1e-6)
        expect(top + part.y * high).toBeGreaterThanOrEqual(-1e-6 * high)
        expect(top + (part.y + part.h) * high).toBeLessThanOrEqual(frame + 1e-6 * high)
      },
    ),
  )
})
