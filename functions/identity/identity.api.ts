import * as accountCalls from '#shared/identity/account.calls.ts'
import * as childRequestCalls from '#shared/identity/childRequest.calls.ts'
import * as childrenCalls from '#shared/identity/children.calls.ts'
import * as identityCalls from '#shared/identity/identity.calls.ts'
import * as partnerCalls from '#shared/identity/partner.calls.ts'
import * as proveCalls from '#shared/identity/prove.calls.ts'
import * as registerCalls from '#shared/identity/register.calls.ts'
import * as sessionCalls from '#shared/identity/session.calls.ts'
import * as signInCalls from '#shared/identity/signIn.calls.ts'
import * as supportCalls from '#shared/identity/support.calls.ts'
import * as tableCalls from '#shared/identity/table.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { serve } from '#functions/kit/serve.ts'
import { schoolResolver } from '#functions/school/roster/school.public.ts'
import { accountHandlers } from './account.handlers.ts'
import { childrenHandlers } from './children.handlers.ts'
import { childRequestHandlers } from './childRequest.handlers.ts'
import { configHandlers } from './config.handlers.ts'
import { proveHandlers } from './prove.handlers.ts'
import { registerHandlers } from './register.handlers.ts'
import { sessionHandlers } from './session.handlers.ts'
import { signInHandlers } from './signIn.handlers.ts'
import { startHandlers } from './start.handlers.ts'
import { supportHandlers } from './support.handlers.ts'
import { identityHandlers } from './identity.handlers.ts'
import { partnerHandlers } from './partner.handlers.ts'

const calls = {
  ...identityCalls,
  ...signInCalls,
  ...sessionCalls,
  ...accountCalls,
  ...childrenCalls,
  ...childRequestCalls,
  ...proveCalls,
  ...registerCalls,
  ...partnerCalls,
  ...tableCalls,
  ...supportCalls,
}

export const handler = serve(
  'identity',
  callsOf(calls),
  [
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
    ...identityHandlers,
    ...partnerHandlers,
  ],
  {
    school: schoolResolver,
  },
)
