import * as crypto from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { argon2idOf, provesItself, vectors } from './argon2.ts'
import { hashPassword, passwordMatches } from './password.ts'

const own = argon2idOf(crypto)
const without = argon2idOf({})
const published = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

describe.each([
  ['node', own],
  ['wasm', without],
])('argon2id by %s', (by, made) => {
  it('is what was asked for, and computes the published vectors', async () => {
    expect(made.by).toBe(by)
    for (const v of vectors)
      expect((await made.argon2id(Buffer.from(v.password), Buffer.from(v.salt), v.cost)).toString('hex')).toBe(v.tag)
  })
  it("accepts the reference implementation's own string, and no other password", async () => {
    expect(await passwordMatches('password', published, made.argon2id)).toBe(true)
    expect(await passwordMatches('passwort', published, made.argon2id)).toBe(false)
  })
})

it('both write the same string for the same salt, a name beyond ASCII included', async () => {
  const salt = Buffer.from('0123456789abcdef')
  for (const password of ['Qinghe2026', '青禾𠮷２０２６'])
    expect(await hashPassword(password, salt, without.argon2id)).toBe(await hashPassword(password, salt, own.argon2id))
})

it('a runtime that throws, is silent or computes something else is not believed', () => {
  const { argon2, argon2Sync } = crypto
  expect(provesItself({ argon2, argon2Sync })).toBe(true)
  expect(provesItself({ argon2 })).toBe(false)
  const refusing = (): never => {
    throw new Error('ERR_CRYPTO_ARGON2_NOT_SUPPORTED')
  }
  expect(provesItself({ argon2, argon2Sync: refusing })).toBe(false)
  expect(provesItself({ argon2, argon2Sync: () => Buffer.alloc(32) })).toBe(false)
})
