import { expect, it } from 'vitest'
import { upright, uprightPart } from './upright.ts'

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
