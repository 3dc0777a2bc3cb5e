/** Showing that the person is still there: the password or a code, noted in the session for five minutes. */
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { prove, proveSend, proveState } from '#shared/identity/prove.calls.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { freshMs, sessions } from '#functions/kit/session.ts'
import { accountOf, maskedPhone, phoneOf, sessionNow } from './begin.ts'
import { checkCode, sendCode } from './codes.ts'
import { passwordChecked } from './signIn.commands.ts'

const ownOf = async (caller: Caller) => {
  if (caller.pretendedBy) return refuse(identityProblems.pretending)
  const session = await sessionNow(caller)
  if (!session) throw new Barred(401)
  return { session, account: (await accountOf(session)) ?? refuse(identityProblems.noSuchUser) }
}

const boundPhone = async ({ account }: Awaited<ReturnType<typeof ownOf>>) => {
  if (!account.phoneSealed) return refuse(identityProblems.phoneNotBound)
  return { channel: 'sms' as const, address: await phoneOf(account) }
}

export const proveHandlers = [
  implement(proveState, async ({ caller }) => ({ phone: await maskedPhone((await ownOf(caller)).account) })),

  implement(proveSend, async ({ caller, ip }) => {
    const own = await ownOf(caller)
    await sendCode('prove', own.account.accountId, await boundPhone(own), { ip, tenant: caller.tenant })
    return { phone: await maskedPhone(own.account) }
  }),

  implement(prove, async ({ input, caller }) => {
    const own = await ownOf(caller)
    const { account, session } = own
    if (input.validateCode !== undefined)
      await checkCode('prove', account.accountId, await boundPhone(own), input.validateCode)
    else if (!(await passwordChecked(account, input.password ?? '')))
      return refuse(identityProblems.currentPasswordWrong)
    const at = now()
    await sessions.update(session, { provedAt: at }, { endedAt: undefined })
    return { until: at + freshMs }
  }),
]
