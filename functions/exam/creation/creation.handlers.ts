import { createAgain as createAgainCall, listCreations } from '#shared/exam/creation/creation.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { createAgain, creationsOf } from './creation.commands.ts'

export const creationHandlers = [
  implement(listCreations, ({ caller }) => creationsOf(caller)),
  implement(createAgainCall, ({ input, caller }) => createAgain(input, caller)),
]
