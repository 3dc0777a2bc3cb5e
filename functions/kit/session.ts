/**
 * Sessions and the keys that sign access tokens live in one small table that every function may read. A token is a
 * signed JWT of some minutes; its session is looked at on every call, through a memory of three seconds, so that a kick
 * or a changed password takes effect within five.
 */
import { errors, importJWK, jwtVerify } from 'jose'
import type { JWK } from 'jose'
import * as z from 'zod'
import { Actor } from '#shared/kit/actor.ts'
import { AccountId, SessionId, Tenant, UserId } from '#shared/kit/ids.ts'
import { now } from './ports.ts'
import { inTime } from './kinds.ts'
import { rows } from './table.ts'
import { together } from './table.query.ts'

export const issuer = 'qinghe'
export const accessTokenMs = 10 * 60_000
/** A new pair of keys every thirty days. */
export const keyPeriodMs = 30 * 86_400_000
const memoryMs = 3_000

export const Session = z.object({
  schema: z.literal(1),
  sessionId: SessionId,
  accountId: AccountId,
  userId: UserId,
  /** sha256 of the refresh token that is good now, and how often it was rotated. */
  refreshHash: z.string(),
  previousHash: z.string().optional(),
  /** sha256 of the part that all refresh tokens of this session share: an old one is told from a made-up one. */
  familyHash: z.string().optional(),
  rotatedAt: z.int(),
  /** The refresh token that came after the previous one, sealed by the previous one: two tabs may refresh at once. */
  successor: z.string().optional(),
  endedAt: z.int().optional(),
  /** The account's epoch when it began: a newer one ends every session of the account. */
  epoch: z.string().optional(),
  accountName: z.string().optional(),
  /** The account has another live session. */
  elsewhere: z.boolean().optional(),
  /** The check at sign-in that it still owes. */
  owesSecurity: z.boolean().optional(),
  ip: z.string().optional(),
  device: z.string().optional(),
  /** When the person last showed to be there: the password typed, or a code. */
  provedAt: z.int().optional(),
  clientSystemType: z.enum(['web', 'alipay']).optional(),
  /** It began with a partner's word, which is good for this tenant only. */
  within: Tenant.optional(),
  /** An operator who pretends to be this user; the session ends with the operator's own. */
  pretendedBy: z.object({ accountId: AccountId, userName: z.string(), sessionId: SessionId }).optional(),
  createdAt: z.int(),
  expiresAt: z.int(),
  version: z.int(),
})
export type Session = z.infer<typeof Session>

export const sessions = rows({
  table: 'TABLE_SESSION',
  schema: Session,
  hangsOn: inTime,
  personal: 'inTime',
  key: (of: { sessionId: string }) => ({ pk: `session#${of.sessionId}`, sk: 'session' }),
  // A pretended session is none of the account's own devices.
  index: (s) => ({ gsi1pk: `${s.pretendedBy ? 'pretended' : 'account'}#${s.accountId}`, gsi1sk: s.sessionId }),
  ttl: (s) => Math.ceil(s.expiresAt / 1000),
})

/**
 * The account's epoch: written anew, in one transaction with its cause, when every session of the account must end (a
 * new password, a disabled account, a closed identity). Absent: no such thing within the life of a session.
 */
const Epoch = z.object({ schema: z.literal(1), accountId: AccountId, epoch: z.string(), at: z.int() })
export const epochs = rows({
  table: 'TABLE_SESSION',
  schema: Epoch,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { accountId: string }) => ({ pk: `epoch#${of.accountId}`, sk: 'epoch' }),
  // No session lives that long: what is left then began after it.
  ttl: (e) => Math.ceil(e.at / 1000) + 7 * 86_400,
})

/** Whether a session may go on at this moment, as the store says. */
export const isLiveSession = (session: Session | null, epoch: { epoch: string } | null, at: number): boolean =>
  session !== null &&
  session.endedAt === undefined &&
  session.expiresAt > at &&
  (epoch === null || epoch.epoch === session.epoch)

/** So long what was shown in a session counts for the acts that want it (`fresh` calls). */
export const freshMs = 5 * 60_000

/** Whether the person has just shown to be there. Who came by a partner's word has no password here: coming is showing. */
export const isFresh = (session: Session, at: number): boolean =>
  Math.max(session.provedAt ?? 0, session.within ? session.createdAt : 0) > at - freshMs

export const SigningKey = z.object({
  schema: z.literal(1),
  kid: z.string(),
  publicJwk: z.record(z.string(), z.unknown()),
  /** PKCS #8, encrypted by the key service; only `identity` may open it. */
  wrapped: z.string(),
  createdAt: z.int(),
  version: z.int(),
})
export type SigningKey = z.infer<typeof SigningKey>

export const signingKeys = rows({
  table: 'TABLE_SESSION',
  schema: SigningKey,
  hangsOn: inTime,
  personal: 'nothing',
  key: (of: { kid: string }) => ({ pk: `key#${of.kid}`, sk: 'key' }),
  // What was begun with the pair before goes on under it (keyPairs.ts); what is older opens nothing.
  ttl: (k) => Math.ceil((k.createdAt + 2 * keyPeriodMs) / 1000) + 86_400,
})

/** Who calls. Tenant is what the caller belongs to: a school, an area or the platform. */
export const Claims = Actor.extend({
  /** What the session must do before it reaches anything else. */
  pending: z.enum(['security', 'password']).optional(),
})
/** `grantedIn`: the exam of which this call's tool was given to the caller. No token holds it: the chain sets it, for one call. */
export type Caller = z.infer<typeof Claims> & { grantedIn?: string }

/** Clocks of two functions that differ by this agree. */
const skewMs = 60_000
const publicKeys = new Map<string, { key: Awaited<ReturnType<typeof importJWK>>; until: number }>()
/** A key verifies while a token that was signed with it may live, and no longer. */
const keyOf = async (kid: string) => {
  const known = publicKeys.get(kid)
  if (known) return known.until > now() ? known.key : null
  if (!/^[A-Za-z0-9_-]{8,40}$/.test(kid)) return null
  const row = await signingKeys.get({ kid })
  if (!row) return null
  const key = await importJWK(row.publicJwk as JWK, 'ES256')
  const until = row.createdAt + keyPeriodMs + accessTokenMs + skewMs
  publicKeys.set(kid, { key, until })
  return until > now() ? key : null
}

class UnknownKey extends Error {}

type Looked = { at: number; live: boolean; elsewhere: boolean }
const looked = new Map<string, Looked>()
/** Forgets what is remembered of sessions: tests, and the function that ends one. */
export const forgetSessions = (): void => looked.clear()

const look = async ({ sessionId, accountId }: { sessionId: string; accountId: string }): Promise<Looked> => {
  const at = now()
  const known = looked.get(sessionId)
  if (known && at - known.at < memoryMs) return known
  const [session, epoch] = await together(sessions.asking({ sessionId }), epochs.asking({ accountId }))
  // The claims and the row name the same account, or the token is refused.
  let live = isLiveSession(session, epoch, at) && session?.accountId === accountId
  const operator = session?.pretendedBy
  if (live && operator) live = (await look(operator)).live
  const found = { at, live, elsewhere: session?.elsewhere ?? false }
  if (looked.size > 20_000) looked.clear()
  looked.set(sessionId, found)
  return found
}

const mostVerified = 20_000
/** Tokens whose signature was checked, until they run out: checking it takes longer than the rest of a short call. */
const verified = new Map<string, { claims: Caller; until: number }>()

const claimsOf = async (token: string): Promise<Caller> => {
  const at = now()
  const known = verified.get(token)
  if (known && known.until > at) return known.claims
  const { payload } = await jwtVerify(
    token,
    async (header) => {
      const key = await keyOf(header.kid ?? '')
      if (!key) throw new UnknownKey()
      return key
    },
    { issuer, audience: issuer, algorithms: ['ES256'], currentDate: new Date(at) },
  )
  const claims = Claims.parse(payload['who'])
  if (verified.size >= mostVerified) verified.clear()
  if (payload.exp !== undefined) verified.set(token, { claims, until: payload.exp * 1000 })
  return claims
}

/** The caller of a bearer token, or null for anything that is not a live session's own token. */
export const authenticate = async (
  authorization: string | undefined,
): Promise<{ caller: Caller; elsewhere: boolean } | null> => {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1]
  if (!token) return null
  try {
    const claims = await claimsOf(token)
    const { live, elsewhere } = await look(claims)
    return live ? { caller: claims, elsewhere } : null
  } catch (error) {
    if (error instanceof UnknownKey || error instanceof errors.JOSEError) return null
    if (error instanceof z.ZodError) return null
    throw error
  }
}
