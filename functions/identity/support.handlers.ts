/** Somebody cannot sign in: an administrator looks at the account, and clears what is counted against it. */
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { tokensUsed, waitFor, wrongPasswordLimits } from '#shared/identity/limit.rules.ts'
import { cancelDisable } from '#shared/identity/signIn.calls.ts'
import { accountState, signInTroubles } from '#shared/identity/support.calls.ts'
import type { User } from '#shared/identity/identity.types.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { liveSessions, openUsers } from './begin.ts'
import { nameKey } from './identity.store.ts'
import type { StoredAccount } from './identity.store.ts'
import { clearLimit, limitKey, limits } from './limits.ts'
import type { LimitRow } from './limits.ts'
import { mayActFor, mayPretend, reachesAll } from './reach.ts'
import { accountNamed } from './signIn.commands.ts'
import { lockedNow } from './troubles.ts'

const { name: everywhere, nameAtAddress } = wrongPasswordLimits

/** The account of a name and its identities that the caller reaches; a name of nobody and one out of reach are alike. */
const reachedAccount = async (caller: Caller, name: string): Promise<{ account: StoredAccount; own: User[] }> => {
  const account = await accountNamed(nameKey(name))
  const all = account ? await openUsers(account.accountId) : []
  const reached = await Promise.all(all.map((u) => mayActFor(caller, u)))
  const own = all.filter((_, i) => reached[i])
  return account && own.length > 0 ? { account, own } : refuse(identityProblems.noSuchUser)
}

/** A name is counted as it was typed: the account's own, a bound phone, a mailbox. */
const keysOf = (account: StoredAccount, typed: string): string[] =>
  [...new Set([nameKey(account.accountName), nameKey(typed)])].map((n) => limitKey('name', n))

const counted = (rows: readonly LimitRow[]): { wrongPasswords: number; lockedMinutes: number } => {
  const at = now()
  const waits = rows.flatMap((r) =>
    Object.entries(r.full).map(([of, fullAt]) => waitFor(fullAt, at, of === 'all' ? everywhere : nameAtAddress)),
  )
  return {
    // What a known device or network tries counts there alone.
    wrongPasswords: rows.reduce((n, { full }) => {
      const { all = 0, ...apart } = full
      const each = Object.values(apart).map((fullAt) => tokensUsed(fullAt, at, nameAtAddress))
      return (
        n +
        Math.max(
          tokensUsed(all, at, everywhere),
          each.reduce((sum, used) => sum + used, 0),
        )
      )
    }, 0),
    lockedMinutes: Math.ceil(Math.max(0, ...waits) / 60_000),
  }
}

/** So many locks are looked at. */
const mostLocks = 50

export const supportHandlers = [
  implement(signInTroubles, async ({ caller }) => {
    const at = now()
    const found = await Promise.all(
      (await lockedNow(mostLocks)).map(async ({ accountName, key, until }) => {
        const account = await accountNamed(nameKey(accountName))
        if (!account || account.disabled) return null
        const [own, limit] = await Promise.all([openUsers(account.accountId), limits.get({ key })])
        const user = own[0]
        // Unlocked since.
        if (!user || !limit || !(await mayActFor(caller, user))) return null
        const { userName, userType, schoolName, areaName } = user
        const lockedMinutes = Math.ceil((until - at) / 60_000)
        return { accountName, userName, userType, place: schoolName ?? areaName ?? '平台', lockedMinutes }
      }),
    )
    return found.filter((f) => f !== null)
  }),

  implement(accountState, async ({ input, caller }) => {
    const { account, own } = await reachedAccount(caller, input.accountName)
    const [rows, live] = await Promise.all([
      limits.getMany(keysOf(account, input.accountName).map((key) => ({ key }))),
      liveSessions(account.accountId),
    ])
    return {
      accountName: account.accountName,
      disabled: account.disabled,
      ...counted(rows),
      mustChangePassword: account.passwordStatus === 1,
      devices: live.length,
      users: own.map((u) => ({
        userId: u.userId,
        userType: u.userType,
        userName: u.userName,
        place: u.schoolName ?? u.areaName ?? '平台',
        mayPretend: !account.disabled && mayPretend(caller, u),
      })),
    }
  }),

  implement(cancelDisable, async ({ input, caller }) => {
    const { account } = await reachedAccount(caller, input.accountName)
    // What is counted guards every identity of the account, not only those within reach.
    if (!(await reachesAll(caller, await openUsers(account.accountId)))) return refuse(identityProblems.accountBeyond)
    if (!(await audited([], auditRecord(caller, 'identity.clearWrongPasswords', account.accountId, {}))))
      throw new Error('the act could not be put on record')
    await Promise.all(keysOf(account, input.accountName).map(clearLimit))
    return {}
  }),
]
