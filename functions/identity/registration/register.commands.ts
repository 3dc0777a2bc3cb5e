import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import { inviteCodeOf, inviteEnd, invitesKept } from '#shared/identity/registration/register.rules.ts'
import type { InputOf, AnswerOf, OutputOf } from '#shared/kit/call.ts'
import type * as registerCalls from '#shared/identity/registration/register.calls.ts'
import type { User } from '#shared/identity/identity.types.ts'
import type { registerByInvite, registerByPhone } from '#shared/identity/registration/register.calls.ts'
import { otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AccountId } from '#shared/kit/ids.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { blindIndex, sealField } from '#functions/kit/fields.ts'
import { newId, now, randomOf } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { refuseStale } from '#functions/kit/stale.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { edit, beaten } from '#functions/kit/edit.ts'
import { schoolOf, studentOfNumber } from '#functions/school/roster/school.public.ts'
import { invitesOf, inviteIdOf, invites, sealedAt, shownInvite, liveInvite } from './invites.ts'
import { tellParents } from '../accounts/childRequests.ts'
import { openingParent, childOf } from '../accounts/parents.public.ts'
import { configOf } from '../config.ts'
import { openingAccount } from '../identity.public.ts'
import { accounts, aliases } from '../identity.store.ts'
import { checkCode } from '../signIn/codes.ts'
import { takeShared, networkKey } from '../signIn/limits.ts'

export const createInvite = async (
  input: InputOf<typeof registerCalls.createInvite>,
  caller: Caller,
): Promise<AnswerOf<typeof registerCalls.createInvite>> => {
  const { schoolId, note = '', places, days } = input
  const at = now()
  const live = (await invitesOf(schoolId)).filter((i) => inviteEnd(i, at) === null)
  if (live.length >= invitesKept) return refuse(p.tooManyInvites, { max: invitesKept })
  const code = inviteCodeOf(randomOf(10))
  const inviteId = await inviteIdOf(code)
  const row = {
    schema: 1 as const,
    inviteId,
    schoolId,
    codeSealed: await sealField(sealedAt(inviteId), code),
    note,
    places,
    used: 0,
    until: at + days * 86_400_000,
    createdBy: caller.userId,
    createdAt: at,
    version: 1,
  }
  const record = auditRecord(caller, 'identity.createInvite', inviteId, { after: [schoolId, places, row.until] })
  if (!(await audited([invites.creating(row)], record))) throw new Error('two codes are the same')
  return shownInvite(row)
}

export const closeInvite = async (
  input: InputOf<typeof registerCalls.closeInvite>,
  caller: Caller,
): Promise<AnswerOf<typeof registerCalls.closeInvite>> => {
  const { inviteId, schoolId, version } = input
  const row = await invites.get({ inviteId })
  if (!row || row.schoolId !== schoolId || row.closedAt !== undefined) return refuse(p.inviteGone)
  const closed = { ...row, closedAt: now(), version }
  const record = auditRecord(caller, 'identity.closeInvite', inviteId, { before: row.version })
  if (!(await audited([invites.saving(closed)], record))) return refuseStale(invites, { inviteId })
  return shownInvite({ ...closed, version: version + 1 })
}

export const limited = async (kind: 'register' | 'registerWrong', ip: string): Promise<void> => {
  if ((await takeShared(networkKey(kind, ip), otherLimits[kind])) > 0) refuse(p.tooOften)
}

/** Every input that does not fit is counted and gets the same answer. */
const unfit = async (ip: string): Promise<never> => {
  await limited('registerWrong', ip)
  return refuse(p.registerRefused)
}

const opened = (user: User, act: AuditAct) =>
  auditRecord({ ...user, sessionId: newId('session') }, act, user.accountId, { after: user.userId })

type ByInvite = typeof registerByInvite

/** The account, its one identity, the link to the child, the code's place and the record: all or nothing. */
export const byInvite = (input: InputOf<ByInvite>, ip: string): Promise<OutputOf<ByInvite>> =>
  edit('a registration by a code', async () => {
    const { inviteCode, studentName, studentNum, userName, accountName, newPassword } = input
    const invite = await liveInvite(inviteCode)
    if (!invite) return unfit(ip)
    const { schoolId } = invite
    const [school, student] = await Promise.all([schoolOf(schoolId), studentOfNumber(schoolId, studentNum)])
    if (!school || !student || student.studentName !== studentName) return unfit(ip)
    const tenant = schoolTenant(schoolId)
    const { hzyFlag } = await configOf({ tenant, ...school })
    // The school's families are on another platform.
    if (hzyFlag) return refuse(p.accountUpgraded)
    if (await accounts.get({ accountName })) return refuse(p.nameTaken, { name: accountName })
    const { user, writes } = await openingParent(
      { accountName, userName, password: newPassword, passwordStatus: 0 },
      childOf(school, student),
    )
    const done = await audited(
      [...writes, invites.saving({ ...invite, used: invite.used + 1 })],
      opened(user, 'identity.registerByInvite'),
    )
    if (done) {
      await tellParents({ ...student, schoolName: school.schoolName }, user)
      return { accountName, userId: user.userId }
    }
    // A class registers in one evening: another registration counted on the code's row, or the name was just taken.
    return beaten
  })

/** A generated name: the parent signs in with the phone. */
const phoneAccountName = (): string => `jz${String(Buffer.from(randomOf(6)).readUIntBE(0, 6)).padStart(15, '0')}`

export const byPhone = async ({ phone, validateCode, userName, newPassword }: InputOf<typeof registerByPhone>) => {
  const blind = await blindIndex('phone', phone)
  await checkCode('register', blind, { channel: 'sms', address: phone }, validateCode)
  const accountId = newId<AccountId>('account')
  const accountName = phoneAccountName()
  const account = await openingAccount(
    // Of no school until a child is linked: such a person reaches nothing (scope.rules.ts).
    {
      accountName,
      userName,
      password: newPassword,
      passwordStatus: 0,
      users: [{ userType: 5, tenant: 'p', stage: 0 }],
    },
    { accountId, phoneBlind: blind, phoneSealed: await sealField(`account#${accountId}#phone`, phone) },
  )
  const user = account.users[0]!
  const alias = aliases.creating({ schema: 1, blind, kind: 'phone', accountId, accountName, version: 1 })
  const done = await audited([...account.writes, alias], opened(user, 'identity.registerByPhone'))
  // The phone has an account already; the message to it said so.
  return done ? { userId: user.userId } : refuse(p.codeGone)
}
