/**
 * Access tokens: ES256 JWTs of ten minutes. The private key is made once, encrypted by the key service, kept in the
 * session table, and opened once a cold start; signing is local.
 */
import { KMSClient, DecryptCommand, EncryptCommand } from '@aws-sdk/client-kms'
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from 'jose'
import { env } from '#functions/kit/clients.ts'
import { faulty } from '#functions/kit/faults.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { accessTokenMs, issuer, signingKeys } from '#functions/kit/session.ts'
import type { Caller } from '#functions/kit/session.ts'

type Signer = { kid: string; key: Awaited<ReturnType<typeof importPKCS8>> }
let signer: Promise<Signer> | null = null
const context = { purpose: 'qinghe-access-token' }
/** One key a calendar month is more than enough: tokens live minutes. */
const currentKid = (): string => `key${Math.floor(now() / (30 * 86_400_000))}`.padEnd(8, '0')

const makeSigner = async (): Promise<Signer> => {
  const kms = faulty(new KMSClient({ maxAttempts: 4 }))
  const kid = currentKid()
  let row = await signingKeys.get({ kid })
  if (!row) {
    const pair = await generateKeyPair('ES256', { extractable: true })
    const sealed = await kms.send(
      new EncryptCommand({
        KeyId: env('KEY_ID'),
        Plaintext: Buffer.from(await exportPKCS8(pair.privateKey)),
        EncryptionContext: context,
      }),
    )
    const made = {
      schema: 1 as const,
      kid,
      publicJwk: { ...(await exportJWK(pair.publicKey)) },
      wrapped: Buffer.from(sealed.CiphertextBlob!).toString('base64'),
      createdAt: now(),
      version: 1,
    }
    // Two cold starts may race: the first one's key is the key.
    row = (await signingKeys.create(made)) ? made : await signingKeys.get({ kid })
  }
  const opened = await kms.send(
    new DecryptCommand({ CiphertextBlob: Buffer.from(row!.wrapped, 'base64'), EncryptionContext: context }),
  )
  return { kid, key: await importPKCS8(Buffer.from(opened.Plaintext!).toString('utf8'), 'ES256') }
}

const currentSigner = async (): Promise<Signer> => {
  signer ??= makeSigner().catch((error: unknown) => {
    signer = null
    throw error
  })
  const made = await signer
  if (made.kid === currentKid()) return made
  signer = null
  return currentSigner()
}

export const accessToken = async (who: Caller): Promise<string> => {
  const { kid, key } = await currentSigner()
  const seconds = Math.floor(now() / 1000)
  return new SignJWT({ who })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + accessTokenMs / 1000)
    .setJti(randomText(9))
    .sign(key)
}
