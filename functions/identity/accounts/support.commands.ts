import { identityProblems } from '#shared/identity/identity.problems.ts'
import { wrongPasswordLimits } from '#shared/identity/signIn/limit.rules.ts'
import type { User } from '#shared/identity/identity.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { openUsers } from '../signIn/begin.ts'
import { nameKey } from '../identity.store.ts'
import type { StoredAccount } from '../identity.store.ts'
import { clearLimit, limitKey } from '../signIn/limits.ts'
import { mayActFor, reachesAll } from './reach.ts'
import { accountNamed } from '../signIn/signIn.commands.ts'
import type * as signInCalls from '#shared/identity/signIn/signIn.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const { name: everywhere, nameAtAddress } = wrongPasswordLimits

/** The account of a name and its identities that the caller reaches; an unknown name and one out of reach are alike. */
export const reachedAccount = async (
  caller: Caller,
  name: string,
): Promise<{ account: StoredAccount; own: User[] }> => {
  const account = await accountNamed(nameKey(name))
  const all = account ? await openUsers(account.accountId) : []
  const reached = await Promise.all(all.map((u) => mayActFor(caller, u)))
  const own = all.filter((_, i) => reached[i])
  return account && own.length > 0 ? { account, own } : refuse(identityProblems.noSuchUser)
}

/** A name is counted as it was typed: the account's own, a bound phone, a mailbox. */
export const keysOf = (account: StoredAccount, typed: string): string[] =>
  [...new Set([nameKey(account.accountName), nameKey(typed)])].map((n) => limitKey('name', n))

export const cancelDisable = async (
  input: InputOf<typeof signInCalls.cancelDisable>,
  caller: Caller,
): Promise<AnswerOf<typeof signInCalls.cancelDisable>> => {
  const { account } = await reachedAccount(caller, input.accountName)
  // What is counted guards every identity of the account, not only those within reach.
  if (!(await reachesAll(caller, await openUsers(account.accountId)))) return refuse(identityProblems.accountBeyond)
  if (!(await audited([], auditRecord(caller, 'identity.clearWrongPasswords', account.accountId, {}))))
    throw new Error('the act could not be put on record')
  await Promise.all(keysOf(account, input.accountName).map(clearLimit))
  return {}
}
