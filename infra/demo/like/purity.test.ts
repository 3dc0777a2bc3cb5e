/** Groups of like answers by two hands, on seeds on which nothing was chosen: a class at a time. */
import { describe, expect, it } from 'vitest'
import { over } from './measure.fixture.ts'

describe('groups of like answers', () => {
  // Perfect groups had 6.8 and 6.6 answers a decision.
  for (const [hand, most] of [
    ['simulator', 5],
    ['camera', 3.3],
  ] as const)
    it(`of a class are pure on the hand of the ${hand}`, { timeout: 120_000 }, () => {
      const { pure, each } = over(hand, 'report', 60, 6)
      expect(pure).toBeGreaterThanOrEqual(0.995)
      expect(each).toBeGreaterThanOrEqual(most)
    })
})
