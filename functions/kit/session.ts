/**
 * Sessions and the keys that sign access tokens live in one small table that every function may read. A token is a
 * signed JWT of some minutes; its session is looked at on every call, through a memory of three seconds, so that a kick
 * or a changed password takes effect within five.
 */
import { errors, importJWK, jwtVerify } from 'jose'
import type { JWK } from 'jose'
import * as z from 'zod'
import { AccountId, AreaId, SchoolId, SessionId, StudentId, TeacherId, Tenant, UserId } from '#shared/kit/ids.ts'
import { now } from './ports.ts'
import { rows } from './table.ts'

export const issuer = 'qinghe'
export const accessTokenMs = 10 * 60_000
const memoryMs = 3_000

export const Session = z.object({
  schema: z.literal(1),
  sessionId: SessionId,
  accountId: AccountId,
  userId: UserId,
  /** sha256 of the refresh token that is good now, and how often it was rotated. */
  refreshHash: z.string(),
  previousHash: z.string().optional(),
  rotatedAt: z.int(),
  endedAt: z.int().optional(),
  createdAt: z.int(),
  expiresAt: z.int(),
  version: z.int(),
})
export type Session = z.infer<typeof Session>

export const sessions = rows({
  table: 'TABLE_SESSION',
  schema: Session,
  key: (of: { sessionId: string }) => ({ pk: `session#${of.sessionId}`, sk: 'session' }),
  index: (s) => ({ gsi1pk: `account#${s.accountId}`, gsi1sk: s.sessionId }),
  ttl: (s) => Math.ceil(s.expiresAt / 1000),
})

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
  key: (of: { kid: string }) => ({ pk: `key#${of.kid}`, sk: 'key' }),
})

/** Who calls. Tenant is what the caller belongs to: a school, an area or the platform. */
export const Claims = z.object({
  sessionId: SessionId,
  accountId: AccountId,
  userId: UserId,
  userType: z.int(),
  userName: z.string(),
  tenant: Tenant,
  stage: z.int(),
  schoolId: SchoolId.optional(),
  areaId: AreaId.optional(),
  teacherId: TeacherId.optional(),
  studentId: StudentId.optional(),
  /** The account that pretends to be this user. */
  pretendedBy: AccountId.optional(),
})
export type Caller = z.infer<typeof Claims>

const publicKeys = new Map<string, Awaited<ReturnType<typeof importJWK>>>()
const keyOf = async (kid: string) => {
  const known = publicKeys.get(kid)
  if (known) return known
  if (!/^[A-Za-z0-9_-]{8,40}$/.test(kid)) return null
  const row = await signingKeys.get({ kid })
  if (!row) return null
  const key = await importJWK(row.publicJwk as JWK, 'ES256')
  publicKeys.set(kid, key)
  return key
}

class UnknownKey extends Error {}

const looked = new Map<string, { at: number; live: boolean }>()
/** Forgets what is remembered of sessions: tests, and the function that ends one. */
export const forgetSessions = (): void => looked.clear()

const isLive = async (sessionId: string): Promise<boolean> => {
  const at = now()
  const known = looked.get(sessionId)
  if (known && at - known.at < memoryMs) return known.live
  const session = await sessions.get({ sessionId })
  const live = session !== null && session.endedAt === undefined && session.expiresAt > at
  if (looked.size > 20_000) looked.clear()
  looked.set(sessionId, { at, live })
  return live
}

/** The caller of a bearer token, or null for anything that is not a live session's own token. */
export const authenticate = async (authorization: string | undefined): Promise<Caller | null> => {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '')?.[1]
  if (!token) return null
  try {
    const { payload } = await jwtVerify(
      token,
      async (header) => {
        const key = await keyOf(header.kid ?? '')
        if (!key) throw new UnknownKey()
        return key
      },
      { issuer, audience: issuer, algorithms: ['ES256'], currentDate: new Date(now()) },
    )
    const claims = Claims.parse(payload['who'])
    return (await isLive(claims.sessionId)) ? claims : null
  } catch (error) {
    if (error instanceof UnknownKey || error instanceof errors.JOSEError) return null
    if (error instanceof z.ZodError) return null
    throw error
  }
}
