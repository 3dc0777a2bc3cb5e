import { identityProblems } from '#shared/identity/identity.problems.ts'
import { partnerProblems } from '#shared/identity/partners/partner.problems.ts'
import { commonProblems } from '#shared/kit/problem.ts'
import type * as signInCalls from '#shared/identity/signIn/signIn.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { blindIndex, sealField } from '#functions/kit/fields.ts'
import { newId } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { forgetSessions, sessions } from '#functions/kit/session.ts'
import type { Session } from '#functions/kit/session.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { accountOf, openUsers, phoneOf, sessionNow } from '../signIn/begin.ts'
import { checkCode } from '../signIn/codes.ts'
import { savingAnew } from '../identity.public.ts'
import { accounts, aliases } from '../identity.store.ts'
import type { StoredAccount } from '../identity.store.ts'
import { reachesBeyond } from '../partners/partner.tenant.ts'
import { hashPassword } from '../signIn/password.ts'
import { accountNamed } from '../signIn/signIn.commands.ts'

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

/** Effect and record in one transaction; refused where `account` changed since it was read. */
export const keep = async (writes: readonly WriteItem[], caller: Caller, act: AuditAct): Promise<void> => {
  if (!(await audited(writes, auditRecord(caller, act, caller.accountId, {})))) return busy()
  forgetSessions()
}

/** The writes that bind an address to an account in the place of another. */
const binding = async (
  account: StoredAccount,
  kind: 'phone' | 'email',
  address: string,
): Promise<{ writes: WriteItem[]; taken: boolean; change: Partial<StoredAccount> }> => {
  const blind = await blindIndex(kind, address)
  const before = account[`${kind}Blind`]
  const [there, old] = await Promise.all([
    aliases.get({ blind }),
    before && before !== blind ? aliases.get({ blind: before }) : null,
  ])
  const { accountId, accountName } = account
  const taken = there !== null && there.accountId !== accountId
  const change = {
    [`${kind}Blind`]: blind,
    [`${kind}Sealed`]: await sealField(`account#${accountId}#${kind}`, address),
  }
  return {
    taken,
    change,
    writes: [
      ...(there ? [] : [aliases.creating({ schema: 1, blind, kind, accountId, accountName, version: 1 })]),
      ...(old?.accountId === accountId ? [aliases.removing(old)] : []),
    ],
  }
}

export const bind = async (
  { account }: Own,
  kind: 'phone' | 'email',
  address: string,
  caller: Caller,
): Promise<Record<string, never>> => {
  const { writes, taken, change } = await binding(account, kind, address)
  const problem = kind === 'phone' ? identityProblems.phoneTaken : identityProblems.emailTaken
  if (taken) return refuse(problem)
  await keep([...writes, savingOver(account, change)], caller, `identity.bind.${kind}`)
  return {}
}

export const savingOver = (account: StoredAccount, change: Partial<StoredAccount>): WriteItem =>
  accounts.saving({ ...account, ...change })
