import { createHash } from 'node:crypto'

/**
 * The account under which the canary signs in. Its name follows from its password: no stranger can try wrong passwords
 * at a name that is secret, and so have it asked for puzzles.
 */
export const canaryAccount = (password: string): string =>
  `canary${createHash('sha256').update(`canary of ${password}`).digest('hex').slice(0, 20)}`
