import { expect, it } from 'vitest'
import { upright } from './upright.ts'

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
