import { openUser } from '#shared/identity/identity.calls.ts'
import { identityProblems } from '#shared/identity/identity.problems.ts'
import { areaTenant, schoolTenant } from '#shared/kit/ids.ts'
import { isDemo } from '#functions/kit/messenger.ts'
import { Barred, refuse } from '#functions/kit/refusal.ts'
import { implement } from '#functions/kit/serve.ts'
import { accountHandlers } from './account.handlers.ts'
import { childRequestHandlers } from './childRequest.handlers.ts'
import { childrenHandlers } from './children.handlers.ts'
import { configHandlers } from './config.handlers.ts'
import { openAccount } from './identity.public.ts'
import { proveHandlers } from './prove.handlers.ts'
import { registerHandlers } from './register.handlers.ts'
import { sessionHandlers } from './session.handlers.ts'
import { signInHandlers } from './signIn.handlers.ts'
import { supportHandlers } from './support.handlers.ts'
import { startHandlers } from './start.handlers.ts'

export const identityHandlers = [
  ...signInHandlers,
  ...sessionHandlers,
  ...startHandlers,
  ...accountHandlers,
  ...childrenHandlers,
  ...childRequestHandlers,
  ...configHandlers,
  ...proveHandlers,
  ...registerHandlers,
  ...supportHandlers,

  implement(openUser, async ({ input, caller }) => {
    if (caller.tenant !== 'p') throw new Barred(403)
    const { school, area } = input
    const opened = await openAccount({
      accountName: input.accountName,
      userName: input.userName,
      password: input.password,
      passwordStatus: isDemo() ? 0 : 1,
      users: [
        {
          userType: input.userType,
          stage: input.stage,
          tenant: school ? schoolTenant(school.schoolId) : area ? areaTenant(area.areaId) : 'p',
          ...school,
          ...area,
        },
      ],
    })
    if (!opened) return refuse(identityProblems.nameTaken, { name: input.accountName })
    return { userId: opened.users[0]!.userId }
  }),
]
