/** What the browser is sent before a screen; the goals and the figures stand in the bench's README. */
import { expect, it } from 'vitest'
import { buildSpa } from '#infra/local/spa.ts'
import { partsOf } from './siteParts.ts'

it('grows by no room: the frame, the sign-in and the signed-in shell', async () => {
  const { weigh, frame, signIn, shell } = partsOf(await buildSpa())
  // Each was in the last build; a chunk that has another name would weigh nothing.
  expect(weigh(frame)).toBeGreaterThan(50)
  expect(weigh(shell)).toBeGreaterThan(2 * weigh(frame))
  expect(weigh(frame)).toBeLessThan(75)
  expect(weigh(signIn)).toBeLessThan(200)
  expect(weigh(shell)).toBeLessThan(220)
}, 120_000)
