import * as accountCalls from '#shared/identity/accounts/account.calls.ts'
import * as childRequestCalls from '#shared/identity/accounts/childRequest.calls.ts'
import * as childrenCalls from '#shared/identity/accounts/children.calls.ts'
import * as identityCalls from '#shared/identity/identity.calls.ts'
import * as partnerCalls from '#shared/identity/partners/partner.calls.ts'
import * as proveCalls from '#shared/identity/accounts/prove.calls.ts'
import * as registerCalls from '#shared/identity/registration/register.calls.ts'
import * as sessionCalls from '#shared/identity/signIn/session.calls.ts'
import * as signInCalls from '#shared/identity/signIn/signIn.calls.ts'
import * as supportCalls from '#shared/identity/accounts/support.calls.ts'
import * as tableCalls from '#shared/identity/table.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { serve } from '#functions/kit/serve.ts'
import { schoolResolver } from '#functions/school/roster/school.public.ts'
import { accountHandlers } from './accounts/account.handlers.ts'
import { childrenHandlers } from './accounts/children.handlers.ts'
import { childRequestHandlers } from './accounts/childRequest.handlers.ts'
import { configHandlers } from './config.handlers.ts'
import { proveHandlers } from './accounts/prove.handlers.ts'
import { registerHandlers } from './registration/register.handlers.ts'
import { sessionHandlers } from './signIn/session.handlers.ts'
import { signInHandlers } from './signIn/signIn.handlers.ts'
import { startHandlers } from './signIn/start.handlers.ts'
import { supportHandlers } from './accounts/support.handlers.ts'
import { identityHandlers } from './identity.handlers.ts'
import { partnerHandlers } from './partners/partner.handlers.ts'

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
