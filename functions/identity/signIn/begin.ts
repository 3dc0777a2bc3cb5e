/** How a session begins, is shown, is renewed and ends. Every way in (password, ticket, partner, pretence) ends here. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { SessionUser, SignedIn, User } from '#shared/identity/identity.types.ts'
import type { SessionId } from '#shared/kit/ids.ts'
import { mask } from '#shared/kit/pii.ts'
import { openField } from '#functions/kit/fields.ts'
import { memo } from '#functions/kit/memo.ts'
import { newId, now, randomOf, randomText } from '#functions/kit/ports.ts'
import { accessTokenMs, epochs, forgetSessions, isLiveSession, sessions } from '#functions/kit/session.ts'
import type { Caller, Session } from '#functions/kit/session.ts'
import { schoolOf } from '#functions/school/roster/school.public.ts'
import { accountById } from '../identity.public.ts'
import { accounts, users } from '../identity.store.ts'
import type { StoredAccount } from '../identity.store.ts'
import { deviceOf } from './devices.ts'
import { inTenant } from '../partners/partner.tenant.ts'
import { accessToken } from './tokens.ts'

const sessionMs = 12 * 3_600_000
const pretendedMs = 3_600_000
/** A refresh token that was just rotated is still good for a moment: two tabs may refresh at once, an answer get lost. */
export const overlapMs = 30_000
/** Sessions of one account; the oldest end beyond. */
const sessionsKept = 30

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const successorKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'successor', 32))
/** The next refresh token, readable only with the one before it: the server keeps neither. */
export const sealSuccessor = (secret: string, next: string): string => {
  const nonce = randomOf(12)
  const cipher = createCipheriv('aes-256-gcm', successorKey(secret), nonce)
  return Buffer.concat([nonce, cipher.update(next, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}
export const openSuccessor = (secret: string, sealed: string): string => {
  const bytes = Buffer.from(sealed, 'base64url')
  const opener = createDecipheriv('aes-256-gcm', successorKey(secret), bytes.subarray(0, 12), { authTagLength: 16 })
  opener.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([opener.update(bytes.subarray(12, -16)), opener.final()]).toString('utf8')
}

const pendingOf = (account: StoredAccount, session: Session): Caller['pending'] => {
  if (session.pretendedBy) return undefined
  return session.owesSecurity ? 'security' : account.passwordStatus === 1 ? 'password' : undefined
}

const callerOf = (user: User, account: StoredAccount, session: Session): Caller => {
  const pending = pendingOf(account, session)
  return {
    sessionId: session.sessionId,
    accountId: user.accountId,
    userId: user.userId,
    userType: user.userType,
    userName: user.userName,
    tenant: user.tenant,
    stage: user.stage,
    ...(user.schoolId ? { schoolId: user.schoolId } : {}),
    ...(user.areaId ? { areaId: user.areaId } : {}),
    ...(user.teacherId ? { teacherId: user.teacherId } : {}),
    ...(user.studentId ? { studentId: user.studentId } : {}),
    ...(session.pretendedBy ? { pretendedBy: session.pretendedBy.accountId } : {}),
    ...(pending ? { pending } : {}),
  }
}

/** The account's identities that are open, the oldest first. */
export const openUsers = async (accountId: string): Promise<User[]> =>
  (await users.queryIndex('gsi1', `account#${accountId}`, { prefix: 'user#' })).filter((u) => u.closedAt === undefined)

/** The account of a session or caller, read consistently where the session knows its name. */
export const accountOf = async (of: { accountId: string; accountName?: string | undefined }) =>
  of.accountName === undefined ? accountById(of.accountId) : accounts.get({ accountName: of.accountName })

/** A school is renamed now and then; its people's rows are not rewritten for it. */
const schoolNameOf = memo(60, async (schoolId: string) => (await schoolOf(schoolId))?.schoolName)

const named = async (user: User): Promise<User> => {
  const schoolName = user.schoolId ? await schoolNameOf(user.schoolId) : undefined
  return schoolName ? { ...user, schoolName } : user
}

const personal = async (account: StoredAccount, field: 'phone' | 'email'): Promise<string> => {
  const sealed = account[`${field}Sealed`]
  return sealed ? openField(`account#${account.accountId}#${field}`, sealed) : ''
}
export const phoneOf = (account: StoredAccount): Promise<string> => personal(account, 'phone')

const maskedOf = async (account: StoredAccount, field: 'phone' | 'email'): Promise<string> => {
  const text = await personal(account, field)
  return text === '' ? '' : mask(field, text)
}
export const maskedPhone = (account: StoredAccount): Promise<string> => maskedOf(account, 'phone')

/** The session as the shell sees it. */
export const shown = async (
  user: User,
  account: StoredAccount,
  session: Session,
  own: readonly User[],
): Promise<SessionUser> => {
  const [self, userList, accountPhone, accountEmail] = await Promise.all([
    named(user),
    inTenant(session.within, own).then((reached) => Promise.all(reached.map(named))),
    maskedOf(account, 'phone'),
    maskedOf(account, 'email'),
  ])
  const pending = pendingOf(account, session)
  return {
    ...self,
    // A parent without a child is the placeholder student.
    studentId: user.studentId ?? (user.userType === 5 ? '-1' : undefined),
    accountName: account.accountName,
    sessionId: session.sessionId,
    passwordStatus: account.passwordStatus,
    phoneBindStatus: account.phoneSealed ? 2 : 1,
    accountPhone,
    accountEmail,
    securityStatus: account.securityStatus,
    membershipStatus: user.membershipStatus ?? 0,
    clientSystemType: session.clientSystemType ?? 'web',
    userList: userList.map((u) => ({ ...u, hzyFlag: false })),
    ...(pending ? { pending } : {}),
    ...(session.pretendedBy
      ? { pretendedBy: { accountId: session.pretendedBy.accountId, userName: session.pretendedBy.userName } }
      : {}),
  }
}

export const signedIn = async (
  of: { user: User; account: StoredAccount; own: readonly User[] },
  session: Session,
  refreshToken: string,
): Promise<SignedIn> => {
  const [token, user] = await Promise.all([
    accessToken(callerOf(of.user, of.account, session)),
    shown(of.user, of.account, session, of.own),
  ])
  return { accessToken: token, refreshToken, expiresIn: accessTokenMs, user }
}

/** The account's live sessions, the newest first, as the index has them. */
export const liveSessions = async (accountId: string): Promise<Session[]> => {
  const at = now()
  const all = await sessions.queryIndex('gsi1', `account#${accountId}`, { reverse: true, limit: 60 })
  return all.filter((s) => s.endedAt === undefined && s.expiresAt > at)
}

export type Beginning = {
  user: User
  account: StoredAccount
  /** The account's open identities. */
  own: readonly User[]
  ip: string
  agent: string
  clientSystemType?: 'web' | 'alipay'
  pretendedBy?: Session['pretendedBy']
  /** The partner's tenant, where one signed in through a partner. */
  within?: Session['within']
  /** What was already shown elsewhere (another session of the account that passed the check). */
  passedSecurity?: boolean
  /** When the person last showed to be there (`fresh` calls): now, where the password was just typed. */
  provedAt?: number | undefined
}

/** A session row, not yet written, and its first refresh token: session, family, secret. */
export const newSession = (beginning: Beginning): { session: Session; refreshToken: string } => {
  const family = randomText(16)
  const secret = randomText(32)
  const at = now()
  const session: Session = {
    schema: 1,
    sessionId: newId<SessionId>('session'),
    accountId: beginning.account.accountId,
    accountName: beginning.account.accountName,
    userId: beginning.user.userId,
    refreshHash: hashOf(secret),
    familyHash: hashOf(family),
    rotatedAt: at,
    createdAt: at,
    expiresAt: at + (beginning.pretendedBy ? pretendedMs : sessionMs),
    ip: beginning.ip,
    device: deviceOf(beginning.agent),
    clientSystemType: beginning.clientSystemType ?? 'web',
    version: 1,
    ...(beginning.account.epoch ? { epoch: beginning.account.epoch } : {}),
    ...(beginning.pretendedBy ? { pretendedBy: beginning.pretendedBy } : {}),
    ...(beginning.within ? { within: beginning.within } : {}),
    ...(beginning.provedAt === undefined ? {} : { provedAt: beginning.provedAt }),
    ...(beginning.account.securityStatus === 3 &&
    beginning.account.phoneSealed &&
    !beginning.passedSecurity &&
    !beginning.pretendedBy
      ? { owesSecurity: true }
      : {}),
  }
  return { session, refreshToken: `${session.sessionId}.${family}.${secret}` }
}

/** Those of the account's sessions that its present epoch lets go on. */
const ofEpoch = (live: readonly Session[], epoch: string | undefined): Session[] =>
  live.filter((s) => s.epoch === epoch)

/**
 * Begins a session. Where the account is signed in elsewhere, both sides learn of it: one write a device, the first time.
 * `live` are the sessions that were live a moment ago, without one that this one replaces.
 */
export const beginSession = async (beginning: Beginning, live: readonly Session[]): Promise<SignedIn> => {
  const { session, refreshToken } = newSession(beginning)
  const others = ofEpoch(live, beginning.account.epoch)
  const began: Session = others.length > 0 ? { ...session, elsewhere: true } : session
  const [made] = await Promise.all([
    sessions.create(began),
    ...others
      .slice(0, sessionsKept - 1)
      .filter((s) => !s.elsewhere)
      .map((s) => sessions.update(s, { elsewhere: true })),
    ...others.slice(sessionsKept - 1).map((s) => sessions.update(s, { endedAt: now() })),
  ])
  if (!made) throw new Error(`session ${began.sessionId} is there already`)
  return signedIn(beginning, began, refreshToken)
}

/** Ends a session; the last one left hears that it is alone again. */
export const endSession = async (sessionId: SessionId): Promise<void> => {
  const ended = await sessions.update({ sessionId }, { endedAt: now() })
  forgetSessions()
  if (!ended || ended.pretendedBy) return
  const left = ofEpoch(await liveSessions(ended.accountId), ended.epoch).filter((s) => s.sessionId !== sessionId)
  if (left.length === 1 && left[0]!.elsewhere) await sessions.update(left[0]!, { elsewhere: undefined })
}

/** The session of a caller while it may go on, read now. */
export const sessionNow = async (of: { sessionId: SessionId; accountId: string }): Promise<Session | null> => {
  const [session, epoch] = await Promise.all([sessions.get(of), epochs.get(of)])
  return isLiveSession(session, epoch, now()) ? session : null
}
