import { createHash } from 'node:crypto'
import {
  demoAccounts,
  openUser,
  refreshToken,
  sessionUser,
  signIn,
  signOut,
  switchIdentity,
} from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import type { SessionUser, SignedIn, User } from '#shared/identity/identity.types.ts'
import { areaTenant, schoolTenant } from '#shared/kit/ids.ts'
import type { SessionId } from '#shared/kit/ids.ts'
import { newId, now, randomText } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { accessTokenMs, forgetSessions, sessions } from '#functions/kit/session.ts'
import type { Session } from '#functions/kit/session.ts'
import { openAccount } from './identity.public.ts'
import { accounts, demoAccountRows, users } from './identity.store.ts'
import type { StoredAccount } from './identity.store.ts'
import { passwordMatches } from './password.ts'
import { accessToken } from './tokens.ts'

const wrongLimit = 5
const lockMs = 10 * 60_000
const sessionMs = 12 * 3_600_000
/** A refresh token that was just rotated is still good for a moment: two tabs may refresh at once. */
const overlapMs = 10_000

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const callerOf = (user: User, sessionId: SessionId): Caller => ({
  sessionId,
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
})

const identitiesOf = async (accountId: string): Promise<User[]> =>
  users.queryIndex('gsi1', `account#${accountId}`, { prefix: 'user#' })

const shown = async (user: User, account: StoredAccount, sessionId: SessionId): Promise<SessionUser> => ({
  ...user,
  accountName: account.accountName,
  sessionId,
  passwordStatus: account.passwordStatus,
  userList: await identitiesOf(user.accountId),
})

const signedIn = async (user: User, account: StoredAccount, session: Session, secret: string): Promise<SignedIn> => ({
  accessToken: await accessToken(callerOf(user, session.sessionId)),
  refreshToken: `${session.sessionId}.${secret}`,
  expiresIn: accessTokenMs,
  user: await shown(user, account, session.sessionId),
})

const accountOf = async (accountId: string): Promise<StoredAccount | null> =>
  (await accounts.queryIndex('gsi1', `account#${accountId}`, { prefix: 'account', limit: 1 }))[0] ?? null

const begin = async (user: User, account: StoredAccount): Promise<SignedIn> => {
  const secret = randomText(32)
  const at = now()
  const session: Session = {
    schema: 1,
    sessionId: newId<SessionId>('session'),
    accountId: account.accountId,
    userId: user.userId,
    refreshHash: hashOf(secret),
    rotatedAt: at,
    createdAt: at,
    expiresAt: at + sessionMs,
    version: 1,
  }
  await sessions.create(session)
  return signedIn(user, account, session, secret)
}

const end = async (sessionId: SessionId): Promise<void> => {
  await sessions.update({ sessionId }, { endedAt: now() })
  forgetSessions()
}

export const identityHandlers = [
  implement(signIn, async ({ input }) => {
    const at = now()
    const account = await accounts.get({ accountName: input.accountName })
    if (account && account.lockedUntil > at)
      refuse(identityProblems.locked, { minutes: Math.ceil((account.lockedUntil - at) / 60_000) })
    // The hash is computed for a name that does not exist too: the time taken names no account.
    const right = await passwordMatches(input.password, account?.passwordHash ?? '')
    if (!account || !right || account.disabled) {
      if (account) {
        const wrong = account.wrongPasswords + 1
        await accounts.save({
          ...account,
          wrongPasswords: wrong >= wrongLimit ? 0 : wrong,
          lockedUntil: wrong >= wrongLimit ? at + lockMs : account.lockedUntil,
        })
      }
      return refuse(identityProblems.wrongPassword)
    }
    if (account.wrongPasswords > 0) await accounts.save({ ...account, wrongPasswords: 0 })
    const user = (await identitiesOf(account.accountId))[0]
    if (!user) return refuse(identityProblems.wrongPassword)
    return begin(user, account)
  }),

  implement(refreshToken, async ({ input }) => {
    const [sessionId, secret] = input.refreshToken.split('.') as [SessionId, string | undefined]
    const session = secret && /^se_[0-9a-z]{26}$/.test(sessionId) ? await sessions.get({ sessionId }) : null
    const at = now()
    if (!session || !secret || session.endedAt !== undefined || session.expiresAt <= at)
      return refuse(identityProblems.refreshRefused)
    const hash = hashOf(secret)
    const fresh = hash === session.refreshHash
    if (!fresh) {
      // A token used after its successor was used is stolen or replayed: the session ends for both.
      const overlap = hash === session.previousHash && at - session.rotatedAt < overlapMs
      if (!overlap) await end(session.sessionId)
      return refuse(identityProblems.refreshRefused)
    }
    const [user, account] = await Promise.all([users.get({ userId: session.userId }), accountOf(session.accountId)])
    if (!user || !account || account.disabled) return refuse(identityProblems.refreshRefused)
    const next = randomText(32)
    const saved = await sessions.save({
      ...session,
      refreshHash: hashOf(next),
      previousHash: hash,
      rotatedAt: at,
    })
    if (!saved) return refuse(identityProblems.refreshRefused)
    return signedIn(user, account, saved, next)
  }),

  implement(signOut, async ({ caller }) => {
    await end(caller.sessionId)
    return {}
  }),

  implement(sessionUser, async ({ caller }) => {
    const [user, account] = await Promise.all([users.get({ userId: caller.userId }), accountOf(caller.accountId)])
    if (!user || !account) return refuse(identityProblems.noSuchUser)
    return shown(user, account, caller.sessionId)
  }),

  implement(switchIdentity, async ({ input, caller }) => {
    const [user, account] = await Promise.all([users.get({ userId: input.userId }), accountOf(caller.accountId)])
    if (!user || !account || user.accountId !== caller.accountId) return refuse(identityProblems.noSuchUser)
    const answer = await begin(user, account)
    await end(caller.sessionId)
    return answer
  }),

  implement(demoAccounts, async () =>
    process.env['QINGHE_DEMO'] === '1' ? demoAccountRows.query('demo#accounts') : [],
  ),

  implement(openUser, async ({ input, caller }) => {
    if (caller.tenant !== 'p') throw new Barred(403)
    const { school, area } = input
    const opened = await openAccount({
      accountName: input.accountName,
      userName: input.userName,
      password: input.password,
      passwordStatus: 0,
      users: [
        {
          userType: input.userType,
          stage: input.stage,
          tenant: school ? schoolTenant(school.schoolId) : area ? areaTenant(area.areaId) : 'p',
          ...school,
          ...area,
        },
      ],
    })
    if (!opened) return refuse(identityProblems.nameTaken, { name: input.accountName })
    return { userId: opened.users[0]!.userId }
  }),
]
