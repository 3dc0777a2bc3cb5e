/** Groups of like answers by two hands, on seeds on which nothing was chosen: a thousand at a time. */
import { describe, expect, it } from 'vitest'
import { over } from './measure.fixture.ts'

describe('groups of like answers', () => {
  // Perfect groups had 64 and 71 answers a decision.
  for (const [hand, most] of [
    ['simulator', 20],
    ['camera', 14],
  ] as const)
    it(`of a thousand are pure on the hand of the ${hand}`, { timeout: 120_000 }, () => {
      const { pure, each } = over(hand, 'report', 1000, 1)
      expect(pure).toBeGreaterThanOrEqual(0.995)
      expect(each).toBeGreaterThanOrEqual(most)
    })
})
