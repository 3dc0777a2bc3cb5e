/** Signed tickets (JWT by jose): listed algorithms of one family, issuer, audience, expiry, one use. */
import { createHash } from 'node:crypto'
import { createLocalJWKSet, errors, importJWK, importSPKI, jwtVerify } from 'jose'
import type { JSONWebKeySet, JWK, JWTHeaderParameters, JWTPayload } from 'jose'
import { textAt } from '#shared/identity/partners/partner.rules.ts'
import { isSymmetric, outsideHosts } from '#shared/identity/partners/partner.types.ts'
import type { TicketSettings } from '#shared/identity/partners/partner.types.ts'
import { now } from '#functions/kit/ports.ts'
import { askJson } from './outside.ts'
import type { Asked, Way } from './partner.way.ts'
import { Unproved } from './partner.way.ts'

const toleranceMs = 30_000
/** A ticket is for now: one that lives longer would have to be remembered as long. */
const longestMs = 15 * 60_000
const keysKeptMs = 5 * 60_000
/** Unknown key ids do not make us ask more often than this. */
const keysAgainMs = 10_000

const keySets = new Map<string, { at: number; keys: JSONWebKeySet }>()

const keysOf = async ({ settings, partner }: Asked<TicketSettings>, olderThanMs: number): Promise<JSONWebKeySet> => {
  const place = `${partner.partnerId} ${settings.jwksUrl!}`
  const known = keySets.get(place)
  if (known && now() - known.at < olderThanMs) return known.keys
  const answer = await askJson(settings.jwksUrl!, { hosts: outsideHosts(settings) })
  if (!Array.isArray(answer['keys'])) throw new Unproved('untrusted', 'no key set')
  const keys = { keys: answer['keys'] as JWK[] }
  keySets.set(place, { at: now(), keys })
  return keys
}

const publicKeyOf = (text: string, algorithm: string) => {
  if (!text.trimStart().startsWith('{')) return importSPKI(text, algorithm)
  const jwk = JSON.parse(text) as JWK
  // A secret or a private key has no place among public ones.
  if (jwk.kty === 'oct' || 'd' in jwk) throw new Unproved('untrusted', 'no public key')
  return importJWK(jwk, algorithm)
}

const verified = async (of: Asked<TicketSettings>, token: string): Promise<JWTPayload> => {
  const { settings } = of
  const options = {
    algorithms: settings.algorithms,
    issuer: settings.issuer,
    audience: settings.audience,
    requiredClaims: ['exp', 'jti'],
    clockTolerance: toleranceMs / 1000,
    currentDate: new Date(now()),
  }
  if (settings.algorithms.some(isSymmetric))
    return (await jwtVerify(token, new TextEncoder().encode(of.secret), options)).payload
  const { publicKey } = settings
  if (publicKey !== undefined)
    return (await jwtVerify(token, (header: JWTHeaderParameters) => publicKeyOf(publicKey, header.alg), options))
      .payload
  try {
    return (await jwtVerify(token, createLocalJWKSet(await keysOf(of, keysKeptMs)), options)).payload
  } catch (error) {
    // A key that came after we last asked.
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    return (await jwtVerify(token, createLocalJWKSet(await keysOf(of, keysAgainMs)), options)).payload
  }
}

export const ticketWay: Way<TicketSettings> = {
  stateful: false,
  trials: [
    {
      name: '读取验签密钥',
      run: async (of) => {
        const { settings } = of
        if (settings.algorithms.some(isSymmetric)) return '使用已保存的密钥'
        try {
          if (settings.publicKey === undefined) return `${(await keysOf(of, 0)).keys.length}个公钥`
          await publicKeyOf(settings.publicKey, settings.algorithms[0]!)
          return '公钥可用'
        } catch (error) {
          if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError)
            throw new Unproved('untrusted', error.message)
          throw error
        }
      },
    },
  ],
  begin: async ({ settings }) => (settings.loginUrl ? { url: settings.loginUrl } : null),
  prove: async (of, { params }) => {
    const { settings, partner } = of
    const token = params[settings.parameter]
    if (!token) throw new Unproved('malformed', `no ${settings.parameter}`)
    let payload: JWTPayload
    try {
      payload = await verified(of, token)
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new Unproved('expired', error.message)
      if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError)
        throw new Unproved('untrusted', error.message)
      throw error
    }
    const until = payload.exp! * 1000 + toleranceMs
    if (until > now() + longestMs + toleranceMs) throw new Unproved('untrusted', 'lives too long')
    const subject = textAt(payload, settings.subjectAt)
    if (subject === null) throw new Unproved('untrusted', 'no subject')
    const { jti } = payload
    if (typeof jti !== 'string' || jti === '') throw new Unproved('untrusted', 'no jti')
    const name = settings.nameAt ? textAt(payload, settings.nameAt) : null
    const id = createHash('sha256').update(jti).digest('base64url')
    return {
      issuer: settings.issuer,
      subject,
      once: { id: `partnerTicket#${partner.partnerId}#${id}`, until },
      ...(name === null ? {} : { name }),
    }
  },
}
