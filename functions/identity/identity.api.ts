import * as identityCalls from '#shared/identity/identity.calls.ts'
import { callsOf } from '#shared/kit/call.ts'
import { serve } from '#functions/kit/serve.ts'
import { identityHandlers } from './identity.handlers.ts'

export const handler = serve('identity', callsOf(identityCalls), identityHandlers)
