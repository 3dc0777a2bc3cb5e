/** What other rooms may ask of accounts: to open one, to close and to reset it. Only a room that `writes` identity can. */
import type { User } from '#shared/identity/identity.types.ts'
import type { AccountId, UserId } from '#shared/kit/ids.ts'
import { newId, now } from '#functions/kit/ports.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { accounts, users } from './identity.store.ts'
import { hashPassword } from './password.ts'

export { hashPassword } from './password.ts'

export type NewUser = Omit<User, 'schema' | 'userId' | 'accountId' | 'createdAt' | 'version' | 'userName'> & {
  userName?: string
}

export type NewAccount = {
  accountName: string
  userName: string
  /** One of the two; a shared hash spares the work where many get the same first password. */
  password?: string
  passwordHash?: string
  /** 1 (default): must be changed at the next sign-in. */
  passwordStatus?: number
  users: readonly NewUser[]
}

export type OpenAccount = { accountId: AccountId; users: User[] }

const samePerson = (a: NewUser, b: User): boolean =>
  a.tenant === b.tenant && a.userType === b.userType && a.teacherId === b.teacherId && a.studentId === b.studentId

/**
 * Opens an account with its identities, all at once or not at all. Opening it again for the same person answers the
 * account that is there, unchanged; null when the name is another person's.
 */
export const openAccount = async (wanted: NewAccount): Promise<OpenAccount | null> => {
  const existing = async (): Promise<OpenAccount | null> => {
    const account = await accounts.get({ accountName: wanted.accountName })
    if (!account) return null
    const own = await users.queryIndex('gsi1', `account#${account.accountId}`, { prefix: 'user#' })
    const same = account.userName === wanted.userName && wanted.users.every((u) => own.some((o) => samePerson(u, o)))
    return same ? { accountId: account.accountId, users: own } : null
  }
  if (await accounts.get({ accountName: wanted.accountName })) return existing()
  const at = now()
  const accountId = newId<AccountId>('account')
  const rows: User[] = wanted.users.map((u) => ({
    ...u,
    schema: 1,
    userId: newId<UserId>('user'),
    accountId,
    userName: u.userName ?? wanted.userName,
    createdAt: at,
    version: 1,
  }))
  const opened = await transact(
    [
      accounts.creating({
        schema: 1,
        accountId,
        accountName: wanted.accountName,
        userName: wanted.userName,
        passwordHash: wanted.passwordHash ?? (await hashPassword(wanted.password ?? '')),
        passwordStatus: wanted.passwordStatus ?? 1,
        disabled: false,
        wrongPasswords: 0,
        lockedUntil: 0,
        createdAt: at,
        version: 1,
      }),
      ...rows.map((u) => users.creating(u)),
    ],
    accountId,
  )
  return opened ? { accountId, users: rows } : existing()
}

/** Bars an account from signing in and from going on, or lets it in again. A missing account is left alone. */
export const disableAccount = async (accountName: string, disabled: boolean): Promise<void> => {
  await accounts.update({ accountName }, { disabled })
}

/** The write that gives an account a new first password: a member of the caller's transaction. null without an account. */
export const resettingPassword = async (accountName: string, password: string): Promise<WriteItem | null> => {
  const account = await accounts.get({ accountName })
  if (!account) return null
  return accounts.saving({
    ...account,
    passwordHash: await hashPassword(password),
    passwordStatus: 1,
    wrongPasswords: 0,
    lockedUntil: 0,
  })
}
