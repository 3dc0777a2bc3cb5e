/**
 * Key pairs of the server: the private key is encrypted by the key service, kept in the session table beside its public
 * half, and opened once a cold start. A new pair every thirty days; nothing that a key is for lives longer than minutes.
 */
import { DecryptCommand, EncryptCommand } from '@aws-sdk/client-kms'
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose'
import type { JWK } from 'jose'
import { env } from '#functions/kit/clients.ts'
import { kms } from '#functions/kit/kms.ts'
import { now } from '#functions/kit/ports.ts'
import { keyPeriodMs as periodMs, signingKeys } from '#functions/kit/session.ts'

export type KeyPair = { kid: string; publicJwk: JWK; pkcs8: string }
type Kind = { name: 'key' | 'seal'; algorithm: 'ES256' | 'ECDH-ES'; purpose: string }

export const kidAt = (kind: Kind, at: number): string => `${kind.name}${Math.floor(at / periodMs)}`.padEnd(8, '0')

const open = async (wrapped: string, purpose: string): Promise<string> => {
  const opened = await kms().send(
    new DecryptCommand({ CiphertextBlob: Buffer.from(wrapped, 'base64'), EncryptionContext: { purpose } }),
  )
  return Buffer.from(opened.Plaintext!).toString('utf8')
}

const make = async (kid: string, kind: Kind): Promise<KeyPair> => {
  const pair = await generateKeyPair(kind.algorithm, { extractable: true, crv: 'P-256' })
  const pkcs8 = await exportPKCS8(pair.privateKey)
  const publicJwk = await exportJWK(pair.publicKey)
  const sealed = await kms().send(
    new EncryptCommand({
      KeyId: env('KEY_ID'),
      Plaintext: Buffer.from(pkcs8),
      EncryptionContext: { purpose: kind.purpose },
    }),
  )
  const wrapped = Buffer.from(sealed.CiphertextBlob!).toString('base64')
  const made = { schema: 1 as const, kid, publicJwk: { ...publicJwk }, wrapped, createdAt: now(), version: 1 }
  if (await signingKeys.create(made)) return { kid, publicJwk, pkcs8 }
  // Two cold starts may race: the first one's key is the key.
  const row = (await signingKeys.get({ kid }))!
  return { kid, publicJwk: row.publicJwk as JWK, pkcs8: await open(row.wrapped, kind.purpose) }
}

/** The pair of a kid; made where it is the current one and not there yet, null where it is an unknown one. */
const pairOf = async (kid: string, kind: Kind, current: boolean): Promise<KeyPair | null> => {
  const row = await signingKeys.get({ kid })
  if (row) return { kid, publicJwk: row.publicJwk as JWK, pkcs8: await open(row.wrapped, kind.purpose) }
  return current ? make(kid, kind) : null
}

/** The pairs of a kind, each opened once: the current one, and the one before for what was begun with it. */
export const keyPairs = <T>(kind: Kind, use: (pair: KeyPair) => Promise<T>) => {
  const opened = new Map<string, Promise<T | null>>()
  const readPair = (kid: string, current: boolean): Promise<T | null> => {
    const known = opened.get(kid)
    if (known) return known
    const asked = pairOf(kid, kind, current)
      .then((pair) => (pair ? use(pair) : null))
      .catch((error: unknown) => {
        opened.delete(kid)
        throw error
      })
    opened.set(kid, asked)
    return asked
  }
  return {
    current: async (): Promise<T> => (await readPair(kidAt(kind, now()), true))!,
    /** null for a kid that is neither the current one nor the one before. */
    named: async (kid: string): Promise<T | null> => {
      if (kid === kidAt(kind, now())) return readPair(kid, true)
      return kid === kidAt(kind, now() - periodMs) ? readPair(kid, false) : null
    },
  }
}
