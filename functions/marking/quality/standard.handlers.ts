import * as calls from '#shared/marking/quality/standard.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import * as commands from './standard.commands.ts'
import * as read from './standard.read.ts'

export const standardHandlers = [
  implement(calls.standards, ({ input, caller }) => read.standardsRead(input, caller)),
  implement(calls.standardChoices, ({ input, caller }) => read.standardChoicesRead(input, caller)),
  implement(calls.examples, ({ input, caller }) => read.examplesRead(input, caller)),
  implement(calls.saveStandard, ({ input, caller }) => commands.saveStandard(input, caller)),
  implement(calls.removeStandard, ({ input, caller }) => commands.removeStandard(input, caller)),
]
