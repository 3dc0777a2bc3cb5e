/** argon2id of Node 24: 19 MiB, 2 passes, 1 lane (OWASP's minimum), about 25 ms. Stored in the PHC string format. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

const memory = 19_456
const passes = 2
const parallelism = 1

type Argon2Parameters = {
  message: Uint8Array
  nonce: Uint8Array
  parallelism: number
  tagLength: number
  memory: number
  passes: number
}

const derive = (password: string, nonce: Uint8Array, p: { memory: number; passes: number; parallelism: number }) =>
  new Promise<Buffer>((done, fail) => {
    const parameters: Argon2Parameters = {
      message: Buffer.from(password.normalize('NFKC'), 'utf8'),
      nonce,
      parallelism: p.parallelism,
      tagLength: 32,
      memory: p.memory,
      passes: p.passes,
    }
    argon2('argon2id', parameters, (error, key) => (error ? fail(error) : done(Buffer.from(key))))
  })

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** `$argon2id$v=19$m=…,t=…,p=…$salt$hash`; `salt` only for seeds. */
export const hashPassword = async (password: string, salt: Uint8Array = randomBytes(16)): Promise<string> => {
  const key = await derive(password, salt, { memory, passes, parallelism })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(key)}`
}

/** Whether the password is the hash's. A malformed hash is a "no", after the same work. */
export const passwordMatches = async (password: string, stored: string): Promise<boolean> => {
  const m = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored)
  if (!m) {
    await derive(password, randomBytes(16), { memory, passes, parallelism })
    return false
  }
  const key = await derive(password, Buffer.from(m[4]!, 'base64'), {
    memory: Number(m[1]),
    passes: Number(m[2]),
    parallelism: Number(m[3]),
  })
  const wanted = Buffer.from(m[5]!, 'base64')
  return wanted.length === key.length && timingSafeEqual(key, wanted)
}
