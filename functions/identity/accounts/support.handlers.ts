/** A user cannot sign in: an administrator looks at the account, and clears what is counted against it. */
import { tokensUsed, waitFor } from '#shared/identity/signIn/limit.rules.ts'
import { cancelDisable } from '#shared/identity/signIn/signIn.calls.ts'
import { accountState, signInTroubles } from '#shared/identity/accounts/support.calls.ts'
import { now } from '#functions/kit/ports.ts'
import { implement } from '#functions/kit/serve.ts'
import { liveSessions, openUsers } from '../signIn/begin.ts'
import { nameKey } from '../identity.store.ts'
import { limits } from '../signIn/limits.ts'
import type { LimitRow } from '../signIn/limits.ts'
import { mayActFor, mayPretend } from './reach.ts'
import { accountNamed } from '../signIn/signIn.commands.ts'
import { lockedNow } from '../signIn/troubles.ts'
import * as commands from './support.commands.ts'
import { reachedAccount, everywhere, nameAtAddress, keysOf } from './support.commands.ts'

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

  implement(cancelDisable, ({ input, caller }) => commands.cancelDisable(input, caller)),
]
