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

export const handler = serve(
  'identity',
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
