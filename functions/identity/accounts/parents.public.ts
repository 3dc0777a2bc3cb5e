/** Parents as their children's school sees them: identities of type 5 in the school, one a child. */
import { childrenKept } from '#shared/identity/accounts/account.rules.ts'
import type { User } from '#shared/identity/identity.types.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AccountId, StudentId, UserId } from '#shared/kit/ids.ts'
import type { School, Student } from '#shared/school/roster/school.types.ts'
import { newId, now } from '#functions/kit/ports.ts'
import type { WriteItem } from '#functions/kit/table.ts'
import { inTurns } from '#functions/kit/turns.ts'
import { accountById, openingAccount, savingAnew } from '../identity.public.ts'
import type { NewAccount } from '../identity.public.ts'
import { notingLinked } from './childTells.ts'
import { accounts, childLinks, users } from '../identity.store.ts'

export type ParentUser = User & { studentId: StudentId }
const ofChild = (u: User): u is ParentUser => u.userType === 5 && u.studentId !== undefined
const isParent = (u: User): u is ParentUser => ofChild(u) && u.closedAt === undefined

/** The parents of all children of the school. */
export const parentsOfTenant = async (tenant: string): Promise<ParentUser[]> =>
  (await users.queryIndex('gsi2', `tenant#${tenant}`, { prefix: '005#' })).filter(isParent)

/** A parent by the user id; `parted`: one whose link was cut. */
export const parentUser = async (userId: string, parted = false): Promise<ParentUser | null> => {
  const user = await users.get({ userId })
  return user && ofChild(user) && (user.closedAt !== undefined) === parted ? user : null
}

export const accountNamesOf = async (accountIds: readonly string[]): Promise<Map<string, string>> => {
  const names = new Map<string, string>()
  const ids = [...new Set(accountIds)]
  for (const account of await inTurns(ids, 20, (id) => accountById(id)))
    if (account) names.set(account.accountId, account.accountName)
  return names
}

/** The account of a name, for one more child: its id and the person's name. */
export const accountNamed = async (accountName: string): Promise<{ accountId: AccountId; userName: string } | null> => {
  const account = await accounts.get({ accountName })
  return account && { accountId: account.accountId, userName: account.userName }
}

/** Whether the account has an open identity there. */
export const isOfTenant = async (accountId: string, tenant: string): Promise<boolean> =>
  (await users.queryIndex('gsi1', `account#${accountId}`, { prefix: 'user#' })).some(
    (u) => u.closedAt === undefined && u.tenant === tenant,
  )

export type Child = Pick<User, 'tenant' | 'schoolId' | 'schoolName' | 'areaId' | 'stage'> & {
  studentId: StudentId
  studentName: string
}

/** Which of these accounts, by their names, are linked to these children already. */
export const linkedChildren = async <P extends { accountName: string; studentId: StudentId }>(
  pairs: readonly P[],
): Promise<P[]> => {
  const names = [...new Set(pairs.map((p) => p.accountName.toLowerCase()))]
  const ids = new Map(
    (await accounts.getMany(names.map((accountName) => ({ accountName })))).map((a) => [
      a.accountName.toLowerCase(),
      a.accountId,
    ]),
  )
  const known = pairs.flatMap((pair) => {
    const accountId = ids.get(pair.accountName.toLowerCase())
    return accountId === undefined ? [] : [{ pair, accountId }]
  })
  const keys = new Map(
    known.map(({ pair, accountId }) => [`${accountId}#${pair.studentId}`, { accountId, studentId: pair.studentId }]),
  )
  const found = new Set((await childLinks.getMany([...keys.values()])).map((l) => `${l.accountId}#${l.studentId}`))
  return known.flatMap(({ pair, accountId }) => (found.has(`${accountId}#${pair.studentId}`) ? [pair] : []))
}

/** Notes that an account is linked to a child: once, as the parent's own linking does. */
const linkingChild = (accountId: AccountId, studentId: StudentId): WriteItem =>
  childLinks.creating({ schema: 1, accountId, studentId })

/** A child of a school: the one shape of a parent's identity, in every way a parent comes. */
export const childOf = (
  { schoolId, schoolName, areaId, stage }: Pick<School, 'schoolId' | 'schoolName' | 'areaId' | 'stage'>,
  { studentId, studentName }: Pick<Student, 'studentId' | 'studentName'>,
): Child => ({ tenant: schoolTenant(schoolId), schoolId, schoolName, areaId, stage, studentId, studentName })

const identityOf = ({ studentName, ...child }: Child) => ({ ...child, nickname: studentName })

/** The writes that link one more child to an account that is there; they fail where it is linked already. */
export const bindingParent = async (
  account: { accountId: AccountId; userName: string },
  child: Child,
): Promise<{ userId: UserId; writes: WriteItem[] } | 'bound' | 'full'> => {
  const own = (await users.queryIndex('gsi1', `account#${account.accountId}`, { prefix: 'user#' })).filter(
    (u) => u.userType === 5 && u.closedAt === undefined,
  )
  if (own.some((u) => u.studentId === child.studentId)) return 'bound'
  if (own.filter(isParent).length >= childrenKept) return 'full'
  // A parent without a child becomes the parent of this one.
  const placeholder = own.find((u) => u.studentId === undefined)
  const of = identityOf(child)
  const fresh: User = placeholder
    ? { ...placeholder, ...of }
    : {
        schema: 1,
        userId: newId<UserId>('user'),
        accountId: account.accountId,
        userType: 5,
        userName: account.userName,
        ...of,
        createdAt: now(),
        version: 1,
      }
  return {
    userId: fresh.userId,
    writes: [
      linkingChild(account.accountId, child.studentId),
      placeholder ? users.saving(fresh) : users.creating(fresh),
    ],
  }
}

/** The writes that open an account for the parent of a child: the link is part of them. */
export const openingParent = async (
  wanted: Omit<NewAccount, 'users'>,
  child: Child,
): Promise<{ user: User; writes: WriteItem[] }> => {
  const account = await openingAccount({ ...wanted, users: [{ userType: 5, ...identityOf(child) }] })
  return { user: account.users[0]!, writes: [...account.writes, linkingChild(account.accountId, child.studentId)] }
}

/** The write by which those who are the child's parents already are told of one whom the school has linked. */
export const tellingLinked = (
  { studentId, studentName, schoolName }: Pick<Child, 'studentId' | 'studentName' | 'schoolName'>,
  { accountId, userName }: { accountId: AccountId; userName: string },
): WriteItem => notingLinked({ studentId, studentName, schoolName: schoolName ?? '', accountId, userName })

/** The writes that part a parent and a child; the account's sessions end. The school's act does not use up the year's five. */
export const unbindingParent = async (parent: ParentUser): Promise<WriteItem[]> => {
  const { accountId, studentId } = parent
  const account = await accountById(accountId)
  return [
    users.saving({ ...parent, closedAt: now() }),
    { Delete: { TableName: childLinks.tableName(), Key: childLinks.keyOf({ accountId, studentId }) } },
    ...(account ? savingAnew(account, {}).writes : []),
  ]
}

/** The writes that take the parting back. */
export const rebindingParent = ({ closedAt: _cut, ...parent }: ParentUser): WriteItem[] => [
  users.saving(parent),
  linkingChild(parent.accountId, parent.studentId),
]
