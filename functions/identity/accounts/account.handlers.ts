/** Account settings: the password, the phone, the mailbox, the check at sign-in. */
import {
  bindEmail,
  bindPhone,
  changePassword,
  changePhone,
  disableSensitive,
  enableSensitive,
  identityList,
  sendEmailCode,
  sendPhoneCode,
  sensitiveInfo,
  setSecurity,
  vipInfo,
} from '#shared/identity/accounts/account.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import {
  resetPassword,
  resetSend,
  securitySend,
  securityState,
  securityValidate,
} from '#shared/identity/signIn/signIn.calls.ts'
import { blindIndex } from '#functions/kit/fields.ts'
import { now } from '#functions/kit/ports.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { sessions } from '#functions/kit/session.ts'
import { maskedPhone, openUsers, phoneOf, shown } from '../signIn/begin.ts'
import { checkCode, sendCode } from '../signIn/codes.ts'
import { configOf, vipEnabled } from '../config.ts'
import { savingAnew } from '../identity.public.ts'
import { sensitives, users } from '../identity.store.ts'
import { hashPassword } from '../signIn/password.ts'
import { accountNamed, passwordChecked } from '../signIn/signIn.commands.ts'
import { spendSlide } from '../signIn/slide.ts'
import * as commands from './account.commands.ts'
import { bind, keep, ownOf, ownToChange, savingOver } from './account.commands.ts'

export const accountHandlers = [
  implement(changePassword, async ({ input, caller }) => {
    const { session, account } = await ownToChange(caller, input.accountId)
    if (!(await passwordChecked(account, input.oldPassword))) return refuse(identityProblems.currentPasswordWrong)
    if (input.newPassword === input.oldPassword) return refuse(identityProblems.passwordSame)
    const passwordHash = await hashPassword(input.newPassword)
    const { writes, epoch } = savingAnew(account, { passwordHash, passwordStatus: 0 })
    // This session alone goes on into the new epoch.
    const goesOn = sessions.updating(session, { epoch, elsewhere: undefined }, { endedAt: undefined })
    await keep([...writes, goesOn], caller, 'identity.changePassword')
    return {}
  }),

  implement(sendPhoneCode, async ({ input, caller, ip }) => {
    const { account } = await ownToChange(caller)
    if (input.originType === '7' && account.phoneSealed) return refuse(identityProblems.phoneBound)
    if (input.originType === '4' && !account.phoneSealed) return refuse(identityProblems.phoneNotBound)
    await sendCode(
      'bindPhone',
      account.accountId,
      { channel: 'sms', address: input.accountName },
      { ip, tenant: caller.tenant },
    )
    return {}
  }),

  implement(sendEmailCode, async ({ input, caller, ip }) => {
    const { account } = await ownToChange(caller)
    await sendCode(
      'bindEmail',
      account.accountId,
      { channel: 'email', address: input.emailAddress },
      { ip, tenant: caller.tenant },
    )
    return {}
  }),

  implement(bindPhone, async ({ input, caller }) => {
    const own = await ownToChange(caller, input.accountId)
    if (own.account.phoneSealed) return refuse(identityProblems.phoneBound)
    const to = { channel: 'sms' as const, address: input.accountName }
    await checkCode('bindPhone', own.account.accountId, to, input.identifyCode)
    return bind(own, 'phone', input.accountName, caller)
  }),

  implement(changePhone, async ({ input, caller }) => {
    const own = await ownToChange(caller, input.accountId)
    if (!own.account.phoneSealed) return refuse(identityProblems.phoneNotBound)
    if (!(await passwordChecked(own.account, input.password))) return refuse(identityProblems.currentPasswordWrong)
    await checkCode('bindPhone', own.account.accountId, { channel: 'sms', address: input.newPhone }, input.validateCode)
    return bind(own, 'phone', input.newPhone, caller)
  }),

  implement(bindEmail, async ({ input, caller }) => {
    const own = await ownToChange(caller)
    const to = { channel: 'email' as const, address: input.newEmail }
    await checkCode('bindEmail', own.account.accountId, to, input.validateCode)
    return bind(own, 'email', input.newEmail, caller)
  }),

  implement(setSecurity, async ({ input, caller }) => {
    const { account } = await ownToChange(caller, input.accountId)
    if (input.securityStatus === 3 && !account.phoneSealed) return refuse(identityProblems.securityNeedsPhone)
    await keep([savingOver(account, { securityStatus: input.securityStatus })], caller, 'identity.security')
    return { securityStatus: input.securityStatus }
  }),

  implement(securityState, async ({ caller }) => {
    const { session, account } = await ownOf(caller)
    return {
      securityStatus: account.securityStatus,
      needed: session.owesSecurity ?? false,
      phone: await maskedPhone(account),
    }
  }),

  implement(securitySend, async ({ caller, ip }) => {
    const { account } = await ownToChange(caller)
    if (!account.phoneSealed) return refuse(identityProblems.phoneNotBound)
    await sendCode(
      'security',
      account.accountId,
      { channel: 'sms', address: await phoneOf(account) },
      { ip, tenant: caller.tenant },
    )
    return { phone: await maskedPhone(account) }
  }),

  implement(securityValidate, ({ input, caller }) => commands.securityValidate(input, caller)),

  implement(resetSend, async ({ input, ip }) => {
    if (!(await spendSlide(input.slideToken))) return refuse(identityProblems.slideNeeded)
    const account = await accountNamed(input.phone)
    const known = account !== null && account.phoneSealed !== undefined && !account.disabled
    const subject = await blindIndex('phone', input.phone)
    await sendCode('reset', subject, { channel: 'sms', address: input.phone }, { ip }, !known)
    return {}
  }),

  implement(resetPassword, ({ input }) => commands.resetPassword(input)),

  implement(identityList, async ({ caller }) => {
    const { session, account } = await ownOf(caller)
    const own = await openUsers(caller.accountId)
    const user = own.find((u) => u.userId === caller.userId)
    if (!user) return []
    const { userList } = await shown(user, account, session, own)
    const places = new Map(own.map((u) => [u.userId, u]))
    // The homework platform is the school's: asked for here alone, since only a limited dialogue wants to know.
    const hzyFlags = await Promise.all(
      userList.map(async (u) => u.userType === 3 && (await configOf(places.get(u.userId)!)).hzyFlag === true),
    )
    return userList.map((u, i) => ({ ...u, hzyFlag: hzyFlags[i]! }))
  }),

  implement(vipInfo, async ({ caller }) => {
    const [user, config] = await Promise.all([users.get({ userId: caller.userId }), configOf(caller)])
    const membershipStatus = user?.membershipStatus ?? 0
    return {
      membershipStatus,
      vipStartTime: user?.vipStartTime,
      vipEndTime: user?.vipEndTime,
      active: membershipStatus === 1 && (user?.vipEndTime ?? 0) > now(),
      vipEnable: vipEnabled(config, caller.userType),
    }
  }),

  implement(sensitiveInfo, async ({ caller }) => ({ status: (await sensitives.get(caller))?.status ?? 0 })),

  implement(enableSensitive, async ({ input, caller }) => setSensitive(caller, input.password)),
  implement(disableSensitive, async ({ caller }) => setSensitive(caller, null)),
]

const setSensitive = async (caller: Caller, password: string | null): Promise<{ status: 0 | 1 }> => {
  if (caller.pretendedBy) return refuse(identityProblems.pretending)
  const { userId } = caller
  const before = await sensitives.get({ userId })
  const row = {
    schema: 1 as const,
    userId,
    status: password === null ? (0 as const) : (1 as const),
    ...(password === null ? {} : { passwordHash: await hashPassword(password) }),
    version: before?.version ?? 1,
  }
  const write = before ? sensitives.saving(row) : sensitives.creating(row)
  await keep([write], caller, password === null ? 'identity.sensitive.off' : 'identity.sensitive.on')
  return { status: row.status }
}
