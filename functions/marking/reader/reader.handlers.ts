import * as calls from '#shared/marking/reader/reader.calls.ts'
import { implement } from '#functions/kit/serve.ts'
import { askReader } from './reader.commands.ts'
import { saveRules, tryRules } from './rules.commands.ts'
import { proposalsShown, readersShown } from './reader.read.ts'

export const readerHandlers = [
  implement(calls.readers, ({ input, caller }) => readersShown(input, caller)),
  implement(calls.askReader, ({ input, caller }) => askReader(input, caller)),
  implement(calls.tryRules, ({ input, caller }) => tryRules(input, caller)),
  implement(calls.saveRules, ({ input, caller }) => saveRules(input, caller)),
  implement(calls.proposals, ({ input, caller }) => proposalsShown(input, caller)),
]
