/** Opening an account oneself, and the codes that a school hands out for it. */
import { identityProblems as p } from '#shared/identity/identity.problems.ts'
import {
  closeInvite,
  createInvite,
  inviteList,
  registerByInvite,
  registerByPhone,
  registerSend,
} from '#shared/identity/registration/register.calls.ts'
import { blindIndex } from '#functions/kit/fields.ts'
import { refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { sendCode } from '../signIn/codes.ts'
import { aliases } from '../identity.store.ts'
import { invitesOf, shownInvite } from './invites.ts'
import { spendSlide } from '../signIn/slide.ts'
import * as commands from './register.commands.ts'
import { byInvite, limited, byPhone } from './register.commands.ts'

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
