import { identityProblems } from '#shared/identity/identity.problems.ts'
import { now } from '#functions/kit/ports.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import type { Caller } from '#functions/kit/serve.ts'
import { freshMs, sessions } from '#functions/kit/session.ts'
import { accountOf, phoneOf, sessionNow } from '../signIn/begin.ts'
import { checkCode } from '../signIn/codes.ts'
import { passwordChecked } from '../signIn/signIn.commands.ts'
import type * as proveCalls from '#shared/identity/accounts/prove.calls.ts'
import type { InputOf, AnswerOf } from '#shared/kit/call.ts'

export const ownOf = async (caller: Caller) => {
  if (caller.pretendedBy) return refuse(identityProblems.pretending)
  const session = await sessionNow(caller)
  if (!session) throw new Barred(401)
  return { session, account: (await accountOf(session)) ?? refuse(identityProblems.noSuchUser) }
}

export const boundPhone = async ({ account }: Awaited<ReturnType<typeof ownOf>>) => {
  if (!account.phoneSealed) return refuse(identityProblems.phoneNotBound)
  return { channel: 'sms' as const, address: await phoneOf(account) }
}

export const prove = async (
  input: InputOf<typeof proveCalls.prove>,
  caller: Caller,
): Promise<AnswerOf<typeof proveCalls.prove>> => {
  const own = await ownOf(caller)
  const { account, session } = own
  if (input.validateCode !== undefined)
    await checkCode('prove', account.accountId, await boundPhone(own), input.validateCode)
  else if (!(await passwordChecked(account, input.password ?? ''))) return refuse(identityProblems.currentPasswordWrong)
  const at = now()
  await sessions.update(session, { provedAt: at }, { endedAt: undefined })
  return { until: at + freshMs }
}
