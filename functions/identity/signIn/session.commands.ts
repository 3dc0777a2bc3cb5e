import { identityProblems } from '#shared/identity/identity.problems.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { forgetSessions, sessions } from '#functions/kit/session.ts'
import { endSession, liveSessions } from './begin.ts'
import type * as identityCalls from '#shared/identity/identity.calls.ts'
import type * as sessionCalls from '#shared/identity/signIn/session.calls.ts'
import type { Caller } from '#functions/kit/serve.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

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
