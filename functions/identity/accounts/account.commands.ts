import { identityProblems } from '#shared/identity/identity.problems.ts'
import { partnerProblems } from '#shared/identity/partners/partner.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { blindIndex } from '#functions/kit/fields.ts'
import { newId } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { forgetSessions, sessions } from '#functions/kit/session.ts'
import type { Session } from '#functions/kit/session.ts'
import { accountOf, openUsers, phoneOf, sessionNow } from '../signIn/begin.ts'
import { checkCode } from '../signIn/codes.ts'
import { savingAnew } from '../identity.public.ts'
import type { StoredAccount } from '../identity.store.ts'
import { reachesBeyond } from '../partners/partner.tenant.ts'
import { hashPassword } from '../signIn/password.ts'
import { accountNamed } from '../signIn/signIn.commands.ts'
import type * as signInCalls from '#shared/identity/signIn/signIn.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export type Own = { session: Session; account: StoredAccount }

/** The caller's session and account, read now. */
export const ownOf = async (caller: Caller): Promise<Own> => {
  const session = await sessionNow(caller)
  if (!session) throw new Barred(401)
  const account = (await accountOf(session)) ?? refuse(identityProblems.noSuchUser)
  return { session, account }
}

/** The same for a change: never in another's name, never of another account. */
export const ownToChange = async (caller: Caller, accountId?: string): Promise<Own> => {
  if (caller.pretendedBy) return refuse(identityProblems.pretending)
  if (accountId !== undefined && accountId !== caller.accountId) throw new Barred(403)
  const own = await ownOf(caller)
  if (own.session.within && (await reachesBeyond(own.session, await openUsers(caller.accountId))))
    return refuse(partnerProblems.partnerOnlyThere)
  return own
}

export const busy = (): never => refuse(commonProblems.stale, { who: '您', when: '刚才' })

export const securityValidate = async (
  input: InputOf<typeof signInCalls.securityValidate>,
  caller: Caller,
): Promise<AnswerOf<typeof signInCalls.securityValidate>> => {
  const { session, account } = await ownToChange(caller)
  const to = { channel: 'sms' as const, address: await phoneOf(account) }
  await checkCode('security', account.accountId, to, input.validateCode)
  await sessions.update(session, { owesSecurity: undefined })
  return {}
}

export const resetPassword = async (
  input: InputOf<typeof signInCalls.resetPassword>,
): Promise<AnswerOf<typeof signInCalls.resetPassword>> => {
  const subject = await blindIndex('phone', input.phone)
  await checkCode('reset', subject, { channel: 'sms', address: input.phone }, input.validateCode)
  const account = await accountNamed(input.phone)
  if (!account || account.phoneBlind !== subject || account.disabled) return refuse(identityProblems.codeGone)
  const passwordHash = await hashPassword(input.newPassword)
  const user = (await openUsers(account.accountId))[0]
  if (!user) return refuse(identityProblems.codeGone)
  const record = auditRecord({ ...user, sessionId: newId('session') }, 'identity.resetPassword', account.accountId, {})
  const done = await audited(savingAnew(account, { passwordHash, passwordStatus: 0 }).writes, record)
  forgetSessions()
  return done ? {} : busy()
}
