/** Showing that the person is still there: the password or a code, noted in the session for five minutes. */
import { prove, proveSend, proveState } from '#shared/identity/accounts/prove.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { maskedPhone } from '../signIn/begin.ts'
import { sendCode } from '../signIn/codes.ts'
import * as commands from './prove.commands.ts'
import { ownOf, boundPhone } from './prove.commands.ts'

export const proveHandlers = [
  implement(proveState, async ({ caller }) => ({ phone: await maskedPhone((await ownOf(caller)).account) })),

  implement(proveSend, async ({ caller, ip }) => {
    const own = await ownOf(caller)
    await sendCode('prove', own.account.accountId, await boundPhone(own), { ip, tenant: caller.tenant })
    return { phone: await maskedPhone(own.account) }
  }),

  implement(prove, ({ input, caller }) => commands.prove(input, caller)),
]
