import { timingSafeEqual } from 'node:crypto'
import type { pretend as pretendCall } from '#shared/identity/signIn/signIn.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import type * as identityCalls from '#shared/identity/identity.calls.ts'
import type * as sessionCalls from '#shared/identity/signIn/session.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import type { SignedIn } from '#shared/identity/identity.types.ts'
import type { SessionId } from '#shared/kit/ids.ts'
import { auditRecord, audited } from '#functions/kit/audit.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { epochs, forgetSessions, isLiveSession, sessions } from '#functions/kit/session.ts'
import type { Session } from '#functions/kit/session.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { edit, beaten } from '#functions/kit/edit.ts'
import { mayActFor, mayPretend } from '../accounts/reach.ts'
import { deviceOf } from './devices.ts'
import { accountById } from '../identity.public.ts'
import {
  accountOf,
  endSession,
  hashOf,
  liveSessions,
  signedIn,
  sessionNow,
  sealSuccessor,
  overlapMs,
  openUsers,
  openSuccessor,
  newSession,
} from './begin.ts'
import { users } from '../identity.store.ts'

export const signOut = async (caller: Caller): Promise<AnswerOf<typeof identityCalls.signOut>> => {
  await endSession(caller.sessionId)
  return {}
}

export const kickSession = async (
  input: InputOf<typeof sessionCalls.kickSession>,
  caller: Caller,
): Promise<AnswerOf<typeof sessionCalls.kickSession>> => {
  if (caller.pretendedBy) return refuse(identityProblems.pretending)
  const session = await sessions.get(input)
  if (!session || session.accountId !== caller.accountId || session.endedAt !== undefined)
    return refuse(identityProblems.noSuchUser)
  await endSession(session.sessionId)
  return {}
}

export const cleanSessions = async (caller: Caller): Promise<AnswerOf<typeof sessionCalls.cleanSessions>> => {
  if (caller.pretendedBy) return refuse(identityProblems.pretending)
  const others = (await liveSessions(caller.accountId)).filter((s) => s.sessionId !== caller.sessionId)
  await Promise.all(others.map((s) => sessions.update(s, { endedAt: now() })))
  await sessions.update(caller, { elsewhere: undefined })
  forgetSessions()
  return { ended: others.length }
}

const same = (a: string, b: string | undefined): boolean =>
  b !== undefined && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** New tokens for a session that goes on. */
export const renewed = async (session: Session, token: string): Promise<SignedIn> => {
  const [user, account, own] = await Promise.all([
    users.get({ userId: session.userId }),
    accountOf(session),
    openUsers(session.accountId),
  ])
  if (!user || user.closedAt !== undefined || !account || account.disabled)
    return refuse(identityProblems.refreshRefused)
  return signedIn({ user, account, own }, session, token)
}

/** The refresh: the token is traded for its successor, and a second tab that comes with the same one gets the same. */
export const refresh = (token: string): Promise<SignedIn> => {
  const [sessionId, family = '', secret = ''] = token.split('.') as [SessionId, string?, string?]
  return edit(`the session ${sessionId}`, async () => {
    const session = /^se_[0-9a-z]{26}$/.test(sessionId) && secret ? await sessions.get({ sessionId }) : null
    const at = now()
    if (!session || !same(hashOf(family), session.familyHash)) return refuse(identityProblems.refreshRefused)
    if (!isLiveSession(session, await epochs.get(session), at)) return refuse(identityProblems.refreshRefused)
    if (session.pretendedBy && !(await sessionNow(session.pretendedBy))) return refuse(identityProblems.refreshRefused)
    const hash = hashOf(secret)
    if (hash === session.refreshHash) {
      const next = randomText(32)
      const rotated = await sessions.update(
        session,
        { refreshHash: hashOf(next), previousHash: hash, rotatedAt: at, successor: sealSuccessor(secret, next) },
        { refreshHash: hash, endedAt: undefined },
      )
      if (rotated) return renewed(rotated, `${sessionId}.${family}.${next}`)
      // Another tab was faster, or the session has just ended: the row says which.
      return beaten
    }
    if (hash === session.previousHash && session.successor && at - session.rotatedAt < overlapMs)
      return renewed(session, `${sessionId}.${family}.${openSuccessor(secret, session.successor)}`)
    // A real token of this session, used after its successor's time: it was stolen, or it is. The session ends for both.
    await endSession(sessionId)
    return refuse(identityProblems.refreshRefused)
  })
}

/** Who answers for people acts in one's name: with a reason, on record, and the person's own tenant sees it. */
export const pretend = async ({
  input,
  caller,
  ip,
  agent,
}: {
  input: InputOf<typeof pretendCall>
  caller: Caller
  ip: string
  agent: string
}): Promise<SignedIn> => {
  const user = await users.get({ userId: input.userId })
  const account = user ? await accountById(user.accountId) : null
  const reached = user !== null && user.closedAt === undefined && (await mayActFor(caller, user))
  // A user of another school and a user that does not exist are answered alike.
  if (!user || !account || account.disabled || !reached) return refuse(identityProblems.noSuchUser)
  if (!mayPretend(caller, user)) return refuse(identityProblems.pretendRefused)
  const own = [user]
  const { session, refreshToken: token } = newSession({
    user,
    account,
    own,
    ip,
    agent,
    pretendedBy: { accountId: caller.accountId, userName: caller.userName, sessionId: caller.sessionId },
  })
  const record = auditRecord(caller, 'identity.pretend', user.userId, {
    reason: input.reason,
    after: user.userId,
    // Whose person it is done to sees it.
    tenant: user.tenant,
  })
  // I16: the session exists if and only if its record does.
  if (!(await audited([sessions.creating(session)], record))) return refuse(identityProblems.pretendRefused)
  return signedIn({ user, account, own }, session, token)
}

/** Back to the session that pretended, in the same browser. */
export const endPretend = async (caller: Caller, agent: string): Promise<SignedIn> => {
  const session = await sessionNow(caller)
  if (!session?.pretendedBy) return refuse(identityProblems.refreshRefused)
  const operator = await sessionNow(session.pretendedBy)
  // The way back is that of the same browser only, and proves no person: sensitive calls ask again.
  if (!operator || operator.device !== deviceOf(agent)) {
    await endSession(caller.sessionId)
    return refuse(identityProblems.refreshRefused)
  }
  const [family, secret] = [randomText(16), randomText(32)]
  const next: Session = {
    ...operator,
    ...{ familyHash: hashOf(family), refreshHash: hashOf(secret), rotatedAt: now() },
    ...{ previousHash: undefined, successor: undefined, provedAt: undefined },
  }
  const record = auditRecord(caller, 'identity.endPretend', caller.userId, { after: operator.userId })
  const writes = [sessions.saving({ ...session, endedAt: now() }), sessions.saving(next)]
  if (!(await audited(writes, record))) return refuse(identityProblems.refreshRefused)
  forgetSessions()
  return renewed(next, `${next.sessionId}.${family}.${secret}`)
}

/** Another identity took its place: it is over at once. */
export const endReplaced = async (session: Session): Promise<void> => {
  await sessions.update(session, { endedAt: now() })
  forgetSessions()
}

/** The address that a session is used from. */
export const noteIp = async (caller: Caller, ip: string): Promise<{ ip: string }> => {
  await sessions.update(caller, { ip })
  return { ip }
}
