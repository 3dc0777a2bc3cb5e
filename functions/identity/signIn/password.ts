/** argon2id: 19 MiB, 2 passes, 1 lane (OWASP's minimum), about 25 ms. Stored in the PHC string format. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { argon2id } from './argon2.ts'
import type { Argon2id, Cost } from './argon2.ts'

const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }

/**
 * Of a first password that we made: ten random letters need no dear hash, and an import of a whole school makes thousands.
 * It is there until the first sign-in, which sets a password of one's own.
 */
const firstCost: Cost = { memory: 2_048, passes: 1, parallelism: 1 }

const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'), 'utf8')
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash`; `salt` only for seeds, `by` only for tests. */
export const hashPassword = async (
  password: string,
  salt: Uint8Array = randomBytes(16),
  by: Argon2id = argon2id,
  at: Cost = cost,
): Promise<string> => {
  const key = await by(bytesOf(password), salt, at)
  return `$argon2id$v=19$m=${at.memory},t=${at.passes},p=${at.parallelism}$${text(salt)}$${text(key)}`
}
export const hashFirstPassword = (password: string): Promise<string> =>
  hashPassword(password, randomBytes(16), argon2id, firstCost)

/** Whether the password is the hash's. A malformed hash is a "no", after the same work. */
export const passwordMatches = async (password: string, stored: string, by: Argon2id = argon2id): Promise<boolean> => {
  const m = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored)
  if (!m) {
    await by(bytesOf(password), randomBytes(16), cost)
    return false
  }
  const key = await by(bytesOf(password), Buffer.from(m[4]!, 'base64'), {
    memory: Number(m[1]),
    passes: Number(m[2]),
    parallelism: Number(m[3]),
  })
  // A cheaper hash takes as long: the time does not tell which accounts are unused yet.
  if (Number(m[1]) < cost.memory) await by(bytesOf(password), randomBytes(16), cost)
  const wanted = Buffer.from(m[5]!, 'base64')
  return wanted.length === key.length && timingSafeEqual(key, wanted)
}
