import { enterReadPassword, readPassword, setReadPassword } from '#shared/marking/password.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './password.commands.ts'

export const passwordHandlers = [
  implement(readPassword, ({ input, caller }) => commands.readPasswordOf(input, caller)),
  implement(setReadPassword, ({ input, caller }) => commands.setReadPassword(input, caller)),
  implement(enterReadPassword, ({ input, caller }) => commands.enterReadPassword(input, caller)),
]
