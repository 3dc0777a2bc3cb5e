/** What other rooms may ask of accounts: to open one, to close and to reset it. Only a room that `writes` identity can. */
import { isPhone, isEmail } from '#shared/kit/accountName.ts'
import type { User } from '#shared/identity/identity.types.ts'
import type { AccountId, UserId } from '#shared/kit/ids.ts'
import { newId, now, randomText } from '#functions/kit/ports.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { epochs } from '#functions/kit/session.ts'
import { transact } from '#functions/kit/table.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { accounts, users } from './identity.store.ts'
import type { StoredAccount } from './identity.store.ts'
import { hashPassword, passwordMatches } from './signIn/password.ts'
import { mayActFor, reachesAll } from './accounts/reach.ts'

export { hashFirstPassword, hashPassword } from './signIn/password.ts'

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

export type OpenAccount = { accountId: AccountId; users: User[]; opened: boolean }

const samePerson = (a: NewUser, b: User): boolean =>
  a.tenant === b.tenant && a.userType === b.userType && a.teacherId === b.teacherId && a.studentId === b.studentId

/** A name that looks like a phone or an e-mail address could be taken for another person's. */
export const isReservedName = (name: string): boolean => isPhone(name.trim()) || isEmail(name.trim())

/** The writes that open an account with its identities: members of a transaction; `of` is what else it has. */
export const openingAccount = async (
  wanted: NewAccount,
  of: Partial<StoredAccount> = {},
): Promise<Omit<OpenAccount, 'opened'> & { writes: WriteItem[] }> => {
  if (isReservedName(wanted.accountName)) throw new Error('an account name looks like a phone or an e-mail address')
  const at = now()
  const accountId = of.accountId ?? newId<AccountId>('account')
  const own: User[] = wanted.users.map((u) => ({
    ...u,
    schema: 1,
    userId: newId<UserId>('user'),
    accountId,
    userName: u.userName ?? wanted.userName,
    createdAt: at,
    version: 1,
  }))
  const account: StoredAccount = {
    schema: 1,
    accountId,
    accountName: wanted.accountName,
    userName: wanted.userName,
    passwordHash: wanted.passwordHash ?? (await hashPassword(wanted.password ?? '')),
    passwordStatus: wanted.passwordStatus ?? 1,
    disabled: false,
    securityStatus: 0,
    createdAt: at,
    version: 1,
    ...of,
  }
  return { accountId, users: own, writes: [accounts.creating(account), ...own.map((u) => users.creating(u))] }
}

/**
 * Opens an account with its identities, all at once or not at all. Opening it again for the same person answers the
 * account that is there, unchanged; null when the name is another person's or belongs to a phone. `also` is what must be
 * there if and only if the account was opened (a row of the roster): the same transaction.
 */
export const openAccount = async (
  wanted: NewAccount,
  also: (of: Omit<OpenAccount, 'opened'>) => readonly WriteItem[] = () => [],
): Promise<OpenAccount | null> => {
  if (isReservedName(wanted.accountName)) return null
  const existing = async (): Promise<OpenAccount | null> => {
    const account = await accounts.get({ accountName: wanted.accountName })
    if (!account) return null
    const own = await users.queryIndex('gsi1', `account#${account.accountId}`, { prefix: 'user#' })
    const same = account.userName === wanted.userName && wanted.users.every((u) => own.some((o) => samePerson(u, o)))
    return same ? { accountId: account.accountId, users: own, opened: false } : null
  }
  if (await accounts.get({ accountName: wanted.accountName })) return existing()
  const { accountId, users: own, writes } = await openingAccount(wanted)
  const all = [...writes, ...also({ accountId, users: own })]
  return (await transact(all, accountId)) ? { accountId, users: own, opened: true } : existing()
}

/**
 * The writes that give a head of teaching (type 10) one more school: the only type of which one account has several. Null
 * for any other identity, for an account of another person, and for one that is no head of teaching yet.
 */
export const addingSchool = async (
  accountName: string,
  userName: string,
  identity: NewUser,
): Promise<{ userId: UserId; writes: WriteItem[] } | null> => {
  if (identity.userType !== 10 || !identity.schoolId) return null
  const account = await accounts.get({ accountName })
  if (account?.userName !== userName) return null
  const own = await users.queryIndex('gsi1', `account#${account.accountId}`, { prefix: 'user#' })
  if (!own.some((u) => u.userType === 10 && u.closedAt === undefined)) return null
  if (own.some((u) => samePerson(identity, u))) return null
  const userId = newId<UserId>('user')
  const { accountId } = account
  const user: User = { ...identity, schema: 1, userId, accountId, userName, createdAt: now(), version: 1 }
  return { userId, writes: [users.creating(user), accounts.saving(account)] }
}

/** Whether an account still has this first password. */
export const isFirstPassword = async (accountName: string, password: string): Promise<boolean> => {
  const account = await accounts.get({ accountName })
  return account?.passwordStatus === 1 && passwordMatches(password, account.passwordHash)
}

/** The name of the account that an identity is of. */
export const accountNameOf = async (userId: string): Promise<string | null> => {
  const user = await users.get({ userId })
  return user ? ((await accountById(user.accountId))?.accountName ?? null) : null
}

/** These identities, closed ones too; ids of none are left out. */
export const usersByIds = (userIds: readonly string[]): Promise<User[]> =>
  users.getMany([...new Set(userIds)].map((userId) => ({ userId })))

/** What the person of an account is called. */
export const accountUserName = async (accountId: string): Promise<string | null> =>
  (await accountById(accountId))?.userName ?? null

/** The account of an id as the index has it: moments old at most; what is saved over it is checked by its version. */
export const accountById = async (accountId: string): Promise<StoredAccount | null> =>
  (await accounts.queryIndex('gsi1', `account#${accountId}`, { prefix: 'account', limit: 1 }))[0] ?? null

/**
 * The writes that change an account and end every session of it, in the caller's transaction. `sessionEpoch` is for the
 * one session that may go on.
 */
export const savingAnew = (
  account: StoredAccount,
  change: Partial<StoredAccount>,
): { writes: WriteItem[]; epoch: string } => {
  const epoch = randomText(9)
  return {
    epoch,
    writes: [
      accounts.saving({ ...account, ...change, epoch }),
      epochs.putting({ schema: 1, accountId: account.accountId, epoch, at: now() }),
    ],
  }
}

/**
 * The writes that close an identity or open it again (a teacher or a student deleted, put back); closing ends every
 * session of the account within seconds. Members of the caller's transaction; none for an identity that is not there.
 */
export const closingUser = async (userId: string, closed: boolean): Promise<WriteItem[]> => {
  const user = await users.get({ userId })
  if (!user || (user.closedAt !== undefined) === closed) return []
  const { closedAt: _before, ...open } = user
  const saved = users.saving(closed ? { ...user, closedAt: now() } : open)
  if (!closed) return [saved]
  const account = await accountById(user.accountId)
  return account ? [saved, ...savingAnew(account, {}).writes] : [saved]
}

/** The writes that give an identity (and an account that is only this identity) another name. */
export const renamingUser = async (userId: string, userName: string): Promise<WriteItem[]> => {
  const user = await users.get({ userId })
  if (!user || user.userName === userName) return []
  const [account, own] = await Promise.all([
    accountById(user.accountId),
    users.queryIndex('gsi1', `account#${user.accountId}`, { prefix: 'user#' }),
  ])
  return [
    users.saving({ ...user, userName }),
    ...(account && own.length === 1 ? [accounts.saving({ ...account, userName })] : []),
  ]
}

/**
 * The writes that give an account a new first password; every session of it ends. null without an account. 'beyond': it
 * opens more than the actor reaches, so that the actor, who knows the password, would get in there too. Then the person
 * chooses it anew by the bound phone, or an operator who reaches all of it resets it.
 */
export const resettingPassword = async (
  accountName: string,
  password: string,
  actor: Caller,
): Promise<WriteItem[] | 'beyond' | null> => {
  const account = await accounts.get({ accountName })
  if (!account) return null
  const own = await users.queryIndex('gsi1', `account#${account.accountId}`, { prefix: 'user#' })
  if (!(await reachesAll(actor, own))) return 'beyond'
  return savingAnew(account, { passwordHash: await hashPassword(password), passwordStatus: 1 }).writes
}

/**
 * The account of a name with those of its open identities that the caller may act for or that are of the caller's own
 * tenant; null where there are none: an unknown name and one out of reach are alike.
 */
export const accountReached = async (
  caller: Caller,
  accountName: string,
): Promise<(Pick<StoredAccount, 'accountId' | 'accountName' | 'userName'> & { users: User[] }) | null> => {
  const account = await accounts.get({ accountName })
  if (!account) return null
  const own = (await identitiesOf(account.accountId)).filter((u) => u.closedAt === undefined)
  const reached = await Promise.all(own.map(async (u) => u.tenant === caller.tenant || mayActFor(caller, u)))
  const { accountId, userName } = account
  const seen = own.filter((_, i) => reached[i])
  return seen.length > 0 ? { accountId, accountName: account.accountName, userName, users: seen } : null
}

/** What an account is, closed identities too. */
export const identitiesOf = (accountId: string): Promise<User[]> =>
  users.queryIndex('gsi1', `account#${accountId}`, { prefix: 'user#' })
