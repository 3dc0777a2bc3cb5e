/** Access tokens: ES256 JWTs of ten minutes; and tickets, of one minute and one use. Signing is local. */
import { importPKCS8, importJWK, jwtVerify, SignJWT } from 'jose'
import { UserId } from '#shared/kit/ids.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { accessTokenMs, issuer } from '#functions/kit/session.ts'
import type { Caller } from '#functions/kit/session.ts'
import { keyPairs } from './keyPairs.ts'

const signers = keyPairs({ name: 'key', algorithm: 'ES256', purpose: 'qinghe-access-token' }, async (pair) => ({
  kid: pair.kid,
  privateKey: await importPKCS8(pair.pkcs8, 'ES256'),
  publicKey: await importJWK(pair.publicJwk, 'ES256'),
}))

const sign = async (claims: Record<string, unknown>, audience: string, lifeMs: number): Promise<string> => {
  const { kid, privateKey } = await signers.current()
  const seconds = Math.floor(now() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifeMs / 1000)
    .setJti(randomText(12))
    .sign(privateKey)
}

export const accessToken = (who: Caller): Promise<string> => sign({ who }, issuer, accessTokenMs)

const ticketAudience = `${issuer}-ticket`
export const ticketMs = 60_000

export type Ticket = { userId: UserId; sessionId: string; accountId: string }
export const signTicket = ({ userId, sessionId, accountId }: Ticket): Promise<string> =>
  sign({ userId, sessionId, accountId }, ticketAudience, ticketMs)

/** What a ticket says, with its id for its one use; null for anything that is not a good ticket of ours. */
export const readTicket = async (token: string): Promise<(Ticket & { jti: string }) | null> => {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const signer = await signers.named(kid ?? '')
        if (!signer) throw new TypeError('unknown key')
        return signer.publicKey
      },
      { issuer, audience: ticketAudience, algorithms: ['ES256'], currentDate: new Date(now()) },
    )
    const { jti, sessionId, accountId } = payload
    const userId = UserId.safeParse(payload['userId'])
    if (!userId.success || typeof jti !== 'string' || typeof sessionId !== 'string' || typeof accountId !== 'string')
      return null
    return { userId: userId.data, sessionId, accountId, jti }
  } catch (error) {
    if (error instanceof TypeError || (error as { code?: string }).code?.startsWith('ERR_J')) return null
    throw error
  }
}
