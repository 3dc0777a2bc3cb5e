import { expect, it } from 'vitest'
import { landingOf } from './landing.ts'

it('lands by type, and in the centre where the screen is not there', () => {
  const all = () => true
  expect(landingOf(3, all)).toBe('/v2/center')
  expect(landingOf(7, all)).toBe('/v2/entrust/list/')
  expect(landingOf(7, all, true)).toBe('/v2/target-monitor/')
  expect(landingOf(17, () => false)).toBe('/v2/center')
})
