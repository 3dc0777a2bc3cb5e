/**
 * The one way to read, change and save what others change as well. A hand-written loop forgets to wait, or to say that it
 * gave up: the linter (house/edit) finds it.
 */
import { jittered, pause } from './ports.ts'

/** What a try answers when another writer was faster. */
export const beaten = Symbol('another writer was faster')

/** Others were faster every time. Nothing was changed. */
export class Overtaken extends Error {
  override name = 'Overtaken'
}

/** Some two seconds in all. */
const mostTries = 12

/**
 * Tries until no other write is faster: each try reads how things are, decides, and writes under a condition. `what`
 * names the thing in the error.
 * @throws Overtaken after `most` tries; or what a try throws.
 */
export const edit = async <T>(
  what: string,
  tryOnce: () => Promise<T | typeof beaten>,
  most = mostTries,
): Promise<T> => {
  for (let tries = 1; tries <= most; tries++) {
    const answer = await tryOnce()
    if (answer !== beaten) return answer
    if (tries < most) await pause(jittered(tries))
  }
  throw new Overtaken(`${what} could not be changed: too many writers`)
}
