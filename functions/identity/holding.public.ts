/** A student's way in, and the parents' links to him. */
import { anonymous } from '#shared/kit/anonymous.ts'
import type { User } from '#shared/identity/identity.types.ts'
import type { Holding } from '#functions/kit/holding.ts'
import { sessions } from '#functions/kit/session.ts'
import { accountById } from './identity.public.ts'
import {
  accounts,
  aliases,
  childLinks,
  demoAccountRows,
  sensitives,
  unbindings,
  userActions,
  users,
} from './identity.store.ts'
import { parentsOfTenant } from './accounts/parents.public.ts'
import { links, linksOf } from './partners/partner.store.ts'

const endSessions = async (accountId: string): Promise<void> => {
  for (const kind of ['account', 'pretended'])
    for (const s of await sessions.queryIndex('gsi1', `${kind}#${accountId}`)) await sessions.remove(s)
}

const eraseUser = async (user: User): Promise<void> => {
  await users.remove(user)
  await userActions.remove(user)
  await sensitives.remove(user)
}

/** An account that was only this person: with all by which it was found. */
const eraseAccount = async (accountId: string): Promise<void> => {
  const account = await accountById(accountId)
  for (const link of await linksOf(accountId)) await links.remove(link)
  for (const blind of [account?.phoneBlind, account?.emailBlind]) if (blind) await aliases.remove({ blind })
  for (const row of await unbindings.query(`unbound#${accountId}`)) await unbindings.remove(row)
  if (!account) return
  for (const shown of await demoAccountRows.query('demo#accounts'))
    if (shown.accountName === account.accountName) await demoAccountRows.remove(shown)
  await accounts.remove(account)
}

const ownUsers = (accountId: string): Promise<User[]> =>
  users.queryIndex('gsi1', `account#${accountId}`, { prefix: 'user#' })

const eraseStudent: NonNullable<Holding['eraseStudent']> = async ({ tenant, userId, known }) => {
  const own = userId ? await users.get({ userId }) : null
  if (own) {
    await endSessions(own.accountId)
    const rest = (await ownUsers(own.accountId)).filter((u) => u.userId !== own.userId)
    await eraseUser(own)
    if (rest.length === 0) await eraseAccount(own.accountId)
  }
  for (const parent of await parentsOfTenant(tenant)) {
    const { accountId, studentId } = parent
    if (studentId !== known.studentId) continue
    await endSessions(accountId)
    await childLinks.remove({ accountId, studentId })
    const rest = (await ownUsers(accountId)).filter((u) => u.userId !== parent.userId)
    const account = await accountById(accountId)
    // An account that the school opened for the parent of this child is named after the child.
    const named = account && anonymous({ studentId, text: account.accountName }, known).text !== account.accountName
    if (rest.length > 0 || (named ?? true)) await eraseUser(parent)
    else {
      const { studentId: _child, nickname: _name, schoolId: _school, schoolName: _called, ...bare } = parent
      await users.put({ ...bare, tenant: parent.tenant, version: parent.version + 1 })
    }
    if (rest.length === 0 && named) await eraseAccount(accountId)
  }
}

export const identityHolding: Holding = { room: 'identity', eraseStudent }
