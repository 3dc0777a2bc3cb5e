/** Requests of parents for a child: one live one of an account for a student, settled by the child's school. */
import { ChildRequest } from '#shared/identity/accounts/childRequest.calls.ts'
import type { ChildRequestRow } from '#shared/identity/accounts/childRequest.calls.ts'
import { deliver } from '#functions/kit/messenger.ts'
import { newId } from '#functions/kit/ports.ts'
import { under } from '#functions/kit/kinds.ts'
import { rows } from '#functions/kit/table.ts'
import { maskedPhone, phoneOf } from '../signIn/begin.ts'
import { accountById } from '../identity.public.ts'
import { childLinks } from '../identity.store.ts'
import type { StoredAccount } from '../identity.store.ts'

const keptDays = 180
export const requests = rows({
  table: 'TABLE_IDENTITY',
  schema: ChildRequest,
  hangsOn: under('person', ({ personId }) => ({ index: 'gsi2', pk: `childRequestsFor#${personId}` })),
  personal: 'inTime',
  key: (of: { accountId: string; studentId: string }) => ({ pk: `childRequest#${of.accountId}`, sk: of.studentId }),
  index: (r) => ({
    gsi1pk: `childRequests#${r.schoolId}#${r.state}`,
    gsi1sk: `${r.askedAt}#${r.accountId}#${r.studentId}`,
    gsi2pk: `childRequestsFor#${r.studentId}`,
    gsi2sk: r.accountId,
  }),
  ttl: (r) => Math.ceil(r.askedAt / 1000) + keptDays * 86_400,
})

/** As many as a school settles at a time; older ones come when these are settled. */
const mostShown = 1000
export const requestsOf = (schoolId: string, state: ChildRequest['state']): Promise<ChildRequest[]> =>
  requests.queryIndex('gsi1', `childRequests#${schoolId}#${state}`, { reverse: true, limit: mostShown })
export const ownRequestsOf = (accountId: string): Promise<ChildRequest[]> => requests.query(`childRequest#${accountId}`)

export const shownRequest = ({ settledBy: _by, schema: _schema, ...row }: ChildRequest): ChildRequestRow => row

export const maskedOf = async (accountId: string): Promise<string> => {
  const account = await accountById(accountId)
  return account ? maskedPhone(account) : ''
}

const told = async (account: StoredAccount | null, template: string, text: string): Promise<void> => {
  if (!account?.phoneSealed) return
  const to = await phoneOf(account)
  await deliver({ id: newId<string>('attempt'), channel: 'sms', to, template, values: {}, text: `【青禾】${text}` })
}

type About = { studentId: string; studentName: string; schoolName: string }

/**
 * Tells a child's parents that another parent was linked to it: if they do not expect one, they can ask the
 * school. Done after the link; a message that does not arrive takes nothing back.
 */
export const tellParents = async (child: About, fresh: { accountId: string; userName: string }): Promise<void> => {
  const others = (await childLinks.queryIndex('gsi1', `parents#${child.studentId}`)).filter(
    (l) => l.accountId !== fresh.accountId,
  )
  const text = `${fresh.userName}已关联为${child.schoolName}${child.studentName}的家长。如您不认识此人，请联系学校。`
  await Promise.all(others.map(async (l) => told(await accountById(l.accountId), 'childLinked', text)))
}

export const tellAsker = async (r: ChildRequest): Promise<void> => {
  const text =
    r.state === 'approved'
      ? `${r.schoolName}已通过您关联${r.studentName}的申请。`
      : `${r.schoolName}没有通过您关联${r.studentName}的申请${r.reason ? `：${r.reason}` : ''}。`
  await told(await accountById(r.accountId), 'childRequest', text)
}
