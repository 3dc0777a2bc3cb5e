/** Opening an account oneself, and the codes that a school hands out for it. */
import type { User } from '#shared/identity/identity.types.ts'
import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import { otherLimits } from '#shared/identity/signIn/limit.rules.ts'
import {
  closeInvite,
  createInvite,
  inviteList,
  registerByInvite,
  registerByPhone,
  registerSend,
} from '#shared/identity/registration/register.calls.ts'
import { schoolTenant } from '#shared/kit/ids.ts'
import type { AccountId } from '#shared/kit/ids.ts'
import type { InputOf, OutputOf } from '#shared/kit/call.ts'
import type { AuditAct } from '#shared/kit/acts.ts'
import { beaten, edit } from '#functions/kit/edit.ts'
import { audited, auditRecord } from '#functions/kit/audit.ts'
import { blindIndex, sealField } from '#functions/kit/fields.ts'
import { newId, randomOf } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { schoolOf, studentOfNumber } from '#functions/school/roster/school.public.ts'
import { tellParents } from '../accounts/childRequests.ts'
import { checkCode, sendCode } from '../signIn/codes.ts'
import { configOf } from '../config.ts'
import { openingAccount } from '../identity.public.ts'
import { accounts, aliases } from '../identity.store.ts'
import { childOf, openingParent } from '../accounts/parents.public.ts'
import { invitesOf, invites, liveInvite, shownInvite } from './invites.ts'
import { networkKey, takeShared } from '../signIn/limits.ts'
import { spendSlide } from '../signIn/slide.ts'
import * as commands from './register.commands.ts'

const limited = async (kind: 'register' | 'registerWrong', ip: string): Promise<void> => {
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
const byInvite = (input: InputOf<ByInvite>, ip: string): Promise<OutputOf<ByInvite>> =>
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

const byPhone = async ({ phone, validateCode, userName, newPassword }: InputOf<typeof registerByPhone>) => {
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

export const registerHandlers = [
  implement(inviteList, async ({ input }) => Promise.all((await invitesOf(input.schoolId)).map(shownInvite))),

  implement(createInvite, ({ input, caller }) => commands.createInvite(input, caller)),

  implement(closeInvite, ({ input, caller }) => commands.closeInvite(input, caller)),

  implement(registerByInvite, async ({ input, ip }) => {
    if (!(await spendSlide(input.slideToken))) return refuse(p.slideNeeded)
    return byInvite(input, ip)
  }),

  implement(registerSend, async ({ input, ip }) => {
    if (!(await spendSlide(input.slideToken))) return refuse(p.slideNeeded)
    await limited('register', ip)
    const blind = await blindIndex('phone', input.phone)
    const known = (await aliases.get({ blind })) !== null
    // Whose phone it is learns of the account in the message; who merely asks learns nothing.
    await sendCode('register', blind, { channel: 'sms', address: input.phone }, { ip }, known ? 'registered' : false)
    return {}
  }),

  implement(registerByPhone, async ({ input, ip }) => {
    await limited('register', ip)
    return byPhone(input)
  }),
]
