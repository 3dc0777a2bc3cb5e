/** The session itself: renewed, ended, switched, kicked, pretended, carried to another client. */
import { refreshToken, sessionUser, signOut, switchIdentity } from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { cleanSessions, kickSession, schoolIp, sessionList } from '#shared/identity/signIn/session.calls.ts'
import { endPretend, loginTicket, pretend, ticketSignIn } from '#shared/identity/signIn/signIn.calls.ts'
import type { SessionId } from '#shared/kit/ids.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { accountOf, beginSession, liveSessions, openUsers, sessionNow, shown } from './begin.ts'
import { users } from '../identity.store.ts'
import { inTenant } from '../partners/partner.tenant.ts'
import { readTicket, signTicket, ticketMs } from './tokens.ts'
import { spend } from '../seals.ts'
import * as commands from './session.commands.ts'
import { refresh } from './session.commands.ts'

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
    await commands.endReplaced(session)
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

  implement(schoolIp, ({ caller, ip }) => commands.noteIp(caller, ip)),

  implement(pretend, (asked) => commands.pretend(asked)),

  implement(endPretend, ({ caller, agent }) => commands.endPretend(caller, agent)),

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
