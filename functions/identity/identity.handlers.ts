import { openUser } from '#shared/identity/identity.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './identity.commands.ts'

export const identityHandlers = [implement(openUser, ({ input, caller }) => commands.openUser(input, caller))]
