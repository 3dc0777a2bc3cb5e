/** The session itself: renewed, ended, switched, kicked, pretended, carried to another client. */
import { timingSafeEqual } from 'node:crypto'
import { refreshToken, sessionUser, signOut, switchIdentity } from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import type { SignedIn } from '#shared/identity/identity.types.ts'
import { cleanSessions, kickSession, schoolIp, sessionList } from '#shared/identity/signIn/session.calls.ts'
import { endPretend, loginTicket, pretend, ticketSignIn } from '#shared/identity/signIn/signIn.calls.ts'
import type { SessionId } from '#shared/kit/ids.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { auditRecord, audited } from '#functions/kit/audit.ts'
import { now, randomText } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { epochs, forgetSessions, isLiveSession, sessions } from '#functions/kit/session.ts'
import type { Session } from '#functions/kit/session.ts'
import {
  accountOf,
  beginSession,
  endSession,
  hashOf,
  liveSessions,
  newSession,
  openSuccessor,
  openUsers,
  overlapMs,
  sealSuccessor,
  sessionNow,
  shown,
  signedIn,
} from './begin.ts'
import { accountById } from '../identity.public.ts'
import { users } from '../identity.store.ts'
import { inTenant } from '../partners/partner.tenant.ts'
import { deviceOf } from './devices.ts'
import { mayActFor, mayPretend } from '../accounts/reach.ts'
import { readTicket, signTicket, ticketMs } from './tokens.ts'
import { spend } from '../seals.ts'
import * as commands from './session.commands.ts'

const same = (a: string, b: string | undefined): boolean =>
  b !== undefined && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** New tokens for a session that goes on. */
const renewed = async (session: Session, token: string): Promise<SignedIn> => {
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
const refresh = (token: string): Promise<SignedIn> => {
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

export const sessionHandlers = [
  implement(refreshToken, ({ input }) => refresh(input.refreshToken)),

  implement(signOut, ({ caller }) => commands.signOut(caller)),

  implement(sessionUser, async ({ caller }) => {
    const [session, user, own] = await Promise.all([
      sessionNow(caller),
      users.get({ userId: caller.userId }),
      openUsers(caller.accountId),
    ])
    const account = await accountOf(session ?? caller)
    if (!session || !user || !account) return refuse(identityProblems.noSuchUser)
    return shown(user, account, session, own)
  }),

  implement(switchIdentity, async ({ input, caller, ip, agent }) => {
    const [session, user, own, live] = await Promise.all([
      sessionNow(caller),
      users.get({ userId: input.userId }),
      openUsers(caller.accountId),
      liveSessions(caller.accountId),
    ])
    const account = await accountOf(session ?? caller)
    if (!session) throw new Barred(401)
    const reached = user ? await inTenant(session.within, [user]) : []
    // A pretended session is of one identity, a partner's of its tenant.
    if (
      !user ||
      reached.length === 0 ||
      user.closedAt !== undefined ||
      user.accountId !== caller.accountId ||
      !account ||
      session.pretendedBy
    )
      return refuse(identityProblems.noSuchUser)
    const answer = await beginSession(
      // What the old session may do no longer, the new one may not either: its epoch is the old one's.
      {
        user,
        account: { ...account, epoch: session.epoch },
        own,
        ip,
        agent,
        passedSecurity: true,
        provedAt: session.provedAt,
        ...(session.within ? { within: session.within } : {}),
        ...(session.clientSystemType ? { clientSystemType: session.clientSystemType } : {}),
      },
      live.filter((s) => s.sessionId !== session.sessionId),
    )
    await sessions.update(session, { endedAt: now() })
    forgetSessions()
    return answer
  }),

  implement(sessionList, async ({ caller }) =>
    (await liveSessions(caller.accountId)).map((s) => ({
      sessionId: s.sessionId,
      current: s.sessionId === caller.sessionId,
      device: s.device ?? '',
      ip: s.ip ?? '',
      createdAt: s.createdAt,
    })),
  ),

  implement(kickSession, ({ input, caller }) => commands.kickSession(input, caller)),

  implement(cleanSessions, ({ caller }) => commands.cleanSessions(caller)),

  implement(schoolIp, async ({ caller, ip }) => {
    await sessions.update(caller, { ip })
    return { ip }
  }),

  implement(pretend, async ({ input, caller, ip, agent }) => {
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
  }),

  implement(endPretend, async ({ caller, agent }) => {
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
  }),

  implement(loginTicket, async ({ caller }) => {
    if (caller.pretendedBy) return refuse(identityProblems.pretending)
    return { token: await signTicket(caller) }
  }),

  implement(ticketSignIn, async ({ input, ip, agent }) => {
    const ticket = await readTicket(input.token)
    if (!ticket) return refuse(identityProblems.ticketRefused)
    const { userId, accountId } = ticket
    const [session, user, own, live, first] = await Promise.all([
      sessionNow({ sessionId: ticket.sessionId as SessionId, accountId }),
      users.get({ userId }),
      openUsers(accountId),
      liveSessions(accountId),
      spend(ticket.jti, now() + ticketMs),
    ])
    const account = session && (await accountOf(session))
    if (!first || !session || !user || user.closedAt !== undefined || !account || account.disabled)
      return refuse(identityProblems.ticketRefused)
    return beginSession(
      {
        user,
        account: { ...account, epoch: session.epoch },
        own,
        ip,
        agent,
        clientSystemType: input.clientSystemType,
        passedSecurity: true,
        ...(session.within ? { within: session.within } : {}),
      },
      live,
    )
  }),
]
