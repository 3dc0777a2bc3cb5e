/**
 * argon2id by Node's own crypto, or by a package in WebAssembly where the runtime has none (Node before 24.7, or built on
 * an older OpenSSL). Which of the two is proved once a process against a published vector: a runtime that hashes wrongly
 * would lock all accounts out, one that lacks it would not even load a named import.
 */
import * as crypto from 'node:crypto'

export type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }
export type Argon2id = (password: Uint8Array, salt: Uint8Array, cost: Cost) => Promise<Buffer>

const tagLength = 32

/** Source: the reference implementation's src/test.c, argon2id, version 0x13. */
export const vectors: readonly { password: string; salt: string; cost: Cost; tag: string }[] = [
  {
    password: 'password',
    salt: 'somesalt',
    cost: { memory: 256, passes: 2, parallelism: 1 },
    tag: '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe',
  },
  {
    password: 'password',
    salt: 'somesalt',
    cost: { memory: 256, passes: 2, parallelism: 2 },
    tag: '6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037',
  },
  {
    password: 'password',
    salt: 'somesalt',
    cost: { memory: 65_536, passes: 2, parallelism: 1 },
    tag: '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7',
  },
]

/** The part of node:crypto that is looked at; every release of Node has less or more of it. */
export type Builtin = Partial<Pick<typeof crypto, 'argon2' | 'argon2Sync'>>

const parametersOf = (message: Uint8Array, nonce: Uint8Array, cost: Cost) => ({ message, nonce, tagLength, ...cost })

/** Whether the runtime's own argon2id is there and computes what was published; a third of a millisecond. */
export const provesItself = (builtin: Builtin): boolean => {
  const [known] = vectors
  try {
    if (!known || !builtin.argon2 || !builtin.argon2Sync) return false
    const parameters = parametersOf(Buffer.from(known.password), Buffer.from(known.salt), known.cost)
    return Buffer.from(builtin.argon2Sync('argon2id', parameters)).toString('hex') === known.tag
  } catch {
    return false
  }
}

const native =
  (argon2: NonNullable<Builtin['argon2']>): Argon2id =>
  (password, salt, cost) =>
    new Promise((done, fail) =>
      argon2('argon2id', parametersOf(password, salt, cost), (error, key) =>
        error ? fail(error) : done(Buffer.from(key)),
      ),
    )

const packaged: Argon2id = async (password, salt, cost) => {
  const { argon2id } = await import('./argon2.wasm.ts')
  return argon2id(password, salt, cost, tagLength)
}

/** The one of the two that this runtime can do, and its name for the log. */
export const argon2idOf = (builtin: Builtin): { by: 'node' | 'wasm'; argon2id: Argon2id } =>
  provesItself(builtin) && builtin.argon2
    ? { by: 'node', argon2id: native(builtin.argon2) }
    : { by: 'wasm', argon2id: packaged }

// The module's namespace, not named imports: a name that a runtime lacks would keep the whole function from loading.
const chosen = argon2idOf(crypto)
if (chosen.by === 'wasm')
  console.warn(
    JSON.stringify({ level: 'WARN', message: 'no argon2id in this runtime: passwords are hashed in WebAssembly' }),
  )

export const { argon2id } = chosen
