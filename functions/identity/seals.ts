/**
 * Sealed passwords (shared/identity/signIn/password.seal.ts): opened here and nowhere else. The stamp that travels inside is
 * made without a store (an HMAC under the sealing key), and spent in the store.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { compactDecrypt, decodeProtectedHeader, importPKCS8 } from 'jose'
import * as z from 'zod'
import type { SealKey } from '#shared/identity/signIn/signIn.types.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { inTime } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { keyPairs } from './signIn/keyPairs.ts'

const stampMs = 10 * 60_000

const pairs = keyPairs({ name: 'seal', algorithm: 'ECDH-ES', purpose: 'qinghe-sign-in' }, async (pair) => ({
  kid: pair.kid,
  publicJwk: pair.publicJwk,
  privateKey: await importPKCS8(pair.pkcs8, 'ECDH-ES'),
  stampKey: Buffer.from(hkdfSync('sha256', pair.pkcs8, '', 'stamp', 32)),
}))

/** What may be used once: spent by being written. */
const Once = z.object({ schema: z.literal(1), id: z.string(), until: z.int() })
export const spent = rows({
  table: 'TABLE_SESSION',
  schema: Once,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { id: string }) => ({ pk: `once#${of.id}`, sk: 'once' }),
  ttl: (o) => Math.ceil(o.until / 1000) + 60,
})
/** Whether this is the first use of what is good until then. */
export const spend = (id: string, until: number): Promise<boolean> => spent.create({ schema: 1, id, until })

const macOf = (key: Buffer, body: string): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, 16)

export const newSealKey = async (): Promise<SealKey> => {
  const { kid, publicJwk, stampKey } = await pairs.current()
  const body = `${now().toString(36)}.${randomText(12)}`
  return {
    kid,
    publicJwk: { kty: 'EC', crv: 'P-256', x: publicJwk.x!, y: publicJwk.y! },
    stamp: `${body}.${macOf(stampKey, body).toString('base64url')}`,
  }
}

const Sealed = z.object({ password: z.string().min(1).max(200), stamp: z.string().max(100) })

export type Opened = { password: string; stampId: string; until: number }

/** The password and the stamp still to be spent; null for a seal that is broken, too old or for another key. */
export const openSeal = async (sealed: string): Promise<Opened | null> => {
  let kid: string
  try {
    kid = String(decodeProtectedHeader(sealed).kid)
  } catch {
    return null
  }
  const pair = await pairs.named(kid)
  if (!pair) return null
  let inner: z.infer<typeof Sealed>
  try {
    const { plaintext } = await compactDecrypt(sealed, pair.privateKey, {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    inner = Sealed.parse(JSON.parse(Buffer.from(plaintext).toString('utf8')))
  } catch {
    // Every failure gets the same answer: it tells nothing of keys.
    return null
  }
  const [at36 = '', random = '', mac = ''] = inner.stamp.split('.')
  const wanted = macOf(pair.stampKey, `${at36}.${random}`)
  const given = Buffer.from(mac, 'base64url')
  const madeAt = parseInt(at36, 36)
  const good = given.length === wanted.length && timingSafeEqual(given, wanted)
  if (!good || madeAt > now() + 60_000 || madeAt + stampMs <= now()) return null
  return { password: inner.password, stampId: random, until: madeAt + stampMs }
}
